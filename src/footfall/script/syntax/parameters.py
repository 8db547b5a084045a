"""Parameters of a skill, and groups of them: the rules of SKILL and PARAMS lines."""

from __future__ import annotations

from .cursor import Recover, shorten
from .expressions import ExpressionParser
from .groups import MAX_PARAMETERS
from .tokens import Token
from .tree import Group, Name, ParameterNode, Skill, Whole


class ParameterParser(ExpressionParser):
    """Reads what a skill takes."""

    def skill_line(self, token: Token) -> Skill:
        """``SKILL name(parameters)``, behind its first word."""
        name = Name("", self.span_of(token))
        written: list[ParameterNode | Whole] = []
        broken = True
        try:
            name = self.path("the skill's name")
            if opened := self.take("("):
                self._parameters(opened, written)
            broken = False
        except Recover:
            self.skip_statement()
        parameters = tuple(node for node in written if isinstance(node, ParameterNode))
        return Skill(self.span_from(token.start), name, tuple(written), parameters, broken)

    def group(self, token: Token) -> Group:
        """``PARAMS name(parameters)``, behind its first word; a group takes no other one."""
        name = self.name("the name of the group")
        written: list[ParameterNode | Whole] = []
        self._parameters(self.expect("(", "the group's name"), written)
        whole = next((node for node in written if isinstance(node, Whole)), None)
        if whole is not None:
            message, help = "a group cannot hold another one", "write its parameters here, or take both"
            self.findings.add("E076", whole.span, message, "a group", help)
        parameters = tuple(node for node in written if isinstance(node, ParameterNode))
        return Group(self.span_from(token.start), name, parameters)

    def whole(self) -> Whole | None:
        """``name.*``, if that is what stands here."""
        if self.peek().text != "." or self.peek(2).text != "*":
            return None
        name = self.name("the name of a group")
        self.advance()
        self.advance()
        return Whole(self.span_from(name.span.start), name)

    def _parameters(self, opened: Token, parameters: list[ParameterNode | Whole]) -> None:
        if self.take(")"):
            return
        while True:
            if len(parameters) == MAX_PARAMETERS:
                message = f"a skill has at most {MAX_PARAMETERS} parameters"
                help = "give the rest as numbers in the script, or to the skills it calls"
                self.findings.add("E071", self.span_of(self.token), message, "one too many", help)
                raise Recover
            if whole := self.whole():
                parameters.append(whole)
                if not self.take(","):
                    break
                continue
            name = self.name("the name of a parameter")
            if not self.take("="):
                message = f"parameter '{shorten(name.text)}' has no default"
                help = f"write '{shorten(name.text)} = 0'"
                self.findings.add("E029", name.span, message, "needs a default", help, self.insert(" = 0"))
                raise Recover
            default = self.inner()
            parameters.append(ParameterNode(self.span_from(name.span.start), name, default))
            if not self.take(","):
                break
        self.close(opened)
