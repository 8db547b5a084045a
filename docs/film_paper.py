"""Our pictures beside the figures of Firmin and van de Panne (2015): strips, sequences, curves.

    python docs/film_paper.py              all of them (a few minutes)
    python docs/film_paper.py 8 9          some

A transition is shown plain and, where `footfall join` has made one that is in the library, learned. What was
measured goes to ``media/paper/paper.json``, from which the pages are filled.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import film

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording
    from footfall.script import Program

DOCS = Path(__file__).resolve().parent
FOLDER = DOCS / "media" / "paper"
MEASURED = FOLDER / "paper.json"
sys.path.insert(0, str(DOCS.parent))
SENTENCE = "walk to x = 3; stand; backflip; stand"
LEARNED = DOCS.parent / "src" / "footfall" / "skills" / "learned"
HAND_OVER = 4.0  # s after which a gait hands over
AFTER, MOST = 6.0, 60.0  # s that are run after it, and at most before it
Rows = list[tuple[str, "Recording"]]


def random_sequences() -> dict[str, Any]:
    """Figure 4: what random walks through the graph did."""
    from footfall.graph.carry import Carrier, Programs
    from footfall.graph.read import read_graph
    from footfall.graph.walk import walk

    graph, found = read_graph(), {}
    for seed in (1, 2, 3):
        programs = Programs()
        carrier = Carrier(graph, _start(graph, programs, seed), programs)
        made = walk(carrier, 12, seed)
        found[str(seed)] = [entry.node for entry in made.log]
    return found


def connected() -> dict[str, Any]:
    """Figure 6: a way through the graph, and the motion."""
    from footfall.graph.carry import Carrier, Programs
    from footfall.graph.journey import Guide, parse_sentence
    from footfall.graph.read import read_graph

    graph, programs = read_graph(), Programs()
    sim = _start(graph, programs, 0)
    with sim.tape() as tape:
        made = Guide(Carrier(graph, sim, programs)).run(parse_sentence(SENTENCE, graph))
    path = FOLDER / "figure-6.png"
    tape.recording.strip(path, frames=20, start=0.0, seconds=made.seconds, whole=False)
    film.shrink(path)
    return {"sentence": SENTENCE, "path": [e.node for e in made.log], "reached": made.reached}


def backflips() -> dict[str, Any]:
    """Figure 8: the backflip on slopes."""
    from footfall import Sim

    recs = [(f"{s:g}°", Sim("moves/backflip", world=f"slope:{s:g}").run(12)) for s in (7.5, 8.0, -4.0)]
    start = 2.8
    _strips(8, [(f"backflip on a slope of {name}", rec) for name, rec in recs], start, 2.2)
    return {name: rec.report()["because"] for name, rec in recs}


def slopes() -> dict[str, Any]:
    """Figure 9: gaits over ground of varying slope."""
    from benchmarks.slopes import profile
    from footfall import Sim

    ground = profile(2, 5.0, 20.0)
    names = ("walk", "skip", "fast-walk", "run")
    recs = [(name, Sim(f"moves/{name}", world=ground).run(8)) for name in names]
    _strips(9, [(f"{name} over up to 5°, up and down", rec) for name, rec in recs], 4.0, 1.2)
    return {name: rec.report()["because"] for name, rec in recs}


def transition(
    number: int,
    first: str,
    second: str,
    *,
    at: float | None = HAND_OVER,
    shown: float = 3.0,
    after: float = AFTER,
    phase: str = "",
) -> Any:
    """Figures 10 to 14: a hand-over, plain and learned; after some seconds, or where the first one ends.

    Args:
        number: Of the figure.
        first: The move that runs.
        second: The move that follows.
        at: Seconds after which a gait hands over; None: where the first one ends.
        shown: Seconds in the picture.
        after: Seconds that are run after the hand-over.
        phase: Of the second, to arrive in.
    """
    from footfall.learn.join.join import Pair
    from footfall.script import compile_skill

    ways = {"plain": Pair(f"moves/{first}", f"moves/{second}", phase).plain()}
    learned = _learned(first, second)
    if learned is not None:
        ways["learned"] = compile_skill(str(learned))
    recs = {way: _handed(f"moves/{first}", program, at, after) for way, program in ways.items()}
    begun = recs["plain"].seconds - after - 0.5 if at is None else at
    _strips(number, [(f"{first} to {second}, {way}", rec) for way, rec in recs.items()], begun, shown)
    return {way: recs[way].report()["because"] if way in recs else "" for way in ("plain", "learned")}


def repaired(number: int, first: str, second: str, *, shown: float = 3.0) -> Any:
    """Figure 15: a hand-over from a state in which the plain one fails, and the repaired one."""
    from benchmarks.transitions import PAIRS, lost_states
    from footfall import Sim
    from footfall.learn.join.goal import aim_of, watch
    from footfall.learn.join.join import goal_of
    from footfall.learn.join.states import hand_over, leaving
    from footfall.learn.join.trial import Scene, holds
    from footfall.script import compile_skill

    pair = next(w.pair for w in PAIRS if (w.first, w.second) == (first, second))
    scene = Scene(leaving(pair.first), aim_of(watch(compile_skill(pair.second))), goal_of(pair))
    sim, learned = Sim(pair.first), _learned(first, second)
    states = lost_states(sim, pair, scene)
    ways = {"plain": pair.plain()} | ({"learned": compile_skill(str(learned))} if learned else {})
    if learned is not None:  # one of those that it mends
        states = [s for s in states if holds(sim, s, ways["learned"], scene, bridged=True)] or states
    rows: Rows = []
    told = {"plain": "", "learned": ""}
    for way, program in ways.items():
        hand_over(sim, states[0], program, scene.how)
        with sim.tape() as tape:
            sim.advance(round(AFTER / sim.dt))
        assert tape.recording is not None
        rows.append((f"{first} to {second}, pushed, {way}", tape.recording))
        told[way] = tape.recording.report()["because"]
    _strips(number, rows, float(rows[0][1].time[0]), shown)
    return told


def _learned(first: str, second: str) -> Path | None:
    """The script of a learned transition, where the library has one."""
    return next(iter(sorted(LEARNED.glob(f"{first}-to-{second}*.skill"))), None)


def _handed(first: str, program: Program, at: float | None, after: float) -> Recording:
    """A move that hands over: at the end of a step after some seconds, or where it ends by itself."""
    from footfall import Sim

    sim = Sim(first)
    if at is not None:
        sim.then(program, at=at)
        return sim.run(at + after)
    with sim.tape() as tape:
        while sim.end == "running" and sim.time < MOST:
            sim.advance(round(0.02 / sim.dt))
        sim.then(program, now=True)
        sim.advance(round(after / sim.dt))
    assert tape.recording is not None
    return tape.recording


def _start(graph: Any, programs: Any, seed: int) -> Any:
    from footfall.engine.sim import Sim
    from footfall.engine.spec import ActorSpec, RunSpec

    node = graph.nodes[graph.start]
    return Sim.of(RunSpec((ActorSpec(programs.get(node.skill, node.set)),), None, seed))


def _strips(number: int, rows: Rows, start: float, seconds: float) -> None:
    from footfall.motion.strip import film_strips

    path = FOLDER / f"figure-{number}.png"
    film_strips(rows, path, frames=film.FRAMES + 1, start=start, seconds=seconds)
    film.shrink(path)


FIGURES: dict[int, Callable[[], Any]] = {
    4: random_sequences,
    6: connected,
    8: backflips,
    9: slopes,
    10: lambda: transition(10, "walk", "forward-walkover", shown=10.0, after=17.0),
    11: lambda: transition(11, "walk", "stand-at-once"),
    12: lambda: transition(12, "walk", "run"),
    13: lambda: transition(13, "walk-on-hands", "forward-walkover", at=None, shown=5.0, phase="tip"),
    14: lambda: transition(14, "forward-walkover", "run", at=None, shown=4.0),
    15: lambda: repaired(15, "skip", "walk"),
}


def make_pictures(wanted: list[int] | None = None) -> None:
    """Make some of them, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.is_file() else {}
    for number in wanted or list(FIGURES):
        found[str(number)] = FIGURES[number]()
        print(f"figure {number}: {found[str(number)]}", flush=True)
        MEASURED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make_pictures([int(word) for word in sys.argv[1:]])
