"""What a row of the table of statements is made of: statements, clauses, arguments, and kinds of values.

Everything that must be known of a statement stands in its row: what may be written, between which
bounds, what a number is when it is left out, which clauses go together, what it needs of a body.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

from ..names import JOINTS, PARTS, SPINE

VALUES = ("angle", "gain", "damping", "time", "length", "force", "speed", "number")
NAMES = ("joint", "part", "place", "bodypart", "servo", "thing", "text", "clip")
PLACES = ("support", "cop", "feet", "com", "hips")  # besides joints and parts, for kind "place"
# Name kinds by the names that may stand there; files and props are looked up elsewhere.
NAMED: dict[str, tuple[str, ...]] = {
    "joint": JOINTS,
    "part": PARTS,
    "place": (*PLACES, *JOINTS, *PARTS),
    "bodypart": (*PARTS, "com"),
    "servo": (*JOINTS, *SPINE),
}
# What a kind is called in docs and messages, where that is not its own name.
NOUNS = {
    "bodypart": "part or com",
    "text": "file",
    "thing": "a PROP",
    "servo": "joint or pelvis",
    "clip": "reference",
}

# What a value may be when its row says nothing else: least, most. Beyond them it is a typing mistake.
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
        optional: Whether it may be left out where its statement or clause is written.
        words: For kind "word": what may stand there. The ref is the word's position.
        doc: One line.
        legal: For values: the least and the most it may be, SI units; None: as `LEGAL` says of its kind.
            A number beyond is an error; a value that is computed is clamped while it runs.
        default: For values: what it is when it is left out, with its clause or alone. A Program holds it
            as a number. None: left out, it is absent, which the primitive may ask for.
        of: What the default is a share of: "leg" or "weight" of the body; "": nothing, it is in SI units.
        unit: What it is measured in, where its kind does not tell.
        seen: For joints: whether it is only looked at. Others are moved.
        limb: For joints: "leg" when it must be one of a leg.
    """

    name: str
    kind: str
    optional: bool = False
    words: tuple[str, ...] = ()
    doc: str = ""
    legal: tuple[float, float] | None = None
    default: float | None = None
    of: str = ""
    unit: str = ""
    seen: bool = False
    limb: str = ""

    @cached_property
    def range(self) -> tuple[float, float]:
        """The least and the most it may be."""
        return self.legal or LEGAL.get(self.kind, (-math.inf, math.inf))

    @cached_property
    def guarded(self) -> bool:
        """Whether a value that is computed is clamped to its range while a script runs.

        The wide ranges are not: they are there for typing mistakes, and clamping costs time.
        """
        return self.legal is not None or self.kind in ("damping", "time")

    @cached_property
    def is_value(self) -> bool:
        """Whether it is a number; else it is a name or a word."""
        return self.kind in VALUES

    @property
    def measured(self) -> str:
        """Its unit; "" for a mere number."""
        return self.unit or UNITS.get(self.kind, "")

    @property
    def default_text(self) -> str:
        """What it is when it is left out, as a script would write it; "" when it is absent then."""
        if self.default is None:
            return ""
        return f"{self.default:g} * body.{self.of}" if self.of else f"{self.default:g}"


@dataclass(frozen=True)
class Clause:
    """``.name(args)`` behind a statement.

    Attributes:
        name: Its name.
        args: Its arguments.
        doc: One line.
        expert: Whether few will ever write it: short help leaves it out, the reference lists it last.
    """

    name: str
    args: tuple[Arg, ...]
    doc: str = ""
    expert: bool = False


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
        exclusive: Clauses of which at most one may be there.
        variants: Clause name -> op used instead when that clause is present.
        keep: Whether it leaves something that can outlast its phase, so that KEEP may stand before it.
        aimed: Whether its angles are those of the joint itself, which have an end.
        chain: Between which two of its `refs` its chain of joints lies, a part and a joint; () without one.
        point: Whether it moves a point: of a forearm that ends in a hand the hand, not the centre.
        limb: What of a body its part must be: "foot" (with the hip and the knee of its leg), "feet" (of
            both legs), "hand", or "" for any.
        writes: Whether its subject is a file that is written.
        learns: Whether it has a table in the State that learns.
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
    exclusive: tuple[str, ...] = ()
    variants: dict[str, str] = field(default_factory=dict)
    keep: bool = False
    aimed: bool = False
    chain: tuple[str, str] | tuple[()] = ()
    point: bool = False
    limb: str = ""
    writes: bool = False
    learns: bool = False
    key: str = ""
    doc: str = ""
    example: str = ""

    @cached_property
    def ops(self) -> tuple[str, ...]:
        """The primitives that read its columns."""
        return (self.op, *self.variants.values())

    @cached_property
    def all_args(self) -> tuple[tuple[str, Arg], ...]:
        """Every argument with its clause ("" for the subject's), in the order of the compiled statement."""
        own = tuple(("", arg) for arg in self.args)
        return own + tuple((clause.name, arg) for clause in self.clauses for arg in clause.args)

    @cached_property
    def value_args(self) -> dict[str, Arg]:
        """The compiled args by name, in order."""
        return {_column_name(clause, arg): arg for clause, arg in self.all_args if arg.is_value}

    @cached_property
    def ref_kinds(self) -> dict[str, str]:
        """The compiled refs and their kinds by name, in order: the subject first."""
        own = {self.subject: self.subject} if self.subject else {}
        return own | {_column_name(clause, a): a.kind for clause, a in self.all_args if not a.is_value}

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Names of the compiled args, in order."""
        return tuple(self.value_args)

    @cached_property
    def refs(self) -> tuple[str, ...]:
        """Names of the compiled refs, in order."""
        return tuple(self.ref_kinds)

    @cached_property
    def defaults(self) -> dict[str, float]:
        """What compiled args are when they are left out, by name; see `Arg.default` and `Arg.of`."""
        return {name: arg.default for name, arg in self.value_args.items() if arg.default is not None}


def _column_name(clause: str, arg: Arg) -> str:
    return f"{clause}_{arg.name}" if clause else arg.name
