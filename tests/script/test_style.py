"""Styles as text: what is read is what was written, and what lies between two is between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.script import compile_text, skill_names
from footfall.script.style import Style, at, blend, read_style, style_text

BOLD = Style(
    "bold", "Bold.", {"speed": 0.8}, {"bend": ((0.0, 0.1), (0.5, 0.3), (1.0, 0.1)), "knee": ((0.0, 0.4),)}
)
MEEK = Style(
    "meek", "Meek.", {"speed": 0.4}, {"bend": ((0.0, -0.1), (1.0, -0.1)), "arm_swing": ((0.0, 0.1),)}
)
PLACES = (0, 0.3, 1)


def write(style: Style, folder: Path) -> str:
    path = folder / f"{style.name}.skill"
    path.write_text(style_text(style))
    return str(path)


def test_a_curve_is_straight_between_knots_and_level_beyond() -> None:
    knots = ((0.25, 1.0), (0.75, 3.0))
    assert [at(knots, x) for x in (0.0, 0.25, 0.5, 0.75, 1.0)] == [1.0, 1.0, 2.0, 3.0, 3.0]
    assert at(((0.0, 7.0),), 0.6) == 7.0


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    read = read_style(write(BOLD, tmp_path))
    assert read.curves == BOLD.curves
    assert read.live["speed"] == 0.8
    assert read.doc == "Bold."


def test_a_blend_lies_between_and_ends_at_both() -> None:
    half = blend(BOLD, MEEK, 0.5, "half")
    assert half.live["speed"] == pytest.approx(0.6)
    assert at(half.curves["bend"], 0.5) == pytest.approx(0.1)
    assert half.curves["knee"] == ((0.0, 0.2),)
    assert half.curves["arm_swing"] == ((0.0, 0.3),)  # the walk's own is 0.5
    for share, style in ((0.0, BOLD), (1.0, MEEK)):
        end = blend(BOLD, MEEK, share, "end")
        for key, knots in style.curves.items():
            wanted = [at(knots, x) for x in PLACES]
            assert [at(end.curves[key], x) for x in PLACES] == pytest.approx(wanted)


def test_a_blend_compiles() -> None:
    compile_text(style_text(blend(BOLD, MEEK, 0.3, "some")), name="some")


def test_what_is_no_style_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="not a style"):
        read_style("simbicon/walk")
    path = tmp_path / "odd.skill"
    path.write_text(style_text(BOLD).replace("knee = .4", "knee = .4 * speed"))
    with pytest.raises(FootfallError, match="knee"):
        read_style(str(path))


STYLES = [name for name in skill_names() if name.startswith("genbicon/styles/")]


def test_there_are_sixteen_and_the_zero_gait() -> None:
    assert len(STYLES) >= 17
    assert "genbicon/styles/zero" in STYLES


@pytest.mark.parametrize("name", STYLES)
def test_both_sides_of_a_style_are_alike(name: str) -> None:
    curves = read_style(name).curves
    for key, knots in curves.items():
        if key.startswith("sw_") and key != "sw_foot":
            other = curves["st_" + key.removeprefix("sw_")]
            assert (at(knots, 0), at(knots, 1)) == (at(other, 1), at(other, 0))
        elif key.endswith("sway") or key in ("tilt", "twist", "look"):
            assert at(knots, 0) == -at(knots, 1)
        elif not key.startswith(("sw_", "st_")):
            assert at(knots, 0) == at(knots, 1)
