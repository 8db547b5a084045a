"""Reads virtual forces, inverse kinematics, real forces, files and the world's switches."""

from __future__ import annotations

import re

from ..syntax.expression_tree import Expr, Ref
from ..syntax.tree import Action, ClauseNode, Name, Subject
from .cursor import BrokenError
from .pieces import Pieces, clause

IK_GAINS = (300.0, 30.0)
IK_TOLERANCE = 0.05  # m
_FILE = re.compile(r"[^;\r\n#]+")


class Forces(Pieces):
    """The statements that add forces, and those that act on files and entities."""

    def _statement(
        self,
        start: int,
        word: str,
        name: Name | None,
        args: tuple[Expr, ...] = (),
        clauses: tuple[ClauseNode, ...] = (),
    ) -> list[Action]:
        """A statement of the table with one subject, which ends here."""
        span = self._in.span(start)
        subject = Subject(span, name, args, clauses)
        return [Action(span, Name(word, span), (subject,))]

    def _planar(self, values: list[Expr]) -> tuple[Expr, Expr, Expr]:
        """Classic (x, y up, z sideways) as forward, left, up; the third is unused."""
        return values[0], self._default(0.0), values[1]

    def _virtual_force(self, start: int) -> list[Action]:
        word = self._in.text[start : self._in.at].strip()
        force = self._counted(word, 3, 3)
        names: dict[str, Name] = {}
        while found := self._clauses(("on", "by"), word):
            names[found] = self._in_clause(f".{found}", "a part" if found == "on" else "a joint")
        for key, text in (("on", ".on(part)"), ("by", ".by(joint)")):
            if key not in names:
                raise self._missing(start, word, text)
        self._end(word)
        if word == "SVF":
            self._old(self._in.span(start), "SVF is an older form, read as VF", "older form", "write VF")
        clauses = clause("on", names["on"]), clause("by", names["by"])
        return self._statement(start, "VF", None, self._planar(force), clauses)

    def _balance(self, start: int) -> list[Action]:
        part = self.name("a part")
        gains = self._counted("VFFB", 2, 2)
        joint = place = None
        while found := self._clauses(("by", "over"), "VFFB"):
            if found == "by":
                joint = self._in_clause(".by", "a joint")
            else:
                place = self._in_clause(".over", "cop or a part")
        if joint is None:
            raise self._missing(start, "VFFB", ".by(joint)")
        self._end("VFFB")
        span = self._in.span(start)
        if place is None:
            message = "VFFB without .over is an older form, read as .over(cop)"
            self._old(span, message, "older form", "add .over(cop)")
        if place is None or place.text == "cop":
            # the original's "cop" is the mean of the centres of the touching parts
            place = Name("support", place.span if place else span)
        return self._statement(
            start, "VFFB", part, tuple(gains), (clause("by", joint), clause("over", place))
        )

    def _speed(self, start: int) -> list[Action]:
        part = self.name("a part")
        gain = self._counted("VFSFB", 1, 1)
        clauses: dict[str, ClauseNode] = {}
        while found := self._clauses(("by", "speed"), "VFSFB"):
            if found == "by":
                clauses[found] = clause("by", self._in_clause(".by", "a joint"))
            else:
                clauses[found] = clause("speed", *self._counted(".speed", 1, 1))
        if len(clauses) < 2:
            raise self._missing(start, "VFSFB", ".by(joint).speed(v)")
        self._end("VFSFB")
        return self._statement(start, "VFSFB", part, tuple(gain), tuple(clauses.values()))

    def _inverse_kinematics(self, start: int) -> list[Action]:
        part = self.name("a part")
        clauses: dict[str, ClauseNode] = {}
        while found := self._clauses(("targetlocal", "targetglobal", "target", "base", "tolerance"), "IK"):
            if found == "base":
                clauses[found] = clause("base", self._in_clause(".base", "a joint"))
            elif found == "tolerance":
                clauses[found] = clause("tolerance", *self._counted(".tolerance", 1, 1))
            else:
                word = "local" if found == "targetlocal" else "target"
                clauses[word] = clause(word, *self._planar(self._counted(f".{found}", 3, 3)))
        if "base" not in clauses or not ({"local", "target"} & clauses.keys()):
            raise self._missing(start, "IK", ".targetlocal(x, y, z).base(joint)")
        clauses.setdefault("tolerance", clause("tolerance", self._default(IK_TOLERANCE)))
        clauses["gains"] = clause("gains", *self._gains([], IK_GAINS))
        self._end("IK")
        return self._statement(start, "IK", part, (), tuple(clauses.values()))

    def _gravity(self, start: int) -> list[Action]:
        part = self.name("a part")
        if not self._clauses(("by",), "GC"):
            raise self._missing(start, "GC", ".by(joint)")
        joint = self._in_clause(".by", "a joint")
        self._end("GC")
        return self._statement(start, "GC", part, (), (clause("by", joint),))

    def _external_force(self, start: int) -> list[Action]:
        part = self.name("a part")
        force = self._counted("EF", 3, 3)
        self._end("EF")
        return self._statement(start, "EF", part, self._planar(force))

    # Files and the world

    def _file(self, start: int, word: str) -> list[Action]:
        begin = self._in.skip()
        text = self._in.match(_FILE)
        if text is None:
            raise self._in.expected("a file name")
        name = Name(text.rstrip(), self._in.span(begin, begin + len(text.rstrip())))
        self._end("the file name")
        return self._statement(start, word, name)

    def toggle(self) -> list[Action]:
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
        what = Ref(word.span, (Name(words[word.text], word.span),))
        return self._statement(start, "TOGGLE", entity, (what,))
