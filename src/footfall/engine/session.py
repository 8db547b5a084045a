"""Session: all that a run is at a moment, and all that is pending.

A Setting says which bodies are in which world; built, it is a Scene with actors (engine/scene.py). The
Session holds these, the loop's clocks, and what has been or is yet to be done to the run. Swap, switch,
snapshot and replay are functions of it. One thread at a time may use it: the kernel holds no Python lock
and reads memory that belongs to the Session.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Start, place
from footfall.control.columns import CLOCK_COLUMNS, CLOCK_TICK, PUSH_COLUMNS
from footfall.control.expression import execute
from footfall.engine.actor import Actor
from footfall.engine.events import Event, Switch, push_arrays
from footfall.engine.kernel.frames import open_window
from footfall.engine.link.references import CLIP, clip_start
from footfall.engine.listeners import Listeners
from footfall.engine.scene import Built, Setting, Watcher, build, forward, noisy
from footfall.engine.shelf import Shelf
from footfall.engine.spec import ActorSpec
from footfall.errors import ArgumentError, FootfallError, nearest
from footfall.script import Program
from footfall.world import Push

if TYPE_CHECKING:
    from footfall.engine.running import Log

PHYSICS = int(mujoco.mjtState.mjSTATE_INTEGRATION)
_PLACED = 256  # starts that are remembered


def starts_of(program: Program, body: Body) -> Mapping[str, Start]:
    """The starts that a script can begin in: the body's own, and "clip", the first row of what it TRACKs."""
    return {**body.starts, CLIP: clip_start(program, body)} if program.references else body.starts


