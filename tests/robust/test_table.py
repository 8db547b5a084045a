"""Rows against a stored baseline."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.robust.groups import GROUP_NAMES
from footfall.robust.table import Row, Table, compare, direction_name, read
from footfall.robust.trials import GROUPS

ROWS = (
    Row("pushes", "push forwards at 0.1", 300.0, "N", 300.0, 10.0),
    Row("friction", "least friction", 0.3, "", 0.7, 0.02),
    Row("steps", "step", None, "", None, note="does not move"),
)
TABLE = Table("simbicon/walk", "planar7", {"effort": {"seconds": 20.0}, "phases": (0.1,)}, ROWS)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "walk.robust.json"
    path.write_text(json.dumps(TABLE.plain()), encoding="utf-8")
    return path


def _with(index: int, **changes: float) -> Table:
    rows = list(ROWS)
    rows[index] = replace(rows[index], **changes)
    return replace(TABLE, rows=tuple(rows))


def test_an_equal_table_is_not_worse(stored: Path) -> None:
    found = compare(TABLE, stored)
    assert (found.compared, found.worse) == (3, ())


def test_a_weaker_push_is_worse(stored: Path) -> None:
    (loss,) = compare(_with(0, value=240.0, reach=240.0), stored).worse
    assert (loss.name, loss.before, loss.now, loss.percent) == ("push forwards at 0.1", 300.0, 240.0, 20.0)


def test_a_loss_within_the_tolerance_or_the_precision_is_none(stored: Path) -> None:
    assert not compare(_with(0, value=280.0, reach=280.0), stored).worse
    assert compare(_with(0, value=280.0, reach=280.0), stored, percent=5.0).worse
    assert not compare(_with(0, value=290.0, reach=290.0), stored, percent=1.0).worse


def test_more_friction_needed_is_worse(stored: Path) -> None:
    assert compare(_with(1, value=0.5, reach=0.5), stored).worse
    assert not compare(_with(1, value=0.1, reach=0.9), stored).worse


@pytest.mark.parametrize(
    ("change", "word"),
    [({"body": "human"}, "body"), ({"settings": {}}, "other settings"), ({"skill": "x"}, "skill")],
)
def test_what_cannot_be_compared_is_refused(stored: Path, change: dict[str, object], word: str) -> None:
    with pytest.raises(FootfallError, match=word):
        compare(replace(TABLE, **change), stored)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", "\x00", '{"schema": 9, "skill": 1, "body": 1, "settings": 1, "rows": 1}'),
        json.dumps(TABLE.plain() | {"schema": 2}),
        json.dumps(TABLE.plain() | {"rows": [{}]}),
        json.dumps(TABLE.plain() | {"rows": [{**TABLE.plain()["rows"][0], "reach": "far"}]}),
        json.dumps(TABLE.plain() | {"rows": [{**TABLE.plain()["rows"][0], "reach": float("nan")}]}),
        json.dumps(TABLE.plain() | {"rows": [{**TABLE.plain()["rows"][0], "name": None}]}),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FootfallError) as caught:
        read(path)
    assert caught.value.help
    with pytest.raises(FootfallError):
        read(tmp_path / "missing.json")


def test_directions_have_names() -> None:
    assert direction_name((0.0, 1.0)) == "forwards"
    assert direction_name((-0.7, -0.7)) == "backwards, swing side"
    assert direction_name((0.5, 0.866)) == "(+0.50, +0.87)"


def test_the_names_of_the_groups_are_those_of_the_trials() -> None:
    assert ("pushes", *GROUPS) == GROUP_NAMES
