"""Trials besides pushes: each makes a skill's life harder along one number, until it falls."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from footfall.body import scale_mass
from footfall.body.transform import scale_length, with_delay, with_solver
from footfall.robust.published import DROP, LEAN, SLOPE
from footfall.robust.subject import Gait, Subject, stays_up
from footfall.world import Balls, World, parse_ground

Holds = Callable[[float], bool]

LEAN_SECONDS = 1.0  # for which the lean is off
LEAN_AFTER = 6.0  # s to stay up after it
STEP_AT = 3.0  # m ahead of the start: the nearest edge of an unexpected step
BEYOND = 1.0  # m that the body must get past an edge
MOVING = 0.1  # m/s; what is slower does not reach an edge
BALL_SPEED, BALL_EVERY = 8.0, 1.5  # m/s, s between throws
STEPS = (0.25, 0.5, 2.0, 2.5, 3.0, 4.0, 5.0)  # time steps tried, in units of the body's own
SOLVERS = (
    ("Newton", "elliptic"), ("Newton", "pyramidal"), ("CG", "elliptic"),
    ("CG", "pyramidal"), ("PGS", "elliptic"), ("PGS", "pyramidal"),
)  # fmt: skip


@dataclass(frozen=True)
class Effort:
    """How thorough the trials are.

    Attributes:
        seconds: Of a run that must hold.
        edges: Phases of the stride at which an unexpected step is met; all must be survived.
        coarse: Times the precision of each trial.
    """

    seconds: float = 20.0
    edges: int = 10
    coarse: float = 1.0


QUICK = Effort(seconds=8.0, edges=3, coarse=4.0)
THOROUGH = Effort()


@dataclass(frozen=True)
class Trial:
    """A search along one number.

    Attributes:
        group: What it belongs to, as in ``--only``.
        name: Unique.
        unit: Of the number; "×" of a factor.
        easy: Where it should hold.
        hard: The hardest that is tried.
        precision: Of the answer.
        holds: Runs it.
        published: The paper's figure; None when there is none.
    """

    group: str
    name: str
    unit: str
    easy: float
    hard: float
    precision: float
    holds: Holds
    published: float | None = None


@dataclass(frozen=True)
class Scan:
    """Named variants, each of which holds or not: no order to bisect."""

    group: str
    name: str
    variants: tuple[tuple[str, Callable[[], bool]], ...]


@dataclass(frozen=True)
class Absent:
    """A trial that this skill or body cannot go through, and why."""

    group: str
    name: str
    why: str


Entry = Trial | Scan | Absent


def slopes(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """A slope from the start on. A skill that is made for a slope begins at its own."""
    own = _own_slope(who)

    def holds(degrees: float) -> bool:
        return stays_up(who.sim(world=f"slope:{degrees:.6f}"), effort.seconds)

    known = SLOPE if who.name == "simbicon/walk" else None
    yield Trial("slopes", "slope up", "°", own, 40.0, 0.5 * effort.coarse, holds, known)
    yield Trial("slopes", "slope down", "°", own, -40.0, 0.5 * effort.coarse, holds, known and -known)


def _own_slope(who: Subject) -> float:
    """Degrees of the skill's own ground."""
    ground = parse_ground(who.program.ground or "flat")
    if ground.kind != "slope":
        return 0.0
    (x0, z0), (x1, z1) = ground.profile
    return math.degrees(math.atan2(z1 - z0, x1 - x0))


