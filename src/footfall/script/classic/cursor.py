"""Steps through a classic text: space and comments may stand between any two pieces."""

from __future__ import annotations

import math
import re

from ..diagnostics import Edit
from ..program import Span
from ..source import Source
from ..syntax.expression_tree import Call, Expr, Literal, Ref
from ..syntax.tree import Name

ACTION_WORDS = (
    *("POSE", "POSEFB", "LIPOSE", "VPD", "COMFB2", "VF", "SVF", "VFFB", "VFSFB"),
    *("IK", "GC", "MATCH", "HOLD", "EF", "SAVE", "LOAD"),
)
FILE_WORDS = ("SAVE", "LOAD")
BLOCK_WORDS = (
    *("PHASE", "ENDPHASE", "ACTIONS", "ENVACTIONS", "ENDACTIONS", "TRANSITION"),
    *("BEGINSCRIPT", "ENDSCRIPT", "SCRIPTS", "SET"),
)
KEYWORDS = frozenset(ACTION_WORDS + BLOCK_WORDS)

MAX_NESTING = 8  # linterp inside linterp

_SPACE = re.compile(r"(?:[ \t\r\n\f\v\ufeff\u00a0]|#[^\n]*)*+")
_BEGINS_SPACE = frozenset(" \t\r\n\f\v#\ufeff\u00a0")
_WORD = re.compile(r"[A-Za-z0-9_]+")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_STOP = re.compile(r"#[^\n]*|(?P<semicolon>;)|(?<![A-Za-z0-9_])(?P<word>[A-Z]{2,}2?)(?![A-Za-z0-9_])")
_THING = re.compile(r"[A-Za-z0-9_.]+|\S")


class BrokenError(Exception):
    """The text cannot go on like this; caught where reading can start again."""

    def __init__(
        self, code: str, span: Span, message: str, label: str, help: str, edit: Edit | None = None
    ) -> None:
        super().__init__(message)
        self.finding = (code, span, message, label, help, edit)


