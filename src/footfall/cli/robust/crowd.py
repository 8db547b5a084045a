"""``footfall robust --bodies N`` and ``--styles N``: one walk on many bodies, or in many styles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.markup import escape
from rich.table import Table as RichTable

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.robust.survey import Survey


@dataclass(frozen=True)
class Asked:
    """The options of a crowd, as given; None: left out."""

    bodies: int | None
    styles: int | None
    reach: float | None
    seed: int | None
    seconds: float | None


def crowd(skill: str, body: str | None, preset: str | None, asked: Asked, threads: int, as_json: bool) -> int:
    """Let them walk and print who fell; the exit code is 0 whoever falls."""
    seed, seconds, many = _checked(asked, body)
    options.count("--threads", threads, least=1, most=256)
    options.known_preset(skill, preset)
    from footfall.cli import show
    from footfall.robust.styles import walk_styles
    from footfall.robust.survey import walk_bodies

    show.warm_up()
    how: dict[str, Any] = {"preset": preset, "seconds": seconds, "threads": threads}

    def work(progress: Callable[[float], None]) -> Survey:
        if asked.bodies is not None:
            reach = 0.5 if asked.reach is None else asked.reach
            return walk_bodies(skill, many, reach, seed, progress=progress, **how)
        return walk_styles(skill, many, seed, body=body, progress=progress, **how)

    what = "bodies" if asked.bodies is not None else "styles"
    with options.at(skill):
        found = show.patiently(f"Walking {many} {what} by {skill}", work, total=1.0)
    print_crowd(found, as_json)
    return 0


def _checked(asked: Asked, body: str | None) -> tuple[int, float, int]:
    """Seed, seconds and how many."""
    if asked.bodies is not None and (asked.styles is not None or body is not None):
        other = "--styles" if asked.styles is not None else "--body"
        raise FootfallError(f"--bodies and {other} exclude each other", where=other, help="give one of them")
    if asked.styles is not None and asked.reach is not None:
        raise FootfallError(
            "--range says nothing about styles",
            where="--range",
            help="styles are drawn over all limits",
        )
    for option, many in (("--bodies", asked.bodies), ("--styles", asked.styles)):
        if many is not None:
            options.count(option, many, least=1, most=1000)
    if asked.reach is not None:
        options.number("--range", asked.reach, above=-1e-9, most=1)
    seed = options.count("--seed", asked.seed or 0, least=0, most=2_000_000)
    given = 30.0 if asked.seconds is None else asked.seconds
    seconds = options.number("--seconds", given, above=0, most=options.MAX_SECONDS, unit="s")
    return seed, seconds, asked.bodies or asked.styles or 1


def print_crowd(found: Survey, as_json: bool) -> None:
    """How many walked, and a table of those that did not."""
    from footfall.cli import show

    if as_json:
        show.print_json(found.plain())
        return
    console = show.out()
    fallers = [one for one in found.results if not one.walked]
    if fallers:
        shown = RichTable(box=box.SIMPLE_HEAD)
        for title in ("who", "end", "seconds", "m/s asked", "m/s"):
            shown.add_column(title, justify="left" if title in ("who", "end") else "right")
        for one in fallers:
            shown.add_row(
                escape(one.name),
                escape(one.end),
                f"{one.seconds:.1f}",
                f"{one.asked:.2f}",
                f"{one.speed:.2f}",
            )
        console.print(shown)
    console.print(f"[bold]{found.walked} of {len(found.results)}[/] walked {found.settings['seconds']:g} s")
    console.print(f"[dim]{found.seconds:.0f} s[/]")
