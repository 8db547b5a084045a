"""Completion and hover help for scripts, from the same tables as everything else about the language."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise

from footfall.body import body_names
from footfall.script import Source
from footfall.script.help.manual import clause_form, clause_names, lines, usage
from footfall.script.help.reference import FUNCTIONS
from footfall.script.names import JOINTS, PARTS, PLAIN, PROBES, attributes
from footfall.script.poses import POSES
from footfall.script.source import FileLoader
from footfall.script.statements import BY_WORD, NAMED, Arg, Clause, Statement
from footfall.script.syntax.tokens import FLOW_WORDS, HEADER_WORDS, TRIVIA, Kind, Token, scan, tokenize
from footfall.studio.editing.offsets import Offsets
from footfall.studio.editing.symbols import symbols_at
from footfall.studio.protocol.message import MAX_LIVE
from footfall.studio.protocol.replies import Completion, Completions, Hovered
from footfall.world import GROUND_KINDS

WORDS = {
    "SKILL": "SKILL name(parameter = 1, …): the script's name and its live parameters",
    "PARAMS": "PARAMS style(bend = 0, …): parameters that style.* takes, or hands on, all at once",
    "PRESET": "PRESET calm(speed = .5, …): values of parameters under a name, for --preset",
    "BODY": "BODY human: the default body",
    "START": "START walking: a named start of the body",
    "GROUND": "GROUND slope:5: the default ground",
    "PROP": "PROP crate.box(.4, .4, .4).at(2, 0, .2).mass(10): an object in the world",
    "IDLE": "IDLE rest or limp: what joints do that nothing drives",
    "LIMIT": "LIMIT 400: the largest torque, N m",
    "FALL": "FALL condition: when the body counts as fallen",
    "GOAL": "GOAL condition: what success means; or none",
    "LET": "LET fast = speed > 1; or LET half(x) = x / 2; a name for a value, known from here on",
    "SET": "SET flipped = 1 WHEN condition: 0 until the condition first holds, then kept, at the head",
    "PHASE": "PHASE name [LASTS seconds]: a state; it ends where the next one begins",
    "LASTS": "PHASE name LASTS 0.6: gives phi, from 0 to 1, over which curve(…) runs",
    "ALWAYS": "ALWAYS TO phase WHEN condition: an interrupt, at any call depth",
    "TO": "TO phase [SWAP] WHEN condition: where to go next, and when",
    "AT": "TO phase AT STEP WHEN …: at the end of a step; DO skill() AT phase: begin in that phase",
    "STEP": "TO phase AT STEP WHEN …: at the end of a step",
    "SWAP": "TO phase SWAP WHEN …: stance and swing change sides on the way",
    "WHEN": "TO phase WHEN condition",
    "DO": "DO moves/curl(): run another skill in this phase",
    "KEEP": "KEEP POSE …: outlives its phase",
    "contact": "contact swFoot: whether the part touches something",
    "deg": "degrees, for the number before it",
    "end": "TO end: the skill is over",
}
_NOWHERE = Source("script", "", "")
_AFTER = {"IDLE": ("rest", "limp"), "GOAL": ("none",)}


class _Place:
    """The tokens before a place in a text.

    Attributes:
        start, end: The word at the place, which a completion replaces.
        before: The tokens before that word, trivia left out.
        word: The statement or header word it belongs to, "" at the start of a statement.
    """

    def __init__(self, text: str, offset: int) -> None:
        line = text.find("\n", offset)  # later lines do not matter for this place
        tokens = tokenize(text if line < 0 else text[:line])
        at = max(0, bisect_right([t.start for t in tokens], max(0, offset - 1)) - 1)
        token = tokens[at]
        inside = token.kind is Kind.WORD and token.start < offset <= token.end
        self.silent = token.kind in (Kind.COMMENT, Kind.DOC) and token.start < offset <= token.end
        self.start, self.end = (token.start, token.end) if inside else (offset, offset)
        limit = self.start
        self.before = [
            t for t in tokens if t.end <= limit and t.kind not in TRIVIA and t.kind is not Kind.END
        ]
        self.word, self.own = self._statement()

    def _statement(self) -> tuple[str, list[Token]]:
        """The word that began the current statement, and the tokens after it."""
        for k in range(len(self.before) - 1, -1, -1):
            token = self.before[k]
            if token.text == ";":
                return "", []
            if token.text in WORDS and token.text in (*HEADER_WORDS, *FLOW_WORDS) or token.text in BY_WORD:
                if token.text == "KEEP":
                    return "KEEP", []
                return token.text, self.before[k + 1 :]
        return "", []

    @property
    def last(self) -> str:
        """The token just before, "" at the start."""
        return self.before[-1].text if self.before else ""

    def call(self) -> tuple[str, int, bool]:
        """Inside ``name(a, b, |``: the name, the argument's number, whether it is a clause; "" outside."""
        depth, commas = 0, 0
        for k in range(len(self.own) - 1, -1, -1):
            text = self.own[k].text
            if text == ")":
                depth += 1
            elif text == "(":
                if depth == 0:
                    name = self.own[k - 1].text if k else ""
                    return name, commas, k > 1 and self.own[k - 2].text == "."
                depth -= 1
            elif text == "," and depth == 0:
                commas += 1
        return "", 0, False


def complete(id: int, text: str, offset: int, source: Source) -> Completions:
    """Completions for a place in a text.

    Args:
        id: The request's.
        text: The script, complete or not.
        offset: The page's place.
        source: The script as it is known, for what lies beside it.
    """
    if len(text) > MAX_LIVE:
        return Completions(id=id, start=offset, end=offset, items=())
    at = Offsets(text)
    place = _Place(text, at.text(offset))
    items = [] if place.silent else _items(place, text, source)
    return Completions(id=id, start=at.page(place.start), end=at.page(place.end), items=tuple(items))


def _items(place: _Place, text: str, source: Source) -> list[Completion]:
    word = place.word
    if word in BY_WORD:
        return _in_statement(place, BY_WORD[word], text, source)
    if word == "KEEP":
        return [_statement_start(s) for s in BY_WORD.values() if s.keep]
    if (word == "" and not place.before) or (word in HEADER_WORDS and _head_is_over(place)):
        return _words(*HEADER_WORDS, "LET", "SET", "PHASE", "ALWAYS")
    if word == "":
        return _statements() + _words(*FLOW_WORDS)
    if word == "PHASE" and place.own:
        return _statements() + _words("LASTS", *FLOW_WORDS)
    if word in ("TO", "ALWAYS"):
        return _in_transition(place, text, source)
    if word == "DO":
        skills = FileLoader().names(source)
        return [_plain(n, "skill", "") for n in skills] if not place.own else _expression(text, place, source)
    if word == "BODY":
        return [_plain(n, "body", "") for n in body_names()]
    if word == "GROUND":
        return [_plain(n, "ground", "") for n in GROUND_KINDS]
    if word in _AFTER and not place.own:
        return [_plain(n, "word", "") for n in _AFTER[word]] + _expression(text, place, source)
    if word == "LET" and "=" not in (t.text for t in place.own):
        return []
    return _expression(text, place, source) if word in ("FALL", "GOAL", "SKILL", "LET") else []


def _head_is_over(place: _Place) -> bool:
    """After ``BODY human`` or ``SKILL a()`` the next line may begin anything."""
    texts = [t.text for t in place.own]
    if place.word == "SKILL":
        return texts[-1:] == [")"] and texts.count("(") == texts.count(")")
    return place.word in ("BODY", "START", "IDLE", "LIMIT") and bool(texts) and texts[-1] not in "/-."


def _statements() -> list[Completion]:
    return [_statement_start(s) for s in BY_WORD.values()]


def _words(*words: str) -> list[Completion]:
    return [_plain(w, "keyword", WORDS[w]) for w in words]


def _statement_start(s: Statement) -> Completion:
    subject = {"": "", "text": "${name}"}.get(s.subject, f"${{{s.subject}}}")
    args = "(" + ", ".join(f"${{{a.name}}}" for a in s.args if not a.optional) + ")" if s.args else ""
    needed = "".join(_clause_form(c) for c in s.clauses if c.name in s.must + s.needs[:1])
    return Completion(
        label=s.word,
        insert=f"{s.word} {subject}{args}{needed};",
        kind="statement",
        detail=usage(s),
        doc=s.doc,
    )


def _clause_form(c: Clause) -> str:
    return f".{c.name}({', '.join(f'${{{a.name}}}' for a in c.args if not a.optional)})"


def _in_statement(place: _Place, s: Statement, text: str, source: Source) -> list[Completion]:
    name, number, clause = place.call()
    if name:
        args = next((c.args for c in s.clauses if c.name == name), ()) if clause else s.args
        if not clause and name in FUNCTIONS:
            return _expression(text, place, source)
        return _argument(args[number], text, place, source) if number < len(args) else []
    if place.last == ".":
        return [
            Completion(
                label=c.name, insert=_clause_form(c)[1:], kind="clause", detail=clause_form(c), doc=c.doc
            )
            for c in s.clauses
        ]
    if not place.own or place.last == ",":
        return [_plain(n, s.subject, "") for n in NAMED.get(s.subject, ())]
    return []


def _argument(arg: Arg, text: str, place: _Place, source: Source) -> list[Completion]:
    if arg.kind == "word":
        return [_plain(w, "word", arg.doc) for w in arg.words]
    if arg.kind in NAMED:
        return [_plain(n, arg.kind, "") for n in NAMED[arg.kind]]
    return _expression(text, place, source)


def _in_transition(place: _Place, text: str, source: Source) -> list[Completion]:
    texts = [t.text for t in place.own]
    if "WHEN" in texts:
        return _expression(text, place, source)
    if not texts:
        words = [t.text for t in scan(text) if t.kind is Kind.WORD]
        phases = [name for word, name in pairwise(words) if word == "PHASE"]
        return [_plain(n, "phase", "") for n in dict.fromkeys([*phases, "end"])]
    return _words("STEP") if place.last == "AT" else _words("WHEN", "SWAP", "AT")


def _expression(text: str, place: _Place, source: Source) -> list[Completion]:
    """Anything that has a value: parameters, senses, functions; attributes after a dot."""
    if place.last == "." and len(place.before) > 1:
        known = attributes(place.before[-2].text) or {}
        return [_plain(n, "sense", doc, kind) for n, (kind, doc) in known.items()]
    if place.last == "near":
        return [_plain(n, "pose", doc) for n, (doc, _) in POSES.items()]
    if place.last in ("contact", "touches"):
        return [_plain(n, "part", "") for n in (PARTS if place.last == "contact" else ("ground",))]
    rows = []
    for own in symbols_at(replace(source, text=text), place.start):
        if own.what != "group":
            rows.append(_plain(own.name, own.what.lower(), "", own.text))
        elif place.word in ("SKILL", "DO"):
            rows.append(_plain(f"{own.name}.*", "group", "", own.text))
    rows += [_plain(n, "sense", doc, kind) for n, (kind, doc) in PLAIN.items()]
    rows += [_plain(n, "sense", doc, kind) for n, (kind, _, doc) in PROBES.items()]
    rows += [_plain(w, "operator", WORDS.get(w, "")) for w in ("contact", "and", "or", "not", "deg")]
    rows += [
        Completion(label=n, insert=f"{n}(${{}})", kind="function", detail=form, doc=doc)
        for n, (form, doc) in FUNCTIONS.items()
    ]
    return rows + [_plain(n, "name", "") for n in ("com", *PARTS, *JOINTS)]


def _plain(name: str, kind: str, doc: str, detail: str = "") -> Completion:
    return Completion(label=name, insert=name, kind=kind, detail=detail, doc=doc)


# -- hover ----------------------------------------------------------------------------------------


def hover(id: int, text: str, offset: int, source: Source = _NOWHERE) -> Hovered:
    """Hover help for a place in a text; see `complete`."""
    if len(text) > MAX_LIVE:
        return Hovered(id=id, start=offset, end=offset, title="", text="")
    at = Offsets(text)
    place = _Place(text, min(at.text(offset) + 1, len(text)))
    word = text[place.start : place.end]
    title, lines = ("", []) if place.silent or not word else _about(word, place, replace(source, text=text))
    return Hovered(
        id=id, start=at.page(place.start), end=at.page(place.end), title=title, text="\n".join(lines)
    )


def _about(word: str, place: _Place, source: Source) -> tuple[str, list[str]]:
    row = BY_WORD.get(place.word)
    if place.last == "." and row is not None:
        clause = next((c for c in row.clauses if c.name == word), None)
        if clause is not None:
            return clause_form(clause), [clause.doc, *lines(clause.args)]
    if place.last == "." and len(place.before) > 1:
        known = attributes(place.before[-2].text) or {}
        if word in known:
            return f"{place.before[-2].text}.{word}", [known[word][1]]
    if word in BY_WORD:
        s = BY_WORD[word]
        return usage(s), [s.doc, *lines(s.args), *clause_names(s), "", s.example]
    if word in WORDS:
        return word, [WORDS[word]]
    if word in FUNCTIONS:
        return FUNCTIONS[word][0], [FUNCTIONS[word][1]]
    if word in PLAIN:
        return word, [PLAIN[word][1]]
    if word in PROBES:
        return word, [PROBES[word][2]]
    if word in JOINTS or word in PARTS:
        return word, [_side(word) + ("a joint" if word in JOINTS else "a part")]
    own = next((n for n in symbols_at(source, place.start) if n.name == word), None)
    return (word, [own.text]) if own and place.last != "." else ("", [])


def _side(name: str) -> str:
    if len(name) > 2 and name[2:3].isupper():
        return {"st": "of the stance leg: ", "sw": "of the swing leg: "}.get(name[:2], "")
    return ""
