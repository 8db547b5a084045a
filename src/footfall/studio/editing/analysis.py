"""Analysis of the edited text: the compiled program, or the problems."""

from __future__ import annotations

from dataclasses import dataclass, replace

from footfall import faults
from footfall.errors import FootfallError
from footfall.script import Diagnostic, Program, ScriptError, Source, check, compile_source
from footfall.studio.editing.offsets import Offsets
from footfall.studio.editing.outline import outline
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.message import MAX_LIVE, Change

STILL = "SKILL still()\nPHASE rest\n"  # runs while no text compiles


@dataclass(frozen=True)
class Analysis:
    """A text and the result of compiling it.

    Attributes:
        source: Name, path and text.
        version: Of the text.
        program: Compiled; None when the text has errors.
        problems: Errors and warnings.
    """

    source: Source
    version: int
    program: Program | None
    problems: tuple[r.Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether it can run."""
        return self.program is not None

    def checked(self) -> r.Checked:
        """The answer to an edit."""
        return r.Checked(version=self.version, ok=self.ok, problems=self.problems)

    def outline(self, values: dict[str, float]) -> r.Program | None:
        """The outline for the editors; None when the text has errors."""
        return None if self.program is None else outline(self.program, self.version, values)


def analyse(source: Source, version: int) -> Analysis:
    """Compile a text; never raises."""
    if len(source.text) > MAX_LIVE:
        return Analysis(source, version, None, (_plain(_too_long()),))
    try:
        program = compile_source(source)
        if sum(len(unit.text) for unit in program.units) > MAX_LIVE:
            raise _too_long()
        found = check(source.text, name=source.name, path=source.path) if program.notes else []
        return Analysis(source, version, program, _problems(tuple(found), source))
    except ScriptError as wrong:
        return Analysis(source, version, None, _problems(wrong.diagnostics, source))
    except FootfallError as wrong:
        return Analysis(source, version, None, (_plain(wrong),))
    except Exception as error:  # a bug of ours: shown like an error of the script, and the studio continues
        return Analysis(source, version, None, (_plain(faults.tell(error, "studio: check")),))


def _too_long() -> FootfallError:
    return FootfallError(
        f"with what it calls, this is longer than {MAX_LIVE:,} characters: it can be edited and saved, but "
        "does not run in the studio",
        help="make it shorter, or run it with `footfall run`",
    )


def with_text(source: Source, text: str) -> Source:
    """The same script with another text."""
    return replace(source, text=text)


def _problems(found: tuple[Diagnostic, ...], source: Source) -> tuple[r.Problem, ...]:
    at = Offsets(source.text)
    rows = []
    for d in found:
        own = d.source.shown == source.shown
        line, column = d.source.position(d.span.start)
        fix = None
        if d.edit is not None and own:
            fix = Change(start=at.page(d.edit.span.start), end=at.page(d.edit.span.end), text=d.edit.text)
        rows.append(
            r.Problem(
                code=d.code,
                severity=d.severity,
                message=d.message,
                label=d.label,
                help=d.help,
                start=at.page(d.span.start) if own else 0,
                end=at.page(d.span.end) if own else 0,
                line=line,
                column=column,
                file="" if own else d.source.name,
                fix=fix,
            )
        )
    return tuple(rows)


def _plain(wrong: FootfallError) -> r.Problem:
    """A problem without a place, such as a called file that cannot be read."""
    return r.Problem(
        code="",
        severity="error",
        message=wrong.message,
        label="",
        help=wrong.help,
        start=0,
        end=0,
        line=1,
        column=1,
        file="",
        fix=None,
    )
