"""What to do when something happens that nobody foresaw: a report file, and one message about it.

An unforeseen exception is a fault of Footfall, not of its user. Command line and studio write what a
maintainer needs into a file and go on (or leave) with one sentence that names it.
"""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
import time
import traceback
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from footfall.errors import FootfallError

FAULT = 70  # exit code: EX_SOFTWARE of sysexits.h
MOST_REPORTS = 50  # older ones are removed
_PACKAGES = ("footfall", "mujoco", "numba", "llvmlite", "numpy", "msgspec", "starlette", "uvicorn", "typer")
_LONGEST = 200_000  # characters of a traceback that are kept: a deep recursion has thousands of lines


def write_report(error: BaseException, doing: str) -> Path | None:
    """Write down an unforeseen exception. Never raises.

    Args:
        error: The exception.
        doing: What was going on: a command line, the kind of a message.

    Returns:
        The report: in the user's cache folder, or else among the temporary files; None when neither
        can be written to.
    """
    try:
        text = report_text(error, doing)
    except Exception as second:  # an exception that cannot even be shown
        text = f"{doing}\n{type(error).__name__}, and {type(second).__name__} while it was written down\n"
    for folder in _folders():
        with contextlib.suppress(Exception):
            return _write(folder, text)
    return None


def tell(error: BaseException, doing: str) -> FootfallError:
    """The one message about an unforeseen exception, after its report is written."""
    report = write_report(error, doing)
    help = f"a report is in {report}: please send it with what you did"
    if report is None:
        help = "no report could be written: neither the cache folder nor the temporary one takes files"
    return FootfallError(
        f"this is a fault of Footfall, not yours ({type(error).__name__})", where=doing, help=help
    )


def report_text(error: BaseException, doing: str) -> str:
    """What a report says: what was going on, versions, and the traceback."""
    lines = [f"time      {time.strftime('%Y-%m-%d %H:%M:%S')}", f"doing     {doing}"]
    lines.append(f"python    {platform.python_version()} on {platform.system()} {platform.machine()}")
    lines += [f"{name:<9} {_version(name)}" for name in _PACKAGES]
    told = "".join(traceback.format_exception(error))
    if len(told) > _LONGEST:
        told = told[: _LONGEST // 2] + "\n  …\n" + told[-_LONGEST // 2 :]
    return "\n".join([*lines, "", told])


def command_line(args: Sequence[str]) -> str:
    """A command as it was typed, for reports."""
    return " ".join(["footfall", *args])


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _folders() -> list[Path]:
    """Where a report may go, best first."""
    found: list[Path] = []
    with contextlib.suppress(Exception):  # importing numba may be what failed
        from footfall.control.compile_cache import temporary_root, user_root

        found += [user_root() / "reports", temporary_root() / "reports"]
    with contextlib.suppress(Exception):
        found.append(Path(tempfile.gettempdir()))
    return found


def _write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = f"fault-{time.strftime('%Y%m%d-%H%M%S')}-"
    handle, path = tempfile.mkstemp(".txt", name, folder)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    with contextlib.suppress(OSError):
        for old in sorted(folder.glob("fault-*.txt"))[:-MOST_REPORTS]:
            old.unlink()
    return Path(path)
