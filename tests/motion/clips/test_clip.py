from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips import edit
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, Skeleton, at, from_world, resampled, rested
from footfall.motion.clips.units import CMU, UNITS, guess_unit

X, Y, Z = np.eye(3)
BONES = Skeleton(
    ("Hips", "LeftLeg", "LeftLeg.end", "RightLeg", "RightLeg.end"),
    (-1, 0, 1, 0, 3),
    np.array([[0, 0, 0], [0, 0.1, 0], [0, 0, -0.5], [0, -0.1, 0], [0, 0, -0.5]]),
)


def swinging(frames: int = 31, rate: float = 30.0) -> Clip:
    """The left leg swings forward and up, the hips go ahead and turn."""
    turns = np.tile(rot.IDENTITY, (frames, 5, 1))
    share = np.linspace(0, 1, frames)
    turns[:, 0] = rot.about(Z, 0.5 * share)
    turns[:, 1] = rot.about(Y, -1.0 * share)
    root = np.outer(share, [1.0, 0.2, 0.0]) + [0, 0, 0.6]
    return Clip("swing", BONES, rate, root, turns)


def test_forward_kinematics() -> None:
    clip = swinging()
    places = clip.world[1]
    assert np.allclose(places[0, 2], [0, 0.1, 0.1])
    bone = places[-1, 2] - places[-1, 1]
    assert np.allclose(bone, rot.rotate(rot.about(Z, np.array(0.5)), [0.5 * np.sin(1), 0, -0.5 * np.cos(1)]))
    assert np.allclose(from_world("x", BONES, 30.0, clip.root, clip.world[0]).world[1], places)


def test_resampling_keeps_the_motion() -> None:
    clip = swinging()
    fine = resampled(clip, 120.0)
    assert (fine.frames, fine.rate) == (121, 120.0)
    assert np.allclose(fine.world[1][::4], clip.world[1])
    assert np.allclose(at(clip, np.array([-1.0, 9.0])).root, clip.root[[0, -1]])


def test_another_rest_pose_is_the_same_motion() -> None:
    clip = swinging()
    again = rested(clip, clip.rotations[20])
    assert np.allclose(again.world[1], clip.world[1])
    assert np.allclose(rot.to_vector(again.rotations[20][1:]), 0.0, atol=1e-7)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rate": 0.0}, "a rate of 0"),
        ({"rate": float("nan")}, "a rate of nan"),
        ({"root": np.zeros((0, 3)), "rotations": np.zeros((0, 5, 4))}, "no frames"),
        ({"root": np.full((31, 3), np.nan)}, "frame 0 has a number that is not finite"),
        ({"root": np.zeros((3, 3))}, "differ in length"),
    ],
)
def test_what_is_no_motion(change: dict[str, object], says: str) -> None:
    with pytest.raises(FootfallError, match=says):
        replace(swinging(), **change)  # type: ignore[arg-type]


def test_cutting() -> None:
    part = edit.cut(swinging(), 0.2, 0.5)
    assert part.frames == 10
    assert np.allclose(part.root[0], swinging().root[6])
    for start, end in ((0.5, 0.2), (-1.0, 1.0), (2.0, 3.0), (0.0, 5.0)):
        with pytest.raises(FootfallError, match="cannot cut"):
            edit.cut(swinging(), start, end)


def test_mirrored_places_are_reflections() -> None:
    clip = swinging()
    other = edit.mirrored(clip)
    swapped = clip.world[1][:, [0, 3, 4, 1, 2]] * [1, -1, 1]
    assert np.allclose(other.world[1], swapped)
    assert np.allclose(edit.mirrored(other).world[1], clip.world[1])


def test_sides_that_differ_cannot_be_mirrored() -> None:
    bones = replace(BONES, parents=(-1, 0, 1, 1, 3))
    with pytest.raises(FootfallError, match="hang on different joints"):
        edit.mirrored(replace(swinging(), skeleton=bones))


def test_there_and_back() -> None:
    loop = edit.looped(swinging())
    assert loop.loop
    assert loop.frames == 60
    assert np.allclose(loop.root[31], swinging().root[29])


def test_a_faded_loop_has_no_jump_but_its_way() -> None:
    clip = swinging(61)
    loop = edit.looped(clip, fade=0.3)
    way = (clip.root[52] - clip.root[0]) * [1, 1, 0]
    step = np.linalg.norm(loop.root[-1] - way - loop.root[0])
    assert step < 1.6 * np.linalg.norm(clip.root[1] - clip.root[0])
    assert (
        np.linalg.norm(rot.to_vector(rot.multiply(rot.inverse(loop.rotations[-1]), loop.rotations[0]))) < 0.2
    )
    with pytest.raises(FootfallError, match="a fade of 1.5 s"):
        edit.looped(clip, fade=1.5)


def test_a_loop_goes_on_before_and_after() -> None:
    clip = swinging()
    wide = edit.extended(clip, 5)
    assert wide.frames == 41 and not wide.loop
    assert np.allclose(np.diff(wide.root, axis=0), np.diff(clip.root, axis=0)[0])  # it travels on
    still = replace(clip, root=np.zeros((31, 3)))
    assert np.allclose(edit.extended(still, 5).rotations[36:], clip.rotations[:5])


def test_one_after_the_other_goes_on_from_where_the_first_ends() -> None:
    clip = swinging()
    both = edit.joined(clip, clip, fade=0.1)
    assert both.frames == 2 * 31 - 3
    assert np.linalg.norm(np.diff(both.root, axis=0), axis=1).max() < 0.08
    assert rot.heading(both.rotations[-1, 0]) == pytest.approx(0.95, abs=0.03)


def test_half_of_two_clips() -> None:
    still = replace(swinging(), rotations=np.tile(rot.IDENTITY, (31, 5, 1)), root=np.zeros((31, 3)))
    half = edit.mixed(still, swinging(), 0.5)
    assert np.allclose(half.rotations[-1, 1], rot.about(Y, np.array(-0.5)))


def test_clips_of_other_skeletons_do_not_blend() -> None:
    other = replace(BONES, names=("Hips", "L", "L.end", "R", "R.end"))
    with pytest.raises(FootfallError, match="different skeletons"):
        edit.joined(swinging(), replace(swinging(), skeleton=other))


@pytest.mark.parametrize("unit", UNITS.values())
def test_the_unit_is_guessed_from_the_height(unit: float) -> None:
    tall = replace(
        BONES, offsets=np.array([[0, 0, 0], [0, 0, 0.8], [0, 0, -1.6], [0, 0, 0], [0, 0, 0]]) / unit
    )
    assert guess_unit(tall) == unit
    assert pytest.approx(0.0564444, abs=1e-7) == CMU
