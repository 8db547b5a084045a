"""Places in a text: Python counts characters, the page counts UTF-16 units."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

_LAST_PLAIN = 0xFFFF  # beyond it a character takes two units


class Offsets:
    r"""Turns one kind of place into the other; both are the same in a text without rare characters.

    Args:
        text: The text.

    >>> Offsets("ab").page(1), Offsets("\U0001f6b6b").page(1), Offsets("\U0001f6b6b").text(2)
    (1, 2, 1)
    """

    def __init__(self, text: str) -> None:
        self._wide = [] if text.isascii() else [i for i, c in enumerate(text) if ord(c) > _LAST_PLAIN]
        self._units = [i + k for k, i in enumerate(self._wide)]

    def page(self, offset: int) -> int:
        """The page's place of a character."""
        return offset + bisect_left(self._wide, offset)

    def text(self, offset: int) -> int:
        """The character at a place of the page."""
        return offset - bisect_right(self._units, offset - 1)
