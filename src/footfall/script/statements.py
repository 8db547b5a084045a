"""The table of statements: parser, checker, compiler, dispatch and docs are made from it.

To add a statement, add a row here and a module in `control/`, then `make gen`.

A statement reads ``WORD subject(args).clause(args).clause(args);``. Its numbers become
*args* (registers), its names become *refs* (joints, parts), its words become flags among
the refs. Their order in the compiled statement is: subject, then the subject's args, then
each clause in the order of the row. An absent one is -1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

VALUES = ("angle", "gain", "damping", "time", "length", "force", "speed", "number")
NAMES = ("joint", "part", "place", "bodypart", "servo", "thing", "text")
PLACES = ("support", "cop", "feet", "com", "hips")  # besides joints and parts, for kind "place"

# What a value may be when its row says nothing else: least, most. Beyond them it is a slip of the pen.
LEGAL: dict[str, tuple[float, float]] = {
    "angle": (-100.0, 100.0),
    "gain": (-1e6, 1e6),
    "damping": (0.0, 1e5),
    "time": (0.0, 1e4),
    "length": (-1e4, 1e4),
    "force": (-1e6, 1e6),
    "speed": (-100.0, 100.0),
    "number": (-1e6, 1e6),
}
UNITS = {"angle": "rad", "time": "s", "length": "m", "force": "N", "speed": "m/s"}


@dataclass(frozen=True)
class Arg:
    """One argument of a statement or clause.

    Attributes:
        name: What it is called in docs and messages.
        kind: A value kind (`VALUES`), a name kind (`NAMES`) or "word".
        optional: Whether it may be left out.
        words: For kind "word": what may stand there. The ref is the word's position.
        doc: One line.
        legal: For values: the least and the most it may be, SI units; None: as `LEGAL` says of its kind.
            A number beyond is an error; a value that is worked out is held inside while it runs.
    """

    name: str
    kind: str
    optional: bool = False
    words: tuple[str, ...] = ()
    doc: str = ""
    legal: tuple[float, float] | None = None

    @property
    def range(self) -> tuple[float, float]:
        """The least and the most it may be."""
        return self.legal or LEGAL.get(self.kind, (-math.inf, math.inf))

    @property
    def guarded(self) -> bool:
        """Whether a value that is worked out is held inside its range while a script runs.

        The wide ranges are not: they are there for slips of the pen, and holding costs time.
        """
        return self.legal is not None or self.kind in ("damping", "time")


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
        must: Clauses that must all be there.
        needs: Clauses of which at least one must be there; empty when none must.
        variants: Clause name -> op used instead when that clause is present.
        key: Prefix of its constants in `control/opcodes.py`; the word when empty.
        doc: What it does, in a few lines, for the reference.
        example: A line of script.
    """

    word: str
    op: str
    subject: str
    args: tuple[Arg, ...]
    clauses: tuple[Clause, ...] = ()
    many: bool = False
    must: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    variants: dict[str, str] = field(default_factory=dict)
    key: str = ""
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


