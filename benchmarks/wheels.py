"""A wheel in an empty environment that cannot be written, run by another user from another folder.

    python benchmarks/wheels.py                     with each Python of 3.11, 3.12, 3.13 that is found
    python benchmarks/wheels.py --python 3.13       with one
    python benchmarks/wheels.py --json              one object on stdout

`run`, `studio` (started, its page fetched, stopped) and `tune` must work. Pythons are looked for on the path,
among pyenv's, and in /usr; one that is not there is told, and counts as not shown. As root the other user is
"nobody" and the interpreter is copied to where that user can read it; others run it themselves, read-only.
The exit code is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT, call, last_line
from benchmarks.first_use import RUN, TUNE, Place, footfall_problem, studio_problem

WANTED = ("3.11", "3.12", "3.13")
NOBODY = 65534
READABLE, FIXED = 0o755, 0o555


def find(version: str) -> Path | None:
    """An interpreter of a version, as pyenv, the system or the path has it."""
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    places = sorted(home.glob(f"versions/{version}.*/bin/python{version}"), reverse=True)
    named = shutil.which(f"python{version}")
    places += [Path(named)] if named else []
    for place in places:
        if place.is_file() and call(str(place), "-c", "import venv, ensurepip").code == 0:
            return place
    return None


def build(folder: Path) -> Path:
    """The wheel, built in a folder."""
    answer = call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(ROOT))
    wheels = list(folder.glob("footfall-*.whl"))
    if answer.code or len(wheels) != 1:
        raise RuntimeError(f"no wheel: {last_line(answer.err)}")
    return wheels[0]


def readable(python: Path, folder: Path) -> Path:
    """The interpreter, copied with all that belongs to it, so that another user can run it."""
    prefix = python.resolve().parent.parent
    if prefix == Path("/usr"):
        return python
    skip = shutil.ignore_patterns("__pycache__", "test", "site-packages", "*.a", "man", "doc")
    shutil.copytree(prefix, folder / "python", symlinks=True, ignore=skip)
    return folder / "python" / "bin" / python.resolve().name


def install(python: Path, wheel: Path, folder: Path) -> Path:
    """An environment with the wheel and what it needs, and nothing else; returns its interpreter."""
    made = call(str(python), "-m", "venv", str(folder / "env"))
    if made.code:
        raise RuntimeError(f"no environment: {last_line(made.err + made.out)}")
    own = folder / "env" / "bin" / "python"
    answer = call(str(own), "-m", "pip", "install", "--quiet", str(wheel), cwd=folder)
    if answer.code:
        raise RuntimeError(f"not installed: {last_line(answer.err)}")
    for path in [folder / "env", *(folder / "env").rglob("*")]:
        if not path.is_symlink():
            path.chmod(FIXED if path.is_dir() or path.stat().st_mode & 0o100 else 0o444)
    return own


def problems(version: str, wheel: Path) -> dict[str, str]:
    """What goes wrong with each command on one Python."""
    python = find(version)
    if python is None:
        return {"python": f"{version} is not on this machine"}
    root = hasattr(os, "getuid") and os.getuid() == 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(READABLE)
        try:
            own = install(readable(python, folder) if root else python, wheel, folder)
        except RuntimeError as problem:
            return {"install": str(problem)}
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        if root:
            os.chown(elsewhere, NOBODY, NOBODY)
        env = {"PATH": os.environ["PATH"], "HOME": str(elsewhere), "LANG": "C.UTF-8"}
        env["LD_LIBRARY_PATH"] = str(folder / "python" / "lib")  # of an interpreter that was copied
        place = Place(own, elsewhere, env, NOBODY if root else None)
        found = {"run": footfall_problem(place, RUN), "studio": studio_problem(place)}
        found["tune"] = footfall_problem(place, (*TUNE, "-o", "found"))
        for path in [folder / "env", *(folder / "env").rglob("*")]:
            if path.is_dir() and not path.is_symlink():
                path.chmod(READABLE)  # so that it can be removed
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="A wheel, read-only, for another user, on several Pythons.")
    parser.add_argument("--python", nargs="+", default=WANTED, metavar="VERSION", help="such as 3.12")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    arguments = parser.parse_args()
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(READABLE)
        wheel = build(Path(folder))
        size = wheel.stat().st_size / 1e6
        for version in arguments.python:
            try:
                found[version] = problems(version, wheel)
            except (OSError, subprocess.SubprocessError) as problem:
                found[version] = {"python": f"{type(problem).__name__}: {problem}"}
            failed = {what: why for what, why in found[version].items() if why}
            print(f"{version}: {failed or 'run, studio, tune work'}", file=sys.stderr, flush=True)
    if arguments.json:
        print(json.dumps({"megabytes": round(size, 2), "pythons": found}))
    return 1 if any(why for each in found.values() for why in each.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
