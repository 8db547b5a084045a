"""A Program as plain data: the texts of its scripts, where each was found, and its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any

import msgspec
import numpy as np

from ..errors import FootfallError
from .compile.compiler import compile_source
from .program import Program, Unit
from .program import program_data as program_data
from .reference import SUFFIX as REFERENCE
from .source import CLASSIC_LIBRARY, SUFFIX, FileLoader, Source


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One script: its name, the file it came from ("" without one) and its text."""

    name: str
    path: str
    text: str


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """See `program_data`."""

    units: tuple[_Text, ...]
    params: tuple[float, ...]
    references: tuple[_Text, ...] = ()


class StoredLoader:
    """Finds scripts among those of a Program, by the names that they are called by, and nowhere else.

    Args:
        units: Scripts; each is looked up beside its caller first, then by its name.
        references: What they TRACK, likewise.
    """

    def __init__(self, units: Iterable[Unit | _Text], references: Iterable[Source | _Text] = ()) -> None:
        self._references = [Source(r.name, r.path, r.text) for r in references]
        sources = [Source(unit.name, unit.path, unit.text) for unit in units]
        self._by_path = {source.path: source for source in reversed(sources) if source.path}
        # a second script of one name is called NAME@2 (script/classic/loading.py)
        self._by_name = {source.name.partition("@")[0]: source for source in reversed(sources)}

    def find(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find`."""
        return self._beside(name + SUFFIX, (caller,)) or self._by_name.get(name)

    def names(self, caller: Source) -> list[str]:
        """See `Loader.names`."""
        return sorted(self._by_name)

    def find_classic(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        """See `Loader.find_classic`."""
        library = self._by_name.get(f"{CLASSIC_LIBRARY.name}/{name}")
        return self._beside(name, callers) or self._by_name.get(name) or library

    def find_reference(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find_reference`."""
        beside = str(PurePath(caller.path).parent / (name + REFERENCE))
        own = [r for r in self._references if r.name == name]
        return next((r for r in own if r.path == beside), own[0] if own else None)

    def _beside(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        for caller in callers:
            found = self._by_path.get(str(PurePath(caller.path).parent / name)) if caller.path else None
            if found is not None:
                return found
        return None


class NearLoader(FileLoader):
    """Finds scripts in files, as they are now, and those that came from no file among the given ones.

    Args:
        units: Scripts of a Program whose text is to be replaced.
        references: What it TRACKs.
    """

    def __init__(self, units: Iterable[Unit], references: Iterable[Source] = ()) -> None:
        units = tuple(units)
        self._given = StoredLoader(unit for unit in units if not unit.path)
        self._stored = StoredLoader(units, references)

    def find(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find`."""
        found = self._given.find(name, caller) or super().find(name, caller)
        return found or self._stored.find(name, caller)

    def find_classic(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        """See `Loader.find_classic`."""
        found = self._given.find_classic(name, callers) or super().find_classic(name, callers)
        return found or self._stored.find_classic(name, callers)

    def find_reference(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find_reference`."""
        return super().find_reference(name, caller) or self._stored.find_reference(name, caller)


def program_from(data: Any) -> Program:
    """The Program that `program_data` was given.

    Raises:
        FootfallError: The data is no Program, or its texts do not compile.
    """
    try:
        stored = msgspec.convert(data, _Stored)
    except msgspec.ValidationError as error:
        raise FootfallError(f"this is not a program: {error}") from None
    if not stored.units:
        raise FootfallError("this is not a program: it has no script")
    root = stored.units[0]
    program = compile_source(
        Source(root.name, root.path, root.text), StoredLoader(stored.units, stored.references)
    )
    take_params(program, stored.params)
    return program


def take_params(program: Program, numbers: Sequence[float]) -> None:
    """Give a Program the numbers it was stored with; older files lack the defaults, which were as they are.

    Raises:
        FootfallError: They are not the numbers of its text.
    """
    params = np.array(numbers, np.float64)
    count = len(program.params)
    if params.shape not in ((count,), (count - program.n_defaults,)) or not np.all(np.isfinite(params)):
        raise FootfallError(
            f"the numbers of {program.name} are not those of its text",
            help="the file is damaged, or altered",
        )
    program.params[: len(params)] = params
