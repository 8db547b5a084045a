"""The compile cache may fail, and nothing else does: the README's three commands with a cache that is broken.

    python benchmarks/cache_faults.py                    all faults (each may compile once: some minutes)
    python benchmarks/cache_faults.py --only corrupted   one of them
    python benchmarks/cache_faults.py --json             one object on stdout

A cache that is read-only (warm, and empty), corrupted, truncated, of empty files, on a full disk, and a user
without a home. `demo`, `studio` and the README's Python must each work. Needs root for disks of its own; a
fault that cannot be made here is told, and counts as not shown. The exit code is 1 if a command fails.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT
from benchmarks.first_use import DEMO, Place, footfall_problem, readme_python, studio_problem
from footfall.engine import cache

Files = Callable[[Path], None]


def corrupt(path: Path) -> None:
    """Change bytes in the middle, and nothing of the length."""
    blob = bytearray(path.read_bytes())
    middle = len(blob) // 2
    for k in range(middle, min(len(blob), middle + 64)):
        blob[k] ^= 0x5A
    path.write_bytes(blob)


def truncate(path: Path) -> None:
    """Cut off the second half."""
    blob = path.read_bytes()
    path.write_bytes(blob[: len(blob) // 2])


def empty(path: Path) -> None:
    """Leave the name only."""
    path.write_bytes(b"")


@contextlib.contextmanager
def disk(megabytes: int) -> Iterator[Path]:
    """A small disk of its own, in memory."""
    with tempfile.TemporaryDirectory() as folder:
        made = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
        subprocess.run(made, check=True, capture_output=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True, capture_output=True)


def warm_copy(to: Path) -> None:
    """A warm cache in a folder."""
    warm = cache.folder()
    assert warm is not None
    shutil.copytree(warm, to / warm.name)


@contextlib.contextmanager
def damaged(damage: Files) -> Iterator[dict[str, str]]:
    """A warm cache, each of whose files is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        warm_copy(Path(folder))
        for path in Path(folder).rglob("*"):
            if path.is_file():
                damage(path)
        yield {"FOOTFALL_CACHE": folder}


@contextlib.contextmanager
def read_only(warm: bool) -> Iterator[dict[str, str]]:
    """A cache that cannot be written, by root either."""
    with disk(400) as folder, tempfile.TemporaryDirectory() as spare:
        if warm:
            warm_copy(folder)
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True, capture_output=True)
        yield {"FOOTFALL_CACHE": str(folder), "TMPDIR": spare}


@contextlib.contextmanager
def full_disk() -> Iterator[dict[str, str]]:
    """A cache on a disk of a megabyte."""
    with disk(1) as folder:
        yield {"FOOTFALL_CACHE": str(folder)}


@contextlib.contextmanager
def homeless() -> Iterator[dict[str, str]]:
    """A user without a home, and no word of where caches go."""
    with tempfile.TemporaryDirectory() as spare:
        yield {"HOME": "/nonexistent", "XDG_CACHE_HOME": "", "FOOTFALL_CACHE": "", "TMPDIR": spare}


FAULTS: dict[str, Callable[[], contextlib.AbstractContextManager[dict[str, str]]]] = {
    "read-only, warm": lambda: read_only(True),
    "read-only, empty": lambda: read_only(False),
    "corrupted": lambda: damaged(corrupt),
    "truncated": lambda: damaged(truncate),
    "empty": lambda: damaged(empty),
    "full disk": full_disk,
    "no home": homeless,
}


def problems(changes: dict[str, str]) -> dict[str, str]:
    """What goes wrong with each of the three commands."""
    paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": paths, **changes}
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(sys.executable), Path(folder), {k: v for k, v in env.items() if v})
        return {
            "demo": footfall_problem(place, DEMO),
            "studio": studio_problem(place),
            "python": place.problem("-c", readme_python()),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description="The README's commands with a compile cache that is broken.")
    parser.add_argument("--only", nargs="+", choices=FAULTS, help="some of the faults")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    arguments = parser.parse_args()
    cache.warm()
    found: dict[str, dict[str, str]] = {}
    for name in arguments.only or FAULTS:
        try:
            with FAULTS[name]() as changes:
                found[name] = problems(changes)
        except subprocess.CalledProcessError as problem:
            found[name] = {"fault": f"cannot be made here: {problem}"}
        failed = {what: why for what, why in found[name].items() if why}
        print(f"{name}: {failed or 'all three work'}", file=sys.stderr, flush=True)
    if arguments.json:
        print(json.dumps(found))
    return 1 if any(why for each in found.values() for why in each.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
