"""A Run: one Sim with its history. It can advance, go back in time, and be changed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.recording.report import Judgement, facts, judge, posture
from footfall.errors import FootfallError
from footfall.graph.model import POSE
from footfall.graph.read import read_graph
from footfall.graph.script import route
from footfall.studio.editing.language import FRAMES_PER_SECOND, HISTORY_SECONDS
from footfall.studio.playback import restore_point
from footfall.studio.playback.drive import GET_UP, LIMP, ROUTE, SCRIPT, Drive, Drives, can_get_up, text_of
from footfall.studio.playback.history import History, StoredPose
from footfall.studio.playback.pose_reader import PoseReader
from footfall.studio.playback.restore_point import Command, RestorePoint, Setup
from footfall.studio.protocol.packets import pack_body

DISPLAY = 1.0 / FRAMES_PER_SECOND
_graph = cache(read_graph)


class Run:
    """A Sim, its history and the edited script.

    Args:
        setup: What to run.
        scene: The first number for its scenes.
        version: Of the setup's text.
        point: Where to continue; None: at the start.

    Raises:
        FootfallError: It cannot be run.

    Attributes:
        setup: What it is made of now.
        text: The script that is edited; a body that is limp or gets up is driven by another.
        version: Of that text.
        scene: Changes with body, ground and balls.
        sim: The Sim.
        history: Of this scene.
        reader: Of this Sim.
    """

    def __init__(self, setup: Setup, scene: int, version: int, point: RestorePoint | None = None) -> None:
        self.setup, self.scene, self.version = setup, scene, version
        self.text = setup.text
        self._drives = Drives()
        self._balls = 0
        self._parked: Mapping[str, float] = {}  # live parameters of the script while another one drives
        self.sim = restore_point.restore(point) if point else setup.make()
        self._open()

    def _open(self) -> None:
        self.scene += 1
        self.reader = PoseReader(self.sim)
        self.history = History(HISTORY_SECONDS, self.sim.dt)
        self.remember(still=True)

    # -- queries --------------------------------------------------------------------------------------

    @property
    def ragdoll(self) -> bool:
        """Whether the joints are limp."""
        return self._drives.now.by == LIMP

    @property
    def driving(self) -> str:
        """The script that drives the body."""
        return text_of(self._drives.now, self.text, self.sim.bodies[0])

    @property
    def can_get_up(self) -> bool:
        """Whether the library has a script that gets this body up."""
        return can_get_up(self.setup.body)

    @property
    def lies(self) -> bool:
        """Whether the body is down, by the rule of all bodies."""
        here = posture(self.sim)
        return here is not None and bool(here["down"])

    @property
    def end(self) -> tuple[str, float]:
        """How it ended and when (s); "" while it has not."""
        code, tick = (int(x) for x in self.sim.actors[0].state.verdict)
        return (END_WORDS[code] if code != RUNNING else ""), tick * self.sim.dt

    @property
    def verdict(self) -> Judgement:
        """Whether it did what was asked up to here: the judgement of `footfall run`."""
        state, names = self.sim.actors[0].state, self.sim.programs[0].phase_names
        return judge(facts(self.sim), names[int(state.frame_phase[int(state.depth[0])])])

    def values(self) -> dict[str, float]:
        """The live parameters."""
        inputs = self.sim.actors[0].inputs
        names = [p.name for p in self.sim.programs[0].units[0].parameters]
        return {name: float(inputs[k]) for k, name in enumerate(names)}

    def tick_of(self, time: float) -> int:
        """The tick nearest to a time, s."""
        return int(math.floor(time / self.sim.dt + 0.5))

    def restore_point(self, time: float | None = None, since: float | None = None) -> RestorePoint:
        """How to come to a time (None: now), from a state no later than `since`."""
        if time is None and since is None:
            return restore_point.capture(self.sim, self.setup)
        tick = self.history.head if time is None else min(self.tick_of(time), self.history.head)
        back = None if since is None else self.tick_of(since)
        return self.history.restore_point(tick, since=back) or restore_point.capture(self.sim, self.setup)

    # -- running --------------------------------------------------------------------------------------

    def advance(self, ticks: int) -> bool:
        """Advance, and store a pose for every 1/60 s on the way.

        Returns:
            Whether it could: a simulation that has diverged cannot continue.
        """
        step = max(1, int(round(DISPLAY / self.sim.dt)))
        while ticks > 0:
            n = min(ticks, max(1, self.history.head + step - self.sim.tick))
            before = self.sim.tick
            self.sim.step(n)
            self._follow_up()
            ticks -= n
            if self.sim.tick >= self.history.head + step or ticks <= 0:
                self.remember()
            if self.sim.tick - before < n:
                return False
        return True

    def _follow_up(self) -> None:
        """A body that is up again is driven by its script, with all its strength."""
        now = self._drives.now
        if now.by == GET_UP and self.end[0] == "done":
            self._drive(SCRIPT)
        elif now.weak and not self.lies:
            self._drives.note(Drive(now.by, tick=self.sim.tick))
            self.do(Command("swap", {"text": self.driving}))

    def remember(self, still: bool = False) -> None:
        """Store the pose of this tick and, now and then, a RestorePoint."""
        tick, key = self.sim.tick, None
        if self.history.wants_restore_point(tick):
            restore_point.drop_finished_pushes(self.sim)
            key = restore_point.capture(self.sim, self.setup)
        pose = self.reader.read(ragdoll=self.ragdoll, still=still)
        self.history.add(StoredPose(tick, pack_body(pose, self.scene, self.version)), key)

    def go_back(self, time: float) -> None:
        """Continue from an earlier moment, with the script and the parameters as they are now.

        Raises:
            FootfallError: There is no such moment.
        """
        frame = self.history.at(self.tick_of(time))
        point = self.history.restore_point(frame.tick) if frame else None
        if point is None:
            raise FootfallError("there is no such moment in the history")
        values = self.values() if self._drives.now.by == SCRIPT else self._parked
        self.sim = restore_point.restore(point, self.sim)
        self.history.cut(self.sim.tick)
        self._drives.go_back(self.sim.tick)
        if self.sim.programs[0].units[0].text != self.driving:
            self.do(Command("swap", {"text": self.driving}))
        self.set_all(values)
        if self.history.head != self.sim.tick:
            self.remember(still=True)

    # -- changing -------------------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        """Carry out a Command now, and store it.

        Raises:
            FootfallError: It does not fit; nothing has changed.
        """
        restore_point.carry_out(self.sim, command)
        self.sim.events.clear()  # ours are in the history
        self.history.note(self.sim.tick, command)

    def set_all(self, values: Mapping[str, float]) -> None:
        """Set those live parameters that the script has and that differ."""
        now = self.values()
        for name, value in values.items():
            if name in now and now[name] != value:
                self.do(Command("set", {"name": name, "value": value}))

    def swap(self, text: str, version: int) -> None:
        """Go on with another text of the script."""
        self.text, self.version = text, version
        if self._drives.now.by == SCRIPT:
            self.do(Command("swap", {"text": self.driving}))

    def begin_anew(self, setup: Setup) -> None:
        """Start a new run; the old one continues if the new one cannot be made."""
        values = self.values() if self._drives.now.by == SCRIPT else self._parked
        self.sim = setup.make()
        self.setup, self.text, self._drives = setup, setup.text, Drives()
        self._open()
        self.set_all(values)

    def change(self, setup: Setup) -> None:
        """Go on in another model: ground, balls or build of the body.

        Raises:
            FootfallError: It cannot be made; nothing has changed.
        """
        self.sim = restore_point.transplant(self.sim, setup)
        self.setup = setup
        self._open()

    def throw(self, mass: float, speed: float, angle: float) -> None:
        """Throw a ball; the first one of a mass needs another model."""
        if self.setup.ball != mass:
            self.change(replace(self.setup, ball=mass))
        what = {
            "ball": self._balls % restore_point.POOL,
            "speed": speed,
            "angle": self.reader.heading() + angle,
        }
        self.do(Command("throw", what))
        self._balls += 1

    def limp(self, on: bool) -> None:
        """Let all joints go, or let the script drive them again: weakly as long as the body lies."""
        if on == self.ragdoll:
            return
        self._drive(LIMP if on else SCRIPT, weak=not on and self.lies)

    def get_up(self) -> None:
        """Let the library's script get the body up; its own script goes on when it stands.

        Raises:
            FootfallError: There is none for this body.
        """
        if not self.can_get_up:
            raise FootfallError(f"nothing gets the body {self.setup.body} up", help="begin again")
        self._drive(GET_UP)

    @property
    def node(self) -> str | None:
        """The node of the graph that the body is in; "" while it falls, None when it is in none."""
        found = self._drives.now.route
        if found is not None and not self.sim.pending:
            phase = int(self.sim.actors[0].state.frame_phase[0])
            return found.nodes.get(self.sim.programs[0].phase_names[phase])
        graph = _graph()
        return next((n.name for n in graph.nodes.values() if n.skill == self.setup.name), None)

    @property
    def destination(self) -> str:
        """The node that it goes to; "" when it goes to none."""
        found = self._drives.now.route
        return found.way[-1] if found else ""

    def go(self, to: str) -> tuple[str, ...]:
        """Go to a node of the graph of the moves, by the way on which least is expected to fail.

        Args:
            to: The node; "" for the script that is edited.

        Returns:
            The nodes on the way.

        Raises:
            FootfallError: There is no such node, or the body is another one.
        """
        if not to:
            self._drive(SCRIPT)
            return ()
        graph = _graph()
        if self.setup.body != graph.body:
            raise FootfallError(
                f"the moves are for the body {graph.body}, not for {self.setup.body}",
                help="open one of them first, moves/stand, say",
            )
        here = self.node
        lies = here == "" or (here is None and self.lies) or self.ragdoll
        found = route(graph, here or None, to, lies=lies)
        now = Drive(ROUTE, tick=self.sim.tick, route=found)
        step = bool(here) and not lies and graph.nodes[here or to].kind != POSE and not self.end[0]
        self._drive(ROUTE, drive=now, step=step)
        return found.way

    def _drive(self, by: str, *, weak: bool = False, drive: Drive | None = None, step: bool = False) -> None:
        """Let something else drive the body, at once or at the end of a step."""
        before = self._drives.now
        if before.by == SCRIPT and by != SCRIPT:
            self._parked = self.values()
        now = drive or Drive(by, weak, self.sim.tick)
        self._drives.note(now)
        what = {"text": self.driving, "step": step}
        if before.own or now.own:  # another script, with another name: it may call the one that is edited
            mine = {"name": self.setup.name, "path": self.setup.path}
            self.do(Command("then", what | ({"name": by, "path": ""} if now.own else mine)))
        else:
            self.do(Command("swap", what))
        if by == SCRIPT:
            self.set_all(self._parked)
