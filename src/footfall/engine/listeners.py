"""Callbacks: functions of yours that are told when something happens in a run."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import TRACK_STRIKES, VERDICT_CODE
from footfall.engine.actor import Actor
from footfall.engine.kernel.ends import FELL
from footfall.errors import ArgumentError, nearest

if TYPE_CHECKING:
    from footfall.engine.session import Session

KINDS = ("step", "contact", "phase", "fall")
_FEET = ("lFoot", "rFoot")


@dataclass(frozen=True)
class Notice:
    """Something that has happened.

    Attributes:
        kind: "step" (a foot was set down), "contact" (a part began or ceased to touch something), "phase"
            (the script went to another phase) or "fall".
        tick: After which tick it was seen.
        actor: Whose it is.
        name: The foot, the part, the phase; "" for a fall.
        began: Of a contact: whether it began; else True.
    """

    kind: str
    tick: int
    actor: int
    name: str = ""
    began: bool = True


Listener = Callable[[Notice], Any]


_NONE = np.zeros(0)


@dataclass(frozen=True, eq=False)
class _Seen:
    """What was so after the last tick, as far as somebody wants to know."""

    touching: NDArray[Any]
    strikes: NDArray[np.float64]
    phase: int
    fell: bool

    @classmethod
    def of(cls, actor: Actor, kinds: Container[str]) -> _Seen:
        views = actor.state.views
        return cls(
            views["touching"] > 0 if "contact" in kinds else _NONE,
            views["foot_track"][:, TRACK_STRIKES].copy() if "step" in kinds else _NONE,
            int(views["frame_phase"][int(views["depth"][0])]) if "phase" in kinds else 0,
            bool(views["verdict"][VERDICT_CODE] == FELL),
        )


class Listeners:
    """Who listens to what. A Sim that has any runs tick by tick."""

    def __init__(self) -> None:
        self._calls: dict[str, list[Listener]] = {}
        self._seen: list[tuple[Actor, _Seen]] = []
        self._tick = -1

    def __bool__(self) -> bool:
        return bool(self._calls)

    def add(self, kind: str, call: Listener) -> None:
        """Call a function with a Notice whenever this happens.

        Raises:
            ArgumentError: There is no such kind.
        """
        if kind not in KINDS:
            raise ArgumentError(f"nothing is called '{kind}'", argument="kind", help=nearest(kind, KINDS))
        self._calls.setdefault(kind, []).append(call)
        self._tick = -1  # what was seen so far may leave out what is asked for now

    def remove(self, call: Listener) -> None:
        """Do not call this function any more."""
        left = {kind: [one for one in calls if one != call] for kind, calls in self._calls.items()}
        self._calls = {kind: calls for kind, calls in left.items() if calls}
        self._tick = -1

    def begin(self, sim: Session) -> None:
        """Note how things are before a tick; after a jump (a reset, a swap) nothing is told of it."""
        if sim.tick == self._tick and [actor for actor, _ in self._seen] == sim.actors:
            return
        self._tick, self._seen = sim.tick, [(actor, _Seen.of(actor, self._calls)) for actor in sim.actors]

    def look(self, sim: Session) -> None:
        """Tell of what this tick has changed."""
        if [actor for actor, _ in self._seen] != sim.actors:  # another gait took over
            self.begin(sim)
            return
        notices = []
        for k, (actor, before) in enumerate(self._seen):
            now = _Seen.of(actor, self._calls)
            notices += _changes(k, sim.tick, actor, before, now)
            self._seen[k] = actor, now
        self._tick = sim.tick
        for notice in notices:
            for call in tuple(self._calls.get(notice.kind, ())):
                call(notice)


def _changes(k: int, tick: int, actor: Actor, before: _Seen, now: _Seen) -> list[Notice]:
    found: list[Notice] = []
    if now.touching.size and (now.touching != before.touching).any():
        parts, changed = list(actor.anatomy.parts), np.flatnonzero(before.touching != now.touching)
        found += [Notice("contact", tick, k, parts[part], bool(now.touching[part])) for part in changed]
    if now.strikes.size and (now.strikes > before.strikes).any():
        found += [Notice("step", tick, k, _FEET[n]) for n in np.flatnonzero(now.strikes > before.strikes)]
    if now.phase != before.phase:
        found.append(Notice("phase", tick, k, actor.linked.program.phase_names[now.phase]))
    if now.fell and not before.fell:
        found.append(Notice("fall", tick, k))
    return found
