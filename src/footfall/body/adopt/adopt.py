"""A body file for a robot: roles by guess, gains and limits from its masses, and what is in its way."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from footfall.body.adopt.guess import Guess, guess_roles
from footfall.body.adopt.reroot import reroot
from footfall.body.mjcf_files import read_mjcf
from footfall.body.mjcf_spec import axis_kind, load_mjcf
from footfall.body.roles import joint_name
from footfall.errors import FootfallError

GRAVITY = 9.81
# Stiffness in weight times leg, and torque limit over stiffness, by role. What carries the body must be
# stiffer than what the body carries.
_STIFF = {"thigh": (0.8, 1.5), "shank": (0.8, 1.5), "foot": (0.21, 2.5), "toe": (0.04, 3.0)}
_OTHERS = (0.27, 2.0)
# On feet without ankles only steps keep it up: hips that are quick, and little torque about the vertical,
# which a point cannot hold.
# Found by CMA-ES, with the gait's step, on Gymnasium's humanoid: it stands and walks for 20 s.
_STILTS = {"Hip": 3.25, "Knee": 1.17, "root": 0.8}
_STILTS_DAMPING, _DAMPING = {"Hip": 0.08, "Knee": 0.075}, 0.1  # over stiffness, s
_STILTS_YAW, _YAW = 0.045, 0.5  # of the root's servo about the vertical, of its forward one
_STILTS_HIP_YAW = 0.29  # of the hip's forward stiffness
_STILTS_KNEE = 0.23  # rad; bent knees give way
_ROOT = 1.3  # stiffness of the servo that keeps the pelvis upright, in weight times leg
_LIGHT = {"head": 0.05, "neck": 0.08, "upper_arm": 0.08, "forearm": 0.05, "hand": 0.02}
_KNEE, _NEEDED = 0.1, ("thigh", "shank", "foot")
_POINT = 0.1  # m: a sole shorter than this is a point


@dataclass(frozen=True)
class Adopted:
    """A robot with its body file.

    Attributes:
        toml: Text of the body file.
        mjcf: Text of its MJCF when its root had to be another one, else "".
        roles: What its bodies are taken for, by name.
        root: The body that is its root.
        gains: Joint -> kp (N m/rad), kd (N m s/rad), limit (N m).
        faults: What stops it from walking, or may; in sentences.
    """

    toml: str
    mjcf: str
    roles: dict[str, Guess]
    root: str
    gains: dict[str, tuple[float, float, float]]
    faults: tuple[str, ...]


def adopt(file: Path, name: str) -> Adopted:
    """Make a body file for an MJCF.

    Args:
        file: The MJCF.
        name: Of the MJCF beside the body file, where it needs one of its own.

    Raises:
        FootfallError: It cannot be read, or has no legs that could be told.
    """
    text, assets = read_mjcf(file)
    try:
        model = mujoco.MjModel.from_xml_string(text, assets)
    except ValueError as error:
        raise FootfallError(f"MuJoCo refuses this MJCF: {error}", where=str(file), help="mend it") from None
    roles = guess_roles(model)
    root = next((body for body, guess in roles.items() if guess.role == "pelvis"), "")
    if not root:
        raise FootfallError(
            "no pelvis and no two thighs can be told from the names of its bodies",
            where=str(file),
            help="write a [roles] table by hand; docs/bodies.md says how",
        )
    rooted = reroot(text, assets, root, str(file))
    spec, _ = load_mjcf(rooted, assets, root, str(file))
    model = spec.compile()
    gains = propose_gains(model, roles, root)
    moved = rooted != text
    return Adopted(
        _toml(name if moved else file.name, file, model, roles, gains, root),
        rooted if moved else "",
        roles,
        root,
        gains,
        tuple(_faults(model, roles, root, moved)),
    )


def leg_of(model: mujoco.MjModel, roles: dict[str, Guess]) -> float:
    """Hip to sole, m, as the MJCF has it."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    hips = [data.xpos[model.body(b).id, 2] for b, guess in roles.items() if guess.role == "thigh"]
    low = min(
        float(data.geom_xpos[g, 2] - model.geom_rbound[g]) for g in _shapes(model, roles, "foot", "shank")
    )
    return max(0.1, float(np.mean(hips)) - low) if hips else 1.0


def _shapes(model: mujoco.MjModel, roles: dict[str, Guess], *wanted: str) -> list[int]:
    bodies = {model.body(b).id for b, guess in roles.items() if guess.role in wanted}
    return [g for g in range(model.ngeom) if int(model.geom_bodyid[g]) in bodies] or [0]


