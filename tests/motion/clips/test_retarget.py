from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.errors import FootfallError
from footfall.motion.clips import edit
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.check import check_reference
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.retarget import retarget
from footfall.motion.clips.settings import Settings

HUMAN = load_body("human")
QUICK = Settings(rate=30.0)


@pytest.fixture(scope="module")
def figure() -> Figure:
    return Figure(HUMAN)


@pytest.fixture(scope="module")
def single() -> Reference:
    return retarget(read_clip("single"), HUMAN, QUICK)


@pytest.mark.parametrize("name", ["bow", "kick"])
def test_a_clip_made_on_the_body_keeps_its_angles(name: str, figure: Figure) -> None:
    ref = retarget(read_clip(name), HUMAN, QUICK)
    report = check_reference(ref, figure)
    assert report.ok, [finding.text for finding in report.findings if not finding.ok]
    for joint in ("lElbow.pitch", "rShoulder.pitch", "waist.pitch"):
        column = ref.column(joint)
        assert np.abs(ref.angles[:, column] - ref.plain[:, column]).max() < 0.05


def test_one_leg_stands_and_the_other_does_not(single: Reference) -> None:
    assert single.stance[:, 0].all()
    assert not single.stance[75:100, 1].any()
    assert single.stance[0].all() and single.stance[-1].all()


def test_standing_feet_stay_and_the_weight_is_over_them(single: Reference) -> None:
    assert np.ptp(single.ankles[:, 0], axis=0).max() < 2e-3
    held = slice(70, 105)
    assert np.abs(single.com[held, 1] - single.ankles[held, 0, 1]).max() < 0.04
    assert np.abs(single.soles[:, 0]).max() < 2e-3


def test_what_is_computed_is_of_the_simulated_body(single: Reference, figure: Figure) -> None:
    row = 50
    figure.data.qpos[:], figure.data.qvel[:] = single.qpos[row], single.qvel[row]
    mujoco.mj_forward(figure.model, figure.data)
    mujoco.mj_subtreeVel(figure.model, figure.data)
    root = figure.body_id(HUMAN.root)
    assert np.allclose(single.com[row], figure.data.subtree_com[root])
    assert np.allclose(single.momentum[row], figure.data.subtree_angmom[root])
    # Velocities are those of the positions.
    slope = (single.com[row + 1] - single.com[row - 1]) * single.rate / 2
    assert np.allclose(single.com_velocity[row], slope, atol=0.02)
    moved = (single.angles[row + 1] - single.angles[row - 1]) * single.rate / 2
    assert np.allclose(single.rates[row], moved)


def test_a_loop_closes(single: Reference) -> None:
    loop = retarget(edit.looped(edit.cut(read_clip("arm"), 0.2, 1.0)), HUMAN, QUICK)
    assert loop.loop and single.loop
    jump, step = np.abs(loop.angles[0] - loop.angles[-1]), np.abs(np.diff(loop.angles, axis=0)).max(axis=0)
    assert (jump <= 1.1 * step + 1e-6).all()
    turned = np.abs(loop.rates[0] - loop.rates[-1])
    assert (turned <= 1.5 * np.abs(np.diff(loop.rates, axis=0)).max(axis=0) + 1e-6).all()


def test_limits_are_respected(single: Reference) -> None:
    for i, axis in enumerate(HUMAN.axes):
        assert axis.low is not None and axis.high is not None
        assert (single.angles[:, i] >= axis.low).all() and (single.angles[:, i] <= axis.high).all()


def test_a_mirrored_clip_gives_a_mirrored_reference(single: Reference) -> None:
    other = retarget(edit.mirrored(read_clip("single")), HUMAN, QUICK)
    for left, right in (
        ("lKnee.pitch", "rKnee.pitch"),
        ("lHip.roll", "rHip.roll"),
        ("rShoulder.yaw", "lShoulder.yaw"),
    ):
        assert np.allclose(
            other.angles[:, other.column(left)], single.angles[:, single.column(right)], atol=2e-3
        )


def test_a_clip_may_face_anywhere_and_be_anywhere(single: Reference) -> None:
    clip = read_clip("single")
    turn = rot.about(np.array([0, 0, 1.0]), np.array(2.0))
    turns = np.array(clip.rotations)
    turns[:, 0] = rot.multiply(turn, turns[:, 0])
    moved = replace(clip, root=rot.rotate(turn, clip.root) + [5.0, -3.0, 0.4], rotations=turns)
    again = retarget(moved, HUMAN, QUICK)
    assert np.allclose(again.angles, single.angles, atol=1e-3)
    assert np.allclose(again.com, single.com, atol=1e-3)


