"""What an environment is about: a skill, what actions do to it, and what is rewarded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from footfall.body import Body
from footfall.engine.recording.recording import Recording
from footfall.errors import ArgumentError, nearest
from footfall.learn.objective.options import read_term
from footfall.learn.objective.terms import Term
from footfall.script import Program
from footfall.world import World

ACTIONS = ("parameters", "targets", "torques", "instead")
# what a full action does when nothing is said: of a parameter, rad, of a joint's limit, of a joint's limit
_REACH = {"parameters": 1.0, "targets": 0.3, "torques": 0.2, "instead": 1.0}


@dataclass(frozen=True)
class Settings:
    """The settings of an environment; each is also a keyword of `gymnasium.make`.

    Attributes:
        skill: A library name, a path, or a compiled Program. It goes on by itself; actions change it.
        body: A name, a path, or a Body; the skill's own when None.
        world: A World, or a ground as on the command line; the skill's own when None.
        start: A named start; the skill's own when None.
        set: Values of the skill's parameters.
        actions: "parameters": its live parameters; "targets": shifts of the targets of its servos;
            "torques": joint torques besides its own; "instead": joint torques instead of its own.
        names: Which parameters or joint axes the actions are; all when empty.
        reach: What an action of 1 does: a share of a parameter's range, rad of a target, a share of a
            joint's torque limit. None: 1, 0.3, 0.2, 1.
        terms: What is rewarded, as for `footfall tune --term`: ``speed=1.2@10``, or Terms.
        alive: Reward of a second in which it has not fallen.
        motion: What a term "track" follows: a Recording, its file, or the name of a clip; the skill's own
            first seconds when None.
        push: Strongest push, N, drawn at each reset with its time and direction; 0: none.
        push_seconds: How long it lasts.
        rate: Actions a second, about: a whole number of ticks each.
        seconds: After which an episode is truncated.
        starts: From how many drawn starts an episode begins; 0: always the exact one.
    """

    skill: str | Program = "simbicon/walk3d"
    body: str | Body | None = None
    world: World | str | None = None
    start: str | None = None
    set: Mapping[str, float] = field(default_factory=dict)
    actions: str = "targets"
    names: tuple[str, ...] = ()
    reach: float | None = None
    terms: tuple[str | Term, ...] = ("tilt@1",)
    alive: float = 1.0
    motion: Recording | str | None = None
    push: float = 0.0
    push_seconds: float = 0.2
    rate: float = 30.0
    seconds: float = 10.0
    starts: int = 32

    def __post_init__(self) -> None:
        if self.actions not in ACTIONS:
            raise ArgumentError(
                f"actions cannot be '{self.actions}'", argument="actions", help=nearest(self.actions, ACTIONS)
            )
        for name in ("rate", "seconds", "push_seconds"):
            if not getattr(self, name) > 0:
                raise ArgumentError(
                    f"{name} cannot be {getattr(self, name)}", argument=name, help="give a number above 0"
                )

    @property
    def full(self) -> float:
        """What an action of 1 does."""
        return _REACH[self.actions] if self.reach is None else self.reach

    def objective(self) -> tuple[Term, ...]:
        """The terms, read.

        Raises:
            FootfallError: One cannot be.
        """
        return tuple(term if isinstance(term, Term) else read_term(term) for term in self.terms)


_WALK = Settings(terms=("speed=1@1", "drift@0.5", "tilt@0.5", "torque@0.0002"))
ENVIRONMENTS: dict[str, Settings] = {
    "footfall/Walk-v0": _WALK,
    "footfall/Track-v0": Settings(terms=(Term("track", weight=1.0),), seconds=5.0),
    "footfall/Recover-v0": replace(_WALK, terms=("tilt@1", "drift@0.5"), push=400.0, seconds=6.0),
    "footfall/Skill-v0": Settings(skill="genbicon/go", actions="parameters"),
}


def settings_of(environment: str, changes: Mapping[str, Any]) -> Settings:
    """The settings of a registered environment, some of them changed.

    Raises:
        ArgumentError: There is no such environment or setting.
    """
    if environment not in ENVIRONMENTS:
        raise ArgumentError(
            f"there is no environment '{environment}'",
            argument="environment",
            help=nearest(environment, list(ENVIRONMENTS)),
        )
    known = [one.name for one in fields(Settings)]
    for name in changes:
        if name not in known:
            raise ArgumentError(f"an environment has no '{name}'", argument=name, help=nearest(name, known))
    return replace(ENVIRONMENTS[environment], **changes)
