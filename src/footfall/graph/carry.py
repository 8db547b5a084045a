"""A body that carries out nodes of a graph, one after another: how a move hands over, and how it is judged.

A node that has succeeded hands over as its skill can: a gait at the end of a step, a pose at once, a skill
that has ended where it ended. After a failure the next skill takes over at once, however the body lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from footfall.control.columns import VERDICT_CODE
from footfall.engine.condition import Asker
from footfall.engine.kernel.ends import DIVERGED, DONE, END_WORDS, RUNNING
from footfall.engine.sim import Sim
from footfall.errors import FootfallError, nearest
from footfall.graph.model import CORRECTIVE, END, POSE, STAY, STILL, TIME, Edge, Graph, Node
from footfall.script import Program, compile_skill

LOOK = 0.02  # s between two looks at the body
HELD = 0.5  # s for which the goal of a "still" node must have held
GRACE = 1.0  # s in which the goal of a gait, whose speed goes up and down, may come true after its time
PATIENCE = 3.0  # s that a hand-over may wait for its transition


@dataclass(frozen=True)
class Target:
    """How long a node shall last, where that differs from what its row says.

    Attributes:
        seconds: Of a "time" node, s.
        x: Where the centre of mass shall be, m.
    """

    seconds: float | None = None
    x: float | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a node.

    Attributes:
        ok: Whether it succeeded.
        why: In a few words.
        seconds: How long it took, the hand-over included, s.
        x: Where the centre of mass is at its end, m.
    """

    ok: bool
    why: str
    seconds: float
    x: float


