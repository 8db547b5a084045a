"""Reading text files of motion line by line, with errors that name the line and the reason."""

from __future__ import annotations

import math
import os

from footfall.errors import FootfallError
from footfall.reading import decode, read_bytes

MOST = 200_000_000  # bytes of a file of motion


class Lines:
    """The lines of a text, blank ones and comments left out, one after the other."""

    def __init__(self, text: str, where: str, comment: str = "") -> None:
        """Take the text, what errors call it, and the sign that begins a comment."""
        self.where = where
        self._rows = [
            (number, row.split())
            for number, row in enumerate(text.splitlines(), 1)
            if row.strip() and not (comment and row.lstrip().startswith(comment))
        ]
        self._next = 0

    @classmethod
    def of(cls, path: str | os.PathLike[str], comment: str = "") -> Lines:
        """The lines of a file.

        Raises:
            FootfallError: It cannot be read, or is no text.
        """
        where = os.fspath(path)
        return cls(decode(read_bytes(path, MOST), where).removeprefix("\ufeff"), where, comment)

    def __bool__(self) -> bool:
        return self._next < len(self._rows)

    @property
    def number(self) -> int:
        """Of the line that was given last; of the last line at the end."""
        return self._rows[self._next - 1][0] if self._next else 1

    def peek(self) -> list[str]:
        """Words of the next line; [] at the end."""
        return self._rows[self._next][1] if self else []

    def take(self, wanted: str) -> list[str]:
        """Words of the next line.

        Raises:
            FootfallError: The file ends here; `wanted` says what is missing.
        """
        if not self:
            last = self._rows[-1][0] if self._rows else 1
            raise FootfallError(
                f"the file ends where {wanted} should stand",
                where=f"{self.where}:{last}",
                help="the file is cut short: export or copy it again",
            )
        self._next += 1
        return self._rows[self._next - 1][1]

    def error(self, message: str, help: str = "") -> FootfallError:
        """What is wrong with the line that was given last."""
        return FootfallError(message, where=f"{self.where}:{self.number}", help=help)

    def expect(self, words: list[str], first: str) -> list[str]:
        """Check a line's first word, whatever its case; gives the others."""
        if not words or words[0].lower() != first.lower():
            found = words[0] if words else "nothing"
            raise self.error(f"'{first}' should stand here, not '{found}'", "is this the right kind of file?")
        return words[1:]

    def numbers(self, words: list[str], count: int, what: str) -> list[float]:
        """A line's numbers.

        Raises:
            FootfallError: There are more or fewer, or one of them is no finite number.
        """
        if len(words) != count:
            raise self.error(
                f"{what} needs {count} numbers, and here are {len(words)}",
                "the line is cut short, or the file was damaged on its way",
            )
        return [self.value(word, what) for word in words]

    def value(self, word: str, what: str) -> float:
        """One finite number."""
        try:
            value = float(word)
        except ValueError:
            raise self.error(f"{what}: '{word[:40]}' is no number") from None
        if not math.isfinite(value):
            raise self.error(f"{what}: {word} is not a finite number", "cut the clip before this line")
        return value