def steps(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """A step that nothing announces, at several phases of the stride: all must be survived and passed."""
    if parse_ground(who.program.ground or "flat").kind != "flat":
        yield Absent("steps", "step", "the skill has a ground of its own")
        return
    if abs(gait.speed) < MOVING:
        yield Absent("steps", "step", f"it moves at {gait.speed:.2f} m/s and meets no edge")
        return
    edges = [STEP_AT + abs(gait.stride) * k / effort.edges for k in range(effort.edges)]

    def holds(height: float) -> bool:
        return all(_passes(who, gait, edge, height, effort) for edge in edges)

    known = -DROP if who.name == "simbicon/walk" else None
    yield Trial("steps", "step down", "m", 0.0, -0.6, 0.01 * effort.coarse, holds, known)
    yield Trial("steps", "step up", "m", 0.0, 0.3, 0.005 * effort.coarse, holds)


def _passes(who: Subject, gait: Gait, edge: float, height: float, effort: Effort) -> bool:
    """Whether the body gets well past an edge, and then stays up."""
    ahead = math.copysign(1.0, gait.speed)
    rows = ((edge, 0.0), (edge, height)) if ahead > 0 else ((-edge, height), (-edge, 0.0))
    sim = who.sim(world="profile:" + ",".join(f"{x:.6f}={z:.6f}" for x, z in rows))
    patience = int(3.0 * (edge + BEYOND) / abs(gait.speed) / sim.dt)
    block = max(1, int(0.05 / sim.dt))
    while ahead * float(sim.actors[0].state.com[0]) < edge + BEYOND:
        if sim.tick > patience or sim.advance(block) < block:
            return False
    return stays_up(sim, effort.seconds / 4)


def lean(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """The lean that the skill is told, off for a second."""
    names = [p.name for p in who.program.units[0].parameters]
    if "lean" not in names:
        yield Absent("lean", "lean", "the skill has no parameter 'lean'")
        return
    told = float(who.sim().actors[0].inputs[names.index("lean")])
    moment = next(iter(gait.moments.values()))

    def holds(degrees: float) -> bool:
        sim = who.sim()
        sim.restore(moment)
        sim.set(lean=told + math.radians(degrees))
        up = stays_up(sim, LEAN_SECONDS)
        sim.set(lean=told)
        return up and stays_up(sim, LEAN_AFTER)

    for word, sign in (("forwards", 1.0), ("backwards", -1.0)):
        yield Trial("lean", f"lean {word}", "°", 0.0, 60.0 * sign, effort.coarse, holds, LEAN * sign)


def friction(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Less and less friction of ground and feet."""

    def holds(mu: float) -> bool:
        return stays_up(who.sim(world=_world(who, friction=mu)), effort.seconds)

    yield Trial(
        "friction", "least friction", "", who.body.physics.friction, 0.02, 0.02 * effort.coarse, holds
    )


def balls(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Balls thrown at the body from all around, ever heavier."""

    def holds(mass: float) -> bool:
        world = _world(who, balls=Balls(mass, BALL_SPEED, BALL_EVERY))
        return stays_up(who.sim(world=world, seed=1), effort.seconds)

    yield Trial("balls", "heaviest ball", "kg", 0.05, 25.0, 0.25 * effort.coarse, holds)


def mass(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """All masses times a number, gains and limits as they are."""

    def holds(factor: float) -> bool:
        return stays_up(who.sim(body=scale_mass(who.body, factor)), effort.seconds)

    yield Trial("mass", "lightest", "×", 1.0, 0.1, 0.02 * effort.coarse, holds)
    yield Trial("mass", "heaviest", "×", 1.0, 4.0, 0.05 * effort.coarse, holds)


def length(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """All lengths times a number, masses, gains and limits as they are."""
    if who.body.mjcf:
        yield Absent("length", "length", "the body wraps an MJCF file, whose lengths are its own")
        return

    def holds(factor: float) -> bool:
        return stays_up(who.sim(body=scale_length(who.body, factor)), effort.seconds)

    yield Trial("length", "shortest", "×", 1.0, 0.4, 0.01 * effort.coarse, holds)
    yield Trial("length", "longest", "×", 1.0, 2.5, 0.02 * effort.coarse, holds)


def delay(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Torques that answer what was sensed a while ago."""

    def holds(milliseconds: float) -> bool:
        return stays_up(who.sim(body=with_delay(who.body, 1e-3 * milliseconds)), effort.seconds)

    yield Trial("delay", "longest delay", "ms", 0.0, 50.0, effort.coarse, holds)


def torque(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """All torque limits times a number."""
    if any(unit.torque_limit >= 0 for unit in who.program.units[1:]):
        yield Absent("torque", "least torque", "a skill that it calls sets limits of its own")
        return

    def holds(factor: float) -> bool:
        sim = who.sim()
        sim.actors[0].state.limit[:] *= factor
        return stays_up(sim, effort.seconds)

    yield Trial("torque", "least torque limits", "×", 1.0, 0.05, 0.02 * effort.coarse, holds)


def timestep(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Other time steps than the body's own."""
    own = who.body.physics.timestep

    def run(dt: float) -> Callable[[], bool]:
        return lambda: stays_up(who.sim(dt=dt), effort.seconds)

    yield Scan("timestep", "time step", tuple((f"{1e3 * own * k:g} ms", run(own * k)) for k in STEPS))


def solver(who: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Other solvers and friction cones than the body's own."""

    def run(name: str, cone: str) -> Callable[[], bool]:
        return lambda: stays_up(who.sim(body=with_solver(who.body, name, cone)), effort.seconds)

    yield Scan("solver", "solver", tuple((f"{name} {cone}", run(name, cone)) for name, cone in SOLVERS))


def _world(who: Subject, friction: float | None = None, balls: Balls | None = None) -> World:
    """The skill's own ground with something more."""
    return World(ground=parse_ground(who.program.ground or "flat"), friction=friction, balls=balls)


GROUPS: dict[str, Callable[[Subject, Gait, Effort], Iterator[Entry]]] = {
    "slopes": slopes,
    "steps": steps,
    "lean": lean,
    "friction": friction,
    "balls": balls,
    "mass": mass,
    "length": length,
    "delay": delay,
    "torque": torque,
    "timestep": timestep,
    "solver": solver,
}
