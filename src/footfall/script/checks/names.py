"""Checks of names: those a script declares, and those it uses: joints, parts, props, files, senses."""

from __future__ import annotations

from collections.abc import Sequence

from ..compile.lowering import FUNCTIONS
from ..diagnostics import Edit, Findings
from ..names import JOINT_OF_PART, JOINTS, PART_OF_JOINT, PARTS, PLAIN, THING, attributes, find_sense
from ..program import Sense
from ..source import SAVED, leads_out
from ..statements import NAMED
from ..syntax.declarations import all_lets
from ..syntax.expression_tree import Probe, Ref
from ..syntax.tokens import KEYWORDS, OPERATOR_WORDS, shorten
from ..syntax.tree import Let, Name, ParameterNode, Script

_RESERVED = frozenset((*KEYWORDS, *OPERATOR_WORDS))
TAKEN = frozenset((*_RESERVED, *PLAIN, "com", "curve", *FUNCTIONS, *JOINTS, *PARTS))
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
        if kind == "clip":
            return  # it was looked for when the script was loaded
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


class DeclaredNames:
    """Checks the names that one script gives: of parameters, groups, LETs and phases."""

    def __init__(self, script: Script, findings: Findings) -> None:
        self._script = script
        self._findings = findings

    def run(self) -> None:
        """Note every name that is taken or given twice."""
        self._parameters()
        self._let_names()
        self._phase_names()

    def _parameters(self) -> None:
        script = self._script
        written = script.skill.written if script.skill else ()
        self._own_parameters([node for node in written if isinstance(node, ParameterNode)])
        seen: set[str] = set()
        for group in script.groups:
            if group.name.text in seen:
                message = f"there are two groups '{shorten(group.name.text)}'"
                help = "rename or remove one of them"
                self._findings.add("E076", group.name.span, message, "the second", help)
            seen.add(group.name.text)
            self._own_parameters(group.parameters)
        self._presets()

    def _presets(self) -> None:
        """A preset gives values to parameters of its own skill, each once."""
        names = [p.name.text for p in self._script.parameters]
        seen: set[str] = set()
        for preset in self._script.presets:
            if preset.name.text in seen:
                message = f"there are two presets '{shorten(preset.name.text)}'"
                self._findings.add("E078", preset.name.span, message, "the second", "rename one of them")
            seen.add(preset.name.text)
            self._own_parameters(preset.parameters)
            if self._script.skill is None or self._script.skill.broken:
                continue
            for node in preset.parameters:
                if node.name.text not in names:
                    help, edit = self._findings.suggest(node.name.span, node.name.text, names)
                    message = f"the skill has no parameter '{shorten(node.name.text)}'"
                    self._findings.add("E078", node.name.span, message, "unknown parameter", help, edit)

    def _own_parameters(self, parameters: Sequence[ParameterNode]) -> None:
        seen: set[str] = set()
        for node in parameters:
            name = node.name
            if name.text in TAKEN:
                self._reserved(name, "parameter")
            elif name.text in seen:
                message = f"there are two parameters '{shorten(name.text)}'"
                self._findings.add("E028", name.span, message, "the second", "rename or remove one of them")
            seen.add(name.text)

    def _reserved(self, name: Name, what: str) -> None:
        meaning = "a word of the language" if name.text in _RESERVED else "already something a script can use"
        message = f"a {what} cannot be called '{name.text}': it is {meaning}"
        help = f"call it 'my_{name.text}'"
        self._findings.add("E027", name.span, message, "taken", help, Edit(name.span, f"my_{name.text}"))

    def _let_names(self) -> None:
        """A LET's name must be new: to the skill at its head, to head and phase in a phase."""
        script = self._script
        taken = {p.name.text: "a parameter" for p in script.parameters}
        taken |= {prop.name.text: "a prop" for prop in script.props if prop.name}
        for let in script.lets:
            self._let_name(let, taken)
        for phase in script.phases:
            inside = dict(taken)
            for let in phase.lets:
                self._let_name(let, inside)

    def _let_name(self, let: Let, taken: dict[str, str]) -> None:
        name = let.name
        if name.text in TAKEN:
            self._reserved(name, "LET")
        elif name.text in taken:
            message = f"'{shorten(name.text)}' is already {taken[name.text]}"
            help = "one name, one meaning: call this value something else"
            self._findings.add("E075", name.span, message, "taken", help)
        taken.setdefault(name.text, "a LET")
        seen: set[str] = set()
        for arg in let.args:
            if arg.text in TAKEN:
                self._reserved(arg, "argument")
            elif arg.text in taken or arg.text in seen:
                message = f"'{shorten(arg.text)}' is already {taken.get(arg.text, 'an argument')}"
                self._findings.add("E075", arg.span, message, "taken", "call the argument something else")
            seen.add(arg.text)

    def _phase_names(self) -> None:
        seen: set[str] = set()
        for phase in self._script.phases:
            name = phase.name
            if name.text in _RESERVED:
                self._reserved(name, "phase")
            elif name.text in seen:
                message = f"there are two phases '{shorten(name.text)}'"
                self._findings.add("E026", name.span, message, "the second", "rename one of them")
            if name.text:
                seen.add(name.text)
