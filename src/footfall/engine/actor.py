"""An actor: a body in the scene, the program that drives it, its State, and what is measured of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import ACT_OP, MONITOR_COLUMNS
from footfall.control.monitor import GOAL_ANGLES, QUANTITIES, SHAKE
from footfall.engine.cache import address, entries, used_by, warm, watcher
from footfall.engine.kernel.context import Context, mujoco_views
from footfall.engine.kernel.frames import begin_phase, call, set_limit
from footfall.engine.link.anatomy import Anatomy
from footfall.engine.link.link import Linked
from footfall.engine.link.tables import check_tables
from footfall.engine.state import Sizes, State, scratch_arrays
from footfall.errors import ArgumentError, nearest
from footfall.world import World
from footfall.world.ground import known_profile


@dataclass(frozen=True)
class Monitor:
    """One quantity to be measured (see control/monitor.py).

    Attributes:
        quantity: One of `QUANTITIES`.
        target: What it should be.
        window: Seconds over which it is smoothed first; 0: not at all.
        after: Seconds before it counts.
        limit: An error above this ends the run.
        index: The phase or part it is about; of a margin, the first row of its code.
        command: Register that holds the commanded heading; -1: it is 0.
        bound: 1: the target is the least that is wanted; -1: the most; 0: it is to be met.
        once: The phase from which on it counts; -1: from the beginning.
        last: One past the last row of a margin's code.
    """

    quantity: str
    target: float = 0.0
    window: float = 0.0
    after: float = 0.0
    limit: float = np.inf
    index: int = 0
    command: int = -1
    bound: int = 0
    once: int = -1
    last: int = 0

    @property
    def row(self) -> tuple[float, ...]:
        """For the kernel."""
        kind = QUANTITIES.index(self.quantity)
        rest = (self.index, self.command, self.bound, self.once + 1, self.last)
        return (kind, self.target, self.window, self.after, self.limit, *rest)


@dataclass(frozen=True, eq=False)
class Watch:
    """Monitors, and a goal to be tracked.

    Attributes:
        monitors: What is measured.
        goal: (rows, 6 + nv) com x, y, z, trunk pitch, roll, yaw, joint angles by dof; None: no goal.
        goal_terms: Seconds between rows, weights of com, trunk and joints, the trunk's part.
    """

    monitors: Sequence[Monitor] = ()
    goal: NDArray[np.float64] | None = None
    goal_terms: Sequence[float] = field(default=(1.0, 100.0, 1.0, 1.0, 0.0))

    def shaken(self, nv: int) -> int:
        """Rows of filters that the State must hold."""
        return nv if any(m.quantity == QUANTITIES[SHAKE] for m in self.monitors) else 0

    def arrays(self, nv: int) -> dict[str, NDArray[Any]]:
        """Fields of the Context."""
        goal = self.goal if self.goal is not None else np.zeros((0, GOAL_ANGLES + nv))
        return {
            "monitors": np.array([m.row for m in self.monitors], np.float64).reshape(-1, MONITOR_COLUMNS),
            "goal": np.ascontiguousarray(goal, dtype=np.float64),
            "goal_terms": np.array(self.goal_terms, np.float64),
        }


NOTHING = Watch()

_SIDES = ("left", "right")
_EXTREMES = (0.0, 0.0, np.inf, -np.inf)  # control/torque.py: peak, seconds at limit, lowest, highest


class Actor:
    """A body in the scene that a program drives.

    Attributes:
        anatomy: The body in the model.
        linked: The program bound to it.
        state: What changes at run time.
        context: All of it for the kernel.
        fall_height: (1,) centre of mass below this is a fall, m.
        inputs: A view of the live parameters, in the register file.
        watch: What is measured while it runs.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        anatomy: Anatomy,
        linked: Linked,
        world: World,
        watch: Watch = NOTHING,
    ) -> None:
        self.anatomy = anatomy
        self.linked = linked
        self.watch = watch
        program = linked.program
        sizes = Sizes(
            model.nv,
            len(anatomy.parts),
            max(1, len(program.statements)),
            max(1, program.n_frame),
            max(1, program.n_counters),
            len(watch.monitors),
            watch.shaken(model.nv),
            len(linked.learners),
            int(round(anatomy.body.physics.delay / model.opt.timestep)),
        )
        self.state = State(sizes)
        self.state.extremes[:] = _EXTREMES
        self.state.limit[:] = anatomy.arrays["body_limit"]
        arrays = (
            mujoco_views(model, data)
            | anatomy.arrays
            | linked.arrays
            | self.state.views
            | scratch_arrays(sizes)
            | watch.arrays(model.nv)
        )
        used = used_by(np.unique(linked.arrays["acts"][:, :, ACT_OP]))
        warm(used, watch=bool(watch.monitors))
        arrays["entries"] = entries(used)
        arrays["watch_entry"] = np.array([address(*watcher()) if watch.monitors else 0], np.int64)
        arrays["ground"] = np.ascontiguousarray(known_profile(world.ground, world.props), dtype=np.float64)
        arrays["bumps"], arrays["bump_grid"] = _bumps(world)
        arrays["wind"] = np.array([world.wind.force, world.wind.gust] if world.wind else [0.0, 0.0])
        arrays["step"] = np.array([model.opt.timestep])
        arrays["implicit"] = np.array([float(anatomy.body.physics.damping == "implicit")])
        arrays["seed"] = self.seed = np.zeros(1, np.int64)
        self.fall_height = np.zeros(1)
        arrays["fall_height"] = self.fall_height
        check_tables(arrays, anatomy, linked)
        self.arrays = arrays
        self.context = Context(arrays)
        at = program.input_offset
        self.inputs: NDArray[np.float64] = linked.arrays["reg"][at : at + program.n_inputs]

    def begin(self, stance: str, seed: int = 0) -> None:
        """Enter the program's first phase.

        Args:
            stance: "left" or "right".
            seed: Of its random transitions.
        """
        self.seed[0] = seed
        self.state.frame_unit[0] = 0
        self.state.frame_side[0] = _SIDES.index(stance)
        begin_phase(self.context, 0, self.linked.program.units[0].first_phase)
        set_limit(self.context, 0)
        self.call_first()

    def call_first(self) -> None:
        """Call what the first phase calls, with the parameters as they are now.

        Arguments that `ramp` begin anew: a call that is made again must not take them a tick further.
        """
        self.state.counters[:] = 0.0
        call(self.context, 0)

    def set(self, name: str, value: float) -> None:
        """Change a live parameter.

        Raises:
            ArgumentError: The skill has no such parameter, or the value is not finite.
        """
        names = [p.name for p in self.linked.program.units[0].parameters]
        if name not in names:
            skill = self.linked.program.name
            hint = nearest(name, names) if names else "it has none"
            raise ArgumentError(f"{skill} has no parameter '{name}'", argument="set", help=hint)
        if not np.isfinite(value):
            raise ArgumentError(f"{name} must be a finite number, not {value}", argument="set")
        self.inputs[names.index(name)] = value


def _bumps(world: World) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    ground = world.ground
    grid = np.ascontiguousarray(ground.grid, dtype=np.float64)
    if grid.size == 0:
        return np.zeros((0, 0)), np.zeros(3)
    return grid, np.array([ground.origin[0], ground.origin[1], ground.cell])
