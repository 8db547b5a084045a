from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.cli.run import demo


@pytest.mark.sim
def test_the_demo_recovers_from_its_push() -> None:
    rec = demo.make_sim().run(demo.SECONDS)
    assert rec.end == "time"
    assert len(rec.pushes) == 1


def test_a_folder_that_cannot_be_made_is_bad_input(footfall: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = footfall("demo", "--out", str(tmp_path / "file" / "out"))
    assert answer.code == 2
    assert "--out" in answer.err
