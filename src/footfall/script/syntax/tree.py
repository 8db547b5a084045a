"""The tree of a script: what the parser makes, the checker reads and the compiler lowers.

Every node has a span into the text. Of a modern script `Script.tokens` holds the whole text, layout and
comments included, so nothing is lost.

The classic dialect is read into the same nodes (`classic/reader.py`), its conditions as expressions, with
`Script.classic` set. What it leaves out stands there as a literal with an empty span, and it has four
functions that no modern script can write:

    line(x, x0, x1, y0, y1)   its linterp, which goes on beyond its ends
    zero(…)                   a linterp in a place where the original reads 0
    count(n), ticks(n)        its `iterations`, of returns of a called script or of ticks of 0.1 ms
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..diagnostics import Diagnostic, Findings
from ..program import Span
from ..source import Source
from .expression_tree import Expr, Literal
from .tokens import Kind, Token
from .tokens import Name as Name

MAX_DEPTH = 32  # calls inside each other: frames of the call stack


@dataclass(frozen=True)
class ClauseNode:
    """``.name(args)`` behind a subject."""

    span: Span
    name: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Subject:
    """``name(args).clause(args)…``; the name is None for statements that have no subject."""

    span: Span
    name: Name | None
    args: tuple[Expr, ...]
    clauses: tuple[ClauseNode, ...]


@dataclass(frozen=True)
class Action:
    """A statement of the table: ``[KEEP] WORD subject, subject…;``.

    Attributes:
        span: All of it, without the ``;``.
        word: The statement's word.
        subjects: What it acts on, one or more.
        keep: Where KEEP stands; None without it.
    """

    span: Span
    word: Name
    subjects: tuple[Subject, ...]
    keep: Span | None = None


@dataclass(frozen=True)
class Argument:
    """An argument of a DO; the name is None when it is positional."""

    span: Span
    name: Name | None
    value: Expr


@dataclass(frozen=True)
class Whole:
    """``name.*``: all members of a group of parameters."""

    span: Span
    name: Name


@dataclass(frozen=True)
class Do:
    """``DO path(args) [AT phase];``, classic ``> path(args).atPhase(start);``.

    Attributes:
        span: All of it.
        path: What is called.
        args: Its arguments.
        wholes: The groups among them that are not written out yet.
        start: Position of the callee's first phase, and where that is written.
        inline: Where the callee's own text stands in this one (an offset), in what the original's optimiser
            wrote; -1 elsewhere.
        at: The callee's phase to begin in, by its name; None: as `start` says.
    """

    span: Span
    path: Name
    args: tuple[Argument, ...]
    wholes: tuple[Whole, ...] = ()
    start: tuple[int, Span | None] = (0, None)
    inline: int = -1
    at: Name | None = None


@dataclass(frozen=True)
class To:
    """``TO target [SWAP | AT STEP] WHEN condition;``, with or without ALWAYS before it.

    Attributes:
        span: All of it.
        target: A phase, or ``end``. Phases of a classic script are called by their positions.
        swap: Whether left and right change.
        when: The condition.
        kind: The word that a classic condition begins with: ``fallen``; else "".
        step: Whether it is taken at the end of a step only.
    """

    span: Span
    target: Name
    swap: bool
    when: Expr
    kind: str = ""
    step: bool = False


@dataclass(frozen=True)
class Let:
    """``LET name = value;`` or ``LET name(args) = value;``, at the head of a skill or inside a phase.

    With `when` it is ``SET name = value WHEN condition;``, at the head: a value that is kept.
    """

    span: Span
    name: Name
    value: Expr
    args: tuple[Name, ...] = ()
    when: Expr | None = None


Statement = Action | Do | To | Let


@dataclass(frozen=True)
class Phase:
    """``PHASE name [LASTS expr]`` and what follows. `broken`: its head could not be read."""

    span: Span
    name: Name
    lasts: Expr | None
    statements: tuple[Statement, ...]
    broken: bool = False

    @cached_property
    def lets(self) -> tuple[Let, ...]:
        """Its own LETs, in order."""
        return tuple(s for s in self.statements if isinstance(s, Let))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Its statements of the table, in order."""
        return tuple(s for s in self.statements if isinstance(s, Action))

    @cached_property
    def transitions(self) -> tuple[To, ...]:
        """Its transitions, in order."""
        return tuple(s for s in self.statements if isinstance(s, To))

    @cached_property
    def call(self) -> Do | None:
        """What it calls: its last DO (the checker allows one only)."""
        return next((s for s in reversed(self.statements) if isinstance(s, Do)), None)


