"""Binary packets for the page: a pose for every displayed frame, ghosts after every edit.

Little endian. Numbers after the head are float32, so that the page can view them in place.

A **pose** packet:

| bytes | type | what |
|---|---|---|
| 0 | u8 | 1 |
| 1 | u8 | flags: 1 playing, 2 an earlier moment (scrubbed), 4 the run has ended, 8 ragdoll, 16 a pendulum |
| 2 | u16 | low bits of the scene's id |
| 4 | u32 | sequence number, to be acknowledged |
| 8 | f64 | simulated time, s |
| 16 | f64 | newest moment of the history, s |
| 24 | f64 | oldest moment of the history, s |
| 32 | i16 | running phase of the script itself, an index into `Program.phases`; -1: none |
| 34 | i16 | version of the script that runs, low bits |
| 36 | u8 | stance side: 0 left, 1 right |
| 37 | u8 | depth of the call stack: 0 when the script itself runs |
| 38 | u8 | c, contacts |
| 39 | u8 | s, corners of the support polygon |
| 40 | u8 | j, joint axes |
| 41 | u8 | p, forces from outside that act now |
| 42 | u16 | b, bodies |
| 44 | f32 | seconds in the running phase |
| 48 | f32 | speed along the heading, m/s |
| 52 | f32 | speed to the left, m/s |
| 56 | f32 | heading, rad |
| 60 | f32 | simulated seconds per second over the last second |
| 64 | f32 × 3 | centre of mass, m |
| 76 | f32 × 3 | its velocity, m/s |
| 88 | f32 | height of the ground below it, m |
| 92 | f32 | speed wanted by the script's `speed` parameter, NaN without one |
| 96 | f32 | phi: share of the running phase that has passed, or of what it calls; 0 without a length |
| 100 | f32 × 7b | bodies: x, y, z, then quaternion w, x, y, z |
| … | f32 × 6c | contacts: place, then force on the body, N, world |
| … | f32 × 3s | support polygon, counter-clockwise, m |
| … | f32 × 2j | joint axes: angle (script's sign), torque N m |
| … | f32 × 6p | outside forces: place, then force, N, world |
| … | f32 × 21 | with flag 16, the pendulum: hips, neck, centre of mass, pivot, left, right foot, next step |
| … | f32 × n | to the end: values with names (`Program.lets`); NaN where this phase does not use one |

A **ghost** packet:

| bytes | type | what |
|---|---|---|
| 0 | u8 | 2 |
| 1 | u8 | 0: the next seconds of the edited script, 1: the version before; and 2 when it ended early |
| 2 | u16 | low bits of the scene's id |
| 4 | u32 | version of the script |
| 8 | f64 | simulated time of the first sample, s |
| 16 | f32 | seconds between samples |
| 20 | u16 | n, samples |
| 22 | u16 | b, bodies |
| 24 | f32 × n(3 + 7b) | per sample: centre of mass, then bodies as above |
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

POSE, GHOST = 1, 2
PLAYING, EARLIER, ENDED, RAGDOLL, PENDULUM = 1, 2, 4, 8, 16
POSE_HEAD = struct.Struct("<BBHIdddhhBBBBBBH5f3f3f3f")
GHOST_HEAD = struct.Struct("<BBHIdfHH")
GHOST_ENDED = 2  # a flag
MOST = 255  # contacts, corners, forces that a packet can hold
assert POSE_HEAD.size == 100 and GHOST_HEAD.size == 24

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Pose:
    """The state at one instant, ready to be packed; the shapes are those of the module's table."""

    time: float
    phase: int
    side: int
    depth: int
    clock: float
    speed: float
    drift: float
    heading: float
    wanted: float
    ground: float
    com: Floats
    velocity: Floats
    bodies: Floats
    contacts: Floats
    support: Floats
    joints: Floats
    forces: Floats
    named: Floats
    phi: float = 0.0
    ended: bool = False
    ragdoll: bool = False
    pendulum: Floats | None = None


def pack_body(pose: Pose, scene: int, version: int) -> bytes:
    """A pose packet; flags, sequence number, history and rate are filled in by `stamp`."""
    flags = ENDED * pose.ended | RAGDOLL * pose.ragdoll | PENDULUM * (pose.pendulum is not None)
    contacts, support, forces = pose.contacts[:MOST], pose.support[:MOST], pose.forces[:MOST]
    head = POSE_HEAD.pack(
        POSE, flags, scene & 0xFFFF, 0, pose.time, 0.0, 0.0, pose.phase, _low_bits(version), pose.side,
        min(pose.depth, MOST), len(contacts), len(support), len(pose.joints), len(forces), len(pose.bodies),
        pose.clock, pose.speed, pose.drift, pose.heading, 0.0, *pose.com.tolist(), *pose.velocity.tolist(),
        pose.ground, pose.wanted, pose.phi,
    )  # fmt: skip
    pendulum = () if pose.pendulum is None else (pose.pendulum,)
    rest = (pose.bodies, contacts, support, pose.joints, forces, *pendulum, pose.named)
    return head + b"".join(np.ascontiguousarray(a, "<f4").tobytes() for a in rest)


def stamp(
    frame: bytes, seq: int, *, head: float, tail: float, rate: float, playing: bool, earlier: bool
) -> bytes:
    """A stored pose packet, as it is sent now.

    Args:
        frame: From `pack_body`.
        seq: Sequence number.
        head: Newest moment of the history, s.
        tail: Oldest, s.
        rate: Simulated seconds per second.
        playing: Whether the clock runs.
        earlier: Whether it shows another moment than the newest.
    """
    out = bytearray(frame)
    out[1] |= PLAYING * playing | EARLIER * earlier
    struct.pack_into("<I", out, 4, seq & 0xFFFFFFFF)
    struct.pack_into("<dd", out, 16, head, tail)
    struct.pack_into("<f", out, 60, rate)
    return bytes(out)


def pack_ghost(
    which: int, scene: int, version: int, start: float, interval: float, samples: Floats, ended: bool
) -> bytes:
    """A ghost packet.

    Args:
        which: 0 next, 1 the version before.
        scene: The scene's id.
        version: Of the script.
        start: Time of the first sample, s.
        interval: Seconds between samples.
        samples: (n, 3 + 7 b).
        ended: Whether it ended before its time.
    """
    bodies, flags = (samples.shape[1] - 3) // 7, which | GHOST_ENDED * ended
    head = GHOST_HEAD.pack(
        GHOST, flags, scene & 0xFFFF, version & 0xFFFFFFFF, start, interval, len(samples), bodies
    )
    return head + np.ascontiguousarray(samples, "<f4").tobytes()


def _low_bits(version: int) -> int:
    """The low 16 bits as a signed number."""
    return (version + 0x8000) % 0x10000 - 0x8000
