"""Warnings: what a classic script relies on without saying so, and what it has no effect with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..diagnostics import Findings
from ..syntax.expression_tree import Call, Expr, Literal, walk
from ..syntax.tree import Do, Phase, Project, Script, To, calls_of
from .acts import Act
from .loading import reachable
from .names import LIMITS

_GUARDS = ("fallen", "anglerange", "pass", "press", "release", "contact", "nocontact", "stable")
_SLACK = 1e-3  # rad: 1.5708 and 3.1416 are meant as the limit itself


def check_quirks(script: Script, acts: list[tuple[Act, ...]], project: Project, findings: Findings) -> None:
    """Add the warnings of a script that has no errors; `acts` are the statements of its phases."""
    _Quirks(script, project, findings).run(acts)


def values_of(phase: Phase, acts: Sequence[Act]) -> Iterator[Expr]:
    """All values of a phase and its conditions, those inside others left out."""
    for act in acts:
        yield from act.values.values()
    for to in phase.transitions:
        yield to.when
    if phase.call:
        yield from (arg.value for arg in phase.call.args)


class _Quirks:
    def __init__(self, script: Script, project: Project, findings: Findings) -> None:
        self._script = script
        self._project = project
        self._findings = findings

    def run(self, every: list[tuple[Act, ...]]) -> None:
        for position, (phase, acts) in enumerate(zip(self._script.phases, every, strict=True)):
            self._label(position, phase)
            self._values(phase, acts)
            self._empty(position, phase)
            self._transitions(position, phase)
            if phase.call:
                self._calls(phase.call, acts)
            else:
                self._order(acts)
                self._limits(acts)
        self._unreachable()

    def _label(self, position: int, phase: Phase) -> None:
        label = self._script.source.text[phase.name.span.start : phase.name.span.end]
        if label != str(position) and label.lstrip("0") != str(position):
            message = f"phase '{label[:30]}' is at position {position}: to({position}) leads here"
            help = f"call it PHASE {position}: targets count positions, not labels"
            self._findings.add("W102", phase.name.span, message, "label and position differ", help)

    def _values(self, phase: Phase, acts: Sequence[Act]) -> None:
        written = (v for v in values_of(phase, acts) if not isinstance(v, Literal))
        for value in (e for outer in written for e in walk(outer)):
            if isinstance(value, Call) and value.function.text == "zero":
                message = "linterp is read as 0 here"
                help = "it works as an angle of POSE and LIPOSE, a time of LIPOSE, an argument of a call"
                self._findings.add("W105", value.span, message, "always 0", help)
        for act in acts:
            time = act.values.get("time_seconds")
            if act.op == "pose" and isinstance(time, Literal) and time.value <= 0:
                message = f"{act.row.word} with time {time.value:g} never moves: it only damps the joint"
                self._findings.add("W106", time.span, message, "not above 0", "write a time above 0")

    def _empty(self, position: int, phase: Phase) -> None:
        if phase.actions or phase.call:
            return
        at = phase.name.span
        message = f"phase {position} has no actions, so it takes no time"
        help = "add an ACTIONS block, or remove the phase"
        if any(t.kind not in ("complete", "random") for t in phase.transitions):
            message += "; the original waits for ever here, time passes in ours"
        self._findings.add("W107", at, message, "no actions", help)

    # Transitions

    def _transitions(self, position: int, phase: Phase) -> None:
        if not phase.transitions and len(self._script.phases) > 1:
            message = f"phase {position} has no TRANSITION, so it never ends"
            self._findings.add("W122", phase.name.span, message, "never left", "add a TRANSITION")
        done: To | None = None
        for transition in phase.transitions:
            if done is not None:
                line, _ = self._script.source.position(done.span.start)
                message = f"this transition cannot fire: the one in line {line} always does"
                self._findings.add(
                    "W123", transition.span, message, "never reached", "put it before the other"
                )
            elif transition.kind == "complete":
                done = transition
            self._kind(transition, phase)

    def _kind(self, transition: To, phase: Phase) -> None:
        kind, span = transition.kind, transition.span
        what = phase.call.path.text[:60] if phase.call else ""
        if kind == "iterations":
            value = transition.when.args[0] if isinstance(transition.when, Call) else None
            times = f"{value.value + 1:g}" if isinstance(value, Literal) else "one more"
            unit = f"{what} runs" if what else "the phase lasts"
            message = f"'iterations' counts one more: {unit} {times} {'times' if what else 'ticks of 0.1 ms'}"
            self._findings.add("W101", span, message, "n + 1", "write one less if that is meant")
        elif what and kind == "time":
            message = (
                f"'time' in a phase that calls {what} never fires: its clock stands at 0 when it is tested"
            )
            help = "give the called script a time of its own"
            self._findings.add("W104", span, message, "never fires", help)
        elif what and kind in _GUARDS:
            message = f"'{kind}' does not interrupt {what}: it is tested only when {what} has returned"
            self._findings.add(
                "W103", span, message, "tested on return", "test it inside the called script too"
            )

    def _unreachable(self) -> None:
        script = self._script
        starts = {0}
        for call in (call for other in self._project.scripts for call in calls_of(other)):
            if self._project.callees.get(call.span) == script.unit:
                starts.add(call.start[0])
        reached: set[int] = set()
        for start in starts:
            reached |= reachable(script, start)
        for position, phase in enumerate(script.phases):
            if position not in reached:
                message = f"phase {position} is never reached"
                help = f"add a TRANSITION to({position}), or remove it"
                self._findings.add("W112", phase.name.span, message, "no transition leads here", help)

    # Actions

    def _order(self, acts: Sequence[Act]) -> None:
        """POSEFB before its POSE; POSE after a VPD of the same joint."""
        posed: set[str] = set()
        early: set[str] = set()
        driven: set[str] = set()
        for act in acts:
            joint = act.names.get("joint")
            if act.op == "posefb" and joint and joint.text not in posed:
                early.add(joint.text)
            elif act.op == "vpd_raw":
                driven.add(act.names["joint_joint"].text)
            elif act.op in ("pose", "match", "hold") and joint:
                if joint.text in early:
                    message = (
                        f"POSEFB {joint.text} stands before this {act.row.word}, which switches it off again"
                    )
                    help = f"write POSEFB {joint.text} behind it"
                    self._findings.add("W110", act.span, message, "switches POSEFB off", help)
                if joint.text in driven:
                    message = f"{act.row.word} {joint.text} follows a VPD of the same joint: both act"
                    help = "write it before the VPD, or remove it"
                    self._findings.add("W124", act.span, message, "acts as well", help)
                posed.add(joint.text)

    def _limits(self, acts: Sequence[Act]) -> None:
        for act in acts:
            angle = act.values.get("angle")
            if act.op != "pose" or not isinstance(angle, Literal):
                continue
            joint = act.names["joint"].text
            low, high = LIMITS[joint]
            if not low - _SLACK <= angle.value <= high + _SLACK:
                message = f"{joint} cannot reach {angle.value:g}: it pushes against its stop"
                help = f"its range is {low:.2f} to {high:.2f} rad"
                self._findings.add("W111", angle.span, message, "outside its limits", help)

    # Calls

    def _calls(self, call: Do, acts: Sequence[Act]) -> None:
        if acts:
            message = "a phase that calls a script does not execute its actions"
            help = "put the actions into a phase of their own"
            self._findings.add("W118", acts[0].span, message, "never executed", help)
        callee = self._project.callee(call)
        if callee is None:
            return
        shown = call.path.text[:60]
        if callee.limit and not self._script.limit:
            limit = f"{callee.limit.value:g} N m"
            message = f"the torque limit of {shown}, {limit}, stays after it returns"
            help = "give this script a SET TORQUELIMIT of its own"
            self._findings.add("W108", call.span, message, "limit stays", help)
        if self._calls_back(callee.unit):
            message = f"{shown} calls this script again: at most 32 may be active inside each other"
            help = "use a phase and a TRANSITION to repeat"
            self._findings.add("W127", call.span, message, "calls in a circle", help)

    def _calls_back(self, unit: int) -> bool:
        waiting, seen = [unit], set[int]()
        while waiting:
            here = waiting.pop()
            if here == self._script.unit:
                return True
            if here not in seen:
                seen.add(here)
                waiting += [callee for at, callee in self._project.callees.items() if at.unit == here]
        return False
