"""Where spaces and line breaks go between the tokens of a modern script."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from ..compile.kinds import expected_values
from ..program import Span
from ..statements import BY_WORD
from .declarations import all_lets
from .expression_tree import Expr, Literal, Probe, Unary, walk
from .tokens import KEYWORDS, OPERATOR_WORDS, Kind, Token
from .tree import Action, Do, Name, Script, Subject

_RESERVED = frozenset((*KEYWORDS, *OPERATOR_WORDS))
_NO_SPACE_BEFORE = frozenset({",", ";", ")", ".", ":"})


class Spacing:
    """Spaces of one script; what its tree says about a token decides where the token alone cannot."""

    def __init__(self, script: Script) -> None:
        self._in_paths: set[int] = set()
        self._tight: set[int] = set()  # tokens with no space before them
        self._signs: set[int] = set()  # a minus that belongs to what follows
        self._clauses: set[int] = set()  # the dots before clauses
        starts = [t.start for t in script.tokens]
        for name in _paths(script):
            inside = _inside(starts, name.span)
            self._in_paths.update(inside)
            self._tight.update(inside[1:])
        self._whole = set(_inside(starts, script.ground.span)) if script.ground else set()
        self._in_paths |= self._whole  # a line of its own, whatever words it has
        for expr in _expressions(script):
            for node in walk(expr):
                if isinstance(node, Unary) and node.op == "-":
                    self._signs.add(node.span.start)
                elif isinstance(node, Probe):
                    self._tight.update(_inside(starts, node.name.span)[1:])
                elif isinstance(node, Literal):
                    self._signs.add(node.number.start)
                    if node.mark:
                        self._tight.update(_inside(starts, node.mark.span))
        for subject in (*script.props, *(s for _, s in _subjects(script))):
            self._clauses.update(c.span.start for c in subject.clauses)

    def is_glued(self, token: Token) -> bool:
        """Whether a token is part of a path, so that its text has no meaning of its own."""
        return token.start in self._in_paths

    def between(self, left: Token, right: Token) -> str:
        """The space between two tokens on one line: one or none."""
        if right.start in self._tight:
            return ""
        if right.text in _NO_SPACE_BEFORE or left.text in ("(", "."):
            return ""
        if left.text == "-" and (left.start in self._signs or left.start in self._whole):
            return ""  # a line of its own, like GROUND, has numbers and no differences
        if right.text == "(" and (self.is_glued(left) or _is_name(left)):
            return ""
        return " "

    def may_break(self, left: Token, right: Token) -> bool:
        """Whether a line may end between two tokens."""
        if right.start in self._tight or right.start in self._whole:
            return False
        return left.text == "," or right.start in self._clauses or right.text in ("and", "or")

    @staticmethod
    def depth(tokens: list[Token], count: int) -> int:
        """How many parentheses are open after so many tokens of a statement."""
        texts = [t.text for t in tokens[:count]]
        return texts.count("(") - texts.count(")")


def _is_name(token: Token) -> bool:
    return token.kind is Kind.WORD and token.text not in _RESERVED


def _inside(starts: list[int], span: Span) -> list[int]:
    return starts[bisect_left(starts, span.start) : bisect_left(starts, span.end)]


def _subjects(script: Script) -> Iterator[tuple[Action, Subject]]:
    for phase in script.phases:
        for action in phase.statements:
            if isinstance(action, Action):
                for subject in action.subjects:
                    yield action, subject


def _paths(script: Script) -> Iterator[Name]:
    """Names whose tokens stand together."""
    yield from (n for n in (script.skill and script.skill.name, script.body, script.start) if n)
    for phase in script.phases:
        for statement in phase.statements:
            if isinstance(statement, Do):
                yield statement.path
    for action, subject in _subjects(script):
        if BY_WORD[action.word.text].subject in ("text", "clip") and subject.name:
            yield subject.name


def _expressions(script: Script) -> Iterator[Expr]:
    yield from (p.default for p in script.parameters)
    yield from (p.default for group in (*script.groups, *script.presets) for p in group.parameters)
    yield from (let.value for let in all_lets(script))
    yield from (let.when for let in script.lets if let.when)
    yield from (expected.expr for expected in expected_values(script))
