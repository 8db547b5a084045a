from __future__ import annotations

import subprocess
import sys

from footfall.learn.evaluate.blas import ONE_THREAD, worker_environment


def test_the_environment_of_a_worker_asks_for_one_thread() -> None:
    environment = worker_environment()
    assert all(environment[name] == "1" for name in ONE_THREAD)
    assert environment["PATH"]


def test_a_blas_that_is_loaded_is_told_so() -> None:
    """In a process of its own, for the setting would stay; skipped where numpy brings another BLAS."""
    code = (
        "import numpy, ctypes, pathlib\n"
        "from footfall.learn.evaluate.blas import one_blas_thread\n"
        "if not one_blas_thread(): raise SystemExit(0)\n"
        "package = pathlib.Path(numpy.__file__).parent\n"
        "for path in (package.parent / 'numpy.libs').glob('*openblas*'):\n"
        "    count = getattr(ctypes.CDLL(str(path)), 'scipy_openblas_get_num_threads64_', lambda: 1)()\n"
        "    assert count == 1, count\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
