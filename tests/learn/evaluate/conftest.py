"""An entry that misbehaves on demand, importable by worker processes too."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = '''
import os, signal, sys, time
from pathlib import Path
from footfall.errors import FootfallError
from footfall.learn.job import Result


def evaluate(bundle, job):
    """vector[0] says what to do, vector[1] is the score; the bundle names a folder for marks."""
    what, score = job.vector
    if what == 1:
        raise ValueError("it went wrong")
    if what == 2:
        raise FootfallError("the body has no knees", help="add some")
    if what == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if what == 4:  # dies once
        mark = Path(bundle.decode()) / f"died-{score}"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    if what == 5:
        time.sleep(0.2)
    if what == 6:
        print("noise on stdout", flush=True)
    if what == 7:
        signal.pause()  # for ever
    return Result(score, {}, "time", 0.0)


def threads(bundle, job):
    return Result(float(os.environ["OPENBLAS_NUM_THREADS"]), {}, "time", 0.0)
'''


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """``module:`` of the entries above."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "misbehaving_entry.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(folder))
    return "misbehaving_entry:"