def test_larger_and_smaller_figures_do_the_same(single: Reference) -> None:
    clip = read_clip("single")
    large = replace(
        clip, root=clip.root * 1.3, skeleton=replace(clip.skeleton, offsets=clip.skeleton.offsets * 1.3)
    )
    again = retarget(large, HUMAN, QUICK)
    assert np.abs(again.angles - single.angles).max() < 0.02


@pytest.mark.parametrize("name", ["human-spine", "robot", "bird", "beast-tall"])
def test_other_bodies(name: str) -> None:
    body = load_body(name)
    ref = retarget(edit.cut(read_clip("squat"), 0.0, 1.6), body, Settings(rate=30.0))
    assert np.isfinite(ref.qpos).all()
    assert ref.com[:, 2].min() < 0.95 * ref.com[0, 2]
    for foot in range(2):
        assert np.ptp(ref.ankles[:, foot, :2], axis=0).max() < 0.02


def test_a_weight_ahead_of_the_toes_is_brought_back() -> None:
    """The same angles on a body whose trunk is heavy at its front."""
    links = tuple(
        replace(link, com=(0.3, 0.0, 0.25)) if link.name == "torso" else link for link in HUMAN.links
    )
    heavy, clip = replace(HUMAN, links=links), read_clip("wave")
    plain = retarget(clip, heavy, replace(QUICK, balance=False))
    shifted = retarget(clip, heavy, QUICK)
    ahead = [float(np.max(r.com[:, 0] - r.ankles[:, :, 0].mean(axis=1))) for r in (plain, shifted)]
    assert ahead[0] > 0.095 > 0.075 > ahead[1]


def test_a_clip_that_no_leg_can_reach() -> None:
    clip = read_clip("bow")
    offsets = np.array(clip.skeleton.offsets)
    offsets[clip.joint("lThigh"), 1], offsets[clip.joint("rThigh"), 1] = 1.5, -1.5
    apart = replace(clip, root=clip.root + [0, 0, 3.0], skeleton=replace(clip.skeleton, offsets=offsets))
    turns = np.array(apart.rotations)
    for side, sign in (("lThigh", 1.0), ("rThigh", -1.0)):
        turns[:, clip.joint(side)] = rot.about(np.array([1.0, 0, 0]), np.full(clip.frames, sign * 1.4))
    with pytest.raises(FootfallError, match="cannot"):
        retarget(replace(apart, rotations=turns), HUMAN, QUICK)


def test_captures(mocap: Path, figure: Figure) -> None:
    clip = replace(read_clip(mocap / "cmu_bvh" / "143_25.bvh"), kind="wave")
    report = check_reference(retarget(clip, HUMAN, QUICK), figure)
    found = {finding.name: finding for finding in report.findings}
    for name in ("COM margin", "reach", "stance slip", "joint speeds", "sole depth", "start"):
        assert found[name].ok, found[name].text
    arms = [kept for kept in report.kept if kept.axis in ("rElbow.pitch", "lElbow.pitch", "lShoulder.pitch")]
    assert all(kept.ok for kept in arms)


def test_a_foot_that_hops_stays_and_the_clip_goes_about_it() -> None:
    clip = read_clip("kick")
    plain = retarget(clip, HUMAN, QUICK)
    high = plain.times[int(np.argmax(plain.ankles[:, 1, 2]))]
    way = np.zeros_like(clip.root)
    way[:, 1] = 0.2 * np.exp(-(((clip.times - high) / 0.2) ** 2))  # to the side and back, the other foot up
    ref = retarget(replace(clip, root=clip.root + way), HUMAN, QUICK)
    assert np.ptp(ref.ankles[:, 0], axis=0).max() < 2e-3
    assert np.abs((ref.com - ref.ankles[:, 0]) - (plain.com - plain.ankles[:, 0])).max() < 0.05


def test_a_kicking_leg_keeps_its_angles() -> None:
    ref = retarget(read_clip("kick"), HUMAN, QUICK)
    for axis in ("rHip.pitch", "rKnee.pitch"):
        real, plain = ref.angles[:, ref.column(axis)], ref.plain[:, ref.column(axis)]
        assert np.corrcoef(real, plain)[0, 1] > 0.97
        assert np.ptp(real) > 0.9 * np.ptp(plain)


def test_the_pelvis_answers_quick_arms() -> None:
    clip = read_clip("arm")
    settings = Settings(rate=60.0)
    rough, calm = (retarget(clip, HUMAN, replace(settings, calm=hz)) for hz in (0.0, 3.0))
    up = [np.abs(np.gradient(ref.com_velocity[:, 2], 1.0 / 60.0)).max() for ref in (rough, calm)]
    assert up[1] < 0.6 * up[0]
    assert np.ptp(calm.ankles, axis=0).max() < 2e-3
