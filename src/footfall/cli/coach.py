"""``footfall coach``: say what you want of a motion in words, and see it before and after."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.learn.coach.coach import Coached
    from footfall.learn.coach.words import Word

ROWS = 12  # numbers of the table


def coach(
    skill: Annotated[
        str | None, typer.Argument(metavar="SKILL", help="A skill of the library, or a script file.")
    ] = None,
    said: Annotated[
        list[str] | None, typer.Argument(metavar='"WORD" …', help='Like "higher" "softer landing".')
    ] = None,
    words: Annotated[bool, typer.Option("--words", help="List the words, and stop.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="F.skill", help="Else SKILL-coached.skill, here.")
    ] = None,
    strip: Annotated[
        Path | None, typer.Option(metavar="F.png", help="Film strips, before above after.")
    ] = None,
    minutes: Annotated[float, typer.Option(help="Of search.")] = 1.0,
    seconds: Annotated[float, typer.Option(help="Length of each run.")] = 10.0,
    body: Annotated[str | None, typer.Option(help="A body, or a .toml file; else the script's own.")] = None,
    free: Annotated[
        str | None, typer.Option(metavar="PHASES", help="Free every number of these; else those with a mark.")
    ] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", help="Runs at once; one per core.")] = None,
    seed: Annotated[int, typer.Option(help="Of the search.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Coach a skill in words: they are measured, tuned for a minute, and shown before and after.

    Each word is a term of an objective (docs/search.md) or a push on named numbers of the script. The GOAL of
    the skill stays. The script itself is not touched: the result is a new one.
    """
    from footfall.cli import show
    from footfall.files import write_text
    from footfall.learn.coach.coach import coach as search
    from footfall.learn.coach.words import find_word

    if words:
        _list_words()
        return
    if skill is None or not said:
        raise FootfallError(
            "coach what, and how?",
            where="footfall coach",
            help='like `footfall coach moves/jump "higher"`; `footfall coach --words` lists the words',
        )
    wanted = [find_word(text) for text in said]
    budget = 60.0 * options.number("--minutes", minutes, above=0.0, most=600.0, unit="minutes")
    options.number("--seconds", seconds, above=0.0, most=600.0, unit="s")
    options.count("--seed", seed, least=0, most=2**31 - 1)
    if workers is not None:
        options.count("--workers", workers, least=1, most=10_000)
    path = output or Path(f"{Path(skill).stem}-coached.skill")
    options.try_writing(path, f"--output {path}")
    show.warm_up()
    found = show.patiently(
        f"Coaching {skill}",
        lambda progress: search(
            skill, wanted, seconds=budget, length=seconds, body=body, free=free, workers=workers, seed=seed,
            tell=progress,
        ),
        total=budget,
    )  # fmt: skip
    write_text(path, found.text)
    for name, text in found.others.items():
        write_text(path.parent / f"{name.replace('/', '-')}.skill", text)
    if strip is not None:
        _film(strip, skill, path, body, seconds)
    _tell(found, wanted, path, strip, as_json)


def _list_words() -> None:
    from footfall.cli import show
    from footfall.learn.coach.words import WORDS

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("word", "what it wants"):
        table.add_column(name)
    for word in WORDS.values():
        table.add_row(f"[bold]{escape(word.word)}[/]", escape(word.what))
    show.out().print(table)


def _film(strip: Path, before: str, after: Path, body: str | None, seconds: float) -> None:
    from footfall.engine.sim import Sim
    from footfall.learn.pictures import film_runs

    runs = [
        (name, Sim(what, body=body).run(seconds))
        for name, what in (("before", before), ("after", str(after)))
    ]
    film_runs(strip, runs)


def _tell(found: Coached, words: list[Word], path: Path, strip: Path | None, as_json: bool) -> None:
    from footfall.cli import show
    from footfall.learn.coach.coach import PROOF

    if as_json:
        show.print_json(
            {
                "words": [w.word for w in words],
                "before": {k: _plain(v) for k, v in found.before.items()},
                "after": {k: _plain(v) for k, v in found.after.items()},
                "goal_before": found.goals[0],
                "goal_after": found.goals[1],
                "of": PROOF,
                "seconds": round(found.seconds, 1),
                "evaluations": found.evaluations,
                "file": str(path),
            }
        )
        return
    out = show.out()
    out.print(_measures(found, words))
    out.print(_numbers(found))
    out.print(
        f"goal reached from {found.goals[0]} of {PROOF} drawn starts before, {found.goals[1]} after; "
        f"{found.evaluations} candidates in {found.seconds:.0f} s",
        soft_wrap=True,
    )
    out.print(
        f"wrote [cyan]{escape(str(path))}[/]" + (f", {escape(str(strip))}" if strip else ""), soft_wrap=True
    )


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 5)


def _measures(found: Coached, words: list[Word]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("word", "before", "after", ""):
        table.add_column(name, justify="left" if name in ("word", "") else "right")
    for word in (w for w in words if w.kind):
        before, after = found.before[word.word], found.after[word.word]
        table.add_row(
            escape(word.word), f"{before:.3g}", f"[bold]{after:.3g}[/]", f"{word.unit} ({word.kind})"
        )
    return table


def _numbers(found: Coached) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("number", "before", "after"):
        table.add_column(name, justify="left" if name == "number" else "right")
    rows = [row for row in found.numbers if row[1] != row[2]]
    rows.sort(key=lambda row: -abs(row[2] - row[1]) / (abs(row[1]) + 0.1))
    for name, before, after in rows[:ROWS]:
        table.add_row(escape(name), f"{before:.3g}", f"{after:.3g}")
    return table
