"""Text to tokens. Every character of the text belongs to exactly one token.

Joining the tokens' texts gives the text back, so an editor or a formatter can change one
number and leave comments and layout alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What a token is. `SPACE`, `COMMENT` and `DOC` are trivia: the parser skips them."""

    __hash__ = object.__hash__  # Enum hashes by name in Python code, a million times a file

    WORD = "word"
    NUMBER = "number"
    SYMBOL = "symbol"
    SPACE = "space"
    COMMENT = "comment"
    DOC = "doc"
    BAD = "bad"  # characters the language does not know
    END = "end"  # after the last character; its text is empty


TRIVIA = frozenset({Kind.SPACE, Kind.COMMENT, Kind.DOC})


class Token(NamedTuple):
    """One token.

    Attributes:
        kind: What it is.
        text: Its characters.
        start: Offset of the first one.
    """

    kind: Kind
    text: str
    start: int

    @property
    def end(self) -> int:
        """Offset one past its last character."""
        return self.start + len(self.text)


# A byte order mark and the no-break spaces of word processors count as space.
_PATTERN = re.compile(
    r"""
      (?P<SPACE>   [\s\u00a0\u202f\ufeff]+ )
    | (?P<WORD>    [A-Za-z_]\w* )
    | (?P<NUMBER>  (?: \d+\.?\d* | \.\d+ ) (?: [eE][+-]?\d+ )? )
    | (?P<SYMBOL>  [<>=!]= | [-+*/(),;.:~<>=] )
    | (?P<DOC>     \#\#[^\r\n]* )
    | (?P<COMMENT> \#[^\r\n]* )
    | (?P<BAD>     [^\x00-\x7f\u00a0\u202f\ufeff]+ | . )
    """,
    re.VERBOSE | re.ASCII | re.DOTALL,
)


def tokenize(text: str) -> tuple[Token, ...]:
    """Split a text into tokens, trivia included; the last one is `Kind.END`.

    >>> [t.text for t in tokenize("-.5~1 deg")]
    ['-', '.5', '~', '1', ' ', 'deg', '']
    """
    return (*scan(text), Token(Kind.END, "", len(text)))


def words(text: str) -> list[str]:
    """The texts of all tokens that are not trivia.

    >>> words("a  # b")
    ['a']
    """
    trivia = {kind.name for kind in TRIVIA}
    return [match.group() for match in _PATTERN.finditer(text) if match.lastgroup not in trivia]


def scan(text: str) -> Iterator[Token]:
    """The tokens of a text one after the other, for who does not need all of them; no `Kind.END`."""
    kinds = Kind.__members__
    for match in _PATTERN.finditer(text):
        yield Token(kinds[match.lastgroup or "BAD"], match.group(), match.start())
