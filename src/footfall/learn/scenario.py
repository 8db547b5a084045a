"""Scenarios: the conditions that each candidate is tested under (pushes, ground, body, start, seed)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from footfall.control.random import START, generator
from footfall.errors import FootfallError, nearest
from footfall.world import Push, World, parse_balls, parse_ground, parse_push

if TYPE_CHECKING:
    from footfall.body import Body

_DRAWS = START + 1024  # a stream of random numbers of our own
MAX_SECONDS = 3600.0


@dataclass(frozen=True)
class Scenario:
    """One run of a candidate.

    Attributes:
        seconds: How long.
        push: Pushes as `footfall run --push` takes them.
        ground, friction, balls: As `footfall run` takes them.
        body: Another body than the search's; "" for the same.
        start: A named start; "" for the script's own.
        seed: Of the start; 0 is the exact one.
        draw: Whether each generation draws a new start, the same for all its candidates.
        jitter: Largest random delay of pushes, s, drawn like the start.
        scale_mass: All masses times this.
        set: Values of the skill's parameters.
        weight: In the mean over scenarios.
        name: For people.
        at: The phase that the run begins with; the script's own numbers lead there, the seed draws the state
            around that moment. "": it begins at the start.
        state: A recording, FILE or FILE@SECONDS: the run begins with the body as it was then.
        placed: That state: positions and velocities of the model.
    """

    seconds: float = 10.0
    push: tuple[str, ...] = ()
    ground: str = "flat"
    friction: float | None = None
    balls: str | None = None
    body: str = ""
    start: str = ""
    seed: int = 0
    draw: bool = False
    jitter: float = 0.0
    scale_mass: float = 1.0
    set: dict[str, float] = field(default_factory=dict)
    weight: float = 1.0
    name: str = ""
    at: str = ""
    state: str = ""
    placed: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for key in ("seconds", "jitter", "scale_mass", "weight"):  # 8 and 8.0 are one scenario, with one hash
            object.__setattr__(self, key, float(getattr(self, key)))

    def pushes(self, seed: int) -> tuple[Push, ...]:
        """The pushes of a run, each delayed by a random time when there is jitter."""
        pushes = tuple(parse_push(text) for text in self.push)
        if not self.jitter:
            return pushes
        delays = generator(seed, _DRAWS).uniform(0.0, self.jitter, len(pushes))
        return tuple(
            p if p.time is None else replace(p, time=p.time + float(s))
            for p, s in zip(pushes, delays, strict=True)
        )

    def world(self, seed: int) -> World:
        """The world of a run."""
        return World(
            ground=parse_ground(self.ground, seed),
            friction=self.friction,
            pushes=self.pushes(seed),
            balls=None if self.balls is None else parse_balls(self.balls),
        )

    def run_seed(self, seed: int, index: int) -> int:
        """The seed of a run: the scenario's own, or drawn from the generation's."""
        if not self.draw:
            return self.seed
        return int(generator(seed, _DRAWS + 1 + index).integers(1, 2**31 - 1))

    def check(self, where: str, body: Body) -> None:
        """Check what can be known before anything is simulated.

        Raises:
            FootfallError: Naming the scenario and what is wrong.
        """
        try:
            world = self.world(1)
        except FootfallError as problem:
            problem.where = f"{where}: {problem.where}" if problem.where else where
            raise
        if self.start and self.start not in body.starts:
            raise FootfallError(
                f"{body.name} has no start '{self.start}'",
                where=where,
                help=nearest(self.start, list(body.starts)),
            )
        if world.pushes and (self.at or self.state):
            raise FootfallError(
                "a run that begins in the middle takes no pushes", where=where, help="leave out one of them"
            )
        if body.planar and any(p.force[1] != 0.0 for p in world.pushes):
            raise FootfallError(
                f"{body.name} is planar and cannot be pushed sideways",
                where=where,
                help="set the second number of the force to 0, or take a 3D body such as human",
            )


def scenario_from(table: Mapping[str, Any], where: str = "scenario") -> Scenario:
    """A scenario from a table of a TOML or JSON file.

    Raises:
        FootfallError: An unknown key, or a value that cannot be.
    """
    known = {f.name: f for f in fields(Scenario)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise FootfallError(f"a scenario has no '{key}'", where=where, help=nearest(key, list(known)))
        values[key] = _value(key, value, where)
    return Scenario(**values)


_NUMBERS = {  # key -> least and most
    "seconds": (0.0, MAX_SECONDS), "friction": (0.0, 10.0), "jitter": (0.0, 60.0), "scale_mass": (0.0, 100.0),
    "weight": (0.0, 1e6),
}  # fmt: skip
_ZERO_IS_LEGAL = ("jitter",)
_LARGEST = 1e12


def _value(key: str, value: Any, where: str) -> Any:
    """A key's value, checked and in the shape of the dataclass."""
    if key in _NUMBERS and not (value is None and key == "friction"):
        least, most = _NUMBERS[key]
        legal = number(value) and (least < value <= most or (value == 0 and key in _ZERO_IS_LEGAL))
        if not legal:
            raise FootfallError(
                f"{key} cannot be {value!r}",
                where=where,
                help=f"give a number above {least:g} and at most {most:g}",
            )
        return float(value)
    if key == "push":
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, (list, tuple)) or not all(isinstance(t, str) for t in texts):
            raise FootfallError(
                "push takes text or a list of it", where=where, help='like push = "3:0.4:0,150"'
            )
        return tuple(texts)
    if key == "seed" and not (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31):
        raise FootfallError(f"seed cannot be {value!r}", where=where, help="give a whole number from 0 on")
    if key == "draw" and not isinstance(value, bool):
        raise FootfallError(f"draw cannot be {value!r}", where=where, help="write true or false")
    if key == "set":
        if not isinstance(value, Mapping) or not all(number(v) for v in value.values()):
            raise FootfallError(
                "set takes a table of numbers", where=where, help="like set = {heading = 0.3}"
            )
        return {str(k): float(v) for k, v in value.items()}
    if key == "placed":
        return tuple(float(v) for v in value) if isinstance(value, (list, tuple)) else ()
    if key in ("ground", "body", "start", "name", "balls", "at", "state") and not isinstance(value, str):
        if value is None and key == "balls":
            return None
        raise FootfallError(f"{key} takes text, not {value!r}", where=where, help=f'like {key} = "…"')
    return value


def number(value: Any) -> bool:
    """Whether a value of a TOML file is a finite number, and no larger than any that means something."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _LARGEST
