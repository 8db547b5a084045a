"""A classic script is read into the tree of the modern language."""

from __future__ import annotations

import pytest

from footfall.script import Source, parse
from footfall.script.classic.reader import read
from footfall.script.compile.kinds import arguments
from footfall.script.program import Sense
from footfall.script.syntax.expression_tree import Expr, Literal, Ref, walk
from footfall.script.syntax.tree import Phase, Script

from .helpers import actions, compiled, phase, script, when


def tree(text: str) -> Script:
    return read(Source("a.s", "", text)).script


def shape(expr: Expr) -> list[str]:
    """The nodes of an expression: numbers and names by their value, the others by their type."""
    out = []
    for node in walk(expr):
        if isinstance(node, Literal):
            out.append(f"{node.value:g}")
        else:
            out.append(node.text if isinstance(node, Ref) else type(node).__name__)
    return out


def written(found: Phase) -> list[tuple[str, str, dict[tuple[str, str], object]]]:
    """Word and name of each subject, and its arguments by clause and name."""
    return [
        (
            action.word.text,
            subject.name.text if subject.name else "",
            {
                (clause, arg.name): expr.value * expr.factor if isinstance(expr, Literal) else expr.text
                for clause, arg, expr in arguments(action.word.text, subject)
                if isinstance(expr, Literal | Ref)
            },
        )
        for action in found.actions
        for subject in action.subjects
    ]


@pytest.mark.parametrize(
    ("classic", "modern"),
    [
        ("POSE lKnee(1), rKnee(2, 3, 4);", "POSE lKnee(1, 300, 30), rKnee(2, 3, 4);"),
        ("LIPOSE lKnee(1).time(.5);", "LIPOSE lKnee(1, 1000, 100).time(.5);"),
        ("MATCH lHip.to(rHip);", "MATCH lHip.to(rHip, 1000, 100);"),
        ("HOLD waist;", "HOLD waist.gains(1000, 100);"),
        ("POSEFB lAnkle(1, 2).on(part lFoot);", "POSEFB lAnkle(1, 2).on(lFoot);"),
        ("VF (1, 2, 3).on(uTorso).by(lAnkle);", "VF (1, 0, 2).on(uTorso).by(lAnkle);"),
        ("VFFB uTorso(1, 2).by(lAnkle).over(cop);", "VFFB uTorso(1, 2).by(lAnkle).over(support);"),
        ("VFSFB uTorso(5).by(lAnkle).speed(.8);", "VFSFB uTorso(5).by(lAnkle).speed(.8);"),
        ("GC lHand.by(lShoulder);", "GC lHand.by(lShoulder);"),
        (
            "IK rHand.targetlocal(.3, -.3, 0).base(rShoulder);",
            "IK rHand.local(.3, 0, -.3).base(rShoulder).tolerance(.05).gains(300, 30);",
        ),
    ],
)
def test_a_statement_is_that_of_the_modern_text(classic: str, modern: str) -> None:
    ours = tree(actions(classic)).phases[0]
    theirs = parse(f"SKILL a()\nPHASE p\n  {modern}\n").phases[0]
    assert written(ours) == written(theirs)


@pytest.mark.parametrize(
    ("classic", "modern"),
    [
        ("contact lFoot", "contact lFoot"),
        ("nocontact lFoot", "not contact lFoot"),
        ("press A", "key A"),
        ("fallen > .6", "uTorso.pitch > .6"),
        ("fallen x .6", "abs(uTorso.pitch) > .6"),
        ("pass BOX .2", "passed(near BOX - .2)"),
    ],
)
def test_a_condition_is_that_of_the_modern_text(classic: str, modern: str) -> None:
    (ours,) = tree(when(classic)).phases[0].transitions
    (theirs,) = parse(f"SKILL a()\nPHASE p\n  TO end WHEN {modern};\n").phases[0].transitions
    assert shape(ours.when) == shape(theirs.when)
    assert (ours.target.text, ours.kind) == ("end", classic.split()[0])


def test_it_has_the_header_that_every_classic_script_means() -> None:
    found = tree("SCRIPTS b.t;\nSET TORQUELIMIT = 370\n" + actions("POSE lKnee(a);", "a, b"))
    assert found.classic and [w.text for w in found.includes] == ["b.t"]
    assert found.limit and found.limit.value == 370
    assert [p.name.text for p in found.parameters] == ["a", "b"]
    assert found.body and found.start and (found.body.text, found.start.text) == ("planar17", "rest")


def test_phases_are_called_by_their_positions() -> None:
    pose = "ACTIONS POSE lKnee(1); ENDACTIONS TRANSITION to({}).after(time 1);"
    found = tree(script("\n".join((phase(pose.format(1), 0), phase(pose.format(-1), 7)))))
    assert [p.name.text for p in found.phases] == ["0", "1"]
    assert [p.transitions[0].target.text for p in found.phases] == ["1", "end"]


@pytest.mark.parametrize(
    ("name", "condition", "sense"),
    [("time", "time time", "time"), ("motion", "stable motion", "motion")],
)
def test_a_parameter_may_be_called_like_a_sense(name: str, condition: str, sense: str) -> None:
    program = compiled(when(condition, name))
    ((first, last, *_),) = program.transitions.tolist()
    operands = {int(x) for row in program.code[first:last, 2:4].tolist() for x in row}
    assert Sense(sense) in program.senses
    assert program.frame_offset in operands
