"""``footfall demo``: the 3D walk, pushed from the side, recovering; what ``make demo`` runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footfall.cli.outputs import Outputs
from footfall.errors import FootfallError

SKILL = "simbicon/walk3d"
SECONDS = 8.0
PUSH_AT, PUSH_SECONDS, PUSH_LEFT = 4.0, 0.4, 120.0  # s, s, N: a shove that costs it a side step or two


def demo(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the files go.")] = Path("out"),
) -> None:
    """Walk in 3D, be pushed from the side, recover: report, film strip, video and plots."""
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
    from footfall.engine.sim import Sim

    show.warm_up()
    console = show.out()
    console.print(
        f"Simulating {SECONDS:g} s of {SKILL}; "
        f"a push of {PUSH_LEFT:g} N to the left for {PUSH_SECONDS:g} s at {PUSH_AT:g} s …"
    )
    sim = Sim(SKILL)
    sim.push(time=PUSH_AT, forward=0, left=PUSH_LEFT, seconds=PUSH_SECONDS)
    rec = show.patiently("Simulating", lambda progress: sim.run(SECONDS, progress=progress), total=SECONDS)
    console.print()
    report.print_report(console, rec.report())
    console.print()
    console.print("Drawing …")
    report.print_files(console, outputs.write(rec))
