"""LEARN by hand: what is heard, what is taken in, what is given back, about each axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import ACT_ROW, CLOSING_ASKED, CLOSING_TORQUE
from footfall.control.learn import (
    AT,
    BINS,
    ENTERED,
    RATE,
    VISITS,
    between,
    bound,
    learn,
    learned_torques,
    take_in,
)
from footfall.control.opcodes import LEARN_EVERY_SECONDS, LEARN_RATE, LEARN_SERVO
from footfall.control.place import JOINT_PLACES

Plain = Callable[..., Any]


def learner(scene: Plain, servo: str, **columns: float) -> Any:
    """A statement LEARN of a joint, or of the pelvis, with tables of its own."""
    s = scene()
    place = s.part(servo) if servo == "pelvis" else JOINT_PLACES + s.joint(servo)
    s.say({LEARN_RATE: 0.25, LEARN_SERVO: place, ACT_ROW: 0, **columns}, "LEARN")
    s.c.learned, s.c.feedback = np.zeros((2, 4, BINS)), np.zeros((2, 4, BINS))
    s.c.learning = np.zeros(4, np.int64)
    s.c.limit[:] = 50.0
    return s


def test_a_visit_notes_its_moment_and_what_it_learns(plain: Plain, scene: Plain) -> None:
    s = learner(scene, "lHip")
    s.c.clock[0] = 0.123
    plain(learn)(s.c, 1, 0)
    row = s.c.scratch[0]
    assert (row[AT], row[RATE]) == (pytest.approx(0.123 / 0.01), 0.25)
    assert row[ENTERED] != 0.0
    assert s.c.learning.tolist() == [1, 2 * 0 + 1, 0, 0]
    s = learner(scene, "lHip", **{})
    s.say({LEARN_RATE: 0.25, LEARN_SERVO: JOINT_PLACES, ACT_ROW: 0, LEARN_EVERY_SECONDS: 0.05}, "LEARN")
    s.c.clock[0] = 0.123
    s.c.learning[:] = 3, 9, 9, 9  # full: nothing is written beyond
    plain(learn)(s.c, 0, 0)
    assert s.c.scratch[0, AT] == pytest.approx(0.123 / 0.05)
    assert s.c.learning.tolist() == [3, 9, 9, 9]


def test_what_was_heard_is_taken_in_when_the_phase_begins_anew(plain: Plain, scene: Plain) -> None:
    s = learner(scene, "lHip")
    s.c.feedback[1, 2, 5], s.c.feedback[1, VISITS, 5] = 12.0, 3.0
    plain(learn)(s.c, 1, 0)
    assert s.c.learned[1, 2, 5] == pytest.approx(0.25 * 12.0 / 3.0)
    s.c.feedback[1, 2, 5], s.c.feedback[1, VISITS, 5] = 12.0, 3.0
    plain(learn)(s.c, 1, 0)  # the same visit goes on
    assert s.c.learned[1, 2, 5] == pytest.approx(1.0)


@pytest.mark.parametrize("torque", [6.0, -6.0])
def test_taking_in_adds_the_mean_and_holds_it_beyond(plain: Plain, scene: Plain, torque: float) -> None:
    s = learner(scene, "lHip")
    s.c.feedback[0, :3, 4], s.c.feedback[0, VISITS, 4] = (torque, 2 * torque, 3 * torque), 3.0
    s.c.learned[0, :, 4] = 0.5, 0.5, 0.5, 1.0
    plain(take_in)(s.c, s.c.acts[0, 0], 0, 0.1)
    expected = [0.5 + 0.1 * k * torque / 3.0 for k in (1, 2, 3)]
    np.testing.assert_allclose(s.c.learned[0, :3, 4], expected)
    assert s.c.learned[0, VISITS, 4] == 2.0
    np.testing.assert_allclose(s.c.learned[0, :3, 5:], np.transpose([expected] * (BINS - 5)))
    assert not s.c.learned[0, :, :4].any()
    assert not s.c.feedback.any()  # it listens anew


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_is_learned_is_bounded_by_the_joint_or_a_hip(plain: Plain, scene: Plain, sign: float) -> None:
    s = learner(scene, "lKnee")
    s.c.limit[s.dof("lKnee.pitch")], s.c.limit[s.dof("lHip.pitch")] = 7.0, 11.0
    assert plain(bound)(s.c, JOINT_PLACES + s.joint("lKnee")) == 7.0
    assert plain(bound)(s.c, s.part("pelvis")) == 11.0
    s.c.feedback[0, :3, 0], s.c.feedback[0, VISITS, 0] = sign * 1e4, 1.0
    plain(take_in)(s.c, s.c.acts[0, 0], 0, 0.5)
    assert s.c.learned[0, :3, 0].tolist() == [sign * 7.0] * 3


def test_between_bins_it_goes_straight(plain: Plain) -> None:
    table = np.zeros((4, BINS))
    table[1] = 2.0 * np.arange(BINS) - 3.0
    got = [plain(between)(table, 1, at) for at in (0.0, 0.5, 1.0, 7.25, BINS - 0.5, BINS + 3.0)]
    assert got == pytest.approx([-3.0, -3.0, -2.0, 2.0 * 6.75 - 3.0, 2.0 * BINS - 5.0, 2.0 * BINS - 5.0])


def test_a_joint_hears_its_torque_and_gives_what_it_learned(plain: Plain, scene: Plain) -> None:
    s = learner(scene, "lHip")
    dofs = s.c.joint_dof[s.joint("lHip")]
    s.c.scratch[0, AT], s.c.learning[:2] = 10.5, (1, 2 * 0 + 1)
    s.c.tau[dofs] = 3.0, -4.0, 5.0
    s.c.learned[1, :3, 10] = 0.3, 0.2, -0.1
    plain(learned_torques)(s.c)
    np.testing.assert_allclose(s.c.feedback[1, :, 10], [3.0, -4.0, 5.0, 1.0])
    np.testing.assert_allclose(s.c.tau[dofs], [3.3, -3.8, 4.9])
    assert s.c.learning[0] == 0 and not s.c.feedback[0].any()
    s.c.scratch[0, AT], s.c.learning[0] = BINS, 1
    plain(learned_torques)(s.c)  # later than the table: nothing is learned
    np.testing.assert_allclose(s.c.tau[dofs], [3.3, -3.8, 4.9])


def test_the_root_learns_in_the_heading_frame(plain: Plain, scene: Plain) -> None:
    s = learner(scene, "pelvis")
    s.c.scratch[0, AT], s.c.learning[:2] = 10.5, (1, 2 * 0 + 0)
    s.c.closing[CLOSING_ASKED] = 1.0
    s.c.closing[CLOSING_TORQUE : CLOSING_TORQUE + 3] = s.world(
        20.0, -30.0, 7.0
    )  # about forward (roll), left (pitch), up (yaw)
    s.c.learned[0, :3, 10] = 1.0, 2.0, -3.0  # yaw, roll, pitch
    plain(learned_torques)(s.c)
    np.testing.assert_allclose(s.c.feedback[0, :, 10], [7.0, 20.0, -30.0, 1.0])
    np.testing.assert_allclose(s.c.closing[CLOSING_TORQUE : CLOSING_TORQUE + 3], s.world(22.0, -33.0, 8.0))
    s.c.closing[CLOSING_ASKED], s.c.learning[0] = 0.0, 1
    plain(learned_torques)(s.c)
    assert s.c.feedback[0, VISITS, 10] == 1.0
