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
