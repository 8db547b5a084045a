"""An actor: a body in the scene, the program that drives it, and its State."""

from __future__ import annotations

import ctypes
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import ACT_OP
from footfall.engine.anatomy import Anatomy
from footfall.engine.cache import warm
from footfall.engine.entries import address, entries, used_by, watcher
from footfall.engine.kernel.context import Context
from footfall.engine.kernel.frames import begin_phase, call, set_limit
from footfall.engine.kernel.native import CONTACT, data_struct
from footfall.engine.link import Linked
from footfall.engine.state import Sizes, State, scratch_arrays
from footfall.engine.tables import check_tables
from footfall.engine.watch import NOTHING, Watch
from footfall.errors import ArgumentError, nearest
from footfall.world import World
from footfall.world.known import known_profile

_SIDES = ("left", "right")
_EXTREMES = (0.0, 0.0, np.inf, -np.inf)  # control/torque.py: peak, seconds at limit, lowest, highest


class Actor:
    """See the module.

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
            _mujoco_views(model, data)
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
        arrays["ground"] = np.ascontiguousarray(known_profile(world), dtype=np.float64)
        arrays["bumps"], arrays["bump_frame"] = _bumps(world)
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
        """Call what the first phase calls, with the parameters as they are now."""
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


def _mujoco_views(model: mujoco.MjModel, data: mujoco.MjData) -> dict[str, NDArray[Any]]:
    """MuJoCo's arrays, and its contact list as words of memory."""
    views: dict[str, NDArray[Any]] = {
        name: getattr(data, name)
        for name in [
            "qpos",
            "qvel",
            "qfrc_applied",
            "qfrc_passive",
            "xpos",
            "xipos",
            "xquat",
            "xmat",
            "xanchor",
            "xaxis",
            "cvel",
            "subtree_com",
            "xfrc_applied",
            "geom_xpos",
            "geom_xmat",
        ]
    }
    names = ("dof_damping", "dof_armature", "body_mass", "body_subtreemass", "geom_size", "geom_type")
    views |= {name: getattr(model, name) for name in names}
    views["geom_body"] = np.ascontiguousarray(model.geom_bodyid, dtype=np.int32)
    views["gravity"] = model.opt.gravity
    struct = data_struct(data)
    if struct.contact != struct.arena:
        raise ImportError(f"MuJoCo {mujoco.__version__} keeps its contacts in an unknown place")
    size = struct.narena // 8 * 8  # all that the contact list can ever fill
    views["n_contacts"] = _memory(data, ctypes.addressof(struct) + type(struct).ncon.offset, 4, np.int32)
    views["contact_ints"] = _memory(data, struct.arena, size, np.int32)
    views["contact_floats"] = _memory(data, struct.arena, size, np.float64)
    words = ctypes.sizeof(CONTACT)
    views["contacts_at"] = np.array(
        [
            words // 4,
            CONTACT.geom.offset // 4,
            CONTACT.exclude.offset // 4,
            words // 8,
            CONTACT.pos.offset // 8,
            CONTACT.frame.offset // 8,
        ],
        np.int32,
    )
    return views


def _memory(data: mujoco.MjData, address: int, size: int, dtype: Any) -> NDArray[Any]:
    """So many bytes of MuJoCo's memory, as an array on the same bytes; it keeps their owner alive."""
    block: Any = (ctypes.c_byte * size).from_address(address)
    block.owner = data
    return np.frombuffer(block, dtype)


def _bumps(world: World) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    ground = world.ground
    grid = np.ascontiguousarray(ground.grid, dtype=np.float64)
    if grid.size == 0:
        return np.zeros((0, 0)), np.zeros(3)
    return grid, np.array([ground.origin[0], ground.origin[1], ground.cell])
