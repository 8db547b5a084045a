"""Reads the statements of an ACTIONS block into statements of the table, older forms included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..diagnostics import Findings
from ..program import Span
from ..syntax.expression_tree import Call, Expr, Literal, Unary
from ..syntax.tree import Action, ClauseNode, Name, Subject
from .cursor import KEYWORDS, BrokenError, Cursor
from .forces import Forces
from .names import PARTS, joint_between
from .pieces import clause

POSE_GAINS = (300.0, 30.0)  # also VPD
STIFF_GAINS = (1000.0, 100.0)  # LIPOSE, MATCH, HOLD


@dataclass(frozen=True)
class Feedback:
    """A COMFB2 that waits for its VPD, and the phase it stands in."""

    span: Span
    clause: ClauseNode
    phase: int


class ActionReader(Forces):
    """Reads one statement at a time.

    Attributes:
        phase: Position of the phase being read.
        waiting: A COMFB2 that no VPD has taken yet.
    """

    def __init__(self, cursor: Cursor, findings: Findings) -> None:
        super().__init__(cursor, findings)
        self.phase = 0
        self.waiting: Feedback | None = None
        self._readers: dict[str, Callable[[int], list[Action]]] = {
            "POSE": lambda start: self._poses(start, "POSE", POSE_GAINS),
            "LIPOSE": lambda start: self._poses(start, "LIPOSE", STIFF_GAINS),
            "POSEFB": self._pose_feedbacks,
            "VPD": self._vpd,
            "COMFB2": self._com_feedback,
            "VF": self._virtual_force,
            "SVF": self._virtual_force,
            "VFFB": self._balance,
            "VFSFB": self._speed,
            "IK": self._inverse_kinematics,
            "GC": self._gravity,
            "MATCH": self._match,
            "HOLD": self._hold,
            "EF": self._external_force,
            "SAVE": lambda start: self._file(start, "SAVE"),
            "LOAD": lambda start: self._file(start, "LOAD"),
        }

    def read(self, word: Name) -> list[Action]:
        """The statement that begins with a word already taken; none for a COMFB2, which waits for a VPD."""
        return self._readers[word.text](word.span.start)

    # Servos

    def _poses(self, start: int, word: str, gains: tuple[float, float]) -> list[Action]:
        subjects = [self._pose(word, gains)]
        while self._in.take(","):
            subjects.append(self._pose(word, gains))
        self._end(word)
        if word == "LIPOSE":  # which in the table takes one joint
            return [Action(s.span, Name(word, s.span), (s,)) for s in subjects]
        span = self._in.span(start)
        return [Action(span, Name(word, span), tuple(subjects))]

    def _pose(self, word: str, gains: tuple[float, float]) -> Subject:
        start = self._in.skip()
        joint = self.name("a joint")
        angle, *given = self._counted(f"{word} {joint.text[:30]}", 1, 3, works=True)
        given = [_sliced(v) for v in given]
        clauses: tuple[ClauseNode, ...] = ()
        if self._clauses(("time",), word):
            clauses = (clause("time", *self._counted(".time", 1, 1, works=True)),)
        elif word == "LIPOSE":
            raise self._missing(start, "LIPOSE", ".time(seconds)")
        args = angle, *self._gains(given, STIFF_GAINS if clauses else gains)
        return Subject(self._in.span(start), joint, args, clauses)

    def _pose_feedbacks(self, start: int) -> list[Action]:
        subjects = []
        while True:
            first = self._in.skip()
            joint = self.name("a joint")
            gains = self._counted("POSEFB", 2, 2)
            if not self._clauses(("on",), "POSEFB"):
                raise self._missing(first, "POSEFB", ".on(joint …) or .on(part …)")
            place = self._where()
            subjects.append(Subject(self._in.span(first), joint, tuple(gains), (clause("on", place),)))
            if not self._in.take(","):
                break
        self._end("POSEFB")
        span = self._in.span(start)
        return [Action(span, Name("POSEFB", span), tuple(subjects))]

    def _where(self) -> Name:
        """``(joint J)`` or ``(part P)``; the word before the name may be missing."""
        self._in.expect("(", "after .on")
        place = self.name("joint or part, and its name")
        if place.text in ("joint", "part") and self._in.peek_word():
            place = self.name("a name")
        self._in.expect(")", "after the place")
        return place

    def _match(self, start: int) -> list[Action]:
        joint = self.name("a joint")
        clauses: dict[str, ClauseNode] = {}
        while found := self._clauses(("to", "time"), "MATCH"):
            if found == "time":
                clauses[found] = clause("time", *self._counted(".time", 1, 1))
                continue
            self._in.expect("(", "after .to")
            other = self.name("a joint")
            given = []
            while self._in.take(","):
                given.append(self._in.value())
            self._in.expect(")", "after .to")
            if len(given) not in (0, 2):
                help = "write .to(joint) or .to(joint, kp, kd)"
                raise BrokenError(
                    "E112", self._in.span(start), "MATCH takes both gains or none", "gains", help
                )
            clauses[found] = clause("to", other, *self._gains(given, STIFF_GAINS))
        if "to" not in clauses:
            raise self._missing(start, "MATCH", ".to(joint)")
        self._end("MATCH")
        return self._statement(start, "MATCH", joint, (), tuple(clauses.values()))

    def _hold(self, start: int) -> list[Action]:
        joint = self.name("a joint")
        gains = clause("gains", *self._gains([], STIFF_GAINS))
        self._end("HOLD")
        return self._statement(start, "HOLD", joint, (), (gains,))

    # Virtual servos

    def _com_feedback(self, start: int) -> list[Action]:
        cd = self._in.value()
        self._in.take(",")
        cv = self._in.value()
        self._in.take(",")
        kind = self._in.word("j, p or c")
        if kind.text not in ("j", "p", "c"):
            help = "j: a joint, p: a part, c: the midpoint of the feet"
            raise BrokenError("E103", kind.span, f"'{kind.text[:30]}' is not j, p or c", "unknown", help)
        self._in.take(",")
        place = Name("feet", kind.span)
        if kind.text != "c" or (self._in.peek_word() and self._in.peek_word() not in KEYWORDS):
            named = self.name("a joint or part")
            place = place if kind.text == "c" else named
        self._in.take(";")
        if self.waiting:
            self.unused_feedback("another COMFB2 follows before a VPD")
        self.waiting = Feedback(self._in.span(start), clause("comfb", cd, cv, place), self.phase)
        return []

    def unused_feedback(self, why: str) -> None:
        """Warn that the waiting COMFB2 does nothing."""
        if self.waiting:
            help = "write it directly before the VPD it belongs to"
            self._findings.add("W121", self.waiting.span, f"COMFB2 without effect: {why}", "unused", help)
            self.waiting = None

    def _vpd(self, start: int) -> list[Action]:
        part = self.name("a part")
        angle, *given = self._counted("VPD", 1, 3)
        gains = self._gains(given, POSE_GAINS)
        names: dict[str, Name] = {}
        while found := self._clauses(("joint", "parent", "by", "flags"), "VPD"):
            if found == "flags":
                flags = self._in_clause(".flags", "s")
                if part.text.endswith("Thigh") or flags.text != "s":  # it has no effect on other parts
                    names["flags"] = flags
            elif found == "parent":
                other = self._in_clause(".parent", "a part")
                gains = self._from_parent(part, other, gains, names, start)
            else:
                names["joint"] = self._in_clause(f".{found}", "a joint")
        if "joint" not in names:
            raise self._missing(start, "VPD", ".joint(joint)")
        self._end("VPD")
        clauses = [clause(name, word) for name, word in names.items()] + self._take_feedback()
        return self._statement(start, "RAWVPD", part, (angle, *gains), tuple(clauses))

    def _take_feedback(self) -> list[ClauseNode]:
        """The clause of the COMFB2 that waits, if one does."""
        waiting, self.waiting = self.waiting, None
        if waiting is None:
            return []
        if waiting.phase != self.phase:
            help = "write COMFB2 directly before the VPD it belongs to"
            message = "this COMFB2 acts on the next VPD of the file, which is in another phase"
            self._findings.add("W121", waiting.span, message, "acts later", help)
        return [waiting.clause]

    def _from_parent(
        self, part: Name, other: Name, gains: tuple[Expr, Expr], names: dict[str, Name], start: int
    ) -> tuple[Expr, Expr]:
        """The joint and gains that the older ``.parent(other)`` means."""
        if part.text not in PARTS or part.text == "pelvis" or other.text not in PARTS:
            names["joint"] = other  # the checker refuses the name
            return gains
        joint, child_side = joint_between(part.text, other.text)
        names["joint"] = Name(joint, other.span)
        flags = ""
        if part.text.endswith("Thigh") and other.text.endswith("Thigh"):
            names["flags"] = Name("s", other.span)
            flags = ".flags(s)"
        sign = "with gains of the other sign " if child_side else ""
        message = f".parent({other.text}) is an older form, read {sign}as .joint({joint}){flags}"
        self._old(self._in.span(start), message, "older form", f"write .joint({joint}){flags}")
        return (_negated(gains[0]), _negated(gains[1])) if child_side else gains


def _negated(value: Expr) -> Expr:
    if isinstance(value, Literal):
        return replace(value, factor=-value.factor)
    return value if isinstance(value, Call) else Unary(value.span, "-", value)


def _sliced(value: Expr) -> Expr:
    """Where the original copies a value, a linterp loses its meaning."""
    return replace(value, function=Name("zero", value.function.span)) if isinstance(value, Call) else value
