from __future__ import annotations

import math
from pathlib import Path

import pytest

from footfall.engine.cast import read_cast
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.errors import FootfallError

SKILL = "SKILL two()\nBODY biped5\nPHASE go\n  DO pivot/stand();\n"
CAST = """
[[actor]]
skill = "pivot/stand"
body = "biped5"
at = [1.0, 2.0]
facing = 90
set = { ahead = 0.01 }
"""


def beside(folder: Path, cast: str) -> str:
    (folder / "two.skill").write_text(SKILL)
    (folder / "two.cast").write_text(cast)
    return str(folder / "two.skill")


def test_a_skill_brings_its_cast_along(tmp_path: Path) -> None:
    sim = Sim(beside(tmp_path, CAST))
    assert len(sim.actors) == 2
    root = int(sim.actors[1].arrays["root_body"][0])
    assert sim.data.xpos[root, :2] == pytest.approx([1.0, 2.0], abs=0.05)
    mat = sim.data.xmat[root]
    assert math.degrees(math.atan2(mat[3], mat[0])) == pytest.approx(90.0)
    assert float(sim.actors[1].inputs[1]) == 0.01


def test_it_stays_away_where_it_is_not_wanted(tmp_path: Path) -> None:
    spec = RunSpec((ActorSpec(beside(tmp_path, CAST)),), cast=False)
    assert len(Sim.of(spec).actors) == 1


def test_a_scene_with_a_cast_replays_to_the_same_bits(tmp_path: Path) -> None:
    rec = Sim(beside(tmp_path, CAST)).run(0.1)
    assert rec.replay().arrays["qpos"].tobytes() == rec.arrays["qpos"].tobytes()


@pytest.mark.parametrize(
    ("cast", "says"),
    [
        ("[[actor]]\nbody = 'robot'\n", "'skill' is missing"),
        ("[[actor]]\nskill = 'pivot/stand'\nfacig = 3\n", "unknown key 'facig'"),
        ("[[actor]]\nskill = 'pivot/stand'\nbody = 'robot'\ndrawn = 3\n", "both body and drawn"),
    ],
)
def test_what_is_wrong_in_it_is_named(tmp_path: Path, cast: str, says: str) -> None:
    (tmp_path / "x.cast").write_text(cast)
    with pytest.raises(FootfallError, match=says):
        read_cast(tmp_path / "x.cast")
