"""`footfall compare`: the same columns whatever is compared, and pictures of both."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from footfall.cli.compare.compare import table
from footfall.cli.compare.sides import Side
from footfall.cli.main import main

pytestmark = pytest.mark.sim


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as leaving:
        main(["compare", *words])
    return int(leaving.value.code or 0)


def test_a_row_has_both_values_their_difference_and_ratio() -> None:
    one = Side("x", "skill", {"speed": 2.0, "fell_at": None, "own": 1.0}, {"end": "time"})
    other = Side("y", "skill", {"speed": 3.0, "fell_at": 4.0}, {"end": "fell"})
    assert table(one, other) == [
        {"quantity": "end", "a": "time", "b": "fell", "difference": None, "ratio": None},
        {"quantity": "speed", "a": 2.0, "b": 3.0, "difference": 1.0, "ratio": 1.5},
        {"quantity": "fell_at", "a": None, "b": 4.0, "difference": None, "ratio": None},
    ]


def test_two_skills(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    plot, strip = tmp_path / "plot.png", tmp_path / "strip.png"
    words = (
        "simbicon/walk",
        "simbicon/fast-walk",
        "--seconds",
        "2",
        "--plot",
        str(plot),
        "--strip",
        str(strip),
    )
    assert run(*words, "--json") == 0
    rows = json.loads(capfd.readouterr().out)
    by_name = {row["quantity"]: row for row in rows}
    assert by_name["skill"]["b"] == "simbicon/fast-walk"
    speed = by_name["speed"]
    assert speed["difference"] == pytest.approx(speed["b"] - speed["a"])
    assert all(set(row) == {"quantity", "a", "b", "difference", "ratio"} for row in rows)
    pandas = pytest.importorskip("pandas")
    assert len(pandas.read_json(io.StringIO(json.dumps(rows)))) == len(rows)
    assert Image.open(plot).size[0] > 800 and Image.open(strip).size[1] > 600


def test_two_reports_and_what_does_not_go_together(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, value in (("a", 100.0), ("b", 120.0)):
        rows = [{"name": "push forwards", "unit": "N", "value": value}]
        (tmp_path / f"{name}.json").write_text(json.dumps({"skill": name, "body": "human", "rows": rows}))
    a, b = str(tmp_path / "a.json"), str(tmp_path / "b.json")
    assert run(a, b) == 0
    assert "push forwards" in capfd.readouterr().out
    assert run(a, b, "--plot", str(tmp_path / "p.png")) == 2
    assert run(a, "simbicon/walk", "--seconds", "0.1") == 2
    assert "nothing in common" in capfd.readouterr().err
    assert run(str(tmp_path), a) == 2
    assert run("simbicon/wolk", a) == 2
