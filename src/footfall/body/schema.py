"""A body as plain data: links, joints, gains, starts and the physics that they were tuned with.

World axes: x forward, y left, z up; SI units. In the zero pose the body stands upright with its
arms hanging and every link's frame is parallel to the world's, its origin at the joint to its parent.

Signs: pitch hinges turn about +y (lean forward, hip extension, knee flexion, plantarflexion
positive). Roll and yaw of limbs are positive outwards, of pelvis, trunk and head to the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from footfall.body import roles as _roles

Vec3 = tuple[float, float, float]
AXES = ("yaw", "roll", "pitch")


@dataclass(frozen=True)
class Shape:
    """One solid of a link, in the link's frame.

    Attributes:
        kind: capsule, box, sphere or ellipsoid.
        at: Centre; for a capsule one end of its axis (m).
        to: The other end of a capsule's axis (m); `at` for the others.
        size: Half lengths of a box, half axes of an ellipsoid, (radius, 0, 0) of the others (m).
        contact: Whether it touches things; the others are only drawn.
        rgba: Colour, each 0 to 1.
    """

    kind: str
    at: Vec3
    to: Vec3
    size: Vec3
    contact: bool
    rgba: tuple[float, float, float, float]


@dataclass(frozen=True)
class Link:
    """A rigid part.

    Attributes:
        name: Unique in the body, e.g. ``lThigh``.
        roles: What it is (`roles.ROLES`); may be empty, may be several.
        side: "left", "right" or "".
        parent: Name of the parent link, "" for the root.
        mass: kg.
        com: Centre of mass in the link's frame (m).
        inertia: Principal moments about the centre of mass, along the link's axes (kg m²).
        at: The joint to the parent, in the parent's frame (m).
        shapes: Its solids.
        model_name: Name of its body in the model, without prefix.
    """

    name: str
    roles: tuple[str, ...]
    side: str
    parent: str
    mass: float
    com: Vec3
    inertia: Vec3
    at: Vec3
    shapes: tuple[Shape, ...]
    model_name: str


@dataclass(frozen=True)
class Axis:
    """One hinge.

    Attributes:
        name: ``lHip.pitch``.
        joint: ``lHip``.
        axis: yaw, roll or pitch.
        vector: Direction in the zero pose; a positive angle turns the child about it.
        low, high: Limits (rad), both None when there are none.
        kp, kd: Gains of the joint's own servo (N m/rad, N m s/rad).
        limit: Largest torque (N m).
        rest: Angle at rest (rad).
        armature: Rotor inertia (kg m²).
        model_name: Name of its joint in the model, without prefix.
    """

    name: str
    joint: str
    axis: str
    vector: Vec3
    low: float | None
    high: float | None
    kp: float
    kd: float
    limit: float
    rest: float
    armature: float
    model_name: str


def axis_vector(axis: str, side: str) -> Vec3:
    """The direction about which a positive angle turns in the zero pose (see the module's signs)."""
    if axis == "pitch":
        return 0.0, 1.0, 0.0
    outwards = -1.0 if side == "right" else 1.0
    if axis == "yaw":
        return 0.0, 0.0, outwards
    return (outwards if side else -1.0), 0.0, 0.0


@dataclass(frozen=True)
class Joint:
    """One to three hinges at one place, from parent to child.

    Attributes:
        name: Script name, ``lHip``, ``waist``; the child's name when it has no role.
        parent, child: Names of links.
        axes: In the model's order; yaw, roll, pitch in bodies of our own.
    """

    name: str
    parent: str
    child: str
    axes: tuple[Axis, ...]


@dataclass(frozen=True)
class Servo:
    """Gains of the world-frame servo on the root: roll and pitch, and yaw (N m/rad, N m s/rad)."""

    kp: float
    kd: float
    yaw_kp: float
    yaw_kd: float


@dataclass(frozen=True)
class Start:
    """A named pose and motion to begin from.

    Attributes:
        name: ``rest``, ``walking`` …
        velocity: Of the root, forward, left, up (m/s).
        pitch: Lean of the root (rad).
        root_rate: Its pitch rate (rad/s).
        angles: Axis name -> angle (rad); axes left out are at rest.
        rates: Axis name -> rate (rad/s); axes left out are still.
        stance: The leg that carries first, "left" or "right".
        noise: Times what a seed draws around it: less than 1 for a start that only just stands.
        roll: Lean of the root to its right (rad), before its pitch; a planar body has none.
    """

    name: str
    velocity: Vec3
    pitch: float
    root_rate: float
    angles: Mapping[str, float]
    rates: Mapping[str, float]
    stance: str
    noise: float = 1.0
    roll: float = 0.0


@dataclass(frozen=True)
class Physics:
    """Solver and contact settings of a body.

    Attributes:
        timestep: s.
        integrator: implicitfast, implicit or Euler.
        cone: elliptic or pyramidal.
        impratio: Frictional against normal impedance.
        solver: Newton, CG or PGS.
        iterations, ls_iterations: Of the solver, of its line search.
        tolerance: Of the solver.
        solref, solimp: Softness of contacts (MuJoCo's parameters).
        limit_solref, limit_solimp: Softness of joint limits.
        friction: Sliding friction of the body's shapes.
        spin: The soles' friction against turning on the spot, m; at 0 a foot on its corner turns freely.
        delay: Seconds from what is sensed to the torque that answers it.
        jacobian: How the solver keeps its matrix: dense, sparse, or auto (dense for up to 60 dofs).
        damping: How the dampers of servos act: implicit (steady at any step), or explicit, as a torque like
            any other, which wants a step of 0.1 ms or so.
    """

    timestep: float = 0.001
    integrator: str = "implicitfast"
    cone: str = "elliptic"
    impratio: float = 1.0
    solver: str = "Newton"
    iterations: int = 50
    ls_iterations: int = 50
    tolerance: float = 1e-8
    solref: tuple[float, float] = (0.01, 1.0)
    solimp: tuple[float, ...] = (0.9, 0.95, 0.001, 0.5, 2.0)
    limit_solref: tuple[float, float] = (0.01, 1.0)
    limit_solimp: tuple[float, ...] = (0.9, 0.95, 0.001, 0.5, 2.0)
    friction: float = 1.0
    spin: float = 0.0
    delay: float = 0.0
    jacobian: str = "auto"
    damping: str = "implicit"


@dataclass(frozen=True)
class Body:
    """A character.

    Attributes:
        name: ``human``.
        title: One line about it.
        planar: Whether it moves in the x-z plane only.
        links: The root first, parents before children.
        joints: Those with at least one hinge, in the order of the links.
        starts: Named starts; has at least ``rest``.
        physics: Solver and contact settings.
        root_servo: Gains of the world-frame servo on the root.
        lateral: Default sideways foot-placement gains (cd, cv).
        collide_legs: Whether the legs of the two sides collide with each other.
        path: The file that it was read from.
        mjcf: The user's MJCF file that it wraps; "" for a body of our own.
        model: The MJCF's text with all that it includes; "" for a body of our own.
        assets: The files that the text names (meshes, say), by the name it has for them.
        settings: Other physics that it can be run with, by name (``--physics careful``).
        made: What has been done to it since it was read (body/transform.py), in order.
    """

    name: str
    title: str
    planar: bool
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    starts: Mapping[str, Start]
    physics: Physics
    root_servo: Servo
    lateral: tuple[float, float]
    collide_legs: bool
    path: str
    mjcf: str = ""
    model: str = ""
    assets: Mapping[str, bytes] = field(default_factory=dict)
    settings: Mapping[str, Physics] = field(default_factory=dict)
    made: tuple[str, ...] = ()

    @cached_property
    def _parts(self) -> dict[str, Link]:
        return {_roles.part_name(role, link.side): link for link in self.links for role in link.roles}

    @cached_property
    def _joints(self) -> dict[str, Joint]:
        return {joint.name: joint for joint in self.joints}

    def part(self, script_name: str) -> Link | None:
        """The link behind a plain part name (``lThigh``, ``trunk``), or None when there is none."""
        wanted = "uTorso" if script_name == "trunk" else script_name
        for name in (wanted, *_roles.PART_FALLBACK.get(script_name, ())):
            if name in self._parts:
                return self._parts[name]
        return None

    def named(self, name: str) -> Link | None:
        """The link that somebody means from outside: by script name, by its own name, or by another word.

        ``trunk``, ``torso`` and ``uTorso`` of the human are one.
        """
        own = {link.name: link for link in self.links}
        return self.part(name) or own.get(name) or self.part(_roles.plain_part(name))

    @cached_property
    def part_names(self) -> tuple[str, ...]:
        """What a link may be called from outside: script names first, then the links' own."""
        middle = [name for name in _roles.MIDDLE_PARTS if self.part(name)]
        own = [link.name for link in self.links]
        return tuple(dict.fromkeys([*middle, *self._parts, *own]))

    def joint(self, script_name: str) -> Joint | None:
        """The joint behind a plain joint name (``lHip``, ``waist``), or None when there is none."""
        for name in (script_name, *_roles.JOINT_FALLBACK.get(script_name, ())):
            if name in self._joints:
                return self._joints[name]
        return None

    def link(self, name: str) -> Link:
        """The link of that name (not a script name)."""
        return next(link for link in self.links if link.name == name)

    @property
    def root(self) -> Link:
        """The link that the root joint moves."""
        return self.links[0]

    @property
    def feet(self) -> tuple[Link, ...]:
        """The feet, left before right."""
        feet = (self._parts.get("lFoot"), self._parts.get("rFoot"))
        return tuple(foot for foot in feet if foot is not None)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """All hinges, in the order of the joints."""
        return tuple(axis for joint in self.joints for axis in joint.axes)

    @property
    def mass(self) -> float:
        """Of all links (kg)."""
        return sum(link.mass for link in self.links)

    @property
    def root_joints(self) -> tuple[str, ...]:
        """Names in the model of the joints that move the root, without prefix."""
        return ("root.x", "root.z", "root.pitch") if self.planar else ("root",)
