"""Contacts by hand: who touches whom, how hard, where, and how far feet slide."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control import contact as k
from footfall.control.columns import (
    TRACK_AIR_TIME,
    TRACK_SLIDE_MAX,
    TRACK_SLIDE_X,
    TRACK_SLIDE_Y,
    TRACK_STRIKES,
)
from footfall.control.contact import BOUNCE, PLANTED

Plain = Callable[..., Any]
DT = 1e-3
# parts: 0 trunk, 1 left foot, 2 its toes, 3 right foot; geoms: the ground, one for each part, a ball
GROUND, TRUNK, FOOT, TOES, OTHER, BALL = range(6)
STRIDE, AT_GEOM, AT_EXCLUDE, AT_POS, AT_FRAME = 32, 24, 28, 0, 3


def touching(*contacts: tuple[int, int], exclude: int = 0) -> SimpleNamespace:
    """A context whose contact list joins these geoms, at (0.1, 0.2, 0.3) with its normal upwards."""
    words = np.zeros(STRIDE // 2 * max(1, len(contacts)))
    ints = words.view(np.int32)
    for row, geoms in enumerate(contacts):
        ints[row * STRIDE + AT_GEOM : row * STRIDE + AT_GEOM + 2] = geoms
        ints[row * STRIDE + AT_EXCLUDE] = exclude
        at = row * STRIDE // 2
        words[at : at + 3] = 0.1 + row, 0.2, 0.3
        words[at + 3 : at + 12] = 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0  # normal, then two tangents
    return SimpleNamespace(
        contact_ints=ints,
        contact_floats=words,
        contacts_at=np.array([STRIDE, AT_GEOM, AT_EXCLUDE, STRIDE // 2, AT_POS, AT_FRAME], np.int32),
        n_contacts=np.array([len(contacts)], np.int32),
        geom_part=np.array([-1, 0, 1, 2, 3, -2], np.int32),
        part_foot=np.array([-1, -1, 1, -1], np.int32),
        part_leg=np.array([-1, 0, 0, 1], np.int32),
        part_body=np.array([0, 1, 1, 2], np.int32),
        body_root=np.zeros(3, np.int32),
        subtree_com=np.zeros((3, 3)),
        cvel=np.array([[0.0] * 6, [0.0, 0.0, 0.0, 0.5, -0.4, 0.1], [0.0] * 6]),
        touching=np.full(4, 7, np.int64),
        contact_force=np.full(4, 7.0),
        pressure=np.full((4, 4), 7.0),
        foot_load=np.full(2, 7.0),
        foot_slip=np.full((2, 3), 7.0),
        foot_track=np.zeros((2, 5)),
        wrench=np.zeros(6),
    )


def test_the_part_of_a_contact_and_which_way_it_is_pushed(plain: Plain) -> None:
    c = touching((GROUND, FOOT), (FOOT, GROUND), (FOOT, TRUNK), (GROUND, BALL), (-1, FOOT), (BALL, TRUNK))
    got = [plain(k.other_part)(c, row) for row in range(6)]
    assert got[:3] == [(1, 1.0), (1, -1.0), (-1, 0.0)]
    assert got[3][0] < 0  # nobody of ours
    assert got[4:] == [(-1, 0.0), (0, 1.0)]
    assert plain(k.other_part)(touching((GROUND, FOOT), exclude=1), 0) == (-1, 0.0)
    assert [bool(plain(k.fixed)(c, row)) for row in (0, 1, 5)] == [True, True, False]


def test_no_more_contacts_are_read_than_the_memory_holds(plain: Plain) -> None:
    c = touching((GROUND, FOOT), (GROUND, TRUNK))
    assert plain(k.count)(c) == 2
    c.n_contacts[0] = 9
    assert plain(k.count)(c) == 2
    c.n_contacts[0] = 1
    assert plain(k.count)(c) == 1


def test_parts_that_touch_the_ground(plain: Plain) -> None:
    c = touching((GROUND, TOES), (TOES, GROUND), (GROUND, OTHER), (BALL, TRUNK), (FOOT, OTHER))
    plain(k.find_touching)(c)
    assert c.touching.tolist() == [0, 2, 2, 1]  # a toe's touch is its foot's; a ball is no ground


@pytest.mark.parametrize(("geoms", "sign"), [((GROUND, FOOT), 1.0), ((FOOT, GROUND), -1.0)])
def test_one_contacts_force(plain: Plain, geoms: tuple[int, int], sign: float) -> None:
    c = touching(geoms)
    for array in (c.contact_force, c.pressure, c.foot_load):
        array[:] = 0.0
    c.wrench[:3] = 30.0, 4.0, -12.0
    plain(k.add_contact)(c, 0, 1, sign)
    assert c.contact_force.tolist() == [0.0, pytest.approx(np.sqrt(900 + 16 + 144)), 0.0, 0.0]
    np.testing.assert_allclose(c.pressure[1], [3.0, 6.0, 9.0, 30.0])
    np.testing.assert_allclose(c.foot_load, [sign * 30.0, 0.0])  # what is up in the contact's frame


def test_forces_are_gathered_after_a_tick(plain: Plain) -> None:
    c = touching((GROUND, FOOT), (FOOT, TRUNK), (GROUND, TOES), (GROUND, TRUNK))
    asked = []

    def force(m: int, d: int, row: int, address: int) -> None:
        asked.append(row)
        c.wrench[:] = 10.0 * (row + 1), 0.0, 0.0, 0.0, 0.0, 0.0

    plain(k.gather_forces)(c, force, 0, 0)
    assert asked == [0, 2, 3]
    assert c.contact_force.tolist() == [40.0, 10.0, 30.0, 0.0]
    assert c.foot_load.tolist() == [40.0, 0.0]  # toes count as the foot
    np.testing.assert_allclose(
        c.pressure[[0, 1, 2]], [[3.1, 0.2, 0.3, 40], [0.1, 0.2, 0.3, 10], [2.1, 0.2, 0.3, 30]]
    )
    assert not c.pressure[3].any()


def test_the_slip_of_a_foot_is_that_of_its_points_by_their_load(plain: Plain) -> None:
    c = touching()
    c.cvel[1, 2] = 2.0  # the left foot and its toes spin about the vertical, too
    c.pressure[:] = [[9, 9, 9, 50], [0.1, 0.2, 0.3, 10], [2.1, 0.2, 0.3, 30], [0, 0, 0, 0]]
    plain(k.weigh_slip)(c)
    x = 10 * 0.1 + 30 * 2.1  # v = (0.5, -0.4) + 2 (-y, x) at each point
    np.testing.assert_allclose(c.foot_slip[0], [40 * (0.5 - 2 * 0.2), 40 * -0.4 + 2 * x, 40])
    assert not c.foot_slip[1].any()


def test_a_planted_foot_slides_along_its_path(plain: Plain) -> None:
    c = touching()
    c.foot_slip[:] = [[30.0 * 0.6, 30.0 * -0.8, 30.0], [0.0, 0.0, 0.5 * PLANTED]]
    c.foot_track[0, TRACK_AIR_TIME] = 2.0 * BOUNCE
    c.foot_track[0, TRACK_SLIDE_X], c.foot_track[0, TRACK_SLIDE_Y] = 5.0, 5.0  # of the stance before
    for _ in range(10):
        plain(k.track_feet)(c, DT)
    track = c.foot_track[0]
    np.testing.assert_allclose(track[[TRACK_SLIDE_X, TRACK_SLIDE_Y, TRACK_SLIDE_MAX]], [0.006, -0.008, 0.01])
    assert (track[TRACK_AIR_TIME], track[TRACK_STRIKES]) == (0.0, 1.0)
    assert c.foot_track[1, TRACK_AIR_TIME] == pytest.approx(10 * DT)
    c.foot_slip[0] *= -1.0, -1.0, 1.0
    for _ in range(5):
        plain(k.track_feet)(c, DT)
    assert np.hypot(track[TRACK_SLIDE_X], track[TRACK_SLIDE_Y]) == pytest.approx(0.005)
    assert track[TRACK_SLIDE_MAX] == pytest.approx(0.01)


def test_a_bounce_does_not_end_a_stance(plain: Plain) -> None:
    c = touching()
    c.foot_slip[:] = [[30.0, 0.0, 30.0], [0.0, 0.0, 0.0]]
    c.foot_track[0, TRACK_AIR_TIME], c.foot_track[0, TRACK_SLIDE_X] = 0.5 * BOUNCE, 0.02
    plain(k.track_feet)(c, DT)
    assert (c.foot_track[0, TRACK_STRIKES], c.foot_track[0, TRACK_AIR_TIME]) == (0.0, 0.0)
    assert c.foot_track[0, TRACK_SLIDE_X] == pytest.approx(0.021)