class Cursor:
    """A place in a text.

    Attributes:
        source: The text.
        unit: For spans.
        at: Offset of the next character.
    """

    def __init__(self, source: Source, unit: int, at: int = 0) -> None:
        self.source = source
        self.text = source.text
        self.unit = unit
        self.at = at
        self.last = at  # one past the last character taken

    def span(self, start: int, end: int | None = None) -> Span:
        """From `start` to `end`, or to the end of what was taken last."""
        end = min(self.last if end is None else end, len(self.text))
        return Span(self.unit, start, max(start, end))

    def skip(self) -> int:
        """Step over space and comments; returns the offset of what comes next."""
        if self.text[self.at : self.at + 1] in _BEGINS_SPACE:
            match = _SPACE.match(self.text, self.at)
            self.at = match.end() if match else self.at
        return self.at

    @property
    def ended(self) -> bool:
        """Whether nothing but space and comments is left."""
        return self.skip() >= len(self.text)

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Take what a pattern matches after space; None when it does not match."""
        match = pattern.match(self.text, self.skip())
        if not match:
            return None
        self.at = self.last = match.end()
        return match.group()

    def take(self, literal: str) -> bool:
        """Take a sign or a word that stands next."""
        if not self.text.startswith(literal, self.skip()):
            return False
        end = self.at + len(literal)
        if literal[-1].isalnum() and _WORD.match(self.text, end):
            return False
        self.at = self.last = end
        return True

    def take_file_word(self) -> Name | None:
        """Take SAVE or LOAD that stands next; a file name may follow without a space."""
        start = self.skip()
        if not self.text.startswith(FILE_WORDS, start):
            return None
        self.at = self.last = start + len(FILE_WORDS[0])
        return Name(self.text[start : self.at], self.span(start))

    def peek_word(self) -> str:
        """The word that stands next; "" when there is none."""
        match = _WORD.match(self.text, self.skip())
        return match.group() if match else ""

    def expect(self, literal: str, after: str) -> None:
        """Take a sign, or refuse."""
        if self.take(literal):
            return
        here = self.skip()
        if self.ended:
            raise self.ends(f"'{literal}' {after}")
        edit = None
        at = self.span(here, here + 1)
        if literal in ";)(,":  # it goes where the last piece ended, not where the next begins
            edit = Edit(Span(self.unit, self.last, self.last), literal)
        message = f"expected '{literal}' {after}, not {self.shown()}"
        raise BrokenError("E103", at, message, f"expected '{literal}'", f"write '{literal}' {after}", edit)

    def word(self, what: str) -> Name:
        """Take a word, or refuse."""
        start = self.skip()
        text = self.match(_WORD)
        if text is None:
            raise self.expected(what)
        return Name(text, self.span(start))

    def expected(self, what: str) -> BrokenError:
        """The refusal that `what` should stand here."""
        if self.ended:
            return self.ends(what)
        here = self.at
        found = _THING.match(self.text, here)
        span = self.span(here, found.end() if found else here + 1)
        return BrokenError(
            "E103", span, f"expected {what}, not {self.shown()}", "not this", f"write {what} here"
        )

    def ends(self, missing: str) -> BrokenError:
        """The refusal that the text ends too early."""
        size = len(self.text)
        end = len(self.text.rstrip())
        span = Span(self.unit, max(0, end - 1), min(size, max(end, 1)))
        message = f"the file ends before {missing}"
        return BrokenError("E102", span, message, "ends here", "is the file complete? add what is missing")

    def shown(self) -> str:
        """What stands next, for messages."""
        match = _THING.match(self.text, self.skip())
        return f"'{match.group()[:30]}'" if match else "the end of the file"

    def number(self, what: str) -> Literal:
        """Take a literal number, or refuse."""
        start = self.skip()
        text = self.match(_NUMBER)
        if text is None:
            raise self.expected(what)
        value = float(text)
        span = self.span(start)
        if not math.isfinite(value):
            message = f"{text[:30]} is not a finite number"
            raise BrokenError("E114", span, message, "too large", "write a number below 1e308")
        return Literal(span, span, value)

    def integer(self, what: str) -> tuple[int, Span]:
        """Take a whole number; ``2.`` and ``2.0`` count."""
        number = self.number(what)
        if number.value != int(number.value):
            message = f"{what} must be a whole number, not {number.value:g}"
            raise BrokenError("E103", number.span, message, "not whole", "write a whole number")
        return int(number.value), number.span

    def value(self, works: bool = False, depth: int = 0) -> Expr:
        """Take a number, a parameter or a linterp.

        Args:
            works: Whether a linterp is evaluated here; elsewhere the original reads 0.
            depth: How many linterp this one stands in.
        """
        start = self.skip()
        if _NUMBER.match(self.text, start) and not _begins_name(self.text, start):
            return self.number("a number")
        name = self.peek_word()
        if not name or name in KEYWORDS:
            raise self.expected("a number or a parameter")
        word = self.word("a number or a parameter")
        if name != "linterp" or not self.take("("):
            return Ref(word.span, (word,))
        if depth >= MAX_NESTING:
            raise BrokenError(
                "E103", word.span, "linterp nested too deep", "too deep", "compute the value by hand"
            )
        args = self.values_until_close("linterp", depth=depth + 1)
        span = self.span(start)
        if len(args) != 5:
            help = "write linterp(g, gmin, gmax, vmin, vmax)"
            raise BrokenError("E112", span, f"linterp takes 5 values, not {len(args)}", "wrong number", help)
        return Call(span, Name("line" if works and depth == 0 else "zero", word.span), tuple(args))

    def values_until_close(self, owner: str, works: bool = False, depth: int = 0) -> list[Expr]:
        """Values up to the ``)`` of a ``(`` that was taken; an empty list and ``void`` give none."""
        if self.take(")"):
            return []
        if self.peek_word() == "void":
            self.word("void")
            self.expect(")", f"after void of {owner}")
            return []
        values = [self.value(works, depth)]
        while self.take(","):
            values.append(self.value(works, depth))
        self.expect(")", f"after the values of {owner}")
        return values

    def recover(self, since: int) -> None:
        """Go on behind the next ``;``, or before the next keyword, whichever comes first."""
        self.at = max(self.at, since)
        while match := _STOP.search(self.text, self.at):
            if match["semicolon"]:
                self.at = self.last = match.end()
                return
            if match["word"] in KEYWORDS:
                self.at = match.start()
                return
            self.at = match.end()
        self.at = self.last = len(self.text)


def _begins_name(text: str, start: int) -> bool:
    """Whether digits begin a word like ``2nd``."""
    word = _WORD.match(text, start) if text[start].isdigit() else None
    return bool(word and not _NUMBER.fullmatch(word.group()) and word.group()[-1] not in "eE")
