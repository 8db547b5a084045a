"""A live session: a Sim that runs as fast as the clock, and what each key does to it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from footfall.control.columns import VERDICT_CODE
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.sim import Sim

REFRESH = 1.0 / 60.0  # s between two looks at keys and clock
LAG = 0.25  # s of simulation that one frame makes up for at most; a slower machine plays in slow motion
TURN = math.radians(15)  # one press of left or right
FASTER = {"speed": 0.1, "lean": 0.02}  # one press of up or down: m/s, or rad where lean sets the speed
PUSH_SECONDS = 0.1
PUSH_PER_KILO = 3.3  # N per kilogram of body
DIGITS = "1234567890"
HELP = "1…0 gait   ← → heading   ↑ ↓ speed   p push   space pause   r again   q quit"


class Keys(Protocol):
    """Where key presses come from."""

    def read(self) -> Sequence[str]:
        """The keys pressed since the last call: characters, or up, down, left, right."""
        ...


class View(Protocol):
    """Where the session is seen."""

    def show(self, played: Play) -> None:
        """Show how things are now."""
        ...

    def closed(self) -> bool:
        """Whether the viewer has been closed."""
        ...


def gaits_of(sim: Sim, most: int = len(DIGITS)) -> tuple[str, ...]:
    """Library skills for the body that runs: the running one, its group, then the others."""
    from footfall.script import skill_names

    first = sim.first[0].name
    group = first.rpartition("/")[0]
    wanted = {sim.bodies[0].name, sim.first[0].body}
    found = [name for name in skill_names() if name != first and _body_of(name) in wanted]
    found.sort(key=lambda name: name.rpartition("/")[0] != group)
    return (first, *found)[:most]


def _body_of(skill: str) -> str:
    """The body that a skill of the library is for; "" when it names none."""
    from footfall.script.source import find_skill
    from footfall.script.syntax.parser import parse_head

    body = parse_head(find_skill(skill)).body
    return body.text if body else ""


@dataclass
class Play:
    """A Sim that somebody plays with.

    Attributes:
        sim: What runs.
        gaits: Names by number key, in the order of `DIGITS`.
        said: The last thing that happened, for the status line.
        paused: Whether the clock stands still.
        quit: Whether the user has had enough.
        began: Where the run began.
    """

    sim: Sim
    gaits: tuple[str, ...]
    said: str = ""
    paused: bool = False
    quit: bool = False
    _track: deque[tuple[float, float, float]] = field(default_factory=lambda: deque(maxlen=60))
    _pushes: int = 0

    def __post_init__(self) -> None:
        self.began = self.sim.state()

    def press(self, key: str) -> None:
        """Do what a key stands for; a key that means nothing does nothing."""
        if key in DIGITS:
            self._switch(DIGITS.index(key))
        elif key in ("left", "right"):
            self._change("heading", TURN if key == "left" else -TURN)
        elif key in ("up", "down"):
            name = next((n for n in FASTER if n in self._parameters()), "speed")
            self._change(name, FASTER.get(name, 0.0) * (1 if key == "up" else -1))
        elif key == "p":
            self._push()
        elif key == " ":
            self.paused = not self.paused
        elif key == "r":
            self.sim.reset()
            self.began = self.sim.state()
            self._track.clear()
            self.said = "from the start"
        elif key in ("q", "\x03", "\x04"):
            self.quit = True

    def _parameters(self) -> list[str]:
        return [p.name for p in self.sim.programs[0].units[0].parameters]

    def _switch(self, number: int) -> None:
        if number >= len(self.gaits):
            return
        try:
            self.sim.then(self.gaits[number], instead=True)
            self.said = f"{self.gaits[number]} next"
        except FootfallError as problem:
            self.said = problem.message

    def _change(self, name: str, by: float) -> None:
        names = self._parameters()
        if name not in names:
            self.said = f"{self.sim.programs[0].name} has no {name}"
            return
        value = round(float(self.sim.actors[0].inputs[names.index(name)]) + by, 9)
        self.sim.set(actor=0, **{name: value})
        self.said = f"{name} {math.degrees(value):.0f}°" if name == "heading" else f"{name} {value:.2f}"

    def _push(self) -> None:
        """Forwards in the plane, else from the left and from the right in turn."""
        root = int(self.sim.actors[0].arrays["root_body"][0])
        force = round(PUSH_PER_KILO * float(self.sim.model.body_subtreemass[root]), -1)
        sign = -1.0 if self._pushes % 2 else 1.0
        self._pushes += 1
        if self.sim.bodies[0].planar:
            self.sim.push(forward=sign * force, seconds=PUSH_SECONDS)
        else:
            self.sim.push(left=sign * force, seconds=PUSH_SECONDS)
        self.said = f"push {sign * force:.0f} N"

    def advance(self, seconds: float) -> None:
        """Let simulated time pass, unless paused; a body that fell goes on lying there."""
        if self.paused or self.diverged:
            return
        switched = self.sim.programs[0]
        self.sim.step(max(1, int(round(seconds / self.sim.dt))))
        if self.sim.programs[0] is not switched:
            self.said = ""
        com = self.sim.actors[0].state.com
        self._track.append((self.sim.time, float(com[0]), float(com[1])))

    @property
    def end(self) -> str:
        """How it ended, "running" while it has not."""
        from footfall.engine.kernel.ends import END_WORDS

        return END_WORDS[int(self.sim.actors[0].state.verdict[VERDICT_CODE])]

    @property
    def diverged(self) -> bool:
        """Whether there is nothing left to simulate."""
        return self.end == "diverged"

    @property
    def speed(self) -> float:
        """Speed over the ground in the last second or so, m/s."""
        if len(self._track) < 2:
            return 0.0
        (t0, x0, y0), (t1, x1, y1) = self._track[0], self._track[-1]
        return math.hypot(x1 - x0, y1 - y0) / (t1 - t0) if t1 > t0 else 0.0

    @property
    def status(self) -> str:
        """How things are, in a line."""
        words = [f"{self.sim.time:7.1f} s", self.sim.programs[0].name, f"{self.speed:4.2f} m/s"]
        if self.end != "running":
            words.append(f"{self.end}, r begins again")
        if self.paused:
            words.append("paused")
        return "  ".join([*words, self.said]).rstrip()


def play(
    played: Play,
    keys: Keys,
    view: View,
    *,
    seconds: float,
    clock: Callable[[], float],
    sleep: Callable[[float], None],
) -> None:
    """Run a session against a clock until it is over.

    Args:
        played: What runs.
        keys: Where keys come from.
        view: Where it is shown.
        seconds: Simulated seconds after which it ends.
        clock: Wall clock, s.
        sleep: Waits so many seconds.
    """
    last = clock()
    while not played.quit and not view.closed() and played.sim.time < seconds - 1e-9:
        for key in keys.read():
            played.press(key)
        now = clock()
        played.advance(min(now - last, LAG, seconds - played.sim.time))
        last = now
        view.show(played)
        sleep(max(0.0, REFRESH - (clock() - now)))