class Session:
    """A run at a moment: the model, the actors, the clocks, and what is pending.

    Attributes:
        model, data: MuJoCo's.
        setting, scene, built: What they were made from, and by what.
        settings: All that it has been, by key: a snapshot may lead back.
        actors: One or more.
        programs: What drives each.
        bodies: What each is.
        clocks: (CLOCK_COLUMNS,) the loop's.
        events: What has been done to the run.
        pending: Gaits that are to take over.
        pushes: Forces that have begun or are to begin; the loop reads `push_rows` and
            `push_ticks`.
        masks: (2, ngeom) contact masks as built: a script may switch entities off and on.
        shelf: What scripts save and load.
        listeners: Functions that are told what happens; None until there are any.
        placed: The physics of starts that were found, by seed; Sims of one scene may share them.
        log: Of the run that is being recorded.
        broken: Why it cannot go on, after a fault of the kernel.
        dt: Time step, s.
    """

    def __init__(
        self,
        setting: Setting,
        programs: Sequence[Program],
        *,
        seed: int = 0,
        watch: Watcher | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.lock = threading.RLock()
        self.broken = ""
        self.listeners: Listeners | None = None
        self.seed, self.watcher, self.shelf = seed, watch, shelf or Shelf()
        self.programs: list[Program] = list(programs)
        self.first = (programs[0], setting.bodies[0][0])
        self.settings: dict[str, Setting] = {}
        self.clocks = np.zeros(CLOCK_COLUMNS, np.int64)
        self.events: list[Event] = []
        self.pending: tuple[Switch, ...] = ()
        self.pushes: list[Push] = []
        self.push_rows, self.push_ticks = np.zeros((0, PUSH_COLUMNS)), np.zeros(0, np.int64)
        self.log: Log | None = None
        self.placed: dict[int, NDArray[np.float64]] = {}  # the physics of a start, by seed
        self.adopt(build(setting, programs, watch))
        self.set_pushes(list(self.world.pushes))

    @property
    def tick(self) -> int:
        """Physics steps so far."""
        return int(self.clocks[CLOCK_TICK])

    @property
    def time(self) -> float:
        """Simulated seconds so far."""
        return self.tick * self.dt

    def adopt(self, built: Built) -> None:
        """Go on in a model that has just been built."""
        self.unlogged: Log | None = None  # made once: a step from outside may be a single tick
        self.built, self.setting, self.scene = built, built.setting, built.scene
        self.settings[built.setting.key] = built.setting
        self.world, self.model, self.data = built.setting.world, built.scene.model, built.data
        self.bodies = [body for body, _ in built.setting.bodies]
        self.prefixes = [prefix for _, prefix in built.setting.bodies]
        self.dt = float(self.model.opt.timestep)
        # contact masks as built: a script may switch entities off and on
        self.masks = np.stack([self.model.geom_contype, self.model.geom_conaffinity])
        self.replace_actors(built.actors, self.programs)

    def replace_actors(self, actors: Sequence[Actor], programs: Sequence[Program]) -> None:
        """Go on with other actors in the same model."""
        self.actors, self.programs = list(actors), list(programs)
        # the loop reads their Contexts by address: they live as long as their actors
        self.addresses = np.array([actor.context.address for actor in self.actors], np.int64)

    def place(self, asked: Sequence[ActorSpec]) -> None:
        """Put the bodies into their starts, and enter the first phases.

        Where a start touches the ground takes long to find, so that is kept.

        Raises:
            ArgumentError: A body has no such start.
        """
        self.places = tuple((one.at, one.facing) for one in asked)
        known = self.placed.get(self.seed)
        if known is not None:
            mujoco.mj_setState(self.model, self.data, known, PHYSICS)
        self.starts: list[str] = []
        for k, (one, body, program) in enumerate(zip(asked, self.bodies, self.programs, strict=True)):
            known_starts = starts_of(program, body)
            # another body than the script's own may lack its start
            own = program.start in known_starts or program.body == body.name
            name = one.start or (program.start if own else "") or "rest"
            if name not in known_starts:
                raise ArgumentError(
                    f"{body.name} has no start '{name}'",
                    argument="start",
                    help=nearest(name, list(known_starts)),
                )
            self.starts.append(name)
            start = known_starts[name]
            if known is None:
                place(
                    self.model, self.data, body, noisy(body, start, self.seed, k), prefix=self.prefixes[k],
                    ground_height=self.world.ground.height, at=one.at, facing=one.facing,
                )  # fmt: skip
        if known is None and len(self.placed) < _PLACED:
            self.placed[self.seed] = self.physics()
        forward(self.model, self.data, self.programs[0].name)
        every = zip(self.programs, self.bodies, self.starts, strict=True)
        for k, (program, body, name) in enumerate(every):
            self.actors[k].begin(starts_of(program, body)[name].stance, self.seed)

    def physics(self) -> NDArray[np.float64]:
        """All that MuJoCo needs to go on."""
        physics = np.zeros(mujoco.mj_stateSize(self.model, PHYSICS))
        mujoco.mj_getState(self.model, self.data, physics, PHYSICS)
        return physics

    def set_pushes(self, pushes: list[Push]) -> None:
        """Replace the pushes.

        Raises:
            ArgumentError: One does not fit the body; nothing has changed then.
        """
        rows, ticks = np.zeros((0, PUSH_COLUMNS)), np.zeros(0, np.int64)
        if pushes:
            rows, ticks = push_arrays(pushes, [actor.anatomy for actor in self.actors], self.dt)
        if self.tick > 0:  # pushes that already wait or run keep the tick they started at
            ticks[: len(self.push_ticks)] = self.push_ticks
        self.pushes, self.push_rows, self.push_ticks = pushes, rows, ticks

    def goal_reached(self) -> bool:
        """Whether the first actor's GOAL holds now; False without one."""
        c, program = self.actors[0].context, self.programs[0]
        if program.goal is None:
            return False
        open_window(c, 0)
        execute(c, int(self.actors[0].state.frame_side[0]), 0, program.goal.first, program.goal.last)
        return bool(self.actors[0].arrays["reg"][program.goal.value] != 0.0)

    def not_now(self, what: str) -> None:
        """Refuse what cannot be done while a run is recorded.

        Raises:
            FootfallError: One is.
        """
        if self.log is not None:
            raise FootfallError(
                f"no {what} while a run is recorded", where=what, help="do it before or after the run"
            )


Method = TypeVar("Method", bound=Callable[..., Any])


def alone(method: Method) -> Method:
    """A method of a Sim that refuses at once while another thread is in one."""

    @wraps(method)
    def call(sim: Session, *args: Any, **kwargs: Any) -> Any:
        if not sim.lock.acquire(blocking=False):
            raise FootfallError(
                f"this Sim is running in another thread; {method.__name__} has to wait for it",
                where=sim.first[0].name,
                help="use one Sim per thread, or a lock of your own (ff.Batch runs many at once)",
            )
        try:
            return method(sim, *args, **kwargs)
        finally:
            sim.lock.release()

    return cast(Method, call)


def guarded(sim: Session, kernel: Callable[..., int], *arguments: Any) -> int:
    """Call the kernel; after a fault inside it the Sim does not go on from what is half done.

    Only with FOOTFALL_CHECKS=1 can it raise: it then checks every index.

    Raises:
        RuntimeError: The kernel failed, now or earlier.
    """
    if sim.broken:
        raise RuntimeError(sim.broken)
    try:
        return int(kernel(*arguments))
    except Exception as problem:
        sim.broken = f"the kernel failed in tick {sim.tick} of {sim.first[0].name}: {problem}"
        raise RuntimeError(sim.broken) from problem
