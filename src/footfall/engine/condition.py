"""Questions about a running body, in the language's own conditions: ``com.height < .5 and motion < .2``.

A script asks such questions in its transitions; who decides from outside which script comes next asks them
here. The answer is that of this moment, and asking changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from footfall.control.columns import CODE_A
from footfall.control.expression import execute
from footfall.engine.actor import Actor
from footfall.engine.kernel.frames import open_window
from footfall.engine.session import Session
from footfall.engine.swap import another_actor, carry_body
from footfall.errors import FootfallError
from footfall.script.condition import compile_condition


class Asker:
    """Asks one Session questions; each condition is compiled and linked once.

    Args:
        sim: Whose first actor is asked about.
    """

    def __init__(self, sim: Session) -> None:
        self._sim = sim
        self._known: dict[tuple[str, tuple[str, ...]], Actor] = {}

    def holds(self, condition: str, values: Mapping[str, float] | None = None, *, where: str = "") -> bool:
        """Whether a condition holds now.

        Args:
            condition: In the language.
            values: Numbers that it may use by their names.
            where: The place that errors name.

        Raises:
            FootfallError: It is no condition of the language.
        """
        actor = self._ask(condition, values, where)
        goal = actor.linked.program.goal
        assert goal is not None, "a question is a GOAL"
        return bool(actor.arrays["reg"][goal.value] != 0.0)

    def value(self, expression: str, *, where: str = "") -> float:
        """The value of an expression of the language now: ``com.x``, ``lKnee.pitch - rKnee.pitch``.

        Raises:
            FootfallError: It is none.
        """
        actor = self._ask(f"({expression}) > 0", None, where)
        program = actor.linked.program
        assert program.goal is not None, "a question is a GOAL"
        return float(actor.arrays["reg"][program.code[program.goal.last - 1, CODE_A]])

    def _ask(self, condition: str, values: Mapping[str, float] | None, where: str) -> Actor:
        """The actor of a condition, once its code has run."""
        names = tuple(values or ())
        actor = self._known.get((condition, names))
        running = self._sim.actors[0]
        if actor is None:
            program = compile_condition(condition, names, where=where)
            actor = another_actor(self._sim.model, self._sim.data, self._sim.world, running, program)
            self._known[condition, names] = actor
        carry_body(actor, running)
        actor.inputs[:] = list((values or {}).values())
        goal, side = actor.linked.program.goal, int(running.state.frame_side[0])
        if goal is None:
            raise FootfallError(f"'{condition}' is no condition", where=where, help="write com.height > .8")
        open_window(actor.context, 0)
        execute(actor.context, side, 0, goal.first, goal.last)
        return actor
