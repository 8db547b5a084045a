"""A condition that stands alone, outside of any script: ``com.height < .5 and motion < .2``."""

from __future__ import annotations

from footfall.errors import FootfallError

from .compile.compiler import compile_text
from .diagnostics import ScriptError
from .program import Program

_SCRIPT = """SKILL asked({names})
FALL time < 0
GOAL {condition}

PHASE wait
  TO wait WHEN time < 0;
"""


def compile_condition(condition: str, names: tuple[str, ...] = (), *, where: str = "") -> Program:
    """A condition as a Program that does nothing and has it as its GOAL.

    Args:
        condition: In the language; it may use `names` besides what a script can sense.
        names: Numbers that are given with each question.
        where: The place that errors name.

    Raises:
        FootfallError: It is no condition of the language.
    """
    listed = ", ".join(f"{name} = 0" for name in names)
    try:
        return compile_text(_SCRIPT.format(names=listed, condition=condition), name="asked")
    except ScriptError as problem:
        first = problem.diagnostics[0]
        raise FootfallError(
            f"'{condition}' is no condition: {first.message}", where=where, help=first.help
        ) from None
