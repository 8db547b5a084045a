"""Checks of classic scripts: names, targets, arguments; and warnings of quirks they rely on."""

from __future__ import annotations

from ..checks.statements import check_legal
from ..diagnostics import Diagnostic, Findings
from ..source import SAVED, leads_out
from ..statements import PLACES, TORQUE
from ..syntax.expression_tree import Contact, Expr, Literal, Ref, walk
from ..syntax.tree import Do, Name, Project, Script, To
from .acts import Act, acts_of
from .names import JOINTS, PARTS
from .quirks import check_quirks

_PLACES = (*PARTS, *JOINTS, *PLACES)


def check_classic(project: Project) -> list[Diagnostic]:
    """All errors and warnings, script by script, each in the order of its text."""
    found: list[Diagnostic] = []
    for script, findings in zip(project.scripts, project.findings, strict=True):
        if not script.classic:
            continue
        acts = [acts_of(phase) for phase in script.phases]
        _Checker(script, project, findings).run(acts)
        if not findings.errors:
            check_quirks(script, acts, project, findings)
        found += sorted(findings.items, key=lambda d: (d.span.start, d.code))
    return found


class _Checker:
    def __init__(self, script: Script, project: Project, findings: Findings) -> None:
        self._script = script
        self._project = project
        self._findings = findings
        self._parameters = {p.name.text for p in script.parameters}
        self._targets = {"end", *(p.name.text for p in script.phases)}
        self._whole = not findings.errors  # a phase that could not be read explains a missing target

    def run(self, acts: list[tuple[Act, ...]]) -> None:
        if self._script.limit:
            check_legal(TORQUE, self._script.limit, "SET TORQUELIMIT", self._findings)
        for phase, its in zip(self._script.phases, acts, strict=True):
            for act in its:
                self._act(act)
            for to in phase.transitions:
                self._transition(to)
            if phase.call:
                self._call(phase.call)

    def _act(self, act: Act) -> None:
        for value in act.values.values():
            self._value(value)
        for name, value in act.values.items():
            if isinstance(value, Literal):
                check_legal(act.row.value_args[name], value, act.row.word, self._findings)
        kinds = act.row.ref_kinds
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

    def _name(self, word: Name, names: tuple[str, ...], what: str, others: tuple[str, ...]) -> None:
        if word.text in names:
            return
        code = "E105" if what == "joint" else "E106"
        help, edit = self._findings.suggest(word.span, word.text, names)
        message = f"there is no {what} '{word.text[:30]}'"
        label = f"unknown {what}"
        if word.text in others:
            label = f"this is a {'part' if what == 'joint' else 'joint'}, not a {what}"
        self._findings.add(code, word.span, message, label, help, edit)

    def _value(self, value: Expr) -> None:
        if isinstance(value, Literal):
            return
        for ref in (e for e in walk(value) if isinstance(e, Ref) and len(e.parts) == 1):
            if ref.text not in self._parameters:
                self._unknown(ref)

    def _unknown(self, ref: Ref) -> None:
        shown = ref.text[:30]
        help, edit = self._findings.suggest(ref.span, ref.text, self._parameters)
        if not self._parameters:
            help, edit = f"add it to the parameters: BEGINSCRIPT name({shown})", None
        message = f"the script has no parameter '{shown}'"
        self._findings.add("E107", ref.span, message, "unknown name", help, edit)

    def _transition(self, to: To) -> None:
        self._value(to.when)
        for contact in (e for e in walk(to.when) if isinstance(e, Contact)):
            self._name(contact.part, PARTS, "part", JOINTS)
        if self._whole and to.target.text not in self._targets:
            last = len(self._script.phases) - 1
            message = f"there is no phase at position {to.target.text}"
            help = f"positions go from 0 to {last}, whatever the labels say; -1 returns"
            self._findings.add("E108", to.target.span, message, "out of range", help)

    def _call(self, call: Do) -> None:
        for arg in call.args:
            self._value(arg.value)
        callee = self._project.callee(call)
        if callee is None or self._project.findings[callee.unit].errors:
            return
        last = len(callee.phases) - 1
        start, where = call.start
        if not 0 <= start <= last:
            message = f"{call.path.text[:60]} has no phase at position {start}"
            help = f"positions go from 0 to {last}, whatever the labels say"
            self._findings.add("E108", where or call.span, message, "out of range", help)
