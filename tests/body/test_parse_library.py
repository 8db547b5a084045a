from __future__ import annotations

import subprocess
import sys

import pytest

from footfall.body import body_names, load_body
from footfall.errors import FootfallError


def test_names():
    assert {"human", "planar7"} <= set(body_names())


def test_every_body_has_its_words(any_body):
    assert any_body.title
    assert {"rest", "walking"} <= set(any_body.starts)
    assert len(any_body.feet) == 2
    assert [foot.side for foot in any_body.feet] == ["left", "right"]
    assert any_body.part("trunk") is not None
    assert any_body.part("pelvis") is any_body.root


@pytest.mark.parametrize("name", ["humen", "HUMAN", "planar"])
def test_unknown_body_offers_the_nearest(name):
    with pytest.raises(FootfallError, match="did you mean"):
        load_body(name)


def test_reading_bodies_does_not_wait_for_mujoco():
    code = "import sys, footfall.body as b; b.load_body('human'); sys.exit('mujoco' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_body_like_another_says_only_what_differs(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('like = "planar17"\ntitle = "mine"\n[physics]\nfriction = 0.5\n')
    mine, model = load_body(path), load_body("planar17")
    assert mine.name == "mine" and mine.links == model.links and mine.starts == model.starts
    assert mine.physics.friction == 0.5 and mine.physics.solref == model.physics.solref


@pytest.mark.parametrize("like", ["planer17", "planar17-classic"])
def test_a_body_can_only_be_like_one_that_stands_by_itself(tmp_path, like):
    path = tmp_path / "mine.toml"
    path.write_text(f'like = "{like}"\n')
    with pytest.raises(FootfallError, match="like"):
        load_body(path)
