"""Trials besides pushes: each makes one condition harder until the body falls."""

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

LEAN_SECONDS = 1.0  # for which the lean is wrong
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
class VariantTrial:
    """Named variants without an order to bisect: each is survived or not."""

    group: str
    name: str
    variants: tuple[tuple[str, Callable[[], bool]], ...]


@dataclass(frozen=True)
class Skipped:
    """A trial that does not apply to this skill or body, and why."""

    group: str
    name: str
    why: str


Entry = Trial | VariantTrial | Skipped


def slopes(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """A slope from the start on. A skill that is made for a slope begins at its own."""
    own = _own_slope(subject)

    def holds(degrees: float) -> bool:
        return stays_up(subject.sim(world=f"slope:{degrees:.6f}"), effort.seconds)

    known = SLOPE if subject.name == "simbicon/walk" else None
    yield Trial("slopes", "slope up", "°", own, 40.0, 0.5 * effort.coarse, holds, known)
    yield Trial("slopes", "slope down", "°", own, -40.0, 0.5 * effort.coarse, holds, known and -known)


def _own_slope(subject: Subject) -> float:
    """Degrees of the skill's own ground."""
    ground = parse_ground(subject.program.ground or "flat")
    if ground.kind != "slope":
        return 0.0
    (x0, z0), (x1, z1) = ground.profile
    return math.degrees(math.atan2(z1 - z0, x1 - x0))


def steps(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """An unexpected step of the ground, met at several phases of the stride; all must be survived."""
    if parse_ground(subject.program.ground or "flat").kind != "flat":
        yield Skipped("steps", "step", "the skill has a ground of its own")
        return
    if abs(gait.speed) < MOVING:
        yield Skipped("steps", "step", f"it moves at {gait.speed:.2f} m/s and meets no edge")
        return
    edges = [STEP_AT + abs(gait.stride) * k / effort.edges for k in range(effort.edges)]

    def holds(height: float) -> bool:
        return all(_passes(subject, gait, edge, height, effort) for edge in edges)

    known = -DROP if subject.name == "simbicon/walk" else None
    yield Trial("steps", "step down", "m", 0.0, -0.6, 0.01 * effort.coarse, holds, known)
    yield Trial("steps", "step up", "m", 0.0, 0.3, 0.005 * effort.coarse, holds)


def _passes(subject: Subject, gait: Gait, edge: float, height: float, effort: Effort) -> bool:
    """Whether the body gets well past an edge, and then stays up."""
    ahead = math.copysign(1.0, gait.speed)
    rows = ((edge, 0.0), (edge, height)) if ahead > 0 else ((-edge, height), (-edge, 0.0))
    sim = subject.sim(world="profile:" + ",".join(f"{x:.6f}={z:.6f}" for x, z in rows))
    patience = int(3.0 * (edge + BEYOND) / abs(gait.speed) / sim.dt)
    block = max(1, int(0.05 / sim.dt))
    while ahead * float(sim.actors[0].state.com[0]) < edge + BEYOND:
        if sim.tick > patience or sim.advance(block) < block:
            return False
    return stays_up(sim, effort.seconds / 4)


def lean(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """A wrong command of lean for one second."""
    names = [p.name for p in subject.program.units[0].parameters]
    if "lean" not in names:
        yield Skipped("lean", "lean", "the skill has no parameter 'lean'")
        return
    commanded = float(subject.sim().actors[0].inputs[names.index("lean")])
    snapshot = next(iter(gait.snapshots.values()))

    def holds(degrees: float) -> bool:
        sim = subject.sim()
        sim.restore(snapshot)
        sim.set(lean=commanded + math.radians(degrees))
        up = stays_up(sim, LEAN_SECONDS)
        sim.set(lean=commanded)
        return up and stays_up(sim, LEAN_AFTER)

    for word, sign in (("forwards", 1.0), ("backwards", -1.0)):
        yield Trial("lean", f"lean {word}", "°", 0.0, 60.0 * sign, effort.coarse, holds, LEAN * sign)


def friction(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Less and less friction of ground and feet."""

    def holds(mu: float) -> bool:
        return stays_up(subject.sim(world=_world(subject, friction=mu)), effort.seconds)

    yield Trial(
        "friction", "least friction", "", subject.body.physics.friction, 0.02, 0.02 * effort.coarse, holds
    )


def balls(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Balls thrown at the body from all sides, heavier and heavier."""

    def holds(mass: float) -> bool:
        world = _world(subject, balls=Balls(mass, BALL_SPEED, BALL_EVERY))
        return stays_up(subject.sim(world=world, seed=1), effort.seconds)

    yield Trial("balls", "heaviest ball", "kg", 0.05, 25.0, 0.25 * effort.coarse, holds)


def mass(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """All masses times a number, gains and limits as they are."""

    def holds(factor: float) -> bool:
        return stays_up(subject.sim(body=scale_mass(subject.body, factor)), effort.seconds)

    yield Trial("mass", "lightest", "×", 1.0, 0.1, 0.02 * effort.coarse, holds)
    yield Trial("mass", "heaviest", "×", 1.0, 4.0, 0.05 * effort.coarse, holds)


def length(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """All lengths times a number, masses, gains and limits as they are."""
    if subject.body.mjcf:
        yield Skipped("length", "length", "the body wraps an MJCF file, whose lengths are its own")
        return

    def holds(factor: float) -> bool:
        return stays_up(subject.sim(body=scale_length(subject.body, factor)), effort.seconds)

    yield Trial("length", "shortest", "×", 1.0, 0.4, 0.01 * effort.coarse, holds)
    yield Trial("length", "longest", "×", 1.0, 2.5, 0.02 * effort.coarse, holds)


def delay(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Delayed sensing: torques that follow an earlier state."""

    def holds(milliseconds: float) -> bool:
        return stays_up(subject.sim(body=with_delay(subject.body, 1e-3 * milliseconds)), effort.seconds)

    yield Trial("delay", "longest delay", "ms", 0.0, 50.0, effort.coarse, holds)


def torque(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """All torque limits times a number."""
    if any(unit.torque_limit >= 0 for unit in subject.program.units[1:]):
        yield Skipped("torque", "least torque", "a skill that it calls sets limits of its own")
        return

    def holds(factor: float) -> bool:
        sim = subject.sim()
        sim.actors[0].state.limit[:] *= factor
        return stays_up(sim, effort.seconds)

    yield Trial("torque", "least torque limits", "×", 1.0, 0.05, 0.02 * effort.coarse, holds)


def timestep(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Other time steps than the body's own."""
    own = subject.body.physics.timestep

    def run(dt: float) -> Callable[[], bool]:
        return lambda: stays_up(subject.sim(dt=dt), effort.seconds)

    yield VariantTrial("timestep", "time step", tuple((f"{1e3 * own * k:g} ms", run(own * k)) for k in STEPS))


def solver(subject: Subject, gait: Gait, effort: Effort) -> Iterator[Entry]:
    """Other solvers and friction cones than the body's own."""

    def run(name: str, cone: str) -> Callable[[], bool]:
        return lambda: stays_up(subject.sim(body=with_solver(subject.body, name, cone)), effort.seconds)

    yield VariantTrial(
        "solver", "solver", tuple((f"{name} {cone}", run(name, cone)) for name, cone in SOLVERS)
    )


def _world(subject: Subject, friction: float | None = None, balls: Balls | None = None) -> World:
    """The skill's own ground with something more."""
    return World(ground=parse_ground(subject.program.ground or "flat"), friction=friction, balls=balls)


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
