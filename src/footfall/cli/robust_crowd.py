"""``footfall robust --bodies N``: one skill on many bodies drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.markup import escape
from rich.table import Table as RichTable

from footfall.cli import options

if TYPE_CHECKING:
    from footfall.robust.crowd import Crowd


def crowd(
    skill: str,
    bodies: int,
    reach: float | None,
    seed: int,
    seconds: float | None,
    threads: int,
    as_json: bool,
) -> int:
    """Let them walk and print who fell; the exit code is 0 whoever falls."""
    reach = 0.5 if reach is None else reach
    seconds = 30.0 if seconds is None else seconds
    options.number("--seconds", seconds, above=0, most=options.MAX_SECONDS, unit="s")
    options.count("--bodies", bodies, least=1, most=1000)
    options.number("--range", reach, above=-1e-9, most=1)
    options.count("--seed", seed, least=0, most=2_000_000)
    options.count("--threads", threads, least=1, most=256)
    from footfall.cli import show
    from footfall.robust.crowd import walk_bodies

    show.warm_up()
    with options.at(skill):
        found = show.patiently(
            f"Walking {bodies} bodies by {skill}",
            lambda progress: walk_bodies(
                skill, bodies, reach, seed, seconds=seconds, threads=threads, progress=progress
            ),
            total=1.0,
        )
    print_crowd(found, as_json)
    return 0


def print_crowd(found: Crowd, as_json: bool) -> None:
    """How many walked, and a table of those that did not."""
    from footfall.cli import show

    if as_json:
        show.print_json(found.plain())
        return
    console = show.out()
    fallers = [one for one in found.walkers if not one.walked]
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
    console.print(f"[bold]{found.walked} of {len(found.walkers)}[/] walked {found.settings['seconds']:g} s")
    console.print(f"[dim]{found.seconds:.0f} s[/]")
