"""The language as a reference, in Markdown, made from the tables that parser and checker use."""

from __future__ import annotations

from collections.abc import Iterable

from .. import names as names_table
from ..poses import POSES
from ..statements import CLASSIC, PLACES, STATEMENTS, Arg, Statement
from ..syntax.tokens import HEADER_WORDS
from .codes import CODES
from .manual import EXPERT, clause_form, kind_of, range_of, usage

# function -> (how it is written, what it gives)
FUNCTIONS: dict[str, tuple[str, str]] = {
    "abs": ("abs(x)", "the size of x, without its sign"),
    "min": ("min(x, y, …)", "the smallest"),
    "max": ("max(x, y, …)", "the largest"),
    "sin": ("sin(x)", "sine of an angle"),
    "cos": ("cos(x)", "cosine of an angle"),
    "sqrt": ("sqrt(x)", "square root; 0 of a negative number"),
    "sign": ("sign(x)", "-1, 0 or 1"),
    "clamp": ("clamp(x, low, high)", "x, kept between low and high"),
    "linterp": (
        "linterp(x, x0, x1, y0, y1)",
        "a straight line from y0 at x0 to y1 at x1; level beyond both (the classic one goes on)",
    ),
    "passed": ("passed(x)", "true when x has been below 0 and is above 0 now: `passed(near BOX - .3)`"),
    "lasting": (
        "lasting(x)",
        "seconds for which x has been true without a break, as far as it is tested: `lasting(motion < .05)`",
    ),
    "ramp": (
        "ramp(x, rate, from)",
        "follows x by at most rate a second; begins at from when its phase begins",
    ),
    "share": (
        "share(x, x0, x1)",
        "how far x is on the way from x0 to x1: from 0 to 1",
    ),
    "blend": ("blend(share, a, b)", "a at share 0, b at share 1, a straight line through both"),
    "feet": (
        "feet(tip, roll)",
        "the one for feet that tip (`body.feet` .7 or less), the other for feet that roll (1), or between",
    ),
    "froude": (
        "froude(v)",
        "how fast a speed is for this body: its size / `body.speed` (the root of v² / (g leg))",
    ),
    "curve": (
        "curve(0: a, .5: b, 1: c)",
        "straight lines through points over `phi`, in a phase with LASTS or one that calls a skill",
    ),
}

GRAMMAR = """\
script     = { header | let | set } { phase | always } ;
header     = "SKILL" path [ "(" [ taken { "," taken } ] ")" ] [ ";" ]
           | "PARAMS" name "(" parameter { "," parameter } ")" [ ";" ]
           | "PRESET" name "(" parameter { "," parameter } ")" [ ";" ]
           | ( "BODY" | "START" ) path [ ";" ]
           | "GROUND" rest-of-line [ ";" ]
           | "PROP" subject [ ";" ]
           | "IDLE" ( "rest" | "limp" ) [ ";" ]
           | "LIMIT" number [ ";" ]
           | "FALL" expr [ ";" ]
           | "GOAL" ( "none" | expr ) [ ";" ] ;
taken      = parameter | whole ;
parameter  = name "=" expr ;                            (* numbers only *)
whole      = name ".*" ;                                (* all members of a group *)
phase      = "PHASE" name [ "LASTS" expr ] [ ";" ] { statement | ";" } ;
always     = "ALWAYS" to ;
statement  = let | to | do | [ "KEEP" ] action ;
let        = "LET" name [ "(" name { "," name } ")" ] "=" expr ";" ;
set        = "SET" name "=" expr "WHEN" expr ";" ;
to         = "TO" ( name | "end" ) [ "SWAP" | "AT" "STEP" ] "WHEN" expr ";" ;
do         = "DO" path "(" [ argument { "," argument } ] ")" [ "AT" name ] ";" ;
argument   = [ name "=" ] expr | whole ;
action     = WORD subject { "," subject } ";" ;         (* WORD and the rest by the table below *)
subject    = [ name | path ] [ "(" [ list ] ")" ] { "." name "(" [ list ] ")" } ;
list       = expr { "," expr } ;
expr       = or ;
or         = and { "or" and } ;
and        = not { "and" not } ;
not        = [ "not" ] compare ;
compare    = sum [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum ] ;
sum        = product { ( "+" | "-" ) product } ;
product    = unary { ( "*" | "/" ) unary } ;
unary      = [ "-" ] value ;
value      = number | "(" expr ")" | name { "." name } | name "(" [ list ] ")"
           | "curve" "(" expr ":" expr { "," expr ":" expr } ")"
           | "contact" name | name "touches" "ground" | "key" ( letter | digit ) | "near" name | "near" pose ;
number     = [ "-" ] digits [ mark ] [ "deg" ] ;        (* .5  5.  1e-3 too *)
mark       = "~" signed [ "<" signed "," signed ">" ] ; (* standard deviation, bounds *)
path       = name { ( "/" | "-" | "." ) name } ;        (* no space inside *)
comment    = "#" to the end of the line ;               (* "##" at the head: documentation *)
"""


def statements() -> str:
    """Each statement of the table: how it is written, what it does, an example, its parts."""
    return "\n".join(_statement(s) for s in STATEMENTS)


