"""One BLAS thread a process: the matrices are small, and the workers already fill the machine."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

ONE_THREAD = {
    name: "1"
    for name in (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMBA_NUM_THREADS",
    )
}
_SETTERS = ("scipy_openblas_set_num_threads64_", "openblas_set_num_threads64_", "openblas_set_num_threads")


def worker_environment() -> dict[str, str]:
    """The environment of a process that is about to start: ours, with one BLAS thread."""
    return {**os.environ, **ONE_THREAD}


def one_blas_thread() -> bool:
    """Tell the BLAS that numpy has already loaded to use one thread.

    Returns:
        Whether such a BLAS was found: with another one the environment decides.
    """
    import numpy

    package = Path(numpy.__file__).parent
    found = False
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            library = ctypes.CDLL(str(path))
            for name in _SETTERS:
                if hasattr(library, name):
                    getattr(library, name)(1)
                    found = True
                    break
    return found