@dataclass(frozen=True)
class ParameterNode:
    """``name = default``."""

    span: Span
    name: Name
    default: Expr


@dataclass(frozen=True)
class Group:
    """``PARAMS name(parameters)``: parameters that belong together; ``PRESET …``: values of some."""

    span: Span
    name: Name
    parameters: tuple[ParameterNode, ...]


@dataclass(frozen=True)
class Skill:
    """``SKILL name(parameters)``.

    Attributes:
        span: All of it.
        name: What it is called.
        written: What stands between the parentheses.
        parameters: What it takes; in a script that is loaded, members of groups too.
        broken: Whether some of it could not be read.
    """

    span: Span
    name: Name
    written: tuple[ParameterNode | Whole, ...]
    parameters: tuple[ParameterNode, ...]
    broken: bool = False

    @property
    def takes(self) -> tuple[Whole, ...]:
        """The groups it takes whole."""
        return tuple(node for node in self.written if isinstance(node, Whole))


@dataclass(frozen=True)
class Script:
    """One file.

    Attributes:
        source: Name, path and text.
        unit: Its index among the scripts compiled together.
        tokens: All of the text.
        doc: The ``##`` lines at its head, joined.
        skill, body, start, ground, idle, limit, fall, goal: The header; None where absent (or
            ``GOAL none``).
        props: The props it declares, in order.
        groups: The groups of parameters it declares, in order.
        presets: Values of its parameters under a name (PRESET), in order.
        classic: Whether it is in the classic dialect.
        includes: The names of its SCRIPTS list, in the classic dialect.
        lets: The LETs at its head, in order; those of phases are among their statements.
        phases: In order; the first is the start.
        always: The interrupts, in order.
        diagnostics: What the parser found wrong.
    """

    source: Source
    unit: int
    tokens: tuple[Token, ...]
    doc: str
    skill: Skill | None
    body: Name | None
    start: Name | None
    ground: Name | None
    idle: Name | None
    limit: Literal | None
    fall: Expr | None
    goal: Expr | None
    phases: tuple[Phase, ...]
    always: tuple[To, ...]
    diagnostics: tuple[Diagnostic, ...] = field(default=())
    props: tuple[Subject, ...] = ()
    lets: tuple[Let, ...] = ()
    groups: tuple[Group, ...] = ()
    presets: tuple[Group, ...] = ()
    classic: bool = False
    includes: tuple[Name, ...] = ()

    @property
    def text(self) -> str:
        """The text, joined from the tokens."""
        return "".join(t.text for t in self.tokens)

    @cached_property
    def n_pieces(self) -> int:
        """Tokens that are no space."""
        return sum(t.kind is not Kind.SPACE for t in self.tokens)

    @property
    def parameters(self) -> tuple[ParameterNode, ...]:
        """The skill's parameters."""
        return self.skill.parameters if self.skill else ()

    @property
    def broken(self) -> bool:
        """Whether the parser met an error: then absent things prove nothing."""
        return any(d.severity == "error" for d in self.diagnostics)


@dataclass(frozen=True)
class Project:
    """Scripts of one dialect that are compiled together.

    Attributes:
        scripts: The root first; a script's index is its unit.
        callees: Span of a call -> unit of the callee; calls that lead nowhere are left out.
        findings: Per unit: what was found while loading.
        references: What the scripts TRACK, by unit and name.
    """

    scripts: tuple[Script, ...]
    callees: Mapping[Span, int]
    findings: tuple[Findings, ...]
    references: Mapping[tuple[int, str], Source] = field(default_factory=dict)

    def callee(self, do: Do) -> Script | None:
        """The script that a call leads to; None when it could not be loaded."""
        unit = self.callees.get(do.span)
        return None if unit is None else self.scripts[unit]


def calls_of(script: Script) -> Iterator[Do]:
    """All calls of a script."""
    for phase in script.phases:
        for statement in phase.statements:
            if isinstance(statement, Do):
                yield statement


def tracked_by(script: Script) -> Iterator[Name]:
    """The names of all references that a script tracks."""
    for phase in script.phases:
        for statement in phase.statements:
            if isinstance(statement, Action) and statement.word.text == "TRACK":
                yield from (subject.name for subject in statement.subjects if subject.name)
