"""``footfall run --seeds``: one skill from many drawn starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from footfall.cli import options
from footfall.cli.memory import Memory
from footfall.cli.outputs import Outputs
from footfall.cli.route import Route
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.sim import Sim


def check_seeds(seed: int | None, seeds: int | None, outputs: Outputs) -> None:
    """Check the numbers of seeds.

    Raises:
        FootfallError: One is out of range, or the options exclude each other.
    """
    if seed is not None:
        options.count("--seed", seed, least=0, most=2**31 - 1)
    if seeds is None:
        return
    options.count("--seeds", seeds, least=1, most=10000)
    if seed is not None:
        raise FootfallError(
            "--seed and --seeds exclude each other", where="--seeds", help="leave one of them out"
        )
    if outputs.wanted():
        raise FootfallError(
            f"{outputs.wanted()[0]} is of one run, but --seeds makes {seeds}",
            where="--seeds",
            help="run the one to be looked at with --seed N",
        )


def make_sim(arguments: dict[str, Any], then: Sequence[tuple[str, float]] = ()) -> Sim:
    """A Sim with its switches of gait planned."""
    from footfall.engine.sim import Sim

    sim = Sim(**arguments)
    for gait, at_time in then:
        with options.at(f"--then {gait}@{at_time:g}s"):
            sim.then(gait, at_time)
    return sim


def run_seeds(
    each: Sequence[dict[str, Any]],
    seconds: float,
    as_json: bool,
    then: Sequence[tuple[str, float]] = (),
    memory: Memory | None = None,
    way: Route | None = None,
) -> None:
    """Simulate several times at once, print.

    Args:
        each: The arguments of one `Sim` each.
        seconds: How long each runs.
        as_json: Whether to print one JSON object.
        then: Gaits to switch to, and from which second on.
        memory: Where learned torque comes from.
        way: Way points that each follows, and what is set on the way.
    """
    from footfall.cli import report, show
    from footfall.engine.batch import Batch

    way = way or Route()
    sims = [make_sim(arguments, then) for arguments in each]
    for sim in sims:
        way.check(sim)
        (memory or Memory()).recall(sim)
    label = f"Simulating {len(sims)} × {seconds:g} s of {each[0]['skill'].name}"
    recordings = show.patiently(
        label, lambda progress: Batch(sims).run(seconds, progress=progress, one=way.run), total=len(sims)
    )
    runs = [rec.report() for rec in recordings]
    if as_json:
        head = {key: runs[0][key] for key in ("skill", "body")}
        ok = sum(bool(r["success"]) for r in runs)
        show.print_json({**head, "seconds": seconds, "runs": runs, "ok": ok})
    else:
        report.print_seeds(show.out(), runs)
