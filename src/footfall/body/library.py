"""Finding bodies: by name in the library, or by path."""

from __future__ import annotations

import os
from pathlib import Path

from footfall.body.parse import LIBRARY, read_body
from footfall.body.schema import Body
from footfall.errors import FootfallError, nearest


def body_names() -> list[str]:
    """Names of the bodies in the library."""
    return sorted(path.stem for path in LIBRARY.glob("*.toml"))


def load_body(name_or_path: str | os.PathLike[str]) -> Body:
    """A body of the library, or one from a TOML file.

    Raises:
        FootfallError: For an unknown name or a bad file.
    """
    text = os.fspath(name_or_path)
    if text in body_names():
        return read_body(LIBRARY / f"{text}.toml")
    if isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or os.sep in text:
        return read_body(Path(text))
    raise FootfallError(
        f"there is no body '{text}'", help=f"{nearest(text, body_names())}, or a path to a .toml file"
    )
