"""Classic scripts to modern skills that move the same."""

from __future__ import annotations

from .notes import Note
from .project import Conversion, Converted, convert

__all__ = ["Conversion", "Converted", "Note", "convert"]
