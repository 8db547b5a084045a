"""What a body measures, for control: its legs, its size, how fast its joints can be driven.

A real joint cannot be driven at any speed: a muscle or a motor gives out. Without that, a leg that has
lost the ground, or a body that lies on it, is whirled about by servos that never reach their target,
until its joints are torn through their stops and the simulation diverges.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Link
from footfall.body.posture import Posture
from footfall.control.columns import (
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_COLUMNS,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    LEG_KNEE_SIDE,
    LEG_ROOM,
    LEG_SHANK,
    LEG_THIGH,
    SCALE_ARMS,
    SCALE_ARMS_BACK,
    SCALE_ARMS_OUT,
    SCALE_COLUMNS,
    SCALE_ELBOWS,
    SCALE_FEET,
    SCALE_GYRATION,
    SCALE_KNEES,
    SCALE_LEG,
    SCALE_MASS,
    SCALE_SOLE,
    SCALE_STANCE,
    SCALE_TILT,
    SCALE_WEIGHT,
    SPEED_BRAKE,
    SPEED_COLUMNS,
    SPEED_FADES,
    SPEED_FAST,
)

_LEG_JOINTS = ("Hip", "Knee", "Ankle")


def leg_tables(body: Body, joints: dict[str, int]) -> dict[str, NDArray[Any]]:
    """Tables of the legs, by the names of Context fields.

    Args:
        body: The body.
        joints: Joint name -> row of the joint tables.
    """
    rows = np.zeros((2, LEG_COLUMNS))
    index = np.full((2, 3), -1, np.int32)
    for k, side in enumerate("lr"):
        rows[k] = _leg(body, side)
        for i, stem in enumerate(_LEG_JOINTS):
            joint = body.joint(side + stem)
            index[k, i] = -1 if joint is None else joints[joint.name]
    return {"legs": rows, "leg_joints": index, "scale": scale_of(body, rows)}


def _leg(body: Body, side: str) -> NDArray[np.float64]:
    row = np.zeros(LEG_COLUMNS)
    shin, foot, toes = (body.part(side + stem) for stem in ("Shin", "Foot", "Toes"))
    knee = body.joint(side + "Knee")
    if shin is None or foot is None:
        return row
    row[LEG_THIGH : LEG_THIGH + 2] = shin.at[0], shin.at[2]
    row[LEG_SHANK : LEG_SHANK + 2] = foot.at[0], foot.at[2]
    corners = [*_corners(foot, (0.0, 0.0, 0.0)), *(_corners(toes, toes.at) if toes else ())]
    if corners:
        low, high = np.min(corners, axis=0), np.max(corners, axis=0)
        row[LEG_ANKLE_HEIGHT], row[LEG_FRONT], row[LEG_BACK] = -low[2], high[0], -low[0]
        row[LEG_HALF_WIDTH] = 0.5 * (high[1] - low[1])
    row[LEG_ROOM] = max((row[LEG_HALF_WIDTH], *(shape.size[0] for shape in shin.shapes if shape.contact)))
    bends = knee.axes[-1] if knee else None
    backward = bends is not None and bends.high is not None and bends.high <= 0.1
    row[LEG_KNEE_SIDE] = -1.0 if backward else 1.0
    return row


def _corners(link: Link, at: tuple[float, float, float]) -> Iterator[NDArray[np.float64]]:
    """Lowest and highest corner of each shape that touches things, from `at` of the foot's frame."""
    for shape in link.shapes:
        if not shape.contact:
            continue
        size = np.array(shape.size if shape.kind in ("box", "ellipsoid") else (shape.size[0],) * 3)
        for end in (shape.at, shape.to):
            yield np.array(at) + end - size
            yield np.array(at) + end + size


_GRAVITY = 9.81  # m/s², of a body on its own; the world's is read while it runs
_BETWEEN = 0.02  # of the leg: room between the feet when they pass
_TURNED = 0.1  # of a foot's length: room because feet turn a little in and out
_TILTED = 0.1  # of an ankle's height: room because feet tilt
_HIPS = 0.75  # of the hips' distance: wide hips walk wide
_LOW = 0.1  # of the leg: feet roll under ankles that are no higher than this
_LIGHT = 4.0  # arms that weigh this much less than legs, by inertia, swing freely