_STIFF = (0.0, 1e6)  # of a stiffness: 0 and up, or a servo would push away from its target
_SHARE = (0.0, 1.0)
_POSITIVE = (0.0, 1e4)
_KP = Arg("kp", "gain", legal=_STIFF)
_GAINS = (
    Arg("kp", "gain", legal=_STIFF, optional=True, doc="stiffness, N m/rad; the body's own when left out"),
    Arg("kd", "damping", optional=True, doc="damping, N m s/rad; the body's own when left out"),
)
_ROLL = Clause("roll", (Arg("angle", "angle"),), "sideways angle; limbs: outwards, trunk: to the left")
_YAW = Clause("yaw", (Arg("angle", "angle"),), "turn about the vertical; limbs: outwards, trunk: to the left")
_TIME = Clause(
    "time", (Arg("seconds", "time"),), "go there in a straight line over this time, from where it is"
)
_BY = Clause("by", (Arg("joint", "joint"),), "the joint that does the work")
_CHAIN = Clause("by", (Arg("joint", "joint"),), "the far end of the chain of joints that does the work")
_OF = Clause(
    "of",
    (Arg("what", "word", words=("hips", "com")),),
    "what is measured: the hips' midpoint (default) or the centre of mass",
)
_OVER = Clause("over", (Arg("place", "place"),), "where it is measured from; the stance ankle when left out")

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        word="POSE",
        op="pose",
        subject="joint",
        args=(Arg("angle", "angle"), *_GAINS),
        clauses=(
            _ROLL,
            _YAW,
            _TIME,
            Clause(
                "feedback",
                (Arg("cd", "gain"), Arg("cv", "gain")),
                "adds cd times the distance and cv times the speed of the body ahead of the place",
            ),
            Clause(
                "lateral",
                (Arg("cd", "gain"), Arg("cv", "gain")),
                "the same sideways, on the roll axis: the joint's far end goes to the side the body is on, "
                "as in a step; an ankle on the ground pushes back with negative gains",
            ),
            _OF,
            _OVER,
        ),
        many=True,
        doc=(
            "Servo a joint to an angle relative to its parent. Axes that are not named go to zero. Any joint "
            "may carry balance feedback: `POSE stAnkle(0).feedback(2, .6).of(com);` stands quietly by "
            "turning the ankle with the place and speed of the centre of mass."
        ),
        example="POSE swKnee(1.1), stKnee(.05);",
    ),
    Statement(
        word="VPD",
        op="vpd",
        subject="part",
        args=(Arg("angle", "angle"), *_GAINS),
        clauses=(
            _ROLL,
            Clause(
                "yaw",
                (
                    Arg("angle", "angle"),
                    Arg(
                        "kp",
                        "gain",
                        legal=_STIFF,
                        optional=True,
                        doc="stiffness about the vertical, for `.close`",
                    ),
                ),
                _YAW.doc,
            ),
            Clause(
                "by",
                (
                    Arg("joint", "joint"),
                    Arg("joint2", "joint", optional=True),
                    Arg(
                        "share",
                        "number",
                        legal=_SHARE,
                        optional=True,
                        doc="the first joint's share of the torque, 0 to 1; half when left out",
                    ),
                ),
                "the joint that does the work, or two that share it",
            ),
            Clause(
                "close",
                (
                    Arg("joint", "joint"),
                    Arg("shared", "word", optional=True, words=("shared", "grounded")),
                    Arg("load", "number", legal=_POSITIVE, optional=True),
                ),
                "closes the torque sum of the root through this joint; "
                "`shared`: through both hips, by foot load; `grounded`: so too, but not at all in flight; "
                "`load`: the share of the weight on the feet below which the torque fades",
            ),
            Clause(
                "grip",
                (
                    Arg("share", "number", legal=(-10.0, 1e4), doc="below 0: no bound and no damping"),
                    Arg(
                        "spin",
                        "number",
                        legal=_POSITIVE,
                        optional=True,
                        doc="in units of the hip's damping; 0 when left out",
                    ),
                ),
                "with `.close`: the turn about the vertical is bounded by this share of a foot's load times "
                "the length and width of its sole; `spin` damps a leg that spins, by the square of its rate",
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
            _OF,
            _OVER,
        ),
        needs=("by", "close"),
        variants={"close": "vpd_close"},
        doc="Servo a part to an angle in the world (heading) frame, through a joint that moves it.",
        example="VPD swThigh(-.5).by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);",
    ),
    Statement(
        word="LIPOSE",
        op="pose",
        subject="joint",
        args=(Arg("angle", "angle"), *_GAINS),
        clauses=(_ROLL, _YAW, _TIME),
        must=("time",),
        doc=(
            "POSE that moves its target in a straight line over a time, from the angle the joint has on "
            "entry."
        ),
        example="LIPOSE lShoulder(-1.5).time(.4);",
    ),
    Statement(
        word="MATCH",
        op="match",
        subject="joint",
        args=(),
        clauses=(
            Clause("to", (Arg("joint", "joint"), *_GAINS), "the joint to copy"),
            _TIME,
        ),
        must=("to",),
        doc=(
            "Servo a joint to the angle of another: symmetry. With a time, in a straight line to the "
            "angle it had on entry."
        ),
        example="MATCH lHip.to(rHip).time(.3);",
    ),
    Statement(
        word="HOLD",
        op="hold",
        subject="joint",
        args=(),
        clauses=(Clause("gains", (_KP, Arg("kd", "damping")), "gains; the body's own when left out"),),
        doc="Servo a joint to the angle it had when the phase began.",
        example="HOLD lElbow;",
    ),
    Statement(
        word="POSEFB",
        op="posefb",
        subject="joint",
        args=(Arg("cd", "gain"), Arg("cv", "gain")),
        clauses=(Clause("on", (Arg("place", "place"),), "where the distance is measured from"),),
        many=True,
        must=("on",),
        doc=(
            "Balance by a joint: adds cd times the distance of the centre of mass ahead of a place, and "
            "cv times its speed, to the target of a POSE that stands before it."
        ),
        example="POSEFB lAnkle(.3, .1).on(lFoot);",
    ),
    Statement(
        word="VF",
        op="vf",
        subject="",
        args=(Arg("forward", "force"), Arg("left", "force"), Arg("up", "force")),
        clauses=(Clause("on", (Arg("part", "bodypart"),), "the part that is pulled, or com"), _CHAIN),
        must=("on", "by"),
        doc=(
            "Virtual force: the torques that a force on a part would need, along the chain of joints from "
            "the part to a joint (Jacobian transpose). The force is in the heading frame."
        ),
        example="VF (0, 0, 300).on(trunk).by(stAnkle);",
    ),
    Statement(
        word="VFFB",
        op="vffb",
        subject="part",
        args=(Arg("cd", "gain"), Arg("cv", "gain")),
        clauses=(
            _CHAIN,
            Clause(
                "over",
                (Arg("place", "place"),),
                "where the centre of mass should be: cop, support, feet, a part or a joint",
            ),
        ),
        must=("by",),
        doc=(
            "Balance: a virtual force on the centre of mass, -(cd distance + cv speed), towards a place, "
            "along the chain from the part to a joint."
        ),
        example="VFFB uTorso(2000, 250).by(lAnkle).over(support);",
    ),
    Statement(
        word="VFSFB",
        op="vfsfb",
        subject="part",
        args=(Arg("cv", "gain"),),
        clauses=(
            _CHAIN,
            Clause(
                "speed",
                (Arg("speed", "speed"), Arg("side", "speed", optional=True)),
                "the speed wanted, forwards and to the left",
            ),
        ),
        must=("by", "speed"),
        doc=(
            "Speed: a virtual force cv (speed - actual) on the centre of mass along the chain from the "
            "part to a joint."
        ),
        example="VFSFB uTorso(400).by(stAnkle).speed(.8);",
    ),
    Statement(
        word="IK",
        op="ik",
        subject="part",
        args=(),
        clauses=(
            Clause(
                "target",
                (Arg("x", "length"), Arg("y", "length"), Arg("z", "length")),
                "where in the world, m",
            ),
            Clause(
                "local",
                (Arg("forward", "length"), Arg("left", "length"), Arg("up", "length")),
                "where from the base joint, heading frame, m",
            ),
            Clause("base", (Arg("joint", "joint"),), "the first joint of the chain"),
            Clause("tolerance", (Arg("distance", "length", legal=_POSITIVE),), "how near is near enough, m"),
            Clause("gains", (_KP, Arg("kd", "damping")), "gains; the body's own when left out"),
        ),
        must=("base",),
        needs=("target", "local"),
        doc=(
            "Inverse kinematics: servo the joints from the base to the part so that the part's centre "
            "goes to a place."
        ),
        example="IK swFoot.local(.1, 0, -.6).base(swHip);",
    ),
    Statement(
        word="GC",
        op="gc",
        subject="part",
        args=(),
        clauses=(_CHAIN,),
        must=("by",),
        many=True,
        doc=(
            "Gravity compensation: the joints from a part to a joint carry the weight of all that hangs "
            "on them."
        ),
        example="GC lHand.by(lShoulder);",
    ),
    Statement(
        word="EF",
        op="ef",
        subject="part",
        args=(Arg("forward", "force"), Arg("left", "force"), Arg("up", "force")),
        doc=(
            "External force: a real force on a part, heading frame. For tests and special effects; "
            "nothing is balanced by it."
        ),
        example="EF uTorso(0, 0, 100);",
    ),
    Statement(
        word="STEP",
        op="step",
        subject="part",
        args=(Arg("speed", "speed"), Arg("side", "speed", optional=True, doc="to the left; 0 when left out")),
        clauses=(
            Clause("width", (Arg("distance", "length", legal=_POSITIVE),), "how far apart the feet walk"),
            Clause("height", (Arg("lift", "length"),), "how high the foot is lifted in the middle"),
            Clause(
                "yaw", (Arg("angle", "angle"),), "the way the foot should point when it lands, in the world"
            ),
            Clause("twist", (Arg("angle", "angle"),), "turns the knee outwards"),
            Clause(
                "shift",
                (Arg("forward", "length"), Arg("out", "length"), Arg("up", "length")),
                "moves the path, for style",
            ),
            Clause("to", (Arg("x", "length"), Arg("y", "length")), "land there, in the world, instead"),
            Clause(
                "balance",
                (Arg("forward", "number"), Arg("aside", "number")),
                "factors on the capture point; 1 when left out",
            ),
            Clause(
                "ahead",
                (Arg("share", "number", legal=_SHARE),),
                "how much of the rest of the step is foreseen, 0 to 1",
            ),
            Clause(
                "reach",
                (Arg("distance", "length", legal=_POSITIVE),),
                "the farthest landing from below the centre of mass",
            ),
            Clause(
                "hurry",
                (
                    Arg("missed", "number", legal=_POSITIVE),
                    Arg("forward", "number", legal=_POSITIVE),
                    Arg("aside", "number", legal=_POSITIVE),
                    Arg("calm", "number", legal=_POSITIVE),
                    Arg("most", "number", legal=_POSITIVE),
                ),
                "how much faster a step goes per leg length that the other leg keeps its landing from its "
                "mark, and that the mark is farther off than `calm` legs from a steady walk's; at most",
            ),
            Clause("cross", (Arg("distance", "length"),), "how far the feet may cross"),
        ),
        doc=(
            "Swings a leg to where its foot will be needed: the body is an inverted pendulum that should go "
            "on with a speed. The path goes round the other leg; hip and knee follow it by inverse "
            "kinematics. The step takes as long as its phase LASTS, less when the foot cannot land where it "
            "should, or when its mark runs away (`hurry`)."
        ),
        example="STEP swFoot(.7).width(.14).height(.06);",
    ),
    Statement(
        word="DRIVE",
        op="drive",
        subject="part",
        args=(Arg("speed", "speed"), Arg("side", "speed", optional=True, doc="to the left; 0 when left out")),
        clauses=(
            Clause("width", (Arg("distance", "length", legal=_POSITIVE),), "how far apart the feet walk"),
            Clause(
                "gains",
                (Arg("cv", "gain"), Arg("side_cd", "gain"), Arg("side_cv", "gain")),
                "on the speed, and sideways on place and speed, in units of weight, leg and sqrt(leg / g)",
            ),
            Clause(
                "most",
                (Arg("forward", "number", legal=_POSITIVE), Arg("side", "number", legal=_POSITIVE)),
                "the largest forces, as shares of the weight",
            ),
            Clause(
                "over",
                (Arg("place", "place"),),
                "where the centre of mass belongs; left out: half a width inside the foot, free to go on",
            ),
            Clause(
                "bear",
                (
                    Arg("roll", "number", legal=(0.0, 2.0)),
                    Arg("pitch", "number", legal=(0.0, 2.0)),
                    Arg("knee", "number", legal=(0.0, 2.0)),
                ),
                "how much of the weight's moment about hips (sideways, forwards) and knees the legs give in "
                "advance, 0 to 1: what a pelvis sags by when its servo alone must carry it",
            ),
        ),
        doc=(
            "A virtual force on the centre of mass towards a speed, and sideways towards its place beside "
            "the standing foot, through the legs that carry, by their load. Ankles give no more than keeps "
            "the feet flat."
        ),
        example="DRIVE stFoot(.7).width(.14);",
    ),
    Statement(
        word="GRASP",
        op="grasp",
        subject="part",
        args=(Arg("thing", "thing", doc="what is taken: a PROP"),),
        clauses=(
            Clause(
                "within",
                (Arg("distance", "length", legal=_POSITIVE),),
                "how near its surface the hand must come to take hold, m; 0.06 of the leg when left out",
            ),
            Clause(
                "most",
                (Arg("force", "force", legal=(0.0, 1e6)),),
                "the largest force of the grip, N; 0.8 of the weight",
            ),
            Clause(
                "bear",
                (Arg("share", "number", legal=_SHARE),),
                "how much of its load the body reckons with, 0 to 1: 0 for what is only pushed or pulled",
            ),
        ),
        doc=(
            "Takes hold of a thing with a hand, as soon as the hand is at its surface: a spring and a damper "
            "from there to the hand, of limited force. It lets go when the statement no longer holds. What "
            "the hands carry counts in the centre of mass, and GC carries it too. A body without hands "
            "grips with the ends of its forearms."
        ),
        example="GRASP lHand(crate);",
    ),
    Statement(
        word="SAVE",
        op="save",
        subject="text",
        args=(),
        doc=(
            "Write the state of the body to a .sav file in the script's folder, once per entry of the phase. "
            "Replays, searches and the studio keep it in memory, where a LOAD of the same run finds it."
        ),
        example="SAVE standing.sav;",
    ),
    Statement(
        word="LOAD",
        op="load",
        subject="text",
        args=(),
        doc="Put the body into a saved state, once per entry of the phase.",
        example="LOAD standing.sav;",
    ),
    Statement(
        word="TOGGLE",
        op="toggle",
        subject="text",
        args=(Arg("what", "word", words=("visible", "collidable"), doc="what is switched"),),
        doc="Switch whether an entity of the world is seen, or collides, once per entry of the phase.",
        example="TOGGLE BOX(collidable);",
    ),
    Statement(
        word="LEARN",
        op="learn",
        subject="servo",
        args=(
            Arg(
                "rate",
                "number",
                legal=_SHARE,
                doc="share of the feedback torque that is given in advance the next time; 0: learn no more",
            ),
        ),
        clauses=(
            Clause(
                "every",
                (Arg("seconds", "time", legal=(1e-4, 10.0)),),
                "width of the table's bins; 0.01 s when left out",
            ),
        ),
        many=True,
        doc=(
            "Feedback-error learning: the torque that a servo gives in this phase is stored over the time "
            "since the phase began, and given in advance the next time; the servo only has to correct what "
            "is left. For a joint, or for the pelvis (trunk) that a VPD with `.close` holds. The table has "
            "128 bins for each side; `footfall run --learn` saves it, and a run that finds it begins "
            "with it. With a rate of 0 the table is used as it is, also with softer gains."
        ),
        example="LEARN pelvis(.1);",
    ),
)

