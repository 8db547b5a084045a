"""Reading one TOML table with care: types, finite numbers, no unknown keys, a place in every error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from footfall.errors import FootfallError, nearest
from footfall.reading import parse_toml
from footfall.reading import read_text as read_file

Vec3 = tuple[float, float, float]
_NEEDED = object()


class Table:
    """A TOML table that knows where it stands and which of its keys were read."""

    def __init__(self, values: dict[str, Any], path: str, where: str = "") -> None:
        self._values = values
        self._path = path
        self._where = where
        self._known: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def names(self) -> list[str]:
        """All keys, in the order of the file."""
        return list(self._values)

    def inner(self) -> list[str]:
        """The keys of tables inside this one, in the order of the file."""
        return [key for key, value in self._values.items() if isinstance(value, dict)]

    def peek(self, key: str) -> object:
        """The raw value of a key that is there."""
        return self._values[key]

    def over(self, base: Table) -> Table:
        """This table laid over another: its own keys count, tables inside are laid over theirs.

        What is read is checked as if it stood in this file; lists are taken whole, but
        tables of a list that have the name of one below (``[[link]]``) are laid over it.
        """
        return Table(_merged(base._values, self._values), self._path, self._where)

    def fail(self, message: str, *, key: str = "", help: str = "") -> NoReturn:
        """Raises a FootfallError at this table, or at one of its keys."""
        place = ".".join(p for p in (self._where, key) if p)
        raise FootfallError(message, where=f"{self._path}: {place}" if place else self._path, help=help)

    def done(self) -> None:
        """Refuses keys that nobody asked for."""
        for key in self._values:
            if key not in self._known:
                self.fail(f"unknown key '{key}'", help=nearest(key, sorted(self._known)))

    def _get(self, key: str, default: Any, what: str) -> Any:
        self._known.add(key)
        if key in self._values:
            return self._values[key]
        if default is _NEEDED:
            self.fail(f"'{key}' is missing", help=f"add {key} = {what}")
        return default

    def text(self, key: str, default: Any = _NEEDED, *, words: tuple[str, ...] = ()) -> str:
        """A string, one of `words` when they are given."""
        value = self._get(key, default, f'"{words[0] if words else "…"}"')
        if not isinstance(value, str):
            self.fail(f"must be a text, not {_kind(value)}", key=key, help=f'write {key} = "…"')
        if words and value not in words:
            self.fail(f"'{value}' is not known here", key=key, help=nearest(value, words))
        return value

    def texts(self, key: str, default: Any = _NEEDED, *, words: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of strings, each one of `words` when they are given."""
        values = self._get(key, default, "[…]")
        if not isinstance(values, list | tuple):
            self.fail(f"must be a list of texts, not {_kind(values)}", key=key, help=f'write {key} = ["…"]')
        for value in values:
            if not isinstance(value, str):
                self.fail(f"must hold texts only, not {_kind(value)}", key=key, help=f'write {key} = ["…"]')
            if words and value not in words:
                self.fail(f"'{value}' is not known here", key=key, help=nearest(value, words))
        return tuple(values)

    def flag(self, key: str, default: Any = _NEEDED) -> bool:
        """True or false."""
        value = self._get(key, default, "true")
        if not isinstance(value, bool):
            self.fail(f"must be true or false, not {_kind(value)}", key=key, help=f"write {key} = true")
        return value

    def number(
        self, key: str, default: Any = _NEEDED, *, low: float = -1e6, above: float | None = None
    ) -> float:
        """A finite number, at least `low` and more than `above`."""
        return self._finite(self._get(key, default, "a number"), key, low, above)

    def count(self, key: str, default: Any = _NEEDED) -> int:
        """A whole number, at least 1."""
        value = self._get(key, default, "a whole number")
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 10**6:
            shown = f"{value!r:.40}"
            self.fail(f"must be a whole number from 1 to a million, not {shown}", key=key)
        return value

    def numbers(
        self, key: str, size: int, default: Any = _NEEDED, *, above: float | None = None
    ) -> tuple[float, ...]:
        """A list of `size` finite numbers."""
        example = f"[{', '.join(['0.0'] * size)}]"
        values = self._get(key, default, example)
        if not isinstance(values, list | tuple) or len(values) != size:
            self.fail(f"must be a list of {size} numbers", key=key, help=f"write {key} = {example}")
        return tuple(self._finite(value, key, -1e6, above) for value in values)

    def vector(self, key: str, default: Any = _NEEDED, *, above: float | None = None) -> Vec3:
        """Three finite numbers."""
        x, y, z = self.numbers(key, 3, default, above=above)
        return x, y, z

    def table(self, key: str, *, needed: bool = True) -> Table:
        """A table inside this one; an empty one when it is absent and not needed."""
        value = self._get(key, _NEEDED if needed else {}, "{ … }")
        if not isinstance(value, dict):
            self.fail(
                f"must be a table, not {_kind(value)}", key=key, help=f"write [{key}] and its keys below"
            )
        return Table(value, self._path, ".".join(p for p in (self._where, key) if p))

    def tables(self, key: str, default: Any = _NEEDED) -> Iterator[Table]:
        """The tables of a list of tables, each placed by its name or its number."""
        values = self._get(key, default, "[ { … } ]")
        if not isinstance(values, list | tuple):
            self.fail(f"must be a list of tables, not {_kind(values)}", key=key, help=f"write [[{key}]]")
        for i, value in enumerate(values):
            if not isinstance(value, dict):
                self.fail(
                    f"item {i + 1} must be a table, not {_kind(value)}", key=key, help=f"write [[{key}]]"
                )
            label = value.get("name")
            label = f"'{label}'" if isinstance(label, str) else str(i + 1)
            yield Table(value, self._path, ".".join(p for p in (self._where, f"{key} {label}") if p))

    def _finite(self, value: Any, key: str, low: float, above: float | None) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(f"must be a number, not {_kind(value)}", key=key)
        if not abs(value) <= 1e6:  # NaN, infinities, and whole numbers too long for a float
            shown = f"{value:g}" if isinstance(value, float) else "a number of so many digits"
            self.fail(
                f"{shown} is not a usable number", key=key, help="write a finite number up to a million"
            )
        if above is not None and value <= above:
            self.fail(f"must be more than {above:g}, not {value:g}", key=key, help="write a larger number")
        if value < low:
            self.fail(f"must be at least {low:g}, not {value:g}", key=key, help="write a larger number")
        return float(value)


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Plain tables laid over each other; ``like`` has done its work."""
    merged = {**below, **{key: value for key, value in above.items() if key != "like"}}
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict) and isinstance(above[key], dict):
            merged[key] = _merged(below[key], above[key])
        elif _named(below[key]) and _named(above[key]) and _names(above[key]) <= _names(below[key]):
            over = {row["name"]: row for row in above[key]}
            merged[key] = [_merged(row, over.get(row["name"], {})) for row in below[key]]
    return merged


def _named(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) and "name" in row for row in value)


def _names(rows: list[dict[str, Any]]) -> set[str]:
    return {row["name"] for row in rows}


def _kind(value: Any) -> str:
    names = {
        bool: "true/false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), f"a {type(value).__name__}")


def read_toml(path: Path) -> Table:
    """Reads a TOML file.

    Raises:
        FootfallError: For a file that is missing, empty, not text or not TOML.
    """
    where = str(path)
    text = read_file(path)
    if not text.strip():
        raise FootfallError("the file is empty", where=where, help="a body needs links, see docs/bodies.md")
    return read_text(text, where)


def read_text(text: str, where: str) -> Table:
    """Reads TOML.

    Raises:
        FootfallError: For what is not TOML.
    """
    return Table(parse_toml(text, where), where)
