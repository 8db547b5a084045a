"""The compile cache on disk: it may fail in any way, and the only cost is compiling again.

Files are found by module, function and a stamp of the sources, not by path or date, so a moved or read-only
installation finds what it compiled. Each file carries a checksum; one that is damaged counts as absent.
"""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

_CHECKSUM = 32  # bytes in front of every file

_told: list[str] = []


def tell(problem: str) -> None:
    """Say once that compiled code cannot be kept, and why."""
    if not _told:
        _told.append(problem)
        logging.getLogger("footfall").warning("note: %s", problem)


def trouble() -> str:
    """Why compiled code cannot be kept or read where it should be; "" if all is well."""
    return _told[0] if _told else ""


def user_root() -> Path:
    """The folder that holds all our caches: FOOTFALL_CACHE, or the user's cache folder.

    A user without a home has a folder of their own among the temporary files.
    """
    own = os.environ.get("FOOTFALL_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "footfall"
    try:
        return Path.home() / ".cache" / "footfall"
    except RuntimeError:
        return temporary_root()


def temporary_root() -> Path:
    """A folder of this user among the temporary files."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"footfall-{user}"


def choose_folder(name: str) -> Path | None:
    """The first folder of that name that can be written to or holds compiled code.

    Args:
        name: Of the folder, below the caches' root.

    Returns:
        Below the user's cache folder, else among the temporary files, else None: compile in memory.
    """
    usual = user_root() / name
    if _writable(usual) or any(usual.glob("*.nbi")):
        return usual
    spare = temporary_root() / name
    if spare != usual and _writable(spare) and _private(spare.parent):
        tell(f"the compile cache {usual.parent} cannot be written; {spare.parent} is used instead")
        return spare
    tell(f"the compile cache {usual.parent} cannot be written; the simulation is compiled anew each time")
    return None


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError:
        return False
    return True


def _private(folder: Path) -> bool:
    """Whether nobody else could have put compiled code there for us to run."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


class _Place:
    """Where numba keeps a function: in our folder, whatever the path and date of its source."""

    folder = Path()

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = function.__module__.replace("footfall.", "", 1)

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return "the sources are in the file's name"

    def get_disambiguator(self) -> str:
        return self._name  # two modules of the same file name do not meet


class _Files(IndexDataCacheFile):
    """numba's index and data files, each behind a checksum."""

    def _load_index(self) -> dict[Any, Any]:
        try:
            return super()._load_index()
        except Exception as problem:  # whatever unpickling a damaged file may throw
            tell(f"a file of the compile cache is damaged and was compiled anew ({problem})")
            return {}

    def _load_data(self, name: str) -> Any:
        blob = Path(self._data_path(name)).read_bytes()
        if hashlib.sha256(blob[_CHECKSUM:]).digest() != blob[:_CHECKSUM]:
            tell("a file of the compile cache is damaged and was compiled anew")
            raise OSError("damaged")  # numba takes it for a file that has been removed
        import pickle

        return pickle.loads(blob[_CHECKSUM:])

    def _save_data(self, name: str, data: Any) -> None:
        blob = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(blob).digest() + blob)


class KernelCache(FunctionCache):
    """numba's cache of one function, in a folder of ours; no failure of it is a failure of the run."""

    def __init__(self, function: Callable[..., Any], folder: Path, stamp: str) -> None:
        place = type("_PlaceHere", (_Place,), {"folder": folder})(function)
        locator = type("_Locator", (), {"from_function": staticmethod(lambda *_: place)})
        self._impl_class = type("_Impl", (CompileResultCacheImpl,), {"_locator_classes": [locator]})
        super().__init__(function)
        self.name = f"{function.__module__}.{function.__qualname__}-{stamp}"
        self._cache_file = _Files(str(folder), self.name, place.get_source_stamp())

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Whether the compiled function for a signature is there."""
        try:
            name = self._cache_file._load_index().get(self._index_key(sig, target_context.codegen()))
            return name is not None and Path(self._cache_file._data_path(name)).is_file()
        except Exception:  # whatever a damaged file may throw
            return False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature, or None."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as problem:  # a damaged file can throw anything
            tell(f"the compile cache cannot be read: {problem}")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, if that can be done."""
        try:
            super().save_overload(sig, data)
        except Exception as problem:  # a full disk, a folder that went away
            tell(f"the compile cache {self.cache_path} cannot be written: {problem}")