# Statements that only the classic dialect has; the others share their rows with the modern ones.
CLASSIC: tuple[Statement, ...] = (
    Statement(
        word="VPD",
        op="vpd_raw",
        subject="part",
        args=(Arg("angle", "angle"), Arg("kp", "gain"), Arg("kd", "damping", legal=(-1e5, 1e5))),
        clauses=(
            Clause("joint", (Arg("joint", "joint"),), "the joint that does the work"),
            Clause(
                "flags",
                (Arg("flags", "word", optional=True, words=("s",)),),
                "s: the other hip takes the reaction",
            ),
            Clause(
                "comfb", (Arg("cd", "gain"), Arg("cv", "gain"), Arg("place", "place")), "a COMFB2 before it"
            ),
        ),
        key="RAWVPD",
        doc="Classic VPD: the torque is minus the servo's, whichever side of the joint the part is on.",
        example="VPD rThigh(-.4, -300, -30).joint(rHip).flags(s);",
    ),
)

TORQUE = Arg("torque", "number", legal=(0.0, 1e6), doc="the largest of any joint, N m; of LIMIT and SET")

BY_WORD: dict[str, Statement] = {s.word: s for s in STATEMENTS}


def opcodes() -> dict[str, int]:
    """Opcode of each primitive, from the order of the table."""
    names: list[str] = []
    for s in STATEMENTS + CLASSIC:
        for op in (s.op, *s.variants.values()):
            if op not in names:
                names.append(op)
    return {name: i for i, name in enumerate(names)}
