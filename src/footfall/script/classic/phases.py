"""Reads a PHASE: its statements, transitions and call, in any order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..diagnostics import Findings
from ..syntax.expression_tree import Call
from ..syntax.tree import Argument, Do, Name, Phase, Statement, To
from .cursor import ACTION_WORDS, KEYWORDS, BrokenError, Cursor
from .statements import ActionReader
from .transitions import read_transition

_CALLEE = re.compile(r"[^\s();,#]+")
_ARROWS = re.compile(r">{3,}|<{3,}")
_INLINE = re.compile(r"#[^\n]*|(?<![A-Za-z0-9_])(?P<word>BEGINSCRIPT|ENDSCRIPT)(?![A-Za-z0-9_])")


class PhaseReader:
    """Reads the phases of one script, in order."""

    def __init__(self, cursor: Cursor, findings: Findings) -> None:
        self._in = cursor
        self._findings = findings
        self._actions = ActionReader(cursor, findings)

    def finish(self) -> None:
        """The script is over."""
        self._actions.unused_feedback("no VPD follows in the file")

    def read(self, position: int) -> Phase:
        """A phase whose PHASE was taken, up to and with its ENDPHASE. It is called by its position."""
        start = self._in.last - len("PHASE")
        self._actions.phase = position
        label = self._in.word("the phase's number")
        statements: list[Statement] = []
        if label.text in KEYWORDS:
            self._in.at = label.span.start
            raise self._in.expected("the phase's number")
        while not self._in.take("ENDPHASE"):
            if self._in.ended:
                raise self._in.ends("ENDPHASE")
            if self._in.peek_word() in ("PHASE", "ENDSCRIPT", "BEGINSCRIPT") or self._findings.full:
                raise self._in.expected("ENDPHASE")
            self._command(statements)
        calls = any(isinstance(s, Do) for s in statements)
        found = tuple(_counting(s, calls) if isinstance(s, To) else s for s in statements)
        return Phase(self._in.span(start), Name(str(position), label.span), None, found)

    def _command(self, statements: list[Statement]) -> None:
        start = self._in.at
        try:
            self._one_command(statements)
        except BrokenError as broken:
            self._findings.add(*broken.finding)
            self._in.recover(start + 1)

    def _one_command(self, statements: list[Statement]) -> None:
        if _ARROWS.match(self._in.text, self._in.at):
            statements[:] = self._inline(statements)
        elif self._in.take(">"):
            self._call(statements)
        elif self._in.take("ACTIONS"):
            self._block(statements, world=False)
        elif self._in.take("ENVACTIONS"):
            self._block(statements, world=True)
        elif self._in.take("TRANSITION"):
            statements.append(read_transition(self._in, self._findings))
        elif word := self._in.take_file_word():
            statements += self._actions.read(word)
        elif self._in.peek_word() in ACTION_WORDS:  # outside ACTIONS by mistake
            statements += self._actions.read(self._in.word("a statement"))
        else:
            raise self._unknown("ACTIONS, TRANSITION, '>' or ENDPHASE", ("ACTIONS", "TRANSITION", "ENDPHASE"))

    def _unknown(self, what: str, words: tuple[str, ...]) -> BrokenError:
        name = self._in.peek_word()
        if not name or name in KEYWORDS:
            return self._in.expected(what)
        word = self._in.word(what)
        help, edit = self._findings.suggest(word.span, word.text, words)
        return BrokenError(
            "E104", word.span, f"there is no statement '{word.text[:30]}'", "unknown", help, edit
        )

    def _block(self, statements: list[Statement], world: bool) -> None:
        while not self._in.take("ENDACTIONS"):
            if self._in.ended:
                raise self._in.ends("ENDACTIONS")
            if self._in.peek_word() in ("ENDPHASE", "PHASE", "ENDSCRIPT") or self._findings.full:
                raise self._in.expected("ENDACTIONS")
            start = self._in.at
            try:
                if world:
                    statements += self._actions.toggle()
                elif self._in.peek_word() in ACTION_WORDS:
                    statements += self._actions.read(self._in.word("a statement"))
                elif self._in.peek_word() == "TRANSITION":
                    raise self._in.expected("ENDACTIONS")
                else:
                    raise self._unknown("a statement or ENDACTIONS", ACTION_WORDS)
            except BrokenError as broken:
                self._findings.add(*broken.finding)
                if self._in.peek_word() == "TRANSITION":
                    return
                self._in.recover(start + 1)

    # Calls

    def _call(self, statements: list[Statement]) -> None:
        start = self._in.last - 1
        begin = self._in.skip()
        name = self._in.match(_CALLEE)
        if name is None:
            raise self._in.expected("the name of a script")
        path = Name(name, self._in.span(begin))
        args = self._in.values_until_close(name[:30], works=True) if self._in.take("(") else []
        at, at_span = 0, self._in.span(start)
        if self._in.take("."):
            if not self._in.take("atPhase"):
                raise self._in.expected("atPhase")
            self._in.expect("(", "after .atPhase")
            at, at_span = self._in.integer("the position of a phase")
            self._in.expect(")", "after the position")
        self._in.expect(";", "after the call")
        if any(isinstance(s, Do) for s in statements):
            help = "give each call a phase of its own"
            raise BrokenError(
                "E113", self._in.span(start), "a phase calls one script only", "the second call", help
            )
        given = tuple(Argument(value.span, None, value) for value in args)
        statements.append(Do(self._in.span(start), path, given, start=(at, at_span)))

    def skip_inline(self, phases: list[Phase]) -> None:
        """Step over a callee that a dump of the optimiser holds after its call phase."""
        statements = phases[-1].statements if phases else ()
        found = self._inline(statements)
        if phases:
            phases[-1] = replace(phases[-1], statements=tuple(found))

    def _inline(self, statements: Sequence[Statement]) -> list[Statement]:
        """The statements of a phase, with a call that knows where its callee stands: in this block."""
        start = self._in.at
        self._in.match(_ARROWS)
        depth = 0
        begin = -1
        for match in _INLINE.finditer(self._in.text, self._in.at):
            if not match["word"]:
                continue
            depth += 1 if match["word"] == "BEGINSCRIPT" else -1
            if depth < 0:
                break
            begin = match.start() if begin < 0 else begin
            if depth == 0:
                self._in.at = self._in.last = match.end()
                self._in.match(_ARROWS)
                return [replace(s, inline=begin) if isinstance(s, Do) else s for s in statements]
        span = self._in.span(start, start + 3)
        help = "a block of '>>>' and '<<<' lines holds BEGINSCRIPT … ENDSCRIPT"
        raise BrokenError("E103", span, "there is no whole script in this block", "opened here", help)


def _counting(to: To, calls: bool) -> To:
    """A transition whose `iterations` count returns in a phase that calls a script, and ticks elsewhere."""
    if to.kind != "iterations" or not isinstance(to.when, Call):
        return to
    name = Name("count" if calls else "ticks", to.when.function.span)
    return replace(to, when=replace(to.when, function=name))
