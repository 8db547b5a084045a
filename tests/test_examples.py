"""Every example runs, headless, writes where it is told, and is short."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("[0-9]*.py"))


def test_there_are_examples() -> None:
    assert [path.name[:3] for path in EXAMPLES] == [f"{k:02}_" for k in range(len(EXAMPLES))]
    assert len(EXAMPLES) >= 2


@pytest.mark.sim
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    out, here = tmp_path / "out", tmp_path / "here"
    here.mkdir()
    ran = subprocess.run(
        [sys.executable, str(path), str(out)], cwd=here, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() and "Traceback" not in ran.stderr
    assert "fell" not in ran.stdout
    assert list(out.iterdir()), "it wrote nothing"
    assert not list(here.iterdir()), "it left something in the working folder"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 60
