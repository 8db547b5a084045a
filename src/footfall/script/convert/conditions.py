"""Classic transitions as conditions that are true at the same tick.

A classic leaf phase tests its transitions after it has run a tick, a modern one at once: hence
``time > 0``. A classic calling phase tests them when the called script has returned: ``complete``.
"""

from __future__ import annotations

from ..classic.tree import Phase, Transition
from .notes import Notes
from .values import Expressions, constant, number
from .words import is_entity, is_key

TICK = 1e-4  # s, of the original; `iterations` counts them in a phase that calls nothing
_LEAN = "uTorso.pitch"
_REMEMBER = ("random", "pass")  # must not be tested before it is their turn


class Conditions:
    """Writes the conditions of one script."""

    def __init__(self, expressions: Expressions, notes: Notes) -> None:
        self._expressions = expressions
        self._notes = notes

    def condition(self, transition: Transition, phase: Phase) -> tuple[str, str]:
        """The condition, or "" when it can never hold; and a comment on it, or ""."""
        kind = transition.kind
        if kind == "iterations":
            return self._iterations(transition, phase)
        if phase.call and kind == "time":
            message = f"'time' never fires in a phase that calls {phase.call.name.text}; left out"
            return "", self._notes.add(transition.span, message)
        if kind == "complete":
            return ("complete" if phase.call else "time > 0" if phase.acts else "time >= 0"), ""
        if kind == "time":
            known = constant(transition.values[0])
            if known is not None and known < 0:
                return ("time > 0" if phase.acts else "time >= 0"), ""
            return f"time > {self._values(transition)[0]}", ""
        if not self._is_writable(transition):
            return self._unwritable(transition, phase)
        text, loose = self._test(transition)
        guard = "complete" if phase.call else "time > 0" if phase.acts else ""
        if not guard:
            return text, ""
        braced = f"({text})" if loose else text
        return (f"{guard} and {braced}" if phase.call or kind in _REMEMBER else f"{braced} and {guard}"), ""

    def _values(self, transition: Transition) -> list[str]:
        return [self._expressions.text(value) for value in transition.values]

    def _iterations(self, transition: Transition, phase: Phase) -> tuple[str, str]:
        """It fires one later than it says: written out."""
        known, text = constant(transition.values[0]), self._values(transition)[0]
        if phase.call:
            comment = ""
            if any(t is not transition and t.kind not in ("complete", "time") for t in phase.transitions):
                message = "'iterations' goes on counting when the phase is left another way; here it does not"
                comment = self._notes.add(transition.span, message)
            return f"returns >= {number(known + 1) if known is not None else f'{text} + 1'}", comment
        more = 1 if phase.acts else 0
        if known is not None:
            return f"time >= {number(round((known + more) * TICK, 9))}", ""
        return f"time >= {f'({text} + 1)' if more else text} * {number(TICK)}", ""

    def _is_writable(self, transition: Transition) -> bool:
        name = transition.name.text if transition.name else ""
        if transition.kind in ("press", "release"):
            return is_key(name)
        return transition.kind != "pass" or is_entity(name)

    def _unwritable(self, transition: Transition, phase: Phase) -> tuple[str, str]:
        name = transition.name.text if transition.name else ""
        message = f"'{transition.kind} {name}' cannot be written: the name is not legal; left out"
        if transition.kind != "release":
            return "", self._notes.add(transition.span, message)
        message = message.replace("left out", "the key counts as released")
        condition = "complete" if phase.call else "time > 0" if phase.acts else "time >= 0"
        return condition, self._notes.add(transition.span, message)

    def _test(self, transition: Transition) -> tuple[str, bool]:
        """The bare condition, and whether it needs parentheses beside an `and`."""
        kind, values = transition.kind, self._values(transition)
        name = transition.name.text if transition.name else ""
        if kind in ("contact", "nocontact"):
            return f"{'not ' if kind == 'nocontact' else ''}contact {name}", False
        if kind in ("press", "release"):
            return f"{'not ' if kind == 'release' else ''}key {name}", False
        if kind == "stable":
            return f"motion < {values[0]}", False
        if kind == "random":
            return f"random < {values[0]}", False
        if kind == "pass":
            return f"passed(near {name} - {_braced(values[0])})", False
        if kind == "fallen":
            return f"abs({_LEAN}) > {values[0]}" if name == "x" else f"{_LEAN} {name} {values[0]}", False
        return self._anglerange(transition, *values)

    def _anglerange(self, transition: Transition, a: str, b: str) -> tuple[str, bool]:
        inside = f"{_LEAN} > {a} and {_LEAN} < {b}"
        outside = f"not ({_LEAN} > {b} and {_LEAN} < {a})"
        low, high = (constant(value) for value in transition.values)
        if low is not None and high is not None:
            return (inside, False) if low < high else (outside, False)
        return f"{_braced(a)} < {b} and {inside} or {_braced(a)} >= {b} and {outside}", True


def _braced(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text
