"""Every code a script's diagnostics can have, each with a longer explanation.

Codes are stable: a code is never given a new meaning, and a retired one is not used again.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..classic.codes import ROWS as CLASSIC_ROWS


@dataclass(frozen=True)
class Code:
    """A code's title and what to know about it, for ``explain``."""

    code: str
    title: str
    text: str


_ROWS: tuple[tuple[str, str, str], ...] = (
    (
        "E001",
        "a character without meaning",
        "Scripts are made of words, numbers, comments (#) and the signs + - * / ( ) , ; . : ~ < > = !=. "
        "Text copied from a word processor may hold signs that only look like these.",
    ),
    (
        "E002",
        "missing ';'",
        "Every statement ends with ';'. Header lines and PHASE need none.",
    ),
    (
        "E003",
        "a '(' that is never closed",
        "The statement ends, or the next one begins, before the ')' that belongs to this '('.",
    ),
    ("E004", "the file ends too early", "The last statement of the file is not complete."),
    (
        "E005",
        "something else was expected",
        "The statement cannot go on like this. Nothing after it is looked at, up to the next statement.",
    ),
    (
        "E006",
        "not a finite number",
        "Numbers must be finite: NaN, infinities and numbers beyond 1e308 are refused.",
    ),
    (
        "E007",
        "not a unit",
        "Numbers are in SI units (metres, seconds, newtons, radians). The one unit that may be written "
        "is 'deg': 60 deg is 60 times pi / 180.",
    ),
    (
        "E008",
        "an expression that is too long or too deep",
        "An expression may have at most 100 operators and 40 parentheses inside each other. A LET with "
        "arguments, which is written out at every use, has at most 40 values and operators.",
    ),
    (
        "E009",
        "bounds the wrong way round",
        "In a mark value~std<lower,upper> the lower bound must not be above the upper bound.",
    ),
    (
        "E010",
        "a value outside its own bounds",
        "In a mark value~std<lower,upper> the value itself must lie between the bounds; a search "
        "starts there.",
    ),
    (
        "E011",
        "a negative standard deviation",
        "In a mark value~std<lower,upper> std says how far a search steps at first; it is 0 or more.",
    ),
    (
        "E012",
        "a mark without a number",
        "A search mark value~std<lower,upper> follows a plain number directly: not a name, not something in "
        "parentheses, and not a unit. A unit comes after the mark and applies to all of its numbers: "
        "60~5<45,75> deg.",
    ),
    ("E020", "no SKILL line", "Every script begins with 'SKILL name()' or 'SKILL name(parameter = 1, …)'."),
    ("E021", "no phases", "A skill does what its phases say, so it needs at least one 'PHASE name'."),
    ("E022", "a header line twice", "Each header word, like SKILL or BODY, stands at most once in a file."),
    ("E023", "a header line after a phase", "Header words, like SKILL or BODY, stand above the first PHASE."),
    (
        "E024",
        "a statement outside a phase",
        "Statements belong to the PHASE above them. A phase ends where the next PHASE, an ALWAYS or a header "
        "line begins, so nothing but PHASE or ALWAYS can follow an ALWAYS.",
    ),
    ("E025", "an unknown statement", "A statement begins with one of the language's words, in capitals."),
    ("E026", "two phases of one name", "TO could not tell them apart."),
    (
        "E027",
        "a name that is taken",
        "Parameters cannot have the name of a word of the language, a joint, a part, a function or a sensed "
        "thing, and phases not that of a word of the language; 'end' is where a skill returns.",
    ),
    ("E028", "two parameters of one name", "Expressions could not tell them apart."),
    (
        "E029",
        "a default that is not a constant",
        "Every parameter has a default: a number, perhaps with mark and unit, or arithmetic on numbers.",
    ),
    (
        "E030",
        "an unknown phase",
        "TO leads to a phase of the same script, or to 'end', where the skill returns.",
    ),
    (
        "E031",
        "two calls in one phase",
        "A phase runs at most one other skill; give the second its own phase.",
    ),
    (
        "E040",
        "an unknown joint",
        "Joints are named by side (lKnee, rKnee) or by role (swKnee: the swing leg's, stKnee: the "
        "stance leg's).",
    ),
    (
        "E041",
        "an unknown part",
        "Parts are named by side (lFoot, rFoot) or by role (swFoot: the swing leg's, stFoot: the "
        "stance leg's).",
    ),
    (
        "E042",
        "a part for a joint, or a joint for a part",
        "Joints move (hip, knee, ankle); parts are what they move (thigh, shin, foot). POSE takes "
        "joints; VPD "
        "takes a part, and the joint that does the work in .by() or .close().",
    ),
    (
        "E043",
        "an unknown name",
        "A name in an expression is a parameter of the skill or something that is sensed.",
    ),
    (
        "E044",
        "something that cannot be sensed",
        "com, parts and joints are sensed through attributes: com.height, trunk.pitch, swKnee.rate, "
        "lFoot.force.",
    ),
    (
        "E045",
        "an unknown function",
        "The functions are abs, min, max, sin, cos, sqrt, sign, clamp, linterp, passed, ramp and curve.",
    ),
    (
        "E046",
        "an unknown place",
        "A place is a joint, a part, or one of support, cop, feet, com and hips.",
    ),
    (
        "E047",
        "an unknown key",
        "'key A' is true while the key A is held. Keys are capital letters and digits.",
    ),
    (
        "E048",
        "an unknown prop",
        "GRASP and senses such as 'crate.x' name a prop that a PROP line of the same script declares.",
    ),
    (
        "E050",
        "a wrong number of arguments",
        "Statements, clauses, functions and skills take fixed arguments.",
    ),
    (
        "E051",
        "an unknown clause",
        "Each statement has its own clauses, written '.name(…)' behind its subject.",
    ),
    ("E052", "a clause twice", "A clause may stand once behind a subject."),
    (
        "E053",
        "a clause is missing",
        "The statement needs one of these clauses. A virtual servo acts through a joint: .by(joint) names "
        "it; .close(joint) instead closes the torque sum of the root through a hip.",
    ),
    ("E054", "a name was expected", "This argument is the name of a joint or part, or a fixed word."),
    (
        "E055",
        "a number for a condition",
        "FALL, GOAL and WHEN want something true or false: a comparison, a contact, 'complete', joined by "
        "and, or, not.",
    ),
    ("E056", "chained comparisons", "Write 'a < b and b < c' instead of 'a < b < c'."),
    (
        "E057",
        "phi without LASTS",
        "phi runs from 0 to 1 while a phase lasts, and curves run over phi; both need 'PHASE name "
        "LASTS seconds', or a DO whose skill has such phases.",
    ),
    (
        "E058",
        "complete without DO",
        "'complete' is true when the skill called by DO in the same phase has returned, and 'returns' counts "
        "how often it has.",
    ),
    ("E059", "a curve's knots", "A curve has two knots or more, at places that are plain numbers and rise."),
    (
        "E060",
        "an unknown skill",
        "DO looks for the skill beside the calling file, then in the library ('footfall list').",
    ),
    ("E061", "calls in a circle", "A skill cannot call itself, directly or through others."),
    (
        "E062",
        "a skill that cannot be read",
        "The called file is there but empty, too large or not UTF-8 text.",
    ),
    (
        "E063",
        "wrong arguments of a call",
        "Arguments of DO are given by place or as name = value; by name only after all by place, each once.",
    ),
    ("E064", "several subjects", "This statement takes one subject; write a second statement."),
    ("E065", "calls too deep", "At most 32 skills may be active inside each other."),
    ("E066", "a phase that does not last", "LASTS needs seconds above 0."),
    (
        "E067",
        "a file outside the project",
        "SAVE and LOAD use files beside the script or in folders there, so that a script from elsewhere "
        "cannot read or overwrite what is not its own.",
    ),
    (
        "E068",
        "KEEP before a statement that leaves nothing",
        "KEEP lets the servo of POSE, LIPOSE, MATCH or HOLD outlast its phase, until another statement "
        "moves that joint. Other statements act only while their phase lasts.",
    ),
    (
        "E069",
        "clauses that exclude each other",
        "IK takes a place in the world (.target) or one relative to the base joint (.local), not both.",
    ),
    (
        "E070",
        "a script that is too long",
        "A script may have at most 30,000 pieces (words, numbers, signs, comments) "
        "in at most 1 MB, and with all that it calls at most 200,000. The longest of the library has 3,000. "
        "Nothing of a longer one is read.",
    ),
    (
        "E071",
        "too many parameters or LETs",
        "A skill, or a classic script, has at most 200 parameters: every call hands over all of them. "
        "It has at most 200 LETs: each condition that rests on them works them all out.",
    ),
    (
        "E072",
        "a value outside its range",
        "Every argument has a least and a most, which the language reference lists: gains and times are not "
        "negative, a share is from 0 to 1. A number beyond them is an error, and so is a mark whose bounds "
        "lead there. A value that is computed while a script runs is clamped to it.",
    ),
    (
        "E073",
        "a saved state that is not called .sav",
        "SAVE writes files whose names end in .sav and no others, so that a script cannot overwrite "
        "itself, or anything else that is not a saved state.",
    ),
    (
        "E074",
        "a LET that is not known here",
        "A LET is known from its line on: one at the head of a skill in all that follows, one of a phase "
        "in the rest of that phase. It can be made of LETs above it, never of itself or of one below.",
    ),
    (
        "E075",
        "a LET whose name is taken",
        "A name has one meaning wherever it is known: a LET cannot be called like a parameter, a PROP or "
        "another LET. Two phases may each have a LET of one name.",
    ),
    (
        "E076",
        "a group of parameters that is not clear",
        "PARAMS name(…) declares a group. It is known in its file and in every skill that calls that file, "
        "directly or through others; where two of one name would be known, one of them must be renamed. "
        "A group holds parameters, not other groups.",
    ),
    (
        "E077",
        "a group of parameters that does not fit",
        "name.* in a DO hands on every member of the group by its name: the calling skill must have a value "
        "of that name, a parameter or a LET, and the called one a parameter. Members that the call gives "
        "by name are left out.",
    ),
    (
        "E078",
        "a preset that does not fit",
        "PRESET name(parameter = value, …) names values of the skill's own parameters, those of its groups "
        "included; each preset has a name of its own.",
    ),
    ("W001", "a phase that is never reached", "No TO or ALWAYS leads to it, and it is not the first."),
    (
        "W002",
        "a phase that goes to itself at once",
        "A TO to its own phase whose condition does not wait may fire again in the same tick; after 10,000 "
        "moves without time passing a run ends as stuck.",
    ),
    ("W003", "degrees in the wrong place", "'deg' turns degrees into radians; this number is not an angle."),
    (
        "W004",
        "a very large angle",
        "Angles are in radians unless 'deg' follows; this is more than a whole turn.",
    ),
    ("W005", "a mark without effect", "Only a default that is one plain number can be searched."),
    ("W006", "a statement twice", "Two statements of one word act on the same joint or part in one phase."),
    ("W007", "an unused parameter", "Nothing in the script uses it, so setting it changes nothing."),
    (
        "W008",
        "a target beyond the joint's range",
        "No body of the library can bend this joint so far: the servo would push against the stop as long as "
        "the phase lasts. The ranges are those of the widest body, so a given body may stop earlier.",
    ),
    (
        "W009",
        "a transition that cannot fire",
        "Its condition is false whatever happens (phi ends at 1, time is never negative), or a TO above it "
        "in the same phase is always true: they are tested in their order and the first true one is taken.",
    ),
    (
        "W010",
        "a phase that waits for nothing",
        "It has no TO, and no ALWAYS leads out of it, so the phases below are cut off, or its LASTS ends "
        "nothing. A phase does not go on by itself. One that is meant to hold for ever needs no LASTS.",
    ),
    (
        "W011",
        "a phase that is left at once",
        "Transitions are tested before a phase acts, in the tick in which it is entered. One that is always "
        "true means that its statements never act.",
    ),
    (
        "W012",
        "a joint that is kept for ever",
        "KEEP lets a servo outlast its phase until another statement moves that joint. When no other phase "
        "of the skill does, it outlasts the skill too, and whatever runs next starts with it.",
    ),
    (
        "W013",
        "a rule that is decided from the start",
        "A GOAL or FALL that is true, or false, whatever happens says nothing, and an ALWAYS that is always "
        "true lets nothing else be done. Times are never negative, phi goes from 0 to 1, and angles of parts "
        "and props go from -pi to pi, where they wrap: pelvis.pitch < -4 can never hold. "
        "FALL time < 0 is no mistake: it says that nothing counts as a fall.",
    ),
    (
        "W014",
        "a LET that is never used",
        "It is computed only where something uses it, so this one does nothing.",
    ),
)

CODES: dict[str, Code] = {code: Code(code, title, text) for code, title, text in _ROWS + CLASSIC_ROWS}
