"""Reads virtual forces, inverse kinematics, real forces, files and the world's switches."""

from __future__ import annotations

import re

from .cursor import BrokenError
from .pieces import Pieces
from .tree import Act, Value, Word

IK_GAINS = (300.0, 30.0)
IK_TOLERANCE = 0.05  # m
_FILE = re.compile(r"[^;\r\n#]+")


class Forces(Pieces):
    """The statements that add forces, and those that act on files and entities."""

    def _planar(self, values: list[Value], what: tuple[str, str, str]) -> dict[str, Value]:
        """Classic (x, y up, z sideways) as forward, left, up; the third is unused."""
        return {what[0]: values[0], what[1]: self._default(0.0), what[2]: values[1]}

    def _virtual_force(self, start: int) -> list[Act]:
        word = self._in.text[start : self._in.at].strip()
        force = self._counted(word, 3, 3)
        names: dict[str, Word] = {}
        while clause := self._clauses(("on", "by"), word):
            if clause == ["on"]:
                names["on_part"] = self._in_clause(".on", "a part")
            else:
                names["by_joint"] = self._in_clause(".by", "a joint")
        for key, text in (("on_part", ".on(part)"), ("by_joint", ".by(joint)")):
            if key not in names:
                raise self._missing(start, word, text)
        self._end(word)
        span = self._in.span(start)
        if word == "SVF":
            self._old(span, "SVF is an older form, read as VF", "older form", "write VF")
        return [Act(span, "", "vf", self._planar(force, ("forward", "left", "up")), names)]

    def _balance(self, start: int) -> list[Act]:
        part = self.name("a part")
        cd, cv = self._counted("VFFB", 2, 2)
        names = {"part": part}
        while clause := self._clauses(("by", "over"), "VFFB"):
            if clause == ["by"]:
                names["by_joint"] = self._in_clause(".by", "a joint")
            else:
                place = self._in_clause(".over", "cop or a part")
                # the original's "cop" is the mean of the centres of the touching parts
                names["over_place"] = Word(place.span, "support") if place.text == "cop" else place
        if "by_joint" not in names:
            raise self._missing(start, "VFFB", ".by(joint)")
        self._end("VFFB")
        span = self._in.span(start)
        if "over_place" not in names:
            names["over_place"] = Word(span, "support")
            self._old(
                span,
                "VFFB without .over is an older form, read as .over(cop)",
                "older form",
                "add .over(cop)",
            )
        return [Act(span, "", "vffb", {"cd": cd, "cv": cv}, names)]

    def _speed(self, start: int) -> list[Act]:
        names = {"part": self.name("a part")}
        values = {"cv": self._counted("VFSFB", 1, 1)[0]}
        while clause := self._clauses(("by", "speed"), "VFSFB"):
            if clause == ["by"]:
                names["by_joint"] = self._in_clause(".by", "a joint")
            else:
                values["speed_speed"] = self._counted(".speed", 1, 1)[0]
        if "by_joint" not in names or "speed_speed" not in values:
            raise self._missing(start, "VFSFB", ".by(joint).speed(v)")
        self._end("VFSFB")
        return [Act(self._in.span(start), "", "vfsfb", values, names)]

    def _inverse_kinematics(self, start: int) -> list[Act]:
        names = {"part": self.name("a part")}
        values: dict[str, Value] = {}
        while clause := self._clauses(("targetlocal", "targetglobal", "target", "base", "tolerance"), "IK"):
            if clause == ["base"]:
                names["base_joint"] = self._in_clause(".base", "a joint")
            elif clause == ["tolerance"]:
                values["tolerance_distance"] = self._counted(".tolerance", 1, 1)[0]
            else:
                local = clause == ["targetlocal"]
                keys = (
                    ("local_forward", "local_left", "local_up")
                    if local
                    else ("target_x", "target_y", "target_z")
                )
                values |= self._planar(self._counted(f".{clause[0]}", 3, 3), keys)
        if "base_joint" not in names or not ({"local_up", "target_z"} & values.keys()):
            raise self._missing(start, "IK", ".targetlocal(x, y, z).base(joint)")
        values.setdefault("tolerance_distance", self._default(IK_TOLERANCE))
        values["gains_kp"], values["gains_kd"] = self._gains([], IK_GAINS)
        self._end("IK")
        return [Act(self._in.span(start), "", "ik", values, names)]

    def _gravity(self, start: int) -> list[Act]:
        names = {"part": self.name("a part")}
        if not self._clauses(("by",), "GC"):
            raise self._missing(start, "GC", ".by(joint)")
        names["by_joint"] = self._in_clause(".by", "a joint")
        self._end("GC")
        return [Act(self._in.span(start), "", "gc", {}, names)]

    def _external_force(self, start: int) -> list[Act]:
        part = self.name("a part")
        force = self._counted("EF", 3, 3)
        self._end("EF")
        return [
            Act(
                self._in.span(start), "", "ef", self._planar(force, ("forward", "left", "up")), {"part": part}
            )
        ]

    # Files and the world

    def _file(self, start: int, op: str) -> list[Act]:
        begin = self._in.skip()
        text = self._in.match(_FILE)
        if text is None:
            raise self._in.expected("a file name")
        name = Word(self._in.span(begin, begin + len(text.rstrip())), text.rstrip())
        self._end("the file name")
        return [Act(self._in.span(start), "", op, {}, {"text": name})]

    def toggle(self) -> Act:
        """One line of an ENVACTIONS block."""
        start = self._in.skip()
        word = self._in.word("toggleVisible or toggleCollidable")
        words = {"toggleVisible": "visible", "toggleCollidable": "collidable"}
        if word.text not in words:
            help, edit = self._findings.suggest(word.span, word.text, words)
            message = f"'{word.text[:30]}' is not a world action"
            raise BrokenError("E104", word.span, message, "unknown", help, edit)
        entity = self._in_clause(word.text, "the name of an entity")
        self._end(word.text)
        names = {"text": entity, "what": Word(word.span, words[word.text])}
        return Act(self._in.span(start), "ENVACTIONS", "toggle", {}, names)