def scale_of(body: Body, legs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table `scale` (control/scale.py).

    Args:
        body: The body.
        legs: (2, LEG_WIDTH) its legs in numbers (control/steps/leg.py).
    """
    scale = np.zeros(SCALE_COLUMNS)
    scale[SCALE_MASS], scale[SCALE_WEIGHT] = body.mass, body.mass * _GRAVITY
    scale[SCALE_KNEES] = -1.0 if min(legs[:, LEG_KNEE_SIDE]) < 0 else 1.0
    scale[SCALE_LEG] = np.mean([_length(row) for row in legs])
    wide, long = float(legs[:, LEG_ROOM].sum()), float(np.mean(legs[:, LEG_FRONT] + legs[:, LEG_BACK]))
    between = _BETWEEN * scale[SCALE_LEG] + _TURNED * long + _TILTED * float(legs[:, LEG_ANKLE_HEIGHT].max())
    scale[SCALE_STANCE] = max(wide + between, _HIPS * _hips_apart(body))
    scale[SCALE_ARMS] = _arm_swing(body)
    held = Posture()
    scale[SCALE_ELBOWS] = -_at_rest(body, ("lElbow", "rElbow"), "pitch", -held.elbows)
    scale[SCALE_ARMS_OUT] = _at_rest(body, ("lShoulder", "rShoulder"), "roll", held.out)
    scale[SCALE_ARMS_BACK] = _at_rest(body, ("lShoulder", "rShoulder"), "pitch")
    scale[SCALE_TILT] = _at_rest(body, ("waist",), "roll")
    high = float(legs[:, LEG_ANKLE_HEIGHT].max())
    scale[SCALE_FEET] = min(1.0, _LOW * scale[SCALE_LEG] / high) if high > 0 else 1.0
    scale[SCALE_SOLE] = 0.5 * float(np.mean(legs[:, LEG_FRONT] - legs[:, LEG_BACK]))
    scale[SCALE_GYRATION] = _gyration(body)
    return scale


def _gyration(body: Body) -> float:
    """Radius of gyration about the left axis through the centre of mass, all joints at zero, m."""
    places: dict[str, NDArray[np.float64]] = {}
    for link in body.links:
        places[link.name] = places.get(link.parent, np.zeros(3)) + np.array(link.at)
    middles = np.array([places[link.name] + np.array(link.com) for link in body.links])
    masses = np.array([link.mass for link in body.links])
    off = middles - masses @ middles / masses.sum()
    own = sum(link.inertia[1] for link in body.links)
    return math.sqrt((own + float(masses @ (off[:, 0] ** 2 + off[:, 2] ** 2))) / float(masses.sum()))


def _length(row: NDArray[np.float64]) -> float:
    """Hip to sole of a straight leg, m."""
    thigh, shank = row[LEG_THIGH : LEG_THIGH + 2], row[LEG_SHANK : LEG_SHANK + 2]
    return float(np.hypot(*thigh) + np.hypot(*shank) + row[LEG_ANKLE_HEIGHT])


def _hips_apart(body: Body) -> float:
    """Distance of the hips, m."""
    thighs = [body.part(side + "Thigh") for side in "lr"]
    return sum(abs(thigh.at[1]) for thigh in thighs if thigh is not None)


def _arm_swing(body: Body) -> float:
    """1 for arms that are light beside the legs, less for heavy ones."""
    arms, legs = (
        [_hanging(body, link.name) for side in "lr" if (link := body.part(side + stem)) is not None]
        for stem in ("Arm", "Thigh")
    )
    if not arms or not legs:
        return 1.0
    return min(1.0, float(np.mean(legs)) / (_LIGHT * max(arms)))


def _at_rest(body: Body, joints: Sequence[str], axis: str, default: float = 0.0) -> float:
    """The mean angle of some joints about an axis at rest, rad."""
    angles = [
        one.rest
        for name in joints
        if (joint := body.joint(name)) is not None
        for one in joint.axes
        if one.axis == axis
    ]
    return sum(angles) / len(angles) if any(angles) else default


def _hanging(body: Body, name: str) -> float:
    """Moment about a joint's pitch axis of all that hangs on it, straight down, kg m²."""
    places = {name: np.zeros(3)}
    total = 0.0
    for link in body.links:
        if link.parent in places:
            places[link.name] = places[link.parent] + np.array(link.at)
        if link.name in places:
            x, _, z = places[link.name] + np.array(link.com)
            total += link.inertia[1] + link.mass * (x * x + z * z)
    return total


GRAVITY = 9.81  # m/s², of the natural time; a body is no faster on the moon
# rates in units of 1 / sqrt(leg / g): 12 is 38 rad/s for a person. The fastest gait reaches 10
FAST, SPENT = 12.0, 16.0  # where the torque that speeds a joint up begins to fade, and where it is gone
BRAKE = 0.3  # share of its speed that a joint loses in a tick at SPENT and above
ROTOR = 0.03  # share of the middle hinge's inertia that the outer ones get when they coincide


def speed_tables(
    model: mujoco.MjModel, dofs: NDArray[np.int32], joint_dof: NDArray[np.int32], leg: float
) -> dict[str, NDArray[Any]]:
    """Tables by the names of Context fields.

    Args:
        model: The model.
        dofs: The body's hinges.
        joint_dof: (J, 3) hinges of each joint, -1 where absent.
        leg: Length of its legs, m.
    """
    speeds = np.zeros((model.nv, SPEED_COLUMNS))
    natural = math.sqrt(max(leg, 1e-3) / GRAVITY)
    speeds[:, SPEED_FAST], speeds[:, SPEED_FADES] = FAST / natural, natural / (SPENT - FAST)
    # no more than this: the constraint solver does not know that damping is implicit, and answers more
    # with forces of its own
    speeds[dofs, SPEED_BRAKE] = BRAKE / (model.dof_invweight0[dofs] * model.opt.timestep)
    whole = [sorted(int(d) for d in row) for row in joint_dof if np.all(row >= 0)]
    middle = [model.jnt_qposadr[model.dof_jntid[second]] for _, second, _ in whole]
    ends = [(first, last) for first, _, last in whole]
    gimbals = np.array([(m, *e) for m, e in zip(middle, ends, strict=True)], np.int32).reshape(-1, 3)
    return {
        "speeds": speeds,
        "rotor": model.dof_armature.copy(),
        "gimbals": np.ascontiguousarray(gimbals),
        "gimbal_rotor": np.array([ROTOR * model.dof_M0[second] for _, second, _ in whole], np.float64),
    }
