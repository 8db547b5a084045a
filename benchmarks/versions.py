"""What a measurement was made on: the version, and a hash of the sources that it depends on."""

from __future__ import annotations

import hashlib
import subprocess
from functools import cache

from benchmarks.commands import ROOT
from footfall import __version__

PHYSICS = tuple(f"src/footfall/{name}/**/*" for name in ("control", "engine", "body", "world", "script"))
RUNS = (*PHYSICS, "src/footfall/skills/**/*", "src/footfall/robust/**/*", "src/footfall/cli/**/*")
LANGUAGE = (*RUNS, "tests/classic/*")
SEARCH = (*RUNS, "src/footfall/learn/**/*")
EVERYTHING = ("src/footfall/**/*", "pyproject.toml", "Makefile")
TESTS = (*EVERYTHING, "tests/**/*")


@cache
def sources_hash(patterns: tuple[str, ...]) -> str:
    """A short hash of the names and texts of all files that match."""
    digest = hashlib.sha256()
    found = {path for pattern in patterns for path in ROOT.glob(pattern)}
    for path in sorted(found):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


@cache
def version() -> str:
    """The package's version and the commit, with a + where files differ from it."""
    commit = _git("rev-parse", "--short", "HEAD")
    changed = "+" if commit and _git("status", "--porcelain", "--", "src") else ""
    return f"{__version__} {commit}{changed}".strip()


def _git(*arguments: str) -> str:
    """What git says; "" where there is none, or no repository."""
    try:
        said = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return said.stdout.strip() if said.returncode == 0 else ""