def propose_gains(
    model: mujoco.MjModel, roles: dict[str, Guess], root: str
) -> dict[str, tuple[float, float, float]]:
    """Stiffness, damping and torque limit for each joint, by its script name; "default" for the others."""
    moment = GRAVITY * float(model.body_subtreemass[model.body(root).id]) * leg_of(model, roles)
    spine = any(guess.role == "lower_back" for guess in roles.values())
    gains = {"default": _row(moment, *_OTHERS)}
    for body, guess in roles.items():
        joint = joint_name(guess.role, guess.side, spine)
        if not joint or guess.side == "right" or not model.body(body).jntnum[0]:
            continue
        share, limit = _STIFF.get(guess.role, (_LIGHT.get(guess.role, _OTHERS[0]), _OTHERS[1]))
        plain, damping = (joint[1:] if guess.side else joint), _DAMPING
        if on_stilts(model, roles):
            share *= _STILTS.get(plain, 1.0)
            damping = _STILTS_DAMPING.get(plain, _DAMPING)
        gains[plain] = _row(moment, share, limit, damping)
    if on_stilts(model, roles) and "Hip" in gains and "yaw" in _axes(model, roles, "thigh"):
        kp, kd, limit = gains["Hip"]
        gains['"Hip.yaw"'] = (_STILTS_HIP_YAW * kp, _STILTS_HIP_YAW * kd, limit)
    return gains


def on_stilts(model: mujoco.MjModel, roles: dict[str, Guess]) -> bool:
    """Whether it has no ankles that pitch: it can step, but not stand still."""
    return "pitch" not in _axes(model, roles, "foot")


def _row(moment: float, share: float, limit: float, damping: float = _DAMPING) -> tuple[float, float, float]:
    kp = float(f"{share * moment:.2g}")
    return kp, float(f"{damping * kp:.2g}"), float(f"{limit * kp:.2g}")


def _toml(
    mjcf: str,
    file: Path,
    model: mujoco.MjModel,
    roles: dict[str, Guess],
    gains: dict[str, tuple[float, float, float]],
    root: str,
) -> str:
    moment = GRAVITY * float(model.body_subtreemass[model.body(root).id]) * leg_of(model, roles)
    stiff = _ROOT * (_STILTS["root"] if on_stilts(model, roles) else 1.0)
    kp = float(f"{stiff * moment:.2g}")
    yaw = _STILTS_YAW if on_stilts(model, roles) else _YAW
    names = {name for name in gains if name != "default"}
    bent = _STILTS_KNEE if on_stilts(model, roles) else _KNEE
    knees = [f"Knee = {bent}", f"Hip = {-bent / 2}"] if {"Knee", "Hip"} <= names else []
    ankle = [f"Ankle = {-_KNEE / 2}"] if "Ankle" in names and _axes(model, roles, "foot") else []
    lines = [
        f"# Made from {file.name}: change what is not right.",
        f'mjcf = "{mjcf}"',
        f'title = "{file.stem}, adopted"',
        "collide_legs = false",
        "",
        "[roles]",
        *(f'"{name}" = "{guess.words}"' for name, guess in roles.items()),
        "",
        "[root_servo]",
        f"kp = {kp:g}",
        f"kd = {0.1 * kp:g}",
        f"yaw_kp = {yaw * kp:g}",
        f"yaw_kd = {0.1 * yaw * kp:g}",
        "",
        "[physics]",
        "timestep = 0.001",
        "",
        "[gains]",
        *(f"{key} = {{ kp = {a:g}, kd = {b:g}, limit = {c:g} }}" for key, (a, b, c) in gains.items()),
        "",
        "[start.rest]",
        f"angles = {{ {', '.join(knees + ankle)} }}",
    ]
    return "\n".join(lines) + "\n"


def _axes(model: mujoco.MjModel, roles: dict[str, Guess], role: str) -> list[str]:
    """Kinds of the hinges on which the bodies of a role hang."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    kinds: list[str] = []
    for name, guess in roles.items():
        if guess.role == role and guess.side != "right":
            b = model.body(name).id
            first, count = int(model.body_jntadr[b]), int(model.body_jntnum[b])
            kinds += [axis_kind(data.xaxis[j]) for j in range(first, first + count)]
    return kinds


def _faults(model: mujoco.MjModel, roles: dict[str, Guess], root: str, moved: bool) -> list[str]:
    """What stops it from walking, the worst first."""
    found = []
    for role in _NEEDED:
        sides = {guess.side for guess in roles.values() if guess.role == role}
        if sides != {"left", "right"}:
            found.append(f"no {role} was found on both sides: give the role by hand")
    for role, kind, why in (
        ("thigh", "pitch", "it cannot swing its legs"),
        ("thigh", "roll", "it cannot put its feet aside, and falls sideways"),
        ("shank", "pitch", "it cannot bend its knees"),
        (
            "foot",
            "pitch",
            "it cannot stand still, only step: try genbicon/walk with "
            "speed=0 to .2, step_time=.144, step_height=.041, step_width=.092",
        ),
    ):
        if kind not in _axes(model, roles, role):
            found.append(f"the {role} has no {kind} joint: {why}")
    soles = [float(np.max(model.geom_aabb[g, 3:])) * 2 for g in _shapes(model, roles, "foot")]
    if max(soles, default=0.0) < _POINT:
        found.append("its soles are points: no ankle can balance on them")
    for j in range(model.njnt):
        if model.jnt_type[j] in (mujoco.mjtJoint.mjJNT_BALL, mujoco.mjtJoint.mjJNT_SLIDE):
            found.append(f"the joint '{model.joint(j).name}' is no hinge: only hinges are driven")
    if moved:
        found.append(f"its tree began above the legs: '{root}' is its root now, in an MJCF of its own")
    return found
