"""Text to tokens, and the parser's place in them.

Every character of the text belongs to exactly one token. Joining the tokens' texts gives the text back, so an
editor or a formatter can change one number and leave comments and layout alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, NoReturn

from ..diagnostics import Edit, Findings
from ..program import Span
from ..source import Source
from ..statements import BY_WORD


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


@dataclass(frozen=True)
class Name:
    """A word as written, or a path such as ``moves/curl``."""

    text: str
    span: Span


HEADER_WORDS = (
    "SKILL", "PARAMS", "PRESET", "BODY", "START", "GROUND", "PROP", "IDLE", "LIMIT", "FALL", "GOAL",
)  # fmt: skip
FLOW_WORDS = ("PHASE", "ALWAYS", "LET", "SET", "TO", "DO", "KEEP")
INNER_WORDS = ("LASTS", "SWAP", "AT", "STEP", "WHEN")
OPERATOR_WORDS = ("and", "or", "not", "contact", "touches", "ground", "none", "end", "deg", "key", "near")
STATEMENT_WORDS = frozenset((*HEADER_WORDS, *FLOW_WORDS, *BY_WORD))
KEYWORDS = frozenset((*STATEMENT_WORDS, *INNER_WORDS))

_LOOKALIKES = {"−": "-", "–": "-", "—": "-", "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "·": "*", "÷": "/"}
_LOOKALIKES |= {"°": " deg", "&": "and", "|": "or", "!": "not", "（": "(", "）": ")", "，": ",", "；": ";"}
_BAD_HELP = {'"': "leave the quotes out", "'": "leave the quotes out"}
_BAD_HELP |= {"{": "phases need no braces: a phase ends where the next one begins"}
_BAD_HELP |= {"}": _BAD_HELP["{"], "%": "a comment begins with '#'", "^": "write x * x"}


MAX_PIECES = 30_000  # of one script: the longest of the library has 3,000


class Recover(Exception):  # noqa: N818 - a jump inside the parser, never seen outside
    """The statement cannot be read; its error is noted. Go on at the next statement."""


class Cursor:
    """Steps through the tokens that are not trivia.

    Attributes:
        token: The one to read next; `Kind.END` at the end.
        last_end: Where the token before it ended.
    """

    def __init__(self, source: Source, unit: int) -> None:
        self.source = source
        self.unit = unit
        self.all_tokens, extra = _bounded(source.text)
        self.findings = Findings(source)
        self._tokens = [t for t in self.all_tokens if t.kind not in TRIVIA]
        if extra is not None:
            self._too_long(extra)
        self._at = 0
        self.token = self._tokens[0]
        self.last_end = 0

    def _too_long(self, extra: Token) -> None:
        """Read nothing of a text that is far too long: it would take seconds, and is no script."""
        first = self.span_of(extra)
        message = f"the script has more than {MAX_PIECES:,} pieces: words, numbers, signs, comments"
        help = "split it into skills that call each other, or leave out what a program wrote into it"
        self.findings.add("E070", first, message, "this one is too many", help)
        self._tokens = self._tokens[-1:]

    def advance(self) -> Token:
        """Step over the token and return it; the end is never stepped over."""
        token = self.token
        if token.kind is not Kind.END:
            self.last_end = token.start + len(token.text)
            self._at += 1
            self.token = self._tokens[self._at]
        return token

    def peek(self, ahead: int = 1) -> Token:
        """The token so many places after the next."""
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def take(self, text: str) -> Token | None:
        """Step over the token if it is `text`."""
        return self.advance() if self.token.text == text else None

    def expect(self, text: str, after: str) -> Token:
        """Step over `text`, or note that it is missing after something."""
        if self.token.text != text:
            edit = self.insert(f" {text}" if text.isalpha() else text)
            self.fail(f"'{text}' after {after}", f"write '{text}' there", edit)
        return self.advance()

    def name(self, what: str) -> Name:
        """Step over a word that is no keyword and return it; `what` is what it should name."""
        token = self.token
        if token.kind is not Kind.WORD or token.text in KEYWORDS:
            self.fail(what)
        self.advance()
        return Name(token.text, self.span_of(token))

    def path(self, what: str, file: bool = False) -> Name:
        """Step over a path such as ``moves/step-up`` or ``stand.t``; no space stands inside it.

        Args:
            what: What it should name.
            file: Whether it names a file, which may begin in more ways than a skill.
        """
        first = self.token
        begins = self._in_path(first) if file else first.kind in (Kind.WORD, Kind.NUMBER)
        if not begins or first.text in KEYWORDS:
            self.fail(what)
        self.advance()
        while self.token.start == self.last_end and self._in_path(self.token):
            self.advance()
        span = self.span_from(first.start)
        text = self.source.text[span.start : span.end]
        if not text[-1].isalnum() and text[-1] != "_":
            self.fail(f"{what} after '{text[-1]}'")
        return Name(text, span)

    @staticmethod
    def _in_path(token: Token) -> bool:
        return token.kind in (Kind.WORD, Kind.NUMBER) or token.text in ("/", "-", ".")

    def span_of(self, token: Token) -> Span:
        """The span of a token."""
        return Span(self.unit, token.start, token.start + len(token.text))

    def span_from(self, start: int) -> Span:
        """From an offset to the end of the last token read."""
        return Span(self.unit, start, max(start, self.last_end))

    def insert(self, text: str) -> Edit:
        """An edit that puts text behind the last token read."""
        return Edit(Span(self.unit, self.last_end, self.last_end), text)

    def at_statement(self) -> bool:
        """Whether a statement (or the end) begins here, as far as one word can tell."""
        return self.token.kind is Kind.END or self.token.text in STATEMENT_WORDS

    def on_new_line(self) -> bool:
        """Whether the token stands on a later line than the one before it."""
        return "\n" in self.source.text[self.last_end : self.token.start]

    def skip_statement(self) -> None:
        """Go behind the next ``;``, or to the next word that begins a statement.

        After too many errors, go to the end: this is hardly a script.
        """
        if self.findings.full:
            self._at = len(self._tokens) - 1
            self.token = self._tokens[self._at]
        while not self.at_statement():
            if self.advance().text == ";":
                return

    def fail(self, expected: str, help: str = "", edit: Edit | None = None) -> NoReturn:
        """Note that `expected` was expected here, and leave the statement."""
        token = self.token
        if token.kind is Kind.BAD:
            self._bad_character(token)
        elif token.kind is Kind.END:
            spot = Span(self.unit, self.last_end, self.last_end)
            message = f"the file ends where {expected} is expected"
            help = help or "complete the statement, or remove it"
            self.findings.add("E004", spot, message, "it ends here", help, edit)
        else:
            message = f"expected {expected}, found '{shorten(token.text)}'"
            help = help or f"write {expected} here, or remove '{shorten(token.text)}'"
            self.findings.add("E005", self.span_of(token), message, f"expected {expected}", help, edit)
        raise Recover

    def _bad_character(self, token: Token) -> None:
        char = token.text[0]
        span = Span(self.unit, token.start, token.start + 1)
        better = _LOOKALIKES.get(char)
        help = f"write '{better.strip()}'" if better else _BAD_HELP.get(char, "remove it")
        edit = Edit(span, better) if better else None
        shown = char if char.isprintable() else f"U+{ord(char):04X}"
        self.findings.add("E001", span, f"'{shown}' has no meaning in a script", "not understood", help, edit)


def _bounded(text: str) -> tuple[tuple[Token, ...], Token | None]:
    """The tokens of a text, and the first that is too many; what comes after that one is one token."""
    tokens: list[Token] = []
    pieces = 0
    for token in scan(text):
        tokens.append(token)
        pieces += token.kind is not Kind.SPACE
        if pieces > MAX_PIECES:
            rest = Token(Kind.BAD, text[token.end :], token.end)
            return (*tokens, rest, Token(Kind.END, "", len(text))), token
    return (*tokens, Token(Kind.END, "", len(text))), None


def shorten(text: str, limit: int = 40) -> str:
    """A text cut to a length that fits in a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