def classic_statements() -> str:
    """The statements that only classic scripts have."""
    rows = [(f"`{s.word}`", f"`{s.example}`", s.doc) for s in CLASSIC]
    return table(("word", "example", "meaning"), rows)


def _kind(arg: Arg) -> str:
    kind = " or ".join(f"`{w}`" for w in arg.words) if arg.kind == "word" else kind_of(arg)
    kind += f", {range_of(arg)}" if range_of(arg) else ""
    return f"{kind}, optional" if arg.optional else kind


def _statement(s: Statement) -> str:
    notes = []
    if len(s.needs) > 1:
        notes.append(f"It needs {' or '.join(f'`.{n}`' for n in s.needs)}.")
    if s.keep:
        notes.append("May follow KEEP.")
    blocks = [f"### {s.word}", f"`{usage(s)}`", " ".join([s.doc, *notes]), f"```\n{s.example}\n```"]
    if s.args or s.clauses:
        blocks.append(_parts(s))
    if any(c.expert for c in s.clauses):
        blocks += [EXPERT, _expert_parts(s)]
    return "\n\n".join(blocks) + "\n"


def _parts(s: Statement) -> str:
    """The arguments and the clauses, but those for experts; what is left out where that is a number."""
    rows = [(f"`{a.name}`", _kind(a), _default(a), a.doc) for a in s.args]
    for clause in (c for c in s.clauses if not c.expert):
        kinds = [_kind(a) for a in clause.args]
        kinds = kinds[:1] if len(set(kinds)) == 1 else kinds
        left_out = ", ".join(_default(a) or "–" for a in clause.args if a.is_value)
        docs = [clause.doc, *(f"`{a.name}`: {a.doc}" for a in clause.args if a.doc)]
        rows.append((f"`{clause_form(clause)}`", "; ".join(kinds), left_out.strip("–, "), "; ".join(docs)))
    if not any(left_out for _, _, left_out, _ in rows):
        return table(("part", "kind", "meaning"), [(part, kind, doc) for part, kind, _, doc in rows])
    return table(("part", "kind", "left out", "meaning"), rows)


def _expert_parts(s: Statement) -> str:
    rows = []
    for clause in (c for c in s.clauses if c.expert):
        for k, a in enumerate(clause.args):
            part = f"`{clause_form(clause)}`" if k == 0 else f"`{a.name}`"
            docs = [clause.doc] if k == 0 else []
            docs += [f"`{a.name}`: {a.doc}" if k == 0 else a.doc] if a.doc else []
            rows.append((part, _default(a), a.measured, range_of(a), "; ".join(docs)))
    return table(("part", "left out", "unit", "range", "meaning"), rows)


def _default(arg: Arg) -> str:
    return f"`{arg.default_text}`" if arg.default_text else ""


def poses() -> str:
    """The poses that ``near`` knows, and what they mean."""
    rows = [(f"`near {name}`", doc, f"`{test}`") for name, (doc, test) in POSES.items()]
    return table(("written", "meaning", "the condition that it stands for"), rows)


def senses() -> str:
    """What a script can sense."""
    rows = [(f"`{name}`", kind, doc) for name, (kind, doc) in names_table.PLAIN.items()]
    rows += [("`contact PART`, `PART touches ground`", "truth", "whether the part touches something")]
    rows += [(f"`{word} {name}`", kind, doc) for word, (kind, name, doc) in names_table.PROBES.items()]
    rows.append(("`near POSE`", "truth", "whether the body is in that [pose](#poses)"))
    senses_of = (
        ("body", names_table.BODY),
        ("com", names_table.COM),
        ("PART", names_table.PART),
        ("trunk", {"turned": names_table.TRUNK["turned"]}),
        ("JOINT", names_table.JOINT),
        ("THING", names_table.THING),
        ("clip", names_table.CLIP),
    )
    for prefix, attributes in senses_of:
        rows += [(f"`{prefix}.{name}`", kind, doc) for name, (kind, doc) in attributes.items()]
    return table(("written", "kind", "meaning"), rows)


def functions() -> str:
    """The functions of expressions."""
    return table(("written", "gives"), [(f"`{form}`", doc) for form, doc in FUNCTIONS.values()])


def names() -> str:
    """The names of joints, parts and places."""
    rows = [
        ("joints of the middle", names_table.MIDDLE_JOINTS),
        ("joints by side", names_table.SIDE_JOINTS),
        ("parts of the middle", names_table.MIDDLE_PARTS),
        ("parts by side", names_table.SIDE_PARTS),
        ("places, besides joints and parts", PLACES),
    ]
    return table(("", "names"), [(what, ", ".join(f"`{x}`" for x in listed)) for what, listed in rows])


def codes() -> str:
    """All codes of errors and warnings."""
    return table(("code", "what", "more"), [(c.code, c.title, c.text) for c in CODES.values()])


def grammar() -> str:
    """The grammar of the modern dialect."""
    words = ", ".join(s.word for s in STATEMENTS)
    return f"```\n{GRAMMAR}```\n\nHeader words: {', '.join(HEADER_WORDS)}. Action words: {words}."


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    head = list(columns)
    lines = [head, ["---"] * len(head), *map(list, rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
