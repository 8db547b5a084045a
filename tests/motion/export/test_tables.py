from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError

pytestmark = pytest.mark.sim


def read(path: Path) -> dict[str, list[str]]:
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(rows[0])}


def test_a_table_has_the_recorded_rows(record: Callable[[str], Any], tmp_path: Path) -> None:
    rec = record("human")
    rec.export(tmp_path / "a.csv")
    table = read(tmp_path / "a.csv")
    dof = rec.dof_names.index("lKnee.pitch")
    for name, values in (
        ("time", rec.time),
        ("com.z", rec.com[:, 2]),
        ("lFoot.load", rec.loads[:, 0]),
        ("root.x", rec.qpos[:, 0]),
        ("root.vx", rec.qvel[:, 0]),
        ("lKnee.pitch.angle", rec.qpos[:, dof + 1]),
        ("lKnee.pitch.rate", rec.qvel[:, dof]),
        ("lKnee.pitch.torque", rec.tau[:, dof]),
    ):
        assert np.array(table[name], float) == pytest.approx(values, rel=1e-7, abs=1e-9), name
    assert set(table["stance"]) <= {"left", "right"} and table["phase"] == list(rec.phase_paths)
    assert np.array_equal(np.array(table["rFoot.contact"], int), rec.loads[:, 1] > 1.0)


def test_in_place_the_centre_of_mass_comes_along(record: Callable[[str], Any], tmp_path: Path) -> None:
    rec = record("planar7")
    rec.export(tmp_path / "a.csv", rate=50, in_place=True)
    table = {
        k: np.array(v, float)
        for k, v in read(tmp_path / "a.csv").items()
        if k in ("com.x", "root.x.position")
    }
    assert len(table["com.x"]) == 15
    assert np.ptp(table["root.x.position"]) == 0.0
    assert np.ptp(table["com.x"]) < 0.5 * np.ptp(rec.com[:, 0])


def test_parquet_without_its_package_says_what_to_do(
    record: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr("footfall.motion.export.find_spec", lambda name: None)
    with pytest.raises(FootfallError, match="pyarrow") as caught:
        record("human").export(tmp_path / "a.parquet")
    assert "footfall[parquet]" in caught.value.help
    assert list(tmp_path.iterdir()) == []


def test_parquet_holds_the_same(record: Callable[[str], Any], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    record("human").export(tmp_path / "a.csv", tmp_path / "a.parquet", rate=50)
    table, text = parquet.read_table(tmp_path / "a.parquet"), read(tmp_path / "a.csv")
    assert table.column_names == list(text)
    for name in ("time", "com.x", "lHip.pitch.torque"):
        assert table[name].to_pylist() == pytest.approx([float(x) for x in text[name]], rel=1e-7, abs=1e-9)
    assert table["phase"].to_pylist() == text["phase"]
