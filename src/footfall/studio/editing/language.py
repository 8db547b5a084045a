"""The language for the page's editor, made from the tables that parser and checker use."""

from __future__ import annotations

import footfall
from footfall.body import body_names
from footfall.script import names
from footfall.script.help.reference import FUNCTIONS
from footfall.script.statements import PLACES, STATEMENTS, Arg, Statement
from footfall.script.syntax.tokens import KEYWORDS, OPERATOR_WORDS
from footfall.studio.protocol.replies import (
    PROTOCOL,
    ArgInfo,
    ClauseInfo,
    FunctionInfo,
    Hello,
    Language,
    SenseInfo,
    StatementInfo,
    TermInfo,
)
from footfall.world import GROUND_KINDS

MAX_UNACKED = 8  # pose packets on their way to a page
FRAMES_PER_SECOND = 60.0
HISTORY_SECONDS = 60.0


def hello() -> Hello:
    """The first message of a connection."""
    from footfall.learn.objective.kinds import KINDS

    terms = tuple(
        TermInfo(kind=k.name, doc=k.what, unit=k.unit, weight=k.weight, needs=k.needs)
        for k in KINDS.values()
        if k.needs != "file"  # the page has no recording to track
    )
    return Hello(
        protocol=PROTOCOL,
        version=footfall.__version__,
        language=language(),
        bodies=tuple(body_names()),
        grounds=GROUND_KINDS,
        terms=terms,
        max_unacked=MAX_UNACKED,
        frames_per_second=FRAMES_PER_SECOND,
        history_seconds=HISTORY_SECONDS,
    )


def language() -> Language:
    """What a script may say."""
    return Language(
        keywords=tuple(sorted(KEYWORDS)),
        operators=OPERATOR_WORDS,
        statements=tuple(_statement(s) for s in STATEMENTS),
        senses=tuple(_senses()),
        functions=tuple(FunctionInfo(name=n, form=form, doc=doc) for n, (form, doc) in FUNCTIONS.items()),
        joints=names.JOINTS,
        parts=names.PARTS,
        places=PLACES,
        ranges=names.RANGES,
    )


def _statement(s: Statement) -> StatementInfo:
    clauses = tuple(ClauseInfo(name=c.name, args=_args(c.args), doc=c.doc) for c in s.clauses)
    return StatementInfo(
        word=s.word, subject=s.subject, args=_args(s.args), clauses=clauses, doc=s.doc, example=s.example
    )


def _args(args: tuple[Arg, ...]) -> tuple[ArgInfo, ...]:
    return tuple(
        ArgInfo(name=a.name, kind=a.kind, optional=a.optional, words=a.words, doc=a.doc) for a in args
    )


def _senses() -> list[SenseInfo]:
    tables = {
        "": names.PLAIN,
        "body": names.BODY,
        "com": names.COM,
        "part": names.PART,
        "joint": names.JOINT,
    }
    rows = [
        SenseInfo(of=of, name=name, kind=kind, doc=doc)
        for of, table in tables.items()
        for name, (kind, doc) in table.items()
    ]
    rows.append(SenseInfo(of="", name="contact", kind="truth", doc="whether the part touches something"))
    rows += [SenseInfo(of="", name=n, kind=kind, doc=doc) for n, (kind, _, doc) in names.PROBES.items()]
    return rows