class Programs:
    """The compiled skills of a graph's nodes, with the nodes' own numbers in them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[tuple[str, float], ...]], Program] = {}

    def get(self, skill: str, values: Mapping[str, float], *, where: str = "") -> Program:
        """A skill with other defaults: what one node sets must not go on into the next.

        Raises:
            FootfallError: It has no such parameter.
        """
        key = skill, tuple(sorted(values.items()))
        if key not in self._known:
            program = compile_skill(skill)
            slots = {p.name: p.slot for p in program.units[0].parameters}
            params = program.params.copy()
            for name, value in values.items():
                if name not in slots:
                    help = nearest(name, list(slots)) if slots else "it has none"
                    raise FootfallError(f"{skill} has no parameter '{name}'", where=where, help=help)
                params[slots[name]] = value
            self._known[key] = replace(program, params=params)
        return self._known[key]


class Carrier:
    """Carries out nodes on one Sim.

    Args:
        graph: The graph.
        sim: It runs the skill of the node that it is in.
        programs: Compiled skills, shared with others of the same graph.
    """

    def __init__(self, graph: Graph, sim: Sim, programs: Programs | None = None) -> None:
        self.graph, self.sim = graph, sim
        self.programs = programs or Programs()
        self.asker = Asker(sim)
        self._x0, self._began = self.x, sim.time

    @property
    def x(self) -> float:
        """Where the centre of mass is, m."""
        return float(self.sim.actors[0].state.com[0])

    @property
    def verdict(self) -> int:
        """What the kernel says of the first actor."""
        return int(self.sim.actors[0].state.verdict[VERDICT_CODE])

    def holds(self, condition: str, *, where: str = "") -> bool:
        """Whether a condition of the language holds now; `x0` is where the running node began, m."""
        return self.asker.holds(condition, {"x0": self._x0}, where=where)

    def allows(self, edge: Edge) -> bool:
        """Whether an edge's own condition holds now."""
        return not edge.when or self.holds(edge.when, where=f"edges.{edge.name}.when")

    def stay(self, node: Node, target: Target | None = None) -> Outcome:
        """Carry out the node whose skill runs already, from the Sim's own start."""
        began = self.sim.time
        self._x0, self._began = self.x, began
        return self._until_over(node, target or Target(), began)

    def go(
        self, edge: Edge, values: Mapping[str, float] | None = None, target: Target | None = None
    ) -> Outcome:
        """Take an edge and carry out its node.

        Args:
            edge: From the node that the body is in.
            values: Of the node's parameters that may vary.
            target: How long, where that differs from its row.
        """
        node, began = self.graph.nodes[edge.to], self.sim.time
        for skill, numbers in self._skills(edge, node, values or {}):
            fault = self._hand_over(self.programs.get(skill, numbers, where=f"nodes.{node.name}.set"), edge)
            if fault:
                return self._outcome(False, fault, began)
            if skill == edge.skill and not self._run_to_end(node.most):
                return self._outcome(False, f"the transition {skill} did not end well", began)
        return self._until_over(node, target or Target(), began)

    def wait(self, seconds: float, edges: list[Edge]) -> Edge | None:
        """Let the body go on, or fall, until one of some edges is allowed; None when none was in time."""
        end = self.sim.time + seconds
        while self.verdict != DIVERGED:
            for edge in edges:
                if self.allows(edge):
                    return edge
            if self.sim.time >= end:
                return None
            self.sim.step(self._ticks(LOOK))
        return None

    def _skills(
        self, edge: Edge, node: Node, values: Mapping[str, float]
    ) -> list[tuple[str, dict[str, float]]]:
        """What runs, with its numbers: what a learned edge brings first, then the node's own.

        A skill that `footfall join` made ends with the node's skill; in a graph the node itself goes on.
        """
        own = node.skill, {**node.set, **edge.set, **values}
        if not edge.skill:
            return [own]
        names = {p.name for p in self.programs.get(edge.skill, {}).units[0].parameters}
        return [(edge.skill, {STAY: 0.0} if STAY in names else {}), own]

    def _hand_over(self, program: Program, edge: Edge) -> str:
        """Let a skill take over; returns why it could not."""
        if self.verdict != RUNNING:
            self.sim.step(1)  # the tick of a verdict is judged, but not run
        if self.verdict == DIVERGED:
            return "the simulation diverged"
        # a pose has no transition to wait for, and on one leg the kernel would wait for the other foot
        origin = self.graph.nodes.get(edge.origin)
        posed = origin is not None and origin.kind == POSE
        at_once = self.verdict != RUNNING or edge.kind == CORRECTIVE or posed
        if not at_once:
            self.sim.then(program, instead=True)
            waited = self.sim.time + PATIENCE
            while self.sim.pending and self.verdict == RUNNING and self.sim.time < waited:
                self.sim.advance(self._ticks(LOOK))
            if self.verdict not in (RUNNING, DONE):
                return f"it {END_WORDS[self.verdict]} before {edge.to} took over"
        if at_once or self.sim.pending:
            self.sim.then(program, now=True)
        self._x0, self._began = self.x, self.sim.time
        return ""

    def _run_to_end(self, most: float) -> bool:
        """Run a skill that leads over to its end."""
        end = self.sim.time + most
        while self.verdict == RUNNING and self.sim.time < end:
            self.sim.advance(self._ticks(LOOK))
        return self.verdict == DONE

    def _until_over(self, node: Node, target: Target, began: float) -> Outcome:
        """Run until the node is over, and judge it."""
        away = 0.0 if target.x is None else target.x - self._x0
        most = node.most if target.x is None else 10.0 + 5.0 * abs(away)
        wanted = node.seconds[0] if target.seconds is None else target.seconds
        held, over = 0.0, max(most, wanted + GRACE + LOOK)
        while self.verdict == RUNNING:
            since = self.sim.time - self._began
            good = self._good(node)
            held = held + LOOK if good else 0.0
            if target.x is not None and (self.x - target.x) * (1.0 if away >= 0 else -1.0) >= 0:
                return self._outcome(
                    good, f"at x = {self.x:.2f}" if good else "there, goal not reached", began
                )
            if node.ends == STILL and since >= wanted and held >= HELD:
                return self._outcome(True, "still", began)
            if (
                node.ends == TIME
                and target.x is None
                and since >= wanted
                and (good or since > wanted + GRACE)
            ):
                return self._outcome(good, "its time is up" if good else "goal not reached", began)
            if since >= over:
                return self._outcome(False, f"not over after {over:g} s", began)
            self.sim.advance(self._ticks(LOOK))
        if self.verdict == DONE and node.ends == END:
            good = self._good(node)
            return self._outcome(good, "it ended" if good else "it ended, goal not reached", began)
        return self._outcome(False, f"it {END_WORDS[self.verdict]}", began)

    def _good(self, node: Node) -> bool:
        """Whether the node's goal holds now; true for a skill that has none."""
        if node.goal:
            return self.holds(node.goal, where=f"nodes.{node.name}.goal")
        return self.sim.programs[0].goal is None or self.sim.goal_reached()

    def _outcome(self, ok: bool, why: str, began: float) -> Outcome:
        return Outcome(ok, why, self.sim.time - began, self.x)

    def _ticks(self, seconds: float) -> int:
        return max(1, round(seconds / self.sim.dt))
