"""Reads the statements of an ACTIONS block into rows of the table, older forms included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..diagnostics import Findings
from ..program import Span
from .cursor import KEYWORDS, BrokenError, Cursor
from .forces import Forces
from .names import PARTS, joint_between
from .tree import Act, Linterp, Value, Word

POSE_GAINS = (300.0, 30.0)  # also VPD
STIFF_GAINS = (1000.0, 100.0)  # LIPOSE, MATCH, HOLD


@dataclass(frozen=True)
class Feedback:
    """A COMFB2 that waits for its VPD, and the phase it stands in."""

    span: Span
    cd: Value
    cv: Value
    place: Word
    phase: int


class ActReader(Forces):
    """Reads one statement at a time.

    Attributes:
        phase: Position of the phase being read.
        waiting: A COMFB2 that no VPD has taken yet.
    """

    def __init__(self, cursor: Cursor, findings: Findings) -> None:
        super().__init__(cursor, findings)
        self.phase = 0
        self.waiting: Feedback | None = None
        self._readers: dict[str, Callable[[int], list[Act]]] = {
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
            "SAVE": lambda start: self._file(start, "save"),
            "LOAD": lambda start: self._file(start, "load"),
        }

    def read(self, word: Word) -> list[Act]:
        """The statement that begins with a word already taken; one Act per entry of a list."""
        start = word.span.start
        acts = self._readers[word.text](start)
        return [replace(act, word=act.word or word.text) for act in acts]

    # Servos

    def _poses(self, start: int, word: str, gains: tuple[float, float]) -> list[Act]:
        acts = [self._pose(word, gains)]
        while self._in.take(","):
            acts.append(self._pose(word, gains))
        self._end(word)
        return acts

    def _pose(self, word: str, gains: tuple[float, float]) -> Act:
        start = self._in.skip()
        joint = self.name("a joint")
        angle, *given = self._counted(f"{word} {joint.text[:30]}", 1, 3, works=True)
        given = [_sliced(v) for v in given]
        time: Value | None = None
        if self._clauses(("time",), word):
            (time,) = self._counted(".time", 1, 1, works=True)
        elif word == "LIPOSE":
            raise self._missing(start, "LIPOSE", ".time(seconds)")
        kp, kd = self._gains(given, gains if time is None else STIFF_GAINS)
        values = {"angle": angle, "kp": kp, "kd": kd}
        if time is not None:
            values["time_seconds"] = time
        return Act(self._in.span(start), word, "pose", values, {"joint": joint})

    def _pose_feedbacks(self, start: int) -> list[Act]:
        acts = []
        while True:
            first = self._in.skip()
            joint = self.name("a joint")
            cd, cv = self._counted("POSEFB", 2, 2)
            if not self._clauses(("on",), "POSEFB"):
                raise self._missing(first, "POSEFB", ".on(joint …) or .on(part …)")
            place = self._where()
            names = {"joint": joint, "on_place": place}
            acts.append(Act(self._in.span(first), "", "posefb", {"cd": cd, "cv": cv}, names))
            if not self._in.take(","):
                break
        self._end("POSEFB")
        return acts

    def _where(self) -> Word:
        """``(joint J)`` or ``(part P)``; the word before the name may be missing."""
        self._in.expect("(", "after .on")
        place = self.name("joint or part, and its name")
        if place.text in ("joint", "part") and self._in.peek_word():
            place = self.name("a name")
        self._in.expect(")", "after the place")
        return place

    def _match(self, start: int) -> list[Act]:
        joint = self.name("a joint")
        values: dict[str, Value] = {}
        other: Word | None = None
        while clause := self._clauses(("to", "time"), "MATCH"):
            if clause == ["time"]:
                (values["time_seconds"],) = self._counted(".time", 1, 1)
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
            values["to_kp"], values["to_kd"] = self._gains(given, STIFF_GAINS)
        if other is None:
            raise self._missing(start, "MATCH", ".to(joint)")
        self._end("MATCH")
        return [Act(self._in.span(start), "", "match", values, {"joint": joint, "to_joint": other})]

    def _hold(self, start: int) -> list[Act]:
        joint = self.name("a joint")
        kp, kd = self._gains([], STIFF_GAINS)
        self._end("HOLD")
        return [Act(self._in.span(start), "", "hold", {"gains_kp": kp, "gains_kd": kd}, {"joint": joint})]

    # Virtual servos

    def _com_feedback(self, start: int) -> list[Act]:
        cd = self._in.value()
        self._in.take(",")
        cv = self._in.value()
        self._in.take(",")
        kind = self._in.word("j, p or c")
        if kind.text not in ("j", "p", "c"):
            help = "j: a joint, p: a part, c: the midpoint of the feet"
            raise BrokenError("E103", kind.span, f"'{kind.text[:30]}' is not j, p or c", "unknown", help)
        self._in.take(",")
        place = Word(kind.span, "feet")
        if kind.text != "c" or (self._in.peek_word() and self._in.peek_word() not in KEYWORDS):
            named = self.name("a joint or part")
            place = place if kind.text == "c" else named
        self._in.take(";")
        if self.waiting:
            self.unused_feedback("another COMFB2 follows before a VPD")
        self.waiting = Feedback(self._in.span(start), cd, cv, place, self.phase)
        return []

    def unused_feedback(self, why: str) -> None:
        """Warn that the waiting COMFB2 does nothing."""
        if self.waiting:
            help = "write it directly before the VPD it belongs to"
            self._findings.add("W121", self.waiting.span, f"COMFB2 without effect: {why}", "unused", help)
            self.waiting = None

    def _vpd(self, start: int) -> list[Act]:
        part = self.name("a part")
        angle, *given = self._counted("VPD", 1, 3)
        gains = self._gains(given, POSE_GAINS)
        names = {"part": part}
        while clause := self._clauses(("joint", "parent", "by", "flags"), "VPD"):
            if clause == ["flags"]:
                flags = self._in_clause(".flags", "s")
                if part.text.endswith("Thigh") or flags.text != "s":  # it has no effect on other parts
                    names["flags_flags"] = flags
            elif clause == ["parent"]:
                other = self._in_clause(".parent", "a part")
                gains = self._from_parent(part, other, gains, names, start)
            else:
                names["joint_joint"] = self._in_clause(f".{clause[0]}", "a joint")
        if "joint_joint" not in names:
            raise self._missing(start, "VPD", ".joint(joint)")
        self._end("VPD")
        values = {"angle": angle, "kp": gains[0], "kd": gains[1]}
        if self.waiting:
            values |= {"comfb_cd": self.waiting.cd, "comfb_cv": self.waiting.cv}
            names["comfb_place"] = self.waiting.place
            if self.waiting.phase != self.phase:
                help = "write COMFB2 directly before the VPD it belongs to"
                message = "this COMFB2 acts on the next VPD of the file, which is in another phase"
                self._findings.add("W121", self.waiting.span, message, "acts later", help)
            self.waiting = None
        return [Act(self._in.span(start), "", "vpd_raw", values, names)]

    def _from_parent(
        self, part: Word, other: Word, gains: tuple[Value, Value], names: dict[str, Word], start: int
    ) -> tuple[Value, Value]:
        """The joint and gains that the older ``.parent(other)`` means."""
        if part.text not in PARTS or part.text == "pelvis" or other.text not in PARTS:
            names["joint_joint"] = other  # the checker refuses the name
            return gains
        joint, child_side = joint_between(part.text, other.text)
        names["joint_joint"] = Word(other.span, joint)
        flags = ""
        if part.text.endswith("Thigh") and other.text.endswith("Thigh"):
            names["flags_flags"] = Word(other.span, "s")
            flags = ".flags(s)"
        sign = "with gains of the other sign " if child_side else ""
        message = f".parent({other.text}) is an older form, read {sign}as .joint({joint}){flags}"
        self._old(self._in.span(start), message, "older form", f"write .joint({joint}){flags}")
        return (_negated(gains[0]), _negated(gains[1])) if child_side else gains


def _negated(value: Value) -> Value:
    return value if isinstance(value, Linterp) else replace(value, factor=-value.factor)


def _sliced(value: Value) -> Value:
    """Where the original copies a value, a linterp loses its meaning."""
    return replace(value, works=False) if isinstance(value, Linterp) else value
