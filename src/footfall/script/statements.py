"""The table of statements: parser, checker, compiler, dispatch and docs are made from it.

To add a statement, add a row here and a module in `control/`, then `make gen`.

A statement reads ``WORD subject(args).clause(args).clause(args);``. Its numbers become
*args* (registers), its names become *refs* (joints, parts), its words become flags among
the refs. Their order in the compiled statement is: subject, then the subject's args, then
each clause in the order of the row. An absent one is -1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

VALUES = ("angle", "gain", "damping", "time", "length", "force", "speed", "number")
NAMES = ("joint", "part")


@dataclass(frozen=True)
class Arg:
    """One argument of a statement or clause.

    Attributes:
        name: What it is called in docs and messages.
        kind: A value kind (`VALUES`), a name kind (`NAMES`) or "word".
        optional: Whether it may be left out.
        words: For kind "word": what may stand there. The ref is the word's position.
        doc: One line.
    """

    name: str
    kind: str
    optional: bool = False
    words: tuple[str, ...] = ()
    doc: str = ""


@dataclass(frozen=True)
class Clause:
    """``.name(args)`` behind a statement."""

    name: str
    args: tuple[Arg, ...]
    doc: str = ""


@dataclass(frozen=True)
class Statement:
    """A row of the table.

    Attributes:
        word: The keyword.
        op: Name of the primitive (a function in `control/`), one per opcode.
        subject: "joint", "part" or "" when there is none.
        args: Of the subject.
        clauses: What may follow, in any order, each at most once.
        many: Whether several subjects may stand in one statement, comma separated;
            each becomes a compiled statement of its own.
        needs: Clauses of which at least one must be there; empty when none must.
        variants: Clause name -> op used instead when that clause is present.
        doc: What it does, in a few lines, for the reference.
        example: A line of script.
    """

    word: str
    op: str
    subject: str
    args: tuple[Arg, ...]
    clauses: tuple[Clause, ...] = ()
    many: bool = False
    needs: tuple[str, ...] = ()
    variants: dict[str, str] = field(default_factory=dict)
    doc: str = ""
    example: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """Names of the compiled args, in order."""
        own = [a.name for a in self.args if a.kind in VALUES]
        return tuple(own + [f"{c.name}_{a.name}" for c in self.clauses for a in c.args if a.kind in VALUES])

    @property
    def refs(self) -> tuple[str, ...]:
        """Names of the compiled refs, in order."""
        own = [self.subject] if self.subject else []
        own += [a.name for a in self.args if a.kind not in VALUES]
        own += [f"{c.name}_{a.name}" for c in self.clauses for a in c.args if a.kind not in VALUES]
        return tuple(own)


_GAINS = (
    Arg("kp", "gain", optional=True, doc="stiffness, N m/rad; the body's own when left out"),
    Arg("kd", "damping", optional=True, doc="damping, N m s/rad; the body's own when left out"),
)
_ROLL = Clause("roll", (Arg("angle", "angle"),), "sideways angle; limbs: outwards, trunk: to the left")
_YAW = Clause("yaw", (Arg("angle", "angle"),), "turn about the vertical; limbs: outwards, trunk: to the left")

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        word="POSE",
        op="pose",
        subject="joint",
        args=(Arg("angle", "angle"), *_GAINS),
        clauses=(_ROLL, _YAW),
        many=True,
        doc="Servo a joint to an angle relative to its parent. Axes that are not named go to zero.",
        example="POSE swKnee(1.1), stKnee(.05);",
    ),
    Statement(
        word="VPD",
        op="vpd",
        subject="part",
        args=(Arg("angle", "angle"), *_GAINS),
        clauses=(
            _ROLL,
            _YAW,
            Clause("by", (Arg("joint", "joint"),), "the joint that does the work"),
            Clause(
                "close",
                (Arg("joint", "joint"), Arg("shared", "word", optional=True, words=("shared",))),
                "closes the torque sum of the root through this joint; "
                "`shared`: through both hips, by foot load",
            ),
            Clause(
                "feedback",
                (Arg("cd", "gain"), Arg("cv", "gain")),
                "forward foot placement: on the distance and speed of the body ahead of the stance ankle",
            ),
            Clause(
                "lateral",
                (Arg("cd", "gain"), Arg("cv", "gain")),
                "sideways foot placement: the same, towards the swing side",
            ),
            Clause(
                "limits",
                (Arg("low", "angle"), Arg("high", "angle")),
                "bounds of the target after feedback",
            ),
        ),
        needs=("by", "close"),
        variants={"close": "vpd_close"},
        doc="Servo a part to an angle in the world (heading) frame, through a joint that moves it.",
        example="VPD swThigh(-.5).by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);",
    ),
)

BY_WORD: dict[str, Statement] = {s.word: s for s in STATEMENTS}


def opcodes() -> dict[str, int]:
    """Opcode of each primitive, from the order of the table."""
    names: list[str] = []
    for s in STATEMENTS:
        for op in (s.op, *s.variants.values()):
            if op not in names:
                names.append(op)
    return {name: i for i, name in enumerate(names)}
