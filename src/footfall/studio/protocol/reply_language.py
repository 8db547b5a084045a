"""Replies about the language, for the page's editor: sent once."""

from __future__ import annotations

from footfall.studio.protocol.reply import Part, Reply


class ArgInfo(Part, frozen=True):
    """An argument: `kind` is angle, gain, damping, time, length, force, speed, number, joint, part,
    place, bodypart, text or word (then one of `words`).
    """

    name: str
    kind: str
    optional: bool
    words: tuple[str, ...]
    doc: str


class ClauseInfo(Part, frozen=True):
    """``.name(args)`` behind a statement's subject."""

    name: str
    args: tuple[ArgInfo, ...]
    doc: str


class StatementInfo(Part, frozen=True):
    """A row of the table of statements."""

    word: str
    subject: str
    args: tuple[ArgInfo, ...]
    clauses: tuple[ClauseInfo, ...]
    doc: str
    example: str


class SenseInfo(Part, frozen=True):
    """Something a script can sense; `of` is "", com, part or joint."""

    of: str
    name: str
    kind: str
    doc: str


class FunctionInfo(Part, frozen=True):
    """A function of expressions."""

    name: str
    form: str
    doc: str


class Language(Part, frozen=True):
    """What a script may say.

    Attributes:
        keywords: SKILL, PHASE, TO …
        operators: and, or, not, contact, deg …
        ranges: Joint without its side -> axis -> lowest and highest angle, rad.
    """

    keywords: tuple[str, ...]
    operators: tuple[str, ...]
    statements: tuple[StatementInfo, ...]
    senses: tuple[SenseInfo, ...]
    functions: tuple[FunctionInfo, ...]
    joints: tuple[str, ...]
    parts: tuple[str, ...]
    places: tuple[str, ...]
    ranges: dict[str, dict[str, tuple[float, float]]]


class TermInfo(Part, frozen=True):
    """A kind of term for searches; `needs` is target, of, file or ""."""

    kind: str
    doc: str
    unit: str
    weight: float
    needs: str


class Hello(Reply, frozen=True, tag="hello"):
    """First message of a connection."""

    protocol: int
    version: str
    language: Language
    bodies: tuple[str, ...]
    grounds: tuple[str, ...]
    terms: tuple[TermInfo, ...]
    max_unacked: int
    frames_per_second: float
    history_seconds: float
