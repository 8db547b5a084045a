"""The canonical layout of a modern script: one statement a line, comments and blank lines kept.

Line breaks that the author made behind a comma, before a clause or before ``and`` and ``or``
stay; others are made only where a line would be too long. No token is changed, added or removed.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate, islice

from ..diagnostics import ScriptError
from ..source import Source
from ..statements import BY_WORD
from .parser import parse
from .spacing import Spacing
from .tokens import HEADER_WORDS, TRIVIA, Kind, Token, words
from .tree import Script

WIDTH = 110  # columns of code before a line is broken
INDENT = "  "
_TOP = frozenset((*HEADER_WORDS, "PHASE", "ALWAYS"))
_IN_PHASE = frozenset(("LET", "SET", "TO", "DO", "KEEP"))  # LET and SET stand at the head too
_PADDED = 4  # statement words are padded to this, so that POSE and VPD line up


@dataclass
class _Line:
    """One statement, header or phase line, or comments that stand alone (`words` empty).

    Attributes:
        tokens: Its tokens without trivia.
        breaks: Indices of tokens that begin a new line.
        comments: (index of the token it follows, text, column, whether it has a line of its own).
        blank: Whether a blank line stands before it.
    """

    tokens: list[Token] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)
    comments: list[tuple[int, str, int, bool]] = field(default_factory=list)
    blank: bool = False

    @property
    def word(self) -> str:
        return self.tokens[0].text if self.tokens else ""


@dataclass(frozen=True)
class _Spot:
    """A token before which a line may end.

    Attributes:
        at: Its index.
        depth: Open parentheses there.
        least: The least depth of this and of all later ones.
    """

    at: int
    depth: int
    least: int


def _fit(spots: list[_Spot], first: int, last: int, ends: list[int], room: int) -> int:
    """Where to end a line that begins at a token, so that it is not too long if that can be.

    Args:
        spots: Where it may end, in order.
        first: The token it begins with.
        last: One past the last token there is.
        ends: Width of all tokens before each one.
        room: What `ends` may be where the line ends.
    """
    later = bisect_right(spots, first, key=lambda spot: spot.at)
    if ends[last] <= room or later == len(spots):
        return last
    fitting = shallow = -1
    for spot in islice(spots, later, None):
        if ends[spot.at] > room:
            break
        fitting = spot.at
        if spot.depth == spots[later].least:
            shallow = spot.at
    if shallow >= 0:
        return shallow
    return fitting if fitting >= 0 else spots[later].at


def format_text(text: str, *, name: str = "script", path: str = "") -> str:
    """A modern script in canonical layout.

    Raises:
        ScriptError: The text cannot be parsed, so its layout means nothing yet.
    """
    script = parse(Source(name, path, text))
    if script.broken:
        raise ScriptError(script.diagnostics)
    result = _Formatter(script).text()
    if words(result) != words(text):
        raise AssertionError("the formatter changed a token; please report this script")
    return result


class _Formatter:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._spacing = Spacing(script)
        self._words = [t for t in script.tokens if t.kind not in TRIVIA]
        self._starts = [t.start for t in self._words]
        self._out: list[str] = []

    def text(self) -> str:
        """The whole file."""
        lines = self._lines()
        in_phase = False
        for i, line in enumerate(lines):
            self._blank_before(lines, i)
            self._write(line, lines[i + 1] if i + 1 < len(lines) else None, in_phase)
            if line.tokens:
                in_phase = line.word == "PHASE" or (in_phase and line.word not in _TOP)
        return "\n".join(self._out).strip("\n") + "\n"

    # Tokens to lines

    def _lines(self) -> list[_Line]:
        lines: list[_Line] = [_Line()]
        newlines = 0
        for token in self._script.tokens:
            if token.kind is Kind.SPACE:
                newlines += token.text.count("\n")
                continue
            if token.kind in TRIVIA:
                self._comment(lines, token, newlines)
            elif token.kind is not Kind.END:
                self._token(lines, token, newlines)
            newlines = 0
        return [line for line in lines if line.tokens or line.comments]

    def _token(self, lines: list[_Line], token: Token, newlines: int) -> None:
        line = lines[-1]
        if not line.tokens or self._begins(line, token):
            if line.tokens or line.comments:
                line = _Line(blank=newlines > 1)
                lines.append(line)
        elif newlines and self._spacing.may_break(line.tokens[-1], token):
            line.breaks.add(len(line.tokens))
        if line.comments and line.comments[-1][0] == len(line.tokens) - 1:
            line.breaks.add(len(line.tokens))
        line.tokens.append(token)

    def _begins(self, line: _Line, token: Token) -> bool:
        """Whether a token begins a statement of its own."""
        last = line.tokens[-1].text
        if token.text == "TO" and last == "ALWAYS" or token.text in BY_WORD and last in ("KEEP", "AT"):
            return False
        starts = token.text in _TOP or token.text in BY_WORD or token.text in _IN_PHASE
        return starts and not self._spacing.is_glued(token)

    def _comment(self, lines: list[_Line], token: Token, newlines: int) -> None:
        line, text = lines[-1], token.text.rstrip()
        column = self._column(token)
        inside = line.tokens and not self._ended_before(line, token)
        if newlines == 0 and line.tokens or inside:
            line.comments.append((len(line.tokens) - 1, text, column, newlines > 0))
        else:
            lines.append(_Line(comments=[(-1, text, column, True)], blank=newlines > 1))

    def _ended_before(self, line: _Line, token: Token) -> bool:
        """Whether a statement is complete where a comment stands: a new one, or nothing, follows."""
        following = self._words[bisect_right(self._starts, token.start)]
        return following.kind is Kind.END or self._begins(line, following)

    def _column(self, token: Token) -> int:
        start = self._script.source.text.rfind("\n", 0, token.start) + 1
        return len(self._script.source.text[start : token.start].expandtabs())

    # Lines to text

    def _blank_before(self, lines: list[_Line], i: int) -> None:
        line = lines[i]
        if i == 0 or not self._out:
            return
        before = lines[i - 1]
        attached = not before.tokens and not line.blank  # a comment right above belongs to it
        wanted = line.blank and before.word != "PHASE"
        if not attached and before.word != "ALWAYS" and self._heads(lines, i) in ("PHASE", "ALWAYS"):
            # The blank line goes above the comments that belong to the phase.
            wanted = wanted or bool(line.tokens) or line.comments[0][2] == 0
        if wanted and self._out[-1]:
            self._out.append("")

    @staticmethod
    def _heads(lines: list[_Line], i: int) -> str:
        """The word of the line that a line, or the comments that begin with it, stand above."""
        k = i
        while k < len(lines) and not lines[k].tokens and (k == i or not lines[k].blank):
            k += 1
        return lines[k].word if k < len(lines) else ""

    def _write(self, line: _Line, following: _Line | None, in_phase: bool) -> None:
        if not line.tokens:
            own = following is None or following.word in _TOP or not following.tokens
            indented = in_phase and (not own or line.comments[0][2] > 0)
            self._out.append((INDENT if indented else "") + line.comments[0][1])
            return
        indent = "" if line.word in _TOP or not in_phase else INDENT
        more = indent + " " * self._hang(line, indent)
        rows = self._rows(line, indent, more)
        for first, last, row in rows:
            self._row(line, first, last, row, more)

    def _hang(self, line: _Line, indent: str) -> int:
        """How far continued lines stand in: an action's below its subject, others a little."""
        words = [t.text for t in line.tokens[:2]]
        kept = words[0] == "KEEP"
        if words[kept] not in BY_WORD:
            return 2 if indent else 4
        return len("KEEP ") * kept + max(_PADDED, len(words[kept])) + 1

    def _rows(self, line: _Line, indent: str, more: str) -> list[tuple[int, int, str]]:
        """(first token, last + 1, text) of each line that a statement takes."""
        cuts = sorted({0, *line.breaks, len(line.tokens)})
        rows: list[tuple[int, int, str]] = []
        gaps = [self._gap(line.tokens, k) for k in range(len(line.tokens))]
        ends = [0, *accumulate(len(g) + len(t.text) for g, t in zip(gaps, line.tokens, strict=True))]
        for first, last in zip(cuts, cuts[1:], strict=False):
            spots = self._spots(line.tokens, first, last)
            at = first
            while at < last:
                lead = more if at else indent
                room = WIDTH - len(lead) + ends[at] + len(gaps[at])  # where the line is full, along `ends`
                end = _fit(spots, at, last, ends, room)
                text = "".join(gaps[k] + line.tokens[k].text for k in range(at, end))
                rows.append((at, end, lead + text[len(gaps[at]) :]))
                at = end
        return rows

    def _spots(self, tokens: list[Token], first: int, last: int) -> list[_Spot]:
        """Where the tokens between two may be parted."""
        found: list[tuple[int, int]] = []
        depth = self._spacing.depth(tokens, first)
        for k in range(first + 1, last):
            depth += {"(": 1, ")": -1}.get(tokens[k - 1].text, 0)
            if self._spacing.may_break(tokens[k - 1], tokens[k]):
                found.append((k, depth))
        least = list(accumulate((depth for _, depth in reversed(found)), min))[::-1]
        return [_Spot(k, depth, low) for (k, depth), low in zip(found, least, strict=True)]

    def _gap(self, tokens: list[Token], k: int) -> str:
        """The space before a token that does not begin a line."""
        if k == 0:
            return ""
        before = tokens[k - 1]
        gap = self._spacing.between(before, tokens[k])
        at_step = k > 1 and tokens[k - 2].text == "AT"  # TO … AT STEP: no action begins here
        if gap and before.text in BY_WORD and not at_step and not self._spacing.is_glued(before):
            return " " * (max(_PADDED - len(before.text), 0) + 1)
        return gap

    def _row(self, line: _Line, first: int, last: int, row: str, more: str) -> None:
        self._out.append(row)
        for after, text, column, alone in line.comments:
            if not first <= after < last:
                continue
            if alone or "#" in self._out[-1]:
                self._out.append(more + text)
            else:
                width = len(self._out[-1])
                self._out[-1] += " " * (max(column, width + 2) - width) + text
