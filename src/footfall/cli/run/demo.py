"""``footfall demo``: the 3D walk, pushed from the side, recovering; what ``make demo`` runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footfall.cli.report import Outputs
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.sim import Sim

SKILL = "simbicon/walk3d"
SECONDS = 8.0
PUSH_AT, PUSH_SECONDS, PUSH_LEFT = 3.3, 0.4, 140.0  # s, s, N: a shove that costs it a side step or two


def demo(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the files go.")] = Path("out"),
) -> None:
    """Walk in 3D, be pushed from the side, recover: report, film strip, video and plots.

    The exit code is 1 if it falls: this one must not.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot make this folder: {reason}", where=f"--out {out}", help="name another one"
        ) from None
    outputs = Outputs(out / "walk.png", out / "walk.mp4", out / "walk-plots.png", out / "walk.npz")
    outputs.check()

    from footfall.cli import report, show

    console = show.out()
    sim = make_sim()
    console.print(
        f"Simulating {SECONDS:g} s of {SKILL}; "
        f"a push of {PUSH_LEFT:g} N to the left for {PUSH_SECONDS:g} s at {PUSH_AT:g} s …",
        soft_wrap=True,
    )
    rec = show.patiently("Simulating", lambda progress: sim.run(SECONDS, progress=progress), total=SECONDS)
    console.print()
    report.print_report(console, rec.report())
    console.print()
    show.note("Drawing the film strip, the plots and the video …")
    report.print_files(console, outputs.write(rec))
    if not rec.report()["success"]:
        raise typer.Exit(1)


def make_sim() -> Sim:
    """The walk and its push, ready to run."""
    from footfall.engine.sim import Sim

    sim = Sim(SKILL)
    sim.push(time=PUSH_AT, forward=0, left=PUSH_LEFT, seconds=PUSH_SECONDS)
    return sim
