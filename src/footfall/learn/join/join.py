"""A transition from one skill to another: bridges are written, the most promising one tuned and proved."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace

import numpy as np

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.graph.model import Graph
from footfall.graph.read import read_graph
from footfall.learn.join import blend as blending
from footfall.learn.join import bridge as bridges
from footfall.learn.join.bridge import ARRIVE, Bridge
from footfall.learn.join.goal import aim_of, watch
from footfall.learn.join.search import MOST, THREADS, Clock, Search, Tell, copied, on_threads
from footfall.learn.join.states import SETTLE, Leaving, draw, leaving
from footfall.learn.join.trial import MISSED, Scene, holds
from footfall.script import Program, compile_skill, compile_text, find_skill, parse, rewrite

STATES, PROOFS, CHECKED = 2, 6, 20  # states that are tried from, that prove the best, that count in the end
PHASES = (2, 4, 6)  # of the first skill, of which bridges are made when nobody says how many
ENTRIES = (2, 4)  # of the second skill
TRIED = 8  # candidates of each bridge, before one of them is chosen
COARSE = 2.0  # times the body's time step
_DRAWN: dict[tuple[str, str, str, range], list[Snapshot]] = {}  # for who joins one skill to several


@dataclass(frozen=True)
class Joined:
    """What a search has found.

    Attributes:
        bridge: The script, with the numbers that were found.
        seconds: That the search took.
        busy: Seconds that the processor was busy with it, over the threads.
        evaluations: Candidates that were tried.
        plain: Of the drawn states, those from which the second skill takes over without a bridge.
        learned: Those from which it does over the bridge.
        checked: How many there were.
        lost: Of the states that it was repaired from: how many there were, from how many a plain hand-over
            holds, and from how many the learned one does; None without such states.
    """

    bridge: Bridge
    seconds: float
    busy: float
    evaluations: int
    plain: int
    learned: int
    checked: int = CHECKED
    lost: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Pair:
    """Two skills that shall be joined.

    Attributes:
        first: The skill that runs.
        second: The skill that shall follow.
        at: The phase of the second to arrive in; "" for its first.
        body: Another body than the first skill's own.
    """

    first: str
    second: str
    at: str = ""
    body: str | None = None

    def programs(self) -> tuple[Program, Program]:
        """Both, compiled; the second begins in the phase that is asked for."""
        return compile_skill(self.first), self.plain()

    def plain(self) -> Program:
        """What takes over without a bridge."""
        if not self.at:
            return compile_skill(self.second)
        there = parse(find_skill(self.second))
        if self.at not in [phase.name.text for phase in there.phases]:
            aim_of(watch(compile_skill(self.second), self.body), self.at)  # says what there is
        return compile_text(self.write([]).text, name=f"{self.second} at {self.at}")

    def write(self, path: bridges.Path, *, at: str = "", of: str = "first") -> Bridge:
        """A bridge over some phases."""
        second = replace(find_skill(self.second), name=self.second)
        return bridges.write(parse(find_skill(self.first)), second, path, at=at or self.at, of=of)


def write_bridges(pair: Pair, how: Leaving, alone: Recording, phases: int | None) -> list[Bridge]:
    """The bridges that can be made between two skills, before any search.

    Args:
        pair: The skills.
        how: How the first is left.
        alone: The second by itself, from its own start.
        phases: How many phases are copied; None: some numbers of them.

    Raises:
        FootfallError: None can be made.
    """
    found: list[Bridge] = []
    problem: FootfallError | None = None
    script = parse(find_skill(pair.first))
    sim = Sim(compile_skill(pair.first), body=pair.body)
    if how.ends == "end":
        rec = sim.run(60.0)
        resting, moves = rec.moves()[-1].source if rec.moves() else script.phases[0].name.text, []
    else:
        sim.advance(round(SETTLE[0] / sim.dt))
        rec = sim.run(3.0)
        moves = rec.moves()
        resting = sim.programs[0].phase_names[int(sim.actors[0].state.frame_phase[0])]
    for count in PHASES if phases is None else (phases,):
        try:
            found.append(pair.write(bridges.path_of(script, moves, resting, count)))
        except FootfallError as refused:
            problem = refused
    there = parse(find_skill(pair.second))
    for count in ENTRIES if phases is None else (phases,):
        path, at = bridges.entry_of(there, alone.moves(), count, pair.at)
        if path and len(path) not in [len(b.phases) for b in found if b.of == "second"]:
            try:
                found.append(pair.write(path, at=at, of="second"))
            except FootfallError as refused:
                problem = refused
    if not found:
        raise problem or FootfallError(f"no phase of {pair.first} can be copied")
    return found


def goal_of(pair: Pair, graph: Graph | None = None) -> str:
    """The goal of the second skill's node in the graph, where that differs from its own GOAL.

    Of several nodes with one skill the first counts: the others are for who begins partway.
    """
    nodes = (graph or read_graph(None)).nodes.values()
    return next((node.goal for node in nodes if node.skill == pair.second), "")


def join(
    pair: Pair,
    *,
    phases: int | None = None,
    seconds: float = 45.0,
    smooth: bool = False,
    seed: int = 1,
    states: list[Snapshot] | None = None,
    blend: str = "",
    strategy: str = "cma",
    most: int = MOST,
    threads: int = THREADS,
    tell: Tell | None = None,
    clock: Clock = time.monotonic,
) -> Joined:
    """Find a transition.

    Args:
        pair: The skills.
        phases: How many phases are copied and tuned; None: what promises most.
        seconds: Of search.
        smooth: Whether sway and effort count.
        seed: Of states and search.
        states: States in which a plain hand-over was lost, to be tried from first.
        blend: The script of a transition that was learned from other states, which this one is blended with.
        strategy: Of the search, "cma" or "one-plus-one".
        most: At most so many candidates.
        threads: That candidates are tried on.
        tell: Called after each generation.
        clock: What the seconds are counted by.

    Raises:
        FootfallError: The skills do not fit together.
    """
    first, last = pair.programs()
    sims = [Sim(first, body=pair.body) for _ in range(threads)]
    # candidates are tried with steps twice as long, and proved with the body's own
    quick = [Sim(first, body=pair.body, dt=COARSE * sims[0].dt) for _ in sims]
    sims[0].then(last)  # refuses a skill of another body
    sims[0].reset()
    began, busy, counted = time.monotonic(), time.process_time(), clock()
    how = leaving(pair.first)
    alone = watch(compile_skill(pair.second), pair.body or first.body)
    # what sways least may be what gives up: of smooth ones, each candidate must prove itself
    scene = Scene(how, aim_of(alone, pair.at), goal_of(pair), smooth, strict=smooth)
    drawn = drawn_states(sims, how, range(100 * seed, 100 * seed + STATES + PROOFS))
    here = [*(states or [])[:STATES], *drawn[: max(1, STATES - len(states or ()))]]
    proofs = [*(states or [])[STATES:], *drawn[STATES:]][: 2 * PROOFS]
    if blend and not states:
        raise FootfallError(
            "there is nothing to blend", where="--blend", help="say --from, too: other states"
        )
    written = [_given(blend)] if blend else write_bridges(pair, how, alone, phases)
    searches = [
        Search(compile_text(b.text, name=b.name), here, scene, sims, proofs, strategy, quick) for b in written
    ]
    chosen = _chosen(searches, seed)
    left = seconds - (clock() - counted)
    found = searches[chosen].run(left, seed, tell or (lambda *_: None), most, clock)
    took, busy = time.monotonic() - began, (time.process_time() - busy) / threads
    bridge, base = written[chosen], searches[chosen].program
    text = _unmarked(rewrite(bridge.text, 0, base, found.program.params))
    if blend:
        text = _blended(sims[0], bridge, text, [drawn, states or []], how)
    final = compile_text(text, name=bridge.name)
    fresh = drawn_states(sims, how, range(1, CHECKED + 1))
    plain, learned = (
        count(sims, fresh, what, scene, bridged=bridged)
        for what, bridged in ((last, bool(pair.at)), (final, True))
    )
    lost = None
    if states:
        ways = ((last, bool(pair.at)), (final, True))
        held = [count(sims, states, what, scene, bridged=bridged) for what, bridged in ways]
        lost = len(states), held[0], held[1]
    return Joined(replace(bridge, text=text), took, busy, found.tried, plain, learned, len(fresh), lost)


def _chosen(searches: list[Search], seed: int) -> int:
    """Which bridge promises most: one that holds as it is, else the one with the best of a few candidates.

    Of smooth ones, too, the candidates tell: as they are, some may be no smoother than a plain hand-over.
    """
    costs = [float(search.costs([search.program])[0]) for search in searches]
    if (min(costs) < MISSED and not searches[0].scene.smooth) or len(costs) == 1:
        return int(np.argmin(costs))
    best = min(costs)
    for k, search in enumerate(searches):
        found = float(search.costs(search.drawn(TRIED, seed), best).min())
        costs[k], best = min(costs[k], found), min(best, found)
    return int(np.argmin(costs))


def _unmarked(text: str) -> str:
    """A script without the marks of an earlier search."""
    return re.sub(r"(?<=[\d.])~[\d.e-]*(?:<[^<>]*>)?", "", text)


def _given(text: str) -> Bridge:
    """A bridge that was learned before."""
    program = compile_text(text, name="--blend")
    names = copied(program)
    if not names or program.phase_names[program.units[0].phases[1] - 1] != ARRIVE:
        raise FootfallError(
            "this is no learned transition", where="--blend", help="`footfall join` writes them"
        )
    return Bridge(program.units[0].name.rpartition("/")[2] or "blend", text, tuple(names))


def _blended(sim: Sim, bridge: Bridge, text: str, states: list[list[Snapshot]], how: Leaving) -> str:
    """The script between two: one learned from drawn states, one from those that were lost."""
    program = compile_text(bridge.text, name=bridge.name)
    near = [blending.features(sim, some, program, how) for some in states]
    return blending.blend(bridge.text, text, bridge.name, blending.weight(*near))


def drawn_states(sims: list[Sim], how: Leaving, seeds: range) -> list[Snapshot]:
    """States of the first skill, drawn on threads; in the order of their seeds."""
    n = len(sims)
    name = f"{[(unit.name, unit.text) for unit in sims[0].programs[0].units]}"
    key = name, sims[0].bodies[0].name, how.ends, seeds
    if key in _DRAWN:
        return _DRAWN[key]

    def part(which: int) -> list[Snapshot | None]:
        return [_one(sims[which], how, seed) for seed in seeds[which::n]]

    parts = on_threads(part, n)
    found = [parts[k % n][k // n] for k in range(len(seeds))]
    good = [one for one in found if one is not None] or draw(sims[0], how, seeds)  # which says why not
    _DRAWN[key] = good
    return good


def _one(sim: Sim, how: Leaving, seed: int) -> Snapshot | None:
    try:
        return draw(sim, how, range(seed, seed + 1))[0]
    except FootfallError:
        return None


def count(sims: list[Sim], states: list[Snapshot], program: Program, scene: Scene, *, bridged: bool) -> int:
    """How many of some states a hand-over holds from."""

    def part(which: int) -> int:
        mine = states[which :: len(sims)]
        return sum(holds(sims[which], here, program, scene, bridged=bridged) for here in mine)

    return sum(on_threads(part, len(sims)))
