"""``footfall robust``: its table, its files, its exit codes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.script import find_skill

QUICK = ("--quick", "--threads", "1", "--only")


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    """A copy of the planar walk that nobody else has a baseline of."""
    path = tmp_path / "mine.skill"
    shutil.copy(find_skill("simbicon/walk").path, path)
    return path


@pytest.mark.sim
def test_a_table_is_printed_written_stored_and_compared(
    footfall: Callable, walk: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    first = footfall("robust", str(walk), *QUICK, "friction,solver", "-o", str(out), "--save-baseline")
    assert first.code == 0
    assert "least friction" in first.out
    written = json.loads((out / "robust.json").read_text(encoding="utf-8"))
    assert [row["group"] for row in written["rows"]] == ["friction", "solver"]
    baseline = walk.with_suffix(".robust.json")
    assert json.loads(baseline.read_text(encoding="utf-8")) == written

    again = footfall("robust", str(walk), *QUICK, "friction", "--json")
    answer = json.loads(again.out)
    assert again.code == 0
    assert answer["compared"] == {"baseline": str(baseline), "compared": 1, "worse": []}

    written["rows"][0]["reach"] *= 2
    baseline.write_text(json.dumps(written), encoding="utf-8")
    worse = footfall("robust", str(walk), *QUICK, "friction")
    assert worse.code == 1
    assert "1 of 1 rows are worse" in worse.out


@pytest.mark.sim
def test_a_baseline_of_other_settings_is_not_compared(footfall: Callable, walk: Path) -> None:
    baseline = walk.with_suffix(".robust.json")
    table = {"schema": 1, "skill": "x", "body": "planar7", "settings": {}, "rows": []}
    baseline.write_text(json.dumps(table), encoding="utf-8")
    beside = footfall("robust", str(walk), *QUICK, "friction", "--json")
    assert beside.code == 0
    assert "not compared" in beside.err


def test_nothing_is_measured_that_is_refused_in_the_end(
    footfall: Callable, walk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("it was measured first")

    monkeypatch.setattr("footfall.robust.measure.robust", work)
    monkeypatch.setattr("footfall.cli.show.warm_up", lambda: None)
    other = tmp_path / "other.json"
    table = {"schema": 1, "skill": "x", "body": "planar7", "settings": {}, "rows": []}
    other.write_text(json.dumps(table), encoding="utf-8")
    blocked = tmp_path / "out"
    (blocked / "robust.json").mkdir(parents=True)
    for options, word in (
        (("--baseline", str(other)), "the baseline was made with skill x"),
        (("--part", "head", "--only", "pushes"), "no part 'head'"),
        (("-o", str(blocked)), "cannot write"),
        (("--save-baseline", "--baseline", str(blocked)), ".json"),
    ):
        answer = footfall("robust", str(walk), *options)
        assert answer.code == 2 and word in answer.err, answer.err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("nothing",), "nothing"),
        (("simbicon/walk", "--only", "slope"), "slopes"),
        (("simbicon/walk", "--phase", "1.5"), "--phase"),
        (("simbicon/walk", "--phase", "0.1", "--phases", "4"), "exclude"),
        (("simbicon/walk", "--stance", "midle"), "--stance"),
        (("simbicon/walk", "--part", "tail"), "--part"),
        (("simbicon/walk", "--duration", "0"), "--duration"),
        (("simbicon/walk", "--duration", "nan"), "--duration"),
        (("simbicon/walk", "--directions", "0"), "--directions"),
        (("simbicon/walk", "--threads", "0"), "--threads"),
        (("simbicon/walk", "--tolerance", "-1"), "--tolerance"),
        (("simbicon/walk", "--baseline", "missing.json"), "--baseline"),
        (("genbicon/walk", "--bodies", "0"), "--bodies"),
        (("genbicon/walk", "--styles", "0"), "--styles"),
        (("genbicon/walk", "--styles", "2", "--range", "1"), "--range"),
        (("genbicon/walk", "--styles", "2", "--bodies", "2"), "exclude"),
        (("genbicon/walk", "--body", "human", "--bodies", "2"), "exclude"),
        (("genbicon/walk", "--bodies", "2", "--range", "2"), "--range"),
        (("genbicon/walk", "--bodies", "2", "--seed", "-1"), "--seed"),
        (("genbicon/walk", "--preset", "balance"), "balanced"),
        (("genbicon/walk", "--bodies", "2", "--preset", "balance"), "balanced"),
        (("genbicon/walk", "--seed", "3"), "give --bodies N or --styles N too"),
    ],
)
def test_bad_input_is_refused_before_any_work(
    footfall: Callable, arguments: tuple[str, ...], word: str
) -> None:
    answer = footfall("robust", *arguments)
    assert answer.code == 2
    assert word in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.sim
def test_what_falls_by_itself_is_refused(footfall: Callable, tmp_path: Path) -> None:
    skill = tmp_path / "limp.skill"
    skill.write_text(
        "## Falls.\nSKILL limp()\nBODY planar7\nSTART walking\nPHASE p\n  TO end WHEN time > 60;\n"
    )
    answer = footfall("robust", str(skill), "--only", "slopes")
    assert answer.code == 2
    assert "nothing disturbs it" in answer.err


@pytest.mark.sim
def test_robust_says_how_many_walked(footfall: Callable) -> None:
    answer = footfall("robust", "genbicon/walk", "--bodies", "1", "--range", "0", "--seconds", "1", "--json")
    table = json.loads(answer.out)
    assert answer.code == 0
    assert (table["of"], table["range"], len(table["draws"])) == (1, 0.0, 1)
    assert table["walked"] == sum(one["walked"] for one in table["walkers"])


PRESETS = """## Steps in place, and ends soon when it is hasty.
SKILL mine(speed = 0, natural = 0)
PRESET hasty(natural = 1)
BODY human
PHASE go
  DO genbicon/walk(speed = 0, natural = natural);
  TO end WHEN natural > .5 and time > .5;
"""


@pytest.mark.sim
def test_a_preset_is_tried_on_bodies(footfall: Callable, tmp_path: Path) -> None:
    skill = tmp_path / "mine.skill"
    skill.write_text(PRESETS, encoding="utf-8")
    found = {}
    for preset in ((), ("--preset", "hasty")):
        answer = footfall("robust", str(skill), "--bodies", "1", "--seconds", "1", *preset, "--json")
        assert answer.code == 0, answer.err
        found[preset[1:]] = json.loads(answer.out)
    assert [table["preset"] for table in found.values()] == [None, "hasty"]
    own, hasty = (table["walkers"][0]["seconds"] for table in found.values())
    assert own == pytest.approx(1.0) and hasty < 0.6


@pytest.mark.sim
def test_the_baseline_of_a_preset_is_its_own(footfall: Callable, tmp_path: Path) -> None:
    skill = tmp_path / "mine.skill"
    text = Path(find_skill("simbicon/walk").path).read_text(encoding="utf-8")
    assert "\nBODY" in text
    skill.write_text(text.replace("\nBODY", "\nPRESET own()\nBODY", 1), encoding="utf-8")
    answer = footfall("robust", str(skill), *QUICK, "solver", "--preset", "own", "--save-baseline")
    assert answer.code == 0, answer.err
    stored = json.loads((tmp_path / "mine.own.robust.json").read_text(encoding="utf-8"))
    assert stored["settings"]["preset"] == "own"
    assert not skill.with_suffix(".robust.json").exists()
