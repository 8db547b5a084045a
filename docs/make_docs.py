"""Make the generated parts of the documentation: tables, pictures, the README's moving picture.

    python docs/make_docs.py           everything (a few minutes)
    python docs/make_docs.py --text    the tables only (at once)

A generated part stands between ``<!-- made: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import film
import film_genbicon
import film_paper
import film_pivot
import film_simbicon
import film_tracking
import film_walk
import page_api
import page_genbicon
import page_graph
import page_natural
import page_paper
import page_pivot
import page_simbicon
import page_tutorial
import picture_guide

from footfall.script.help import reference
from footfall.script.help.reference import table

if TYPE_CHECKING:
    from footfall.learn.coach.words import Word

DOCS = Path(__file__).resolve().parent
MEDIA = DOCS / "media"
HANDOVERS = MEDIA / "handovers.json"
PHYSICS = MEDIA / "physics.json"
TORQUES = MEDIA / "torques.json"


def main() -> None:
    """Make what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Make the generated parts of the documentation.")
    parser.add_argument("--text", action="store_true", help="the tables only")
    if not parser.parse_args().text:
        make_media()
    for page in pages():
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"wrote {page.relative_to(DOCS.parent)}")


def pages() -> list[Path]:
    """The pages with generated parts."""
    return [page for page in sorted(DOCS.glob("*.md")) if "<!-- made:" in page.read_text(encoding="utf-8")]


def filled(text: str) -> str:
    """The page with its generated parts made anew."""

    def part(match: re.Match[str]) -> str:
        return f"<!-- made: {match[1]} -->\n{PARTS[match[1]]().strip()}\n<!-- end -->"

    return re.sub(r"<!-- made: ([\w-]+) -->\n.*?<!-- end -->", part, text, flags=re.DOTALL)


def mistake() -> str:
    """What a misspelled joint looks like, on the example of the same page."""
    from footfall.script import ScriptError, compile_text

    wrong = example().replace("swKnee(1.1)", "swKne(1.1)")
    try:
        compile_text(wrong, name="mine.skill")
    except ScriptError as problem:
        return f"```\n{problem.diagnostics[0].render()}\n```"
    raise RuntimeError("the mistake in docs/language.md is not a mistake any more")


