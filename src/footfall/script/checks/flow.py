"""Checks of a script's flow: what is never reached, never left, decided from the start, or kept for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..compile.bounds import truth
from ..compile.kinds import arguments
from ..diagnostics import Findings
from ..names import stem
from ..program import Span
from ..statements import BY_WORD
from ..syntax.expression_tree import Expr, Ref, walk
from ..syntax.tree import Let, Phase, Script, Subject, To

_WAIT = "wait for something: a time, a contact, an angle"
_ANGLES = ("pitch", "roll", "yaw", "bearing")


def check_flow(script: Script, findings: Findings) -> None:
    """Note all warnings about the flow of a script that has no errors."""
    for phase in script.phases:
        _cannot_fire(phase.transitions, findings)
        _left_at_once(phase, findings)
    _cannot_fire(script.always, findings)
    for to in script.always:
        if truth(to.when):
            message = f"ALWAYS TO {to.target.text} holds at every moment: nothing else is ever done"
            findings.add("W013", to.when.span, message, "always true", _WAIT)
    _rule(script.fall, "FALL", "the body counts as fallen from the start", findings)
    _rule(script.goal, "GOAL", "every run is a success", findings)
    _unreachable(script, _never_left(script, findings), findings)
    _kept_for_ever(script, findings)


def _rule(condition: Expr | None, word: str, always: str, findings: Findings) -> None:
    """Warn about a rule that is decided before anything has happened."""
    decided = None if condition is None else truth(condition)
    if condition is None or decided is None:
        return
    senses = {e.text for e in walk(condition) if isinstance(e, Ref)}
    if word == "FALL" and not decided and senses <= {"time"}:
        return  # FALL time < 0 is how a script says that nothing counts as a fall
    message = f"{word} always holds: {always}" if decided else f"{word} can never hold"
    label = "always true" if decided else "always false"
    findings.add("W013", condition.span, message, label, _how_to_mend(condition))


def _cannot_fire(transitions: tuple[To, ...], findings: Findings) -> None:
    certain: To | None = None
    for to in transitions:
        span = to.when.span
        if certain is not None:
            message = (
                f"TO {to.target.text} can never fire: the one to '{certain.target.text}' always comes first"
            )
            help = "order is priority: put it above, or remove it"
            findings.add("W009", to.span, message, "never tested", help)
        elif truth(to.when) is False:
            message = f"TO {to.target.text} can never fire: its condition is always false"
            findings.add("W009", span, message, "always false", _how_to_mend(to.when))
        elif truth(to.when):
            certain = to


def _how_to_mend(condition: Expr) -> str:
    """What to say about a condition that is decided; phi above 1 and angles beyond pi are the usual cases."""
    names = [e for e in walk(condition) if isinstance(e, Ref)]
    if any(e.text == "phi" for e in names):
        return "phi ends at 1: write phi >= 1"
    if any(e.parts[-1].text in _ANGLES and len(e.parts) > 1 for e in names):
        return "angles of parts go from -pi to pi and wrap there: compare with a number between"
    return "change the condition, or remove the statement"


def _left_at_once(phase: Phase, findings: Findings) -> None:
    first = next((to for to in phase.transitions if truth(to.when) is not False), None)
    acts = any(not isinstance(s, To | Let) for s in phase.statements)
    if first is not None and truth(first.when) and acts:
        message = f"phase '{phase.name.text}' is left before it can act"
        help = "wait for something: 'time > 0.1', 'complete', a contact"
        findings.add("W011", first.when.span, message, "always true", help)


def _by_name(script: Script) -> dict[str, Phase]:
    return {p.name.text: p for p in script.phases}


def _reached(by_name: Mapping[str, Phase], start: list[str], known: Collection[str] = ()) -> set[str]:
    """The phases that some lead to, those that are `known` and what lies behind them left out."""
    waiting = list(start)
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in reached and name not in known:
            reached.add(name)
            waiting += [to.target.text for to in by_name[name].transitions]
    return reached


def _never_left(script: Script, findings: Findings) -> set[str]:
    """Warn about phases without a way out; returns the phases whose being cut off that explains."""
    if not script.phases or script.always:
        return set()
    by_name = _by_name(script)
    reached = _reached(by_name, [script.phases[0].name.text])
    explained: set[str] = set()
    for phase, after in zip(script.phases, [*script.phases[1:], None], strict=True):
        name = phase.name.text
        if phase.transitions or not (name in reached or name in explained):
            continue
        cut_off = after is not None and not (after.name.text in reached or after.name.text in explained)
        if cut_off and after is not None:
            explained |= _reached(by_name, [after.name.text], explained)
            help = f"add 'TO {after.name.text} WHEN …;'"
            findings.add(
                "W010", phase.name.span, f"phase '{name}' is never left", "no TO in this phase", help
            )
        elif phase.lasts:
            message = f"phase '{name}' lasts a time and then goes nowhere"
            help = "add 'TO … WHEN phi >= 1;'"
            findings.add("W010", phase.name.span, message, "no TO in this phase", help)
    return explained


def _unreachable(script: Script, explained: set[str], findings: Findings) -> None:
    start = [script.phases[0].name.text] if script.phases else []
    reached = _reached(_by_name(script), start + [to.target.text for to in script.always])
    for phase in script.phases:
        name = phase.name.text
        if name not in reached and name not in explained:
            message = f"phase '{name}' is never reached"
            help = f"add 'TO {name} WHEN …;' to another phase, or remove it"
            findings.add("W001", phase.name.span, message, "no TO leads here", help)


def _kept_for_ever(script: Script, findings: Findings) -> None:
    """A kept servo that no other phase takes over stays on after the skill has returned.

    Where idle joints are limp, that is the point: a body that lets go of its poses falls.
    """
    if script.idle and script.idle.text == "limp":
        return
    ends = [to.target.text == "end" for p in script.phases for to in p.transitions]
    ends += [to.target.text == "end" for to in script.always]
    if not any(ends):
        return
    drivers: dict[str, set[str]] = {}  # joint -> the phases that move it
    for phase in script.phases:
        for joint in _driven(phase):
            drivers.setdefault(joint, set()).add(phase.name.text)
    for phase in script.phases:
        for span, joint in _kept(phase):
            if not drivers.get(stem(joint), set()) - {phase.name.text}:
                message = f"'{joint}' is kept and no other phase lets go of it"
                help = (
                    f"it stays so after the skill has returned: leave KEEP out, or end with POSE {joint}(0);"
                )
                findings.add("W012", span, message, "never released", help)


def _kept(phase: Phase) -> Iterator[tuple[Span, str]]:
    for action in phase.actions:
        for subject in action.subjects if action.keep else ():
            if subject.name and BY_WORD[action.word.text].subject != "text":  # a file is no joint
                yield subject.name.span, subject.name.text


def _driven(phase: Phase) -> Iterator[str]:
    """Stems of the joints that a phase's statements move (sides change with SWAP)."""
    for action in phase.actions:
        for subject in action.subjects:
            yield from (stem(name) for name in joints(action.word.text, subject))


def joints(word: str, subject: Subject) -> Iterator[str]:
    """The joints that a statement moves: its subject, and those of its clauses."""
    row = BY_WORD[word]
    if row.subject == "joint" and subject.name:
        yield subject.name.text
    for _, arg, expr in arguments(word, subject):
        if arg.kind == "joint" and not arg.seen and isinstance(expr, Ref):
            yield expr.text
