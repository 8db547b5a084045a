"""Checks of classic scripts: names, targets, arguments; and warnings of quirks they rely on."""

from __future__ import annotations

from ..diagnostics import Findings
from ..source import SAVED, leads_out
from ..statements import CLASSIC, PLACES, STATEMENTS, TORQUE, Arg, Statement
from .loading import Project
from .names import JOINTS, PARTS
from .quirks import check_quirks
from .tree import Act, Call, Linterp, Number, Script, Transition, Value, Variable, Word

ROWS: dict[str, Statement] = {s.op: s for s in reversed(STATEMENTS + CLASSIC)}
_PLACES = (*PARTS, *JOINTS, *PLACES)
_ON_PARTS = ("contact", "nocontact")


def check_project(project: Project) -> None:
    """Add what is wrong or worth knowing to the findings of each script."""
    for script, findings in zip(project.scripts, project.findings, strict=True):
        checker = _Checker(script, project, findings)
        checker.run()
        if not findings.errors:
            check_quirks(script, project, findings)


class _Checker:
    def __init__(self, script: Script, project: Project, findings: Findings) -> None:
        self._script = script
        self._project = project
        self._findings = findings
        self._parameters = {p.text for p in script.parameters}
        self._whole = not findings.errors  # a phase that could not be read explains a missing target

    def run(self) -> None:
        if self._script.torque_limit:
            self._legal(TORQUE, self._script.torque_limit, "SET TORQUELIMIT")
        for position, phase in enumerate(self._script.phases):
            for act in phase.acts:
                self._act(act)
            for transition in phase.transitions:
                self._transition(transition)
            if phase.call:
                self._call(position, phase.call)

    def _act(self, act: Act) -> None:
        for value in act.values.values():
            self._value(value)
        rows = ROWS[act.op].value_args
        for name, value in act.values.items():
            if isinstance(value, Number) and name in rows:
                self._legal(rows[name], value, act.word or ROWS[act.op].word)
        kinds = ROWS[act.op].ref_kinds
        for key, word in act.names.items():
            kind = kinds[key]
            if kind == "joint":
                self._name(word, JOINTS, "joint", PARTS)
            elif kind in ("part", "bodypart"):
                self._name(word, PARTS, "part", JOINTS)
            elif kind == "place":
                self._name(word, _PLACES, "place", ())
            elif kind == "word" and key == "flags_flags" and word.text != "s":
                message = f"VPD has no flag '{word.text[:30]}'"
                self._findings.add("E104", word.span, message, "unknown", "the only flag is s")
            elif act.op in ("save", "load") and leads_out(word.text):
                message = f"'{word.text[:60]}' may lie outside the script's folder"
                help = "name a file beside the script, or in a folder there"
                self._findings.add("E067", word.span, message, "leads out of the folder", help)
            elif act.op == "save" and not word.text.endswith(SAVED):
                message = f"'{word.text[:60]}' is no name for a saved state"
                help = f"end it in {SAVED}"
                self._findings.add("E119", word.span, message, f"does not end in {SAVED}", help)

    def _legal(self, arg: Arg, number: Number, what: str) -> None:
        low, high = arg.range
        value = number.value * number.factor
        if not low <= value <= high:
            message = f"'{arg.name}' of {what} cannot be {value:g}"
            help = f"write a value from {low:g} to {high:g}"
            self._findings.add("E072", number.span, message, "out of range", help)

    def _name(self, word: Word, names: tuple[str, ...], what: str, others: tuple[str, ...]) -> None:
        if word.text in names:
            return
        code = "E105" if what == "joint" else "E106"
        help, edit = self._findings.suggest(word.span, word.text, names)
        message = f"there is no {what} '{word.text[:30]}'"
        label = f"unknown {what}"
        if word.text in others:
            label = f"this is a {'part' if what == 'joint' else 'joint'}, not a {what}"
        self._findings.add(code, word.span, message, label, help, edit)

    def _value(self, value: Value) -> None:
        if isinstance(value, Linterp):
            for arg in value.args:
                self._value(arg)
        elif isinstance(value, Variable) and value.text not in self._parameters:
            shown = value.text[:30]
            help, edit = self._findings.suggest(value.span, value.text, self._parameters)
            if not self._parameters:
                help, edit = f"add it to the parameters: BEGINSCRIPT name({shown})", None
            message = f"the script has no parameter '{shown}'"
            self._findings.add("E107", value.span, message, "unknown name", help, edit)

    def _transition(self, transition: Transition) -> None:
        for value in transition.values:
            self._value(value)
        if transition.kind in _ON_PARTS and transition.name:
            self._name(transition.name, PARTS, "part", JOINTS)
        last = len(self._script.phases) - 1
        if self._whole and not -1 <= transition.target <= last:
            message = f"there is no phase at position {transition.target}"
            help = f"positions go from 0 to {last}, whatever the labels say; -1 returns"
            self._findings.add("E108", transition.target_span, message, "out of range", help)

    # Calls

    def _call(self, position: int, call: Call) -> None:
        for value in call.args:
            self._value(value)
        unit = self._project.callees.get((self._script.unit, position))
        if unit is None:
            return
        callee = self._project.scripts[unit]
        if self._project.findings[unit].errors and not callee.phases:
            return
        self._arguments(call, callee)
        last = len(callee.phases) - 1
        if not 0 <= call.start <= last and not self._project.findings[unit].errors:
            message = f"{call.name.text[:60]} has no phase at position {call.start}"
            help = f"positions go from 0 to {last}, whatever the labels say"
            self._findings.add("E108", call.start_span, message, "out of range", help)

    def _arguments(self, call: Call, callee: Script) -> None:
        wanted, given = len(callee.parameters), len(call.args)
        if wanted == given:
            return
        names = ", ".join(p.text for p in callee.parameters) or "void"
        shown = call.name.text[:60]
        counted = f"{given} argument{'s' * (given != 1)}"
        fill = filling(call, callee)
        if fill is None:
            message = f"{shown} takes {wanted} arguments, not {given}"
            self._findings.add("E112", call.span, message, f"wants ({names[:80]})", f"write {wanted} values")
        else:
            how = "0 for each"
            if fill == "previous":
                how = f"{callee.parameters[-1].text} as {callee.parameters[-2].text}"
            message = f"{shown} takes {wanted} arguments and is given {counted}: read with {how}"
            help = f"write all {wanted} values"
            self._findings.add("W115", call.span, message, f"wants ({names[:80]})", help)


def filling(call: Call, callee: Script) -> str | None:
    """How missing arguments are made up for: ``zero``, ``previous``, or None when they cannot be.

    Some parameters were added after scripts that call them were written: ``dtt`` beside ``dt``,
    which meant both before, and (cde, cve) of a script that was called with (void).
    """
    wanted, given = len(callee.parameters), len(call.args)
    if wanted and not given:
        return "zero"
    if given >= 1 and wanted == given + 1 and wanted >= 2:
        before, last = callee.parameters[-2].text, callee.parameters[-1].text
        if last.startswith(before):
            return "previous"
    return None