def example() -> str:
    """The script at the head of language.md."""
    found = re.search(r"```\n(## .*?)```", (DOCS / "language.md").read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        raise RuntimeError("docs/language.md has no example")
    return found[1]


def statements() -> str:
    """The reference of the statements, each with a skill that uses it and the film strip of its run."""
    blocks = re.split(r"(?m)^(?=### )", reference.statements())
    return "".join(block if not block.startswith("### ") else _with_strip(block) for block in blocks)


def _with_strip(block: str) -> str:
    word = block.removeprefix("### ").partition("\n")[0]
    skill = film.example_of(word)
    what = skill.read_text(encoding="utf-8").partition("\n")[0].removeprefix("## ")
    path = skill.relative_to(DOCS).as_posix()
    return f"{block.rstrip()}\n\n[{skill.name}]({path}): {what}\n\n![{word}](media/statements/{word}.png)\n\n"


def moves() -> str:
    """The moves of the library, with what was measured when their strips were made."""
    from footfall.script import compile_skill

    measured: dict[str, Any] = json.loads(film.MEASURED.read_text(encoding="utf-8"))
    rows, blocks = [], []
    for name in film.moves():
        facts, short = measured[name], name.removeprefix("moves/")
        unit = compile_skill(name).units[0]
        took = "goes on" if facts["end"] == "time" else f"{facts['seconds']:.1f} s"
        went = f"{facts['distance'][0]:.2f} m"
        rows.append((f"[{short}](#{short})", took, f"{facts['speed']:.2f} m/s", went, str(facts["steps"])))
        parameters = ", ".join(f"`{p.name}`" for p in unit.parameters)
        blocks += [f"## {short}", _first_line(name) + _push(name), f"![{short}](media/moves/{short}.png)"]
        blocks += [f"Parameters: {parameters}."] if parameters else []
    head = table(("move", "ends after", "speed", "distance", "steps"), rows)
    return "\n\n".join([head, *blocks])


def handovers() -> str:
    """Which moves can follow which, as `benchmarks/handovers.py` measured it."""
    found: dict[str, Any] = json.loads(HANDOVERS.read_text(encoding="utf-8"))
    names, seeds = found["moves"], found["seeds"]
    pairs = [ends for row in found["table"].values() for ends in row.values()]
    held = sum(ends.count("ok") == seeds for ends in pairs)
    rows = [(f"**{a}**", *(_handed(found["table"][a].get(b)) for b in names)) for a in names]
    said = (
        f"{held} of {len(pairs)} ordered pairs hold from all of {seeds} random starts. The row is the first "
        f"move, the column the second. Each cell counts the starts, of {seeds}, after which the body is up "
        f"{found['seconds_after']:g} s after the switch or has finished the second move; *waits*: the first "
        "move never lets the second begin."
    )
    return f"{said}\n\n{table(('', *names), rows)}\n\nMeasured by `python benchmarks/handovers.py --store`."


def physics() -> str:
    """Every skill under each setting of the physics, as `benchmarks/physics.py` measured it."""
    if not PHYSICS.is_file():
        return "(not measured yet)"
    found: dict[str, Any] = json.loads(PHYSICS.read_text(encoding="utf-8"))
    settings = list(dict.fromkeys(name for row in found.values() for name in row))
    rows = [(f"`{skill}`", *(_lives(row.get(name)) for name in settings)) for skill, row in found.items()]
    return table(("skill", *settings), rows)


def torques() -> str:
    """Every move: its largest torque, and human limits, as `benchmarks/moves_table.py` measured it."""
    if not TORQUES.is_file():
        return "(not measured yet)"
    found: dict[str, Any] = json.loads(TORQUES.read_text(encoding="utf-8"))
    rows = [
        (
            f"[{name}](#{name})",
            f"{row['reached']} of {row['seeds']}",
            f"{row['torque']:.0f} N m ({row['joint']})",
            f"{row['human']} of {row['seeds']}",
        )
        for name, row in found.items()
    ]
    head = table(("move", "reaches its GOAL", "largest torque", "with human limits"), rows)
    return f"{head}\n\nMeasured by `python benchmarks/moves_table.py --store`."


def _lives(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return ""
    return f"{'' if cell['held'] == cell['of'] else '{held} of {of}, '.format(**cell)}{cell['x']:g} ×"


def _handed(ends: list[str] | None) -> str:
    if ends is None:
        return ""
    return "*waits*" if set(ends) == {"waits"} else str(ends.count("ok"))


def _push(name: str) -> str:
    if name not in film.PUSHED:
        return ""
    time, newtons = film.PUSHED[name]
    return f" Here it is pushed forward with {newtons:g} N for 0.1 s at {time:g} s."


def _first_line(name: str) -> str:
    """What a skill of the library says of itself."""
    from footfall.script.source import find_skill

    return find_skill(name).text.partition("\n")[0].removeprefix("## ")


def bodies() -> str:
    """The bodies of the library."""
    from footfall.body import body_names, load_body
    from footfall.body.table import AXIS_COLUMNS, LINK_COLUMNS, describe

    blocks = []
    for name in body_names():
        body = load_body(name)
        d = describe(body)
        blocks += [
            f"## {name}",
            "",
            f"![{name}](media/{name}.png)",
            "",
            f"{body.title}. {d.mass:.1f} kg, {d.height:.2f} m, {d.internal_dof} joint axes, "
            f"{d.dof} degrees of freedom in all; time step {body.physics.timestep * 1000:g} ms, friction "
            f"{body.physics.friction:g}. Starts: {', '.join(f'`{start}`' for start in d.starts)}.",
            "",
            table(LINK_COLUMNS, d.links),
            "",
            table(AXIS_COLUMNS, d.axes),
            "",
        ]
    return "\n".join(blocks)


def explanation() -> str:
    """What `footfall explain` says, for one code."""
    from footfall.script.help.explain import explain

    return f"```\n{explain('W009')}\n```"


def terms() -> str:
    """The kinds of terms that an objective can be made of."""
    from footfall.learn.objective.kinds import KINDS

    rows = [
        (f"`{k.name}`", k.what, k.unit, f"{k.weight:g}", k.needs and f"`{k.needs}`") for k in KINDS.values()
    ]
    return table(("kind", "its value", "unit", "default weight", "needs"), rows)


def words() -> str:
    """The words of a coach, and what they ask for."""
    from footfall.learn.coach.words import WORDS

    def asked(w: Word) -> str:
        if not w.kind:
            return f"numbers with {', '.join(w.push)} in their name"
        over = f', `over = "{w.over}"`' if w.over else ""
        sign = "≥" if w.factor > 1 else "≤"
        return f"`{w.kind}{':' + w.of if w.of else ''}`{over} {sign} {w.factor:g} × before"

    rows = [(f"`{w.word}`", w.what, asked(w)) for w in WORDS.values()]
    return table(("word", "what it wants", "what is asked for"), rows)


PARTS: dict[str, Callable[[], str]] = {
    "api": page_api.api,
    "statements": statements,
    "moves": moves,
    "handovers": handovers,
    "physics": physics,
    "torques": torques,
    "classic": reference.classic_statements,
    "senses": reference.senses,
    "poses": reference.poses,
    "functions": reference.functions,
    "names": reference.names,
    "grammar": reference.grammar,
    "codes": reference.codes,
    "mistake": mistake,
    "explanation": explanation,
    "bodies": bodies,
    "terms": terms,
    "words": words,
    **page_simbicon.PARTS,
    **film_genbicon.PARTS,
    **page_genbicon.PARTS,
    **page_graph.PARTS,
    **page_pivot.PARTS,
    **film_pivot.PARTS,
    **page_natural.PARTS,
    **page_tutorial.PARTS,
    **page_paper.PARTS,
    **film_tracking.PARTS,
}


def make_media() -> None:
    """The pictures: the pushed walk of `make demo`, the planar walk, bodies, statements, moves and gaits."""
    from footfall import Sim
    from footfall.body import body_names
    from footfall.cli.run import demo

    MEDIA.mkdir(exist_ok=True)
    pushed = demo.make_sim().run(demo.SECONDS)
    planar = Sim("simbicon/walk").run(6)
    for rec in (pushed, planar):
        if rec.end != "time":
            raise SystemExit(
                f"{rec.title}: {rec.report()['because']}; the documentation shows walks that hold"
            )
    pushed.video(MEDIA / "walk3d.gif", start=demo.PUSH_AT - 1.0, seconds=4.0)
    for rec, name in ((pushed, "walk3d.png"), (planar, "walk.png")):
        rec.strip(MEDIA / name)
        film.shrink(MEDIA / name, 1600)
    for name in body_names():
        command = ["body", name, "--picture", str(MEDIA / f"{name}.png")]
        subprocess.run([sys.executable, "-m", "footfall", *command], check=True, stdout=subprocess.DEVNULL)
    film.make_strips()
    film_simbicon.make_strips()
    film_genbicon.make_strips()
    film_walk.make_strips()
    page_graph.make_picture()
    page_pivot.make_figure()
    film_pivot.make_strips()
    picture_guide.make_pictures()
    film_paper.make_pictures()
    for path in sorted(path for path in MEDIA.rglob("*") if path.is_file()):
        print(f"wrote {path.relative_to(DOCS.parent)}, {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
