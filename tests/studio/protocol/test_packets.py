from __future__ import annotations

import struct

import numpy as np

from footfall.studio.protocol import packets
from footfall.studio.protocol.packets import Pose, pack_body, pack_ghost, stamp


def pose(**changes: object) -> Pose:
    f = np.float32
    plain = {
        "time": 1.5, "phase": 1, "side": 1, "depth": 0, "clock": 0.25, "speed": 1.0, "drift": -0.1,
        "heading": 0.3, "wanted": float("nan"), "ground": 0.0, "com": np.array([1, 2, 3], f),
        "velocity": np.zeros(3, f), "bodies": np.arange(14, dtype=f).reshape(2, 7),
        "contacts": np.ones((3, 6), f), "support": np.ones((4, 3), f), "joints": np.ones((5, 2), f),
        "forces": np.zeros((0, 6), f), "named": np.zeros(0, f),
    }  # fmt: skip
    return Pose(**{**plain, **changes})  # type: ignore[arg-type]


def test_a_pose_frame_has_the_documented_layout() -> None:
    data = stamp(
        pack_body(pose(), scene=0x12345, version=70000), 7, head=9.0, tail=2.0, rate=1.0, playing=True,
        earlier=False,
    )  # fmt: skip
    assert data[0] == packets.POSE and data[1] == packets.PLAYING
    assert struct.unpack_from("<HI", data, 2) == (0x2345, 7)
    assert struct.unpack_from("<ddd", data, 8) == (1.5, 9.0, 2.0)
    assert struct.unpack_from("<hh", data, 32) == (1, 70000 - 65536)
    assert tuple(data[36:42]) == (1, 0, 3, 4, 5, 0)
    assert struct.unpack_from("<H", data, 42) == (2,)
    assert struct.unpack_from("<3f", data, 64) == (1.0, 2.0, 3.0)
    rest = np.frombuffer(data, "<f4", offset=100)
    assert len(rest) == 2 * 7 + 3 * 6 + 4 * 3 + 5 * 2
    assert rest[:14].tolist() == list(range(14))


def test_values_with_names_stand_at_the_end() -> None:
    data = pack_body(pose(named=np.array([4, np.nan], np.float32)), 1, 1)
    assert np.isnan(np.frombuffer(data[-8:], "<f4")).tolist() == [False, True]


def test_the_floats_stand_where_a_page_can_view_them_in_place() -> None:
    assert packets.POSE_HEAD.size % 4 == 0 and packets.GHOST_HEAD.size % 4 == 0


def test_flags_add_up() -> None:
    body = pack_body(pose(ended=True, ragdoll=True), 1, 1)
    data = stamp(body, 1, head=0, tail=0, rate=0, playing=False, earlier=True)
    assert data[1] == packets.ENDED | packets.RAGDOLL | packets.EARLIER


def test_the_pendulum_stands_before_the_values_with_names() -> None:
    points = np.arange(21, dtype=np.float32).reshape(7, 3)
    data = pack_body(pose(pendulum=points, named=np.array([99], np.float32)), 1, 1)
    assert data[1] == packets.PENDULUM
    assert np.frombuffer(data[-22 * 4 :], "<f4").tolist() == [*range(21), 99]


def test_a_crowd_has_more_bodies_than_a_byte_counts() -> None:
    data = pack_body(pose(bodies=np.zeros((300, 7), np.float32)), 1, 1)
    assert struct.unpack_from("<H", data, 42) == (300,)


def test_more_contacts_than_a_byte_counts_are_left_out() -> None:
    data = pack_body(pose(contacts=np.zeros((300, 6), np.float32)), 1, 1)
    assert data[38] == 255
    assert len(data) == 100 + 4 * (14 + 255 * 6 + 12 + 10)


def test_a_ghost_frame_has_the_documented_layout() -> None:
    samples = np.zeros((41, 3 + 7 * 16), np.float32)
    data = pack_ghost(1, 3, 12, 4.5, 0.05, samples, True)
    assert struct.unpack_from("<BBHId", data) == (2, 1 | packets.GHOST_ENDED, 3, 12, 4.5)
    assert struct.unpack_from("<HH", data, 20) == (41, 16)
    assert len(data) == 24 + samples.nbytes
