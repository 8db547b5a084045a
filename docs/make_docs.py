"""Make the generated parts of the documentation: tables, pictures, the README's moving picture.

    python docs/make_docs.py           everything (a few minutes)
    python docs/make_docs.py --text    the tables only (at once)

A generated part stands between ``<!-- made: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

DOCS = Path(__file__).resolve().parent
MEDIA = DOCS / "media"


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


def statements() -> str:
    """The table of statements as a reference."""
    from footfall.script.statements import STATEMENTS

    blocks = []
    for s in STATEMENTS:
        arguments = ", ".join(f"[{a.name}]" if a.optional else a.name for a in s.args)
        many = ", …" if s.many else ""
        rows = [(f"`{a.name}`", f"{a.kind}, optional" if a.optional else a.kind, a.doc) for a in s.args]
        for clause in s.clauses:
            inner = ", ".join(f"[{a.name}]" if a.optional else a.name for a in clause.args)
            kinds = ", ".join(a.kind for a in clause.args)
            rows.append((f"`.{clause.name}({inner})`", kinds, clause.doc))
        blocks += [
            f"### {s.word}",
            "",
            f"`{s.word} {s.subject}({arguments}){many};`",
            "",
            s.doc,
            "",
            "```",
            s.example,
            "```",
            "",
            table(("part", "kind", "meaning"), rows),
            "",
        ]
    return "\n".join(blocks)


def senses() -> str:
    """What a script can sense."""
    from footfall.script import senses as s

    rows = [(f"`{name}`", kind, doc) for name, (kind, doc) in s.PLAIN.items()]
    rows += [("`contact PART`, `PART touches ground`", "truth", "whether the part touches something")]
    for prefix, attributes in (("com", s.COM), ("PART", s.PART), ("JOINT", s.JOINT)):
        rows += [(f"`{prefix}.{name}`", kind, doc) for name, (kind, doc) in attributes.items()]
    return table(("written", "kind", "meaning"), rows)


def names() -> str:
    """The names of joints and parts."""
    from footfall.script import names as n

    rows = [
        ("joints of the middle", ", ".join(f"`{x}`" for x in n.MIDDLE_JOINTS)),
        ("joints by side", ", ".join(f"`{x}`" for x in n.SIDE_JOINTS)),
        ("parts of the middle", ", ".join(f"`{x}`" for x in n.MIDDLE_PARTS)),
        ("parts by side", ", ".join(f"`{x}`" for x in n.SIDE_PARTS)),
    ]
    return table(("", "names"), rows)


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


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    head = list(columns)
    lines = [head, ["---"] * len(head), *map(list, rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


PARTS: dict[str, Callable[[], str]] = {
    "statements": statements,
    "senses": senses,
    "names": names,
    "mistake": mistake,
    "bodies": bodies,
}


def make_media() -> None:
    """The pictures: the pushed walk of `make demo`, the planar walk, the bodies."""
    from footfall import Sim
    from footfall.body import body_names
    from footfall.cli import demo

    MEDIA.mkdir(exist_ok=True)
    pushed = demo.make_sim().run(demo.SECONDS)
    planar = Sim("simbicon/walk").run(6)
    for rec in (pushed, planar):
        if rec.end != "time":
            raise SystemExit(
                f"{rec.title}: {rec.report()['because']}; the documentation shows walks that hold"
            )
    pushed.video(MEDIA / "walk3d.gif", start=demo.PUSH_AT - 1.0, seconds=4.0)
    pushed.strip(MEDIA / "walk3d.png")
    planar.strip(MEDIA / "walk.png")
    for name in body_names():
        command = ["body", name, "--picture", str(MEDIA / f"{name}.png")]
        subprocess.run([sys.executable, "-m", "footfall", *command], check=True, stdout=subprocess.DEVNULL)
    for path in sorted(MEDIA.iterdir()):
        print(f"wrote {path.relative_to(DOCS.parent)}, {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
