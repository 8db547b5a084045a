"""Checks of names: joints, parts, places, props, files, and what can be sensed of them."""

from __future__ import annotations

from ..compile.lowering import FUNCTIONS
from ..diagnostics import Edit, Findings
from ..names import JOINT_OF_PART, JOINTS, PART_OF_JOINT, PARTS, PLAIN, THING, attributes, find_sense
from ..program import Sense
from ..source import SAVED, leads_out
from ..statements import NAMED
from ..syntax.declarations import all_lets
from ..syntax.tokens import shorten
from ..syntax.tree import Name, Probe, Ref, Script

_KEYS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
# kind of name -> (code for what may not stand there, what it is called)
_WRONG = {
    "joint": ("E040", "joint"),
    "part": ("E041", "part"),
    "bodypart": ("E041", "part"),
    "place": ("E046", "place"),
    "servo": ("E040", "joint"),
}


class NameChecker:
    """Checks the names of one script."""

    def __init__(self, script: Script, findings: Findings) -> None:
        self._findings = findings
        self._parameters = dict.fromkeys(p.name.text for p in script.parameters)
        self._props = dict.fromkeys(p.name.text for p in script.props if p.name)
        self._let_names = {let.name.text for let in all_lets(script)}
        self._all_known = not (script.skill is None or script.skill.broken)

    def named(self, name: Name, kind: str) -> None:
        """Check the name of a joint, a part or a place, or of a file."""
        if kind == "text":
            self._file(name)
            return
        if kind == "thing":
            if name.text not in self._props:
                self._unknown_prop(name)
            return
        legal, (code, kind) = NAMED[kind], _WRONG[kind]
        if name.text in legal:
            return
        shown = shorten(name.text)
        if name.text in (JOINTS if kind == "part" else PARTS):
            twin = (JOINT_OF_PART if kind == "joint" else PART_OF_JOINT).get(name.text)
            wrong = "part" if kind == "joint" else "joint"
            help = (
                f"the {kind} there is '{twin}'"
                if twin
                else "it is the root: name the joint that does the work"
            )
            edit = Edit(name.span, twin) if twin else None
            message = f"'{shown}' is a {wrong}, and a {kind} is wanted here"
            self._findings.add("E042", name.span, message, f"a {wrong}", help, edit)
            return
        help, edit = self._findings.suggest(name.span, name.text, legal)
        self._findings.add(code, name.span, f"there is no {kind} '{shown}'", f"not a {kind}", help, edit)

    def _unknown_prop(self, name: Name) -> None:
        help, edit = self._findings.suggest(name.span, name.text, self._props)
        if edit is None:
            help = f"declare it: PROP {shorten(name.text)}.box(.4, .4, .4).at(2, 0, .2).mass(10)"
        message = f"there is no prop '{shorten(name.text)}'"
        self._findings.add("E048", name.span, message, "no PROP of this name", help, edit)

    def _file(self, name: Name) -> None:
        if leads_out(name.text):
            message = f"'{shorten(name.text)}' may lie outside the script's folder"
            help = "name a file beside the script, or in a folder there"
            self._findings.add("E067", name.span, message, "leads out of the folder", help)

    def saved(self, name: Name) -> None:
        """Check the name of a file that is to be written."""
        if not name.text.endswith(SAVED) and not leads_out(name.text):
            stem = name.text.rpartition(".")[0] or name.text
            message = f"'{shorten(name.text)}' is no name for a saved state"
            help, edit = f"end it in {SAVED}", Edit(name.span, stem + SAVED)
            self._findings.add("E073", name.span, message, f"does not end in {SAVED}", help, edit)

    def probe(self, probe: Probe) -> None:
        """Check the key of ``key A``."""
        key = probe.name.text
        if probe.kind == "key" and key not in _KEYS:
            better = key.upper() if key.upper() in _KEYS else ""
            help = f"write key {better or 'A'}"
            edit = Edit(probe.name.span, better) if better else None
            label = "not a capital letter or a digit"
            self._findings.add(
                "E047", probe.name.span, f"there is no key '{shorten(key)}'", label, help, edit
            )

    def sensed(self, words: tuple[str, ...]) -> Sense | None:
        """The sense behind dotted names, where there is one here."""
        sense = find_sense(words)
        unknown = sense is not None and sense.kind == "thing" and sense.name not in self._props
        return None if unknown else sense

    def unknown_name(self, ref: Ref) -> None:
        """Note that a name means nothing, or not enough."""
        name = ref.text
        known = THING if name in self._props else attributes(name)
        if known:
            help = "it can be " + ", ".join(f"{name}.{attr}" for attr in list(known)[:8])
            self._findings.add("E044", ref.span, f"'{name}' alone is not a number", "what of it?", help)
        elif name in FUNCTIONS or name == "curve":
            self._findings.add("E043", ref.span, f"'{name}' is a function", "needs ( )", f"write {name}(…)")
        elif self._all_known:
            known_names = [*self._parameters, *self._let_names, *PLAIN, *JOINTS]
            help, edit = self._findings.suggest(ref.span, name, known_names)
            if edit is None:
                help = f"add it as a parameter: SKILL …({shorten(name)} = 0)"
            message = f"there is no parameter or sense '{shorten(name)}'"
            self._findings.add("E043", ref.span, message, "unknown name", help, edit)

    def unknown_attribute(self, ref: Ref) -> None:
        """Note what is wrong with dotted names."""
        head, attr = ref.parts[0], ref.parts[1]
        known = THING if head.text in self._props else attributes(head.text)
        if known is None:
            if head.text in (*self._parameters, *self._let_names, *PLAIN):
                message = f"'{head.text}' is a single number"
                help, edit = "leave out what follows the dot", None
            else:
                message = f"there is no joint or part '{shorten(head.text)}'"
                help, edit = self._findings.suggest(
                    head.span, head.text, ["com", *self._props, *JOINTS, *PARTS]
                )
            self._findings.add("E044", head.span, message, "cannot be sensed", help, edit)
        elif attr.text not in known:
            help, edit = self._findings.suggest(attr.span, attr.text, known)
            message = f"'{head.text}' has no '{shorten(attr.text)}' that can be sensed"
            self._findings.add("E044", attr.span, message, "cannot be sensed", help, edit)
        else:
            span = ref.parts[2].span
            help = f"write {head.text}.{attr.text}"
            message = f"'{head.text}.{attr.text}' is a single number"
            self._findings.add("E044", span, message, "too much", help)
