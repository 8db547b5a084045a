"""Replies about the scene: bodies, shapes, joints and proportions."""

from __future__ import annotations

from footfall.studio.protocol.reply import Part, Reply


class BodyInfo(Part, frozen=True):
    """A moving body of the model, in the order of pose packets.

    Attributes:
        name: In the model.
        part: Script name of the part ("trunk", "lThigh"), "" for balls and props.
        side: left, right or "".
        parent: Index of the parent in this list, -1 for the world.
        mass: Kilograms.
        pos, quat: In the zero pose (upright, arms hanging), world; quaternion w, x, y, z.
    """

    name: str
    part: str
    side: str
    parent: int
    mass: float
    pos: tuple[float, float, float]
    quat: tuple[float, float, float, float]


class Shape(Part, frozen=True):
    """Something drawn.

    Attributes:
        body: Index into `Scene.bodies`; -1: fixed to the world.
        kind: plane, sphere, capsule (along z), ellipsoid, cylinder (along z), box, mesh or hfield.
        size: As MuJoCo has it: radius; radius, half length; half sizes. hfield: half x, half y, height, base.
        pos, quat: In the body's frame, m; quaternion w, x, y, z.
        rgba: 0 to 1.
        category: ground, body, ball or prop.
        grid: hfield only: rows, columns; heights 0 to 1 are in `heights`, row by row along y.
    """

    body: int
    kind: str
    size: tuple[float, ...]
    pos: tuple[float, float, float]
    quat: tuple[float, float, float, float]
    rgba: tuple[float, float, float, float]
    category: str
    grid: tuple[int, int] = (0, 0)
    heights: tuple[float, ...] = ()


class JointInfo(Part, frozen=True):
    """An axis of a joint, in the order of pose packets.

    Attributes:
        name: Of the axis: lKnee.pitch.
        joint: Script name: lKnee.
        axis: pitch, roll or yaw.
        low, high: rad; None: free.
        limit: Torque limit, N m.
        body: Index into `Scene.bodies` of the part it moves; joints of one part turn it in this order.
        anchor: Where the joint sits in that part's frame, m.
        direction: Its axis in that part's frame; the script's angle turns about it, right-handed.
    """

    name: str
    joint: str
    axis: str
    low: float | None
    high: float | None
    limit: float
    body: int
    anchor: tuple[float, float, float]
    direction: tuple[float, float, float]


class Proportion(Part, frozen=True):
    """A slider of the body's build: `value` is a factor on the body as designed."""

    name: str
    label: str
    group: str
    low: float
    high: float
    value: float


class Scene(Reply, frozen=True, tag="scene"):
    """What to draw; sent at the start and when body or ground change.

    Attributes:
        id: Pose packets carry it (low 16 bits): packets of another scene must not be drawn.
        root: Index into `bodies` of the pelvis.
        trunk: Index of the trunk.
        feet: Indices of left and right foot.
        height: Standing height, m.
        mass: Kilograms, of the whole body.
        dt: Physics step, s.
    """

    id: int
    body: str
    planar: bool
    dt: float
    root: int
    trunk: int
    feet: tuple[int, ...]
    height: float
    mass: float
    ground: str
    bodies: tuple[BodyInfo, ...]
    shapes: tuple[Shape, ...]
    joints: tuple[JointInfo, ...]
    proportions: tuple[Proportion, ...]
