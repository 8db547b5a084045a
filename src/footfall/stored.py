"""Reading back what was stored as JSON: every field has its type and its range, and a message names it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from footfall.errors import FootfallError
from footfall.reading import DATA, read_bytes

T = TypeVar("T")
_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `\$?\.?(?P<field>.*)`)?$", re.DOTALL)


def read_stored(path: Path, kind: type[T], *, help: str, where: str = "") -> T:
    """Read a file that holds one JSON object.

    Args:
        path: The file.
        kind: A dataclass; see `decode`.
        help: How to come by a sound file.
        where: For messages; the path when "".

    Raises:
        FootfallError: It cannot be read, or something in it is wrong.
    """
    where = where or str(path)
    return decode(read_bytes(path, DATA, where=where, help=help), kind, where=where, help=help)


def decode(data: bytes, kind: type[T], *, where: str, help: str) -> T:
    """JSON text as a dataclass whose fields are annotated, with `msgspec.Meta` where they have a range.

    Args:
        data: UTF-8.
        kind: The dataclass; keys that it lacks are passed over.
        where: The file, for messages.
        help: How to come by a sound file.

    Raises:
        FootfallError: It is no JSON, a field is missing, or its value cannot be; naming the field.
    """
    try:
        table: Any = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FootfallError(f"this is not JSON: {_short(error)}", where=where, help=help) from None
    return convert(table, kind, where=where, help=help)


def convert(table: Any, kind: type[T], *, where: str, help: str) -> T:
    """Plain data as a dataclass; like `decode`."""
    try:
        return msgspec.convert(table, kind)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        match = _PLACE.match(_short(error))
        what, field = (match["what"], match["field"]) if match else (_short(error), None)
        place = f"{where}: {field}" if field else where
        raise FootfallError(f"{what[:1].lower()}{what[1:]}", where=place, help=help) from None


def _short(error: Exception) -> str:
    return (str(error) or type(error).__name__)[:300]
