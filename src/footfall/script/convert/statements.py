"""Classic statements as modern ones that give the same torques.

Classic poses stay until something overwrites them. Modern ones end with their phase unless they
are kept, so KEEP is written where a phase after this one relies on the pose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from ..classic.acts import Act, acts_of
from ..compile.bounds import fold
from ..statements import BY_WORD
from ..syntax.expression_tree import Call, Expr
from ..syntax.tree import Phase
from .flow import SERVOS, Flow, driven, moves, reacting, released
from .notes import Notes
from .values import Expressions, Possible
from .words import file_name


@dataclass
class Line:
    """A statement of the new script.

    Attributes:
        text: With its ``;``; "" when the old one has no counterpart.
        comments: What stands above it.
        acts: Which statements of the phase it was; none for an added one.
        joinable: The words it begins with, when its subject can stand in a list.
    """

    text: str
    comments: list[str] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    joinable: str = ""


class Statements:
    """Writes the statements of one script."""

    def __init__(self, expressions: Expressions, flow: Flow, possible: Possible, notes: Notes) -> None:
        self._expressions = expressions
        self._flow = flow
        self._possible = possible
        self._notes = notes
        self._kept: frozenset[str] = frozenset()
        self._comments: list[str] = []
        self._unit = notes.script.unit
        self._writers: dict[str, Callable[[Act], list[str]]] = {
            "pose": self._pose,
            "match": self._match,
            "hold": self._hold,
            "posefb": self._pose_feedback,
            "vpd_raw": self._vpd,
            "vf": self._virtual_force,
            "vffb": self._balance,
            "vfsfb": self._speed,
            "ik": self._inverse_kinematics,
            "gc": self._gravity,
            "ef": self._external_force,
            "save": lambda act: self._file(act, "SAVE"),
            "load": lambda act: self._file(act, "LOAD"),
            "toggle": self._toggle,
        }

    def lines(self, phase: Phase) -> list[Line]:
        """The statements of a phase."""
        acts = acts_of(phase)
        self._kept = self._flow.relied_on(self._unit, phase)
        last = {joint: i for i, act in enumerate(acts) for joint in driven(act)}
        out: list[Line] = []
        for i, act in enumerate(acts):
            self._comments = self._zeroes(act)
            if act.op in SERVOS and acts[last[act.names["joint"].text]].op not in SERVOS:
                out.append(Line("", [self._without_effect(act)], [i]))
                continue
            out += self._let_go([joint for joint in released(act) if last[joint] == i])
            first, *more = self._writers[act.op](act)
            line = Line(first, self._comments, [i], _joinable(first))
            if out and act.joined and _may_join(out[-1], line):
                _join(out[-1], line)
            else:
                out.append(line)
            out += [Line(text) for text in more]
        return out

    def _let_go(self, joints: list[str]) -> list[Line]:
        """A servo of the world, or a reach, switches a pose off for good."""
        relied_on = [joint for joint in joints if joint in self._kept]
        if not relied_on:
            return []
        subjects = ", ".join(f"{joint}(0, 0, 0)" for joint in relied_on)
        return [Line(f"KEEP POSE {subjects};", ["# no pose any more, in later phases too"])]

    def _without_effect(self, act: Act) -> str:
        joint = act.names["joint"].text
        message = f"{act.row.word} {joint} has no effect beside what drives the joint later on; left out"
        return self._notes.add(act.span, message)

    def _zeroes(self, act: Act) -> list[str]:
        """Comments on each linterp that the original reads as 0."""
        dead = (v for v in act.values.values() if isinstance(v, Call) and v.function.text == "zero")
        return [self._notes.add(v.span, "linterp is read as 0 here") for v in islice(dead, 1)]

    def _values(self, act: Act, *names: str) -> list[str]:
        return [self._expressions.text(act.values[name]) for name in names]

    def _keep(self, joint: str) -> str:
        return "KEEP " if joint in self._kept else ""

    # Servos

    def _pose(self, act: Act) -> list[str]:
        joint = act.names["joint"].text
        angle, kp, kd = self._values(act, "angle", "kp", "kd")
        time = act.values.get("time_seconds")
        keep = self._keep(joint)
        if time is None:
            return [f"{keep}POSE {joint}({angle}, {kp}, {kd});"]
        angle = self._unless_timeless(act, time, joint, angle)
        if angle == joint:
            return [f"{keep}POSE {joint}({joint}, {kp}, {kd});"]
        return [f"{keep}LIPOSE {joint}({angle}, {kp}, {kd}).time({self._expressions.text(time)});"]

    def _unless_timeless(self, act: Act, time: Expr, joint: str, angle: str) -> str:
        """The target of a servo with a time; with no time at all, the original never moves."""
        times = self._possible.of(time, self._unit)
        if times is None:
            unset = f"{self._expressions.text(time)} = 0"
            message = f"with {unset} {act.row.word} only damps; here it is there at once"
            self._comments += self._once(act, message)
        if times is None or min(times) > 0:
            return angle
        message = f"{act.row.word} {joint} without time never moves: it only damps"
        self._comments.append(self._notes.add(act.span, message))
        if max(times) <= 0:
            return joint
        seconds = self._expressions.text(time)
        return f"{joint} + sign(max({seconds}, 0)) * ({angle} - {joint})"

    def _once(self, act: Act, message: str) -> list[str]:
        """A comment that is said the first time only."""
        if message in (note.message for note in self._notes.items):
            return []
        return [self._notes.add(act.span, message)]

    def _match(self, act: Act) -> list[str]:
        joint, other = act.names["joint"].text, act.names["to_joint"].text
        kp, kd = self._values(act, "to_kp", "to_kd")
        time = act.values.get("time_seconds")
        keep = self._keep(joint)
        if time is None:
            return [f"{keep}MATCH {joint}.to({other}, {kp}, {kd});"]
        if self._unless_timeless(act, time, joint, "") == joint:
            return [f"{keep}POSE {joint}({joint}, {kp}, {kd});"]
        return [f"{keep}MATCH {joint}.to({other}, {kp}, {kd}).time({self._expressions.text(time)});"]

    def _hold(self, act: Act) -> list[str]:
        joint = act.names["joint"].text
        kp, kd = self._values(act, "gains_kp", "gains_kd")
        return [f"{self._keep(joint)}HOLD {joint}.gains({kp}, {kd});"]

    def _pose_feedback(self, act: Act) -> list[str]:
        joint, place = act.names["joint"].text, act.names["on_place"].text
        cd, cv = self._values(act, "cd", "cv")
        return [f"{self._keep(joint)}POSEFB {joint}({cd}, {cv}).on({place});"]

    def _vpd(self, act: Act) -> list[str]:
        """Gains are positive in the modern dialect: it knows which side of the joint the part is on."""
        part, joint = act.names["part"].text, act.names["joint_joint"].text
        sign = -1.0 if moves(joint, part) else 1.0
        gains = [self._expressions.text(act.values[name], sign) for name in ("kp", "kd")]
        known = [fold(act.values[name]) for name in ("kp", "kd")]
        if any(k is not None and k * sign < 0 for k in known):
            side = "child" if sign < 0 else "parent"
            message = (
                f"{part} is on the {side}'s side of {joint}: with these gains it is pushed away, "
                f"which a modern VPD cannot do; left out: VPD {part}"
            )
            self._comments.append(self._notes.add(act.span, message))
            return [""]
        angle = self._expressions.text(act.values["angle"])
        servo = f"VPD {part}({angle}, {', '.join(gains)})"
        feedback = ""
        if "comfb_cd" in act.values:
            law = [self._expressions.text(act.values[name], -1.0) for name in ("comfb_cd", "comfb_cv")]
            feedback = f".feedback({', '.join(law)}).of(com).over({act.names['comfb_place'].text})"
        through = [joint, reacting(act)] if reacting(act) else [joint]
        return [f"{servo}.by({each}){feedback};" for each in through]

    # Forces

    def _virtual_force(self, act: Act) -> list[str]:
        force = ", ".join(self._values(act, "forward", "left", "up"))
        return [f"VF ({force}).on({act.names['on_part'].text}).by({act.names['by_joint'].text});"]

    def _balance(self, act: Act) -> list[str]:
        cd, cv = self._values(act, "cd", "cv")
        part, joint, place = (act.names[name].text for name in ("part", "by_joint", "over_place"))
        return [f"VFFB {part}({cd}, {cv}).by({joint}).over({place});"]

    def _speed(self, act: Act) -> list[str]:
        cv, speed = self._values(act, "cv", "speed_speed")
        return [f"VFSFB {act.names['part'].text}({cv}).by({act.names['by_joint'].text}).speed({speed});"]

    def _inverse_kinematics(self, act: Act) -> list[str]:
        word = "local" if "local_up" in act.values else "target"
        axes = ("forward", "left", "up") if word == "local" else ("x", "y", "z")
        target = ", ".join(self._values(act, *(f"{word}_{axis}" for axis in axes)))
        near, kp, kd = self._values(act, "tolerance_distance", "gains_kp", "gains_kd")
        part, base = act.names["part"].text, act.names["base_joint"].text
        return [f"IK {part}.{word}({target}).base({base}).tolerance({near}).gains({kp}, {kd});"]

    def _gravity(self, act: Act) -> list[str]:
        return [f"GC {act.names['part'].text}.by({act.names['by_joint'].text});"]

    def _external_force(self, act: Act) -> list[str]:
        force = ", ".join(self._values(act, "forward", "left", "up"))
        return [f"EF {act.names['part'].text}({force});"]

    # Files and the world

    def _file(self, act: Act, word: str) -> list[str]:
        name = act.names["text"].text
        legal = file_name(name)
        if legal != name:
            message = f"the file '{name}' is called '{legal}' now: rename it"
            self._comments.append(self._notes.add(act.span, message))
        return [f"{'KEEP ' if word == 'LOAD' else ''}{word} {legal};"]  # the saved poses come with it

    def _toggle(self, act: Act) -> list[str]:
        return [f"TOGGLE {act.names['text'].text}({act.names['what'].text});"]


def _joinable(text: str) -> str:
    """The word of a statement that takes a list: ``POSE`` or ``KEEP POSE``; "" of all others."""
    kept, rest = ("KEEP ", text.removeprefix("KEEP ")) if text.startswith("KEEP ") else ("", text)
    word = rest.partition(" ")[0]
    return kept + word if word in BY_WORD and BY_WORD[word].many else ""


def _may_join(before: Line, line: Line) -> bool:
    return bool(line.joinable) and line.joinable == before.joinable and not line.comments


def _join(before: Line, line: Line) -> None:
    """Put a subject into the list before it."""
    before.text = f"{before.text[:-1]}, {line.text[len(line.joinable) + 1 :]}"
    before.acts += line.acts
