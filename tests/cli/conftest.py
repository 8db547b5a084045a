"""Running the command line inside the test process: quick, and the exit code still counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from footfall.cli.main import main


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


@pytest.fixture
def footfall(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """``footfall("run", "simbicon/walk")`` and what came of it."""

    def call(*arguments: str) -> Answer:
        capsys.readouterr()
        with pytest.raises(SystemExit) as leaving:
            main(list(arguments))
        captured = capsys.readouterr()
        return Answer(int(leaving.value.code or 0), captured.out, captured.err)

    return call
