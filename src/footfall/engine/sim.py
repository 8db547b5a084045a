"""Sim: the only thing that runs a kernel. Command line, studio, search and gym all use it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body
from footfall.control.columns import VERDICT_CODE
from footfall.engine.contacts import Contact, contacts_of
from footfall.engine.interactive import Interactive
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.listeners import Listener, Listeners
from footfall.engine.observe import Observer
from footfall.engine.pose import Poser
from footfall.engine.recording.header import MOST_TICKS
from footfall.engine.recording.recording import Recording
from footfall.engine.running import Stop, Tape, log_for, record, run_ticks, tape
from footfall.engine.scene import Watcher
from footfall.engine.session import alone
from footfall.engine.shelf import Shelf
from footfall.engine.snapshot import Snapshot, restore, take
from footfall.engine.spec import ActorSpec, RunSpec, params_of, seed_of, ticks_of
from footfall.errors import ArgumentError, FootfallError
from footfall.script import Program
from footfall.world import Push, World


class Sim(Interactive):
    """A scene that runs.

    Args:
        skill: A library name, a path, a compiled Program; or a list with an ActorSpec
            for each of several actors.
        body: A name, a path, or a Body; the skill's own when None.
        world: A World, or a ground as on the command line; the skill's own when None.
        start: A named start; the skill's own, else "rest", when None.
        seed: 0 for the exact start; else it is drawn around it.
        dt: Time step, s; the body's own when None.
        scale_mass: All masses times this.
        physics: One of the bodies' named settings ("careful"); their own when None.
        set: Values of the skill's parameters.
        preset: A preset of the skill (PRESET); `set` goes before it.
        watch: What is measured of the first actor.
        saves: "files": SAVE writes files beside the script; "memory": it does not, and a LOAD in the same
            run still finds what was saved.
        states: Saved states that LOAD finds instead of files, by their names.

    Raises:
        FootfallError: Something that was asked for is not there, or does not fit.

    Attributes:
        model, data: MuJoCo's.
        actors: One or more.
        tick: Physics steps so far.
        dt: Time step, s.
    """

    def __init__(
        self,
        skill: str | Program | Sequence[ActorSpec],
        *,
        body: str | Body | None = None,
        world: World | str | None = None,
        start: str | None = None,
        seed: int = 0,
        dt: float | None = None,
        scale_mass: float = 1.0,
        physics: str | None = None,
        set: Mapping[str, float] | None = None,
        preset: str | None = None,
        watch: Watcher | None = None,
        saves: str = "files",
        states: Mapping[str, str] | None = None,
    ) -> None:
        actors = _actors(skill) or (ActorSpec(skill, body, start, set=set or {}, preset=preset),)  # type: ignore[arg-type]
        self._open(RunSpec(actors, world, seed, dt, scale_mass, physics, watch, saves, states))

    @classmethod
    def of(cls, spec: RunSpec) -> Sim:
        """A Sim of a run as it is asked for.

        Raises:
            FootfallError: Something that was asked for is not there, or does not fit.
        """
        sim = cls.__new__(cls)
        sim._open(spec)
        return sim

    def _open(self, spec: RunSpec) -> None:
        spec = spec.with_cast()
        found = spec.resolve()
        shelf = Shelf(spec.saves, spec.states)
        super().__init__(found.setting, found.programs, seed=found.seed, watch=spec.watch, shelf=shelf)
        self._asked, self._fresh = spec.actors, take(self)
        self._poses: Poser | None = None
        self._observers: dict[int, Observer] = {}
        self._begin()

    def _begin(self) -> None:
        self.place(self._asked)
        for k, one in enumerate(self._asked):
            named = self.programs[k].preset(one.preset) if one.preset else {}
            for name, value in {**named, **one.set}.items():
                self.set(actor=k, **{name: value})

    @property
    def notes(self) -> tuple[str, ...]:
        """What a body lacks that its program asks for, each said once."""
        return tuple(dict.fromkeys(note for actor in self.actors for note in actor.linked.notes))

    # -- going back -----------------------------------------------------------------------------

    @alone
    def reset(
        self,
        *,
        params: NDArray[np.float64] | None = None,
        seed: int | None = None,
        pushes: Sequence[Push] | None = None,
    ) -> None:
        """Begin again as a new Sim would, without building one: with the first script and the first body.

        Args:
            params: Other numbers for the first actor's Program, in the order of `Program.params`.
            seed: Another draw of the start; the ground stays as it is.
            pushes: Other pushes.

        Raises:
            FootfallError: These are no numbers of the Program, or no seed: nothing has changed then; or the
                pushes do not fit the body: it has begun again without them.
        """
        self.not_now("reset")
        if params is not None:
            params = params_of(params, len(self._fresh.programs[0].params))
        new_seed = self.seed if seed is None else seed_of(seed)
        restore(self, self._fresh, trusted=True)
        self.seed = new_seed
        self.shelf.read.clear()
        if params is not None:
            program, actor = self.programs[0], self.actors[0]
            actor.arrays["reg"][: len(params)] = params
            actor.inputs[:] = [params[p.slot] for p in program.units[0].parameters]
        self._begin()
        self.set_pushes(list(self.world.pushes if pushes is None else pushes))

    @alone
    def state(self) -> Snapshot:
        """A snapshot to come back to."""
        return take(self)

    @alone
    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this Sim, or of one of the same scene in another process.

        All that was done since is undone: pushes, events, switches, another script, another body.

        Raises:
            FootfallError: It is of another scene, or broken; nothing has changed then.
        """
        self.not_now("restore")
        restore(self, snapshot)

    @property
    def state_hash(self) -> str:
        """A short hash of every bit of the state."""
        return take(self).hash

    @alone
    def pose(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Where every body of the scene is at this tick: x, y, z (m) and the quaternion w, x, y, z.

        Looking changes nothing: the run goes on to the same bits.

        Args:
            out: (n, 7) to write into, a row for each of `pose_names`; a new array when None.

        Raises:
            FootfallError: `out` has another shape.
        """
        return self._poser().pose(self.data.qpos, out)

    @property
    def pose_names(self) -> tuple[str, ...]:
        """The bodies that `pose` tells of: parts of the actors, then things; ``actor1/lFoot`` of several."""
        return self._poser().names

    def _poser(self) -> Poser:
        if self._poses is None or self._poses.model is not self.model:  # another body was swapped in
            self._poses = Poser(self.model)
        return self._poses

    @alone
    def observe(self, actor: int = 0, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What a controller outside may want to know of an actor at this tick, (n,); see `observe_names`.

        Args:
            actor: Which of several.
            out: (n,) to write into; a new array when None.

        Raises:
            FootfallError: There is no such actor, or `out` has another shape.
        """
        return self._observer(actor).observe(out)

    def observe_names(self, actor: int = 0) -> tuple[str, ...]:
        """Names of the numbers of `observe`: height and velocity of the COM, tilt, feet, phase, joints."""
        return self._observer(actor).names

    def observe_like(self, other: Sim) -> None:
        """Use the memory that another Sim of the same scene uses for `observe`: less has to be fetched.

        Both must then be on the same thread.
        """
        self._observers[0] = Observer(self.model, self.actors[0], other._observer(0))

    def _observer(self, actor: int) -> Observer:
        if actor not in range(len(self.actors)):
            raise ArgumentError(f"there is no actor {actor}", argument="actor", help="the first is 0")
        known = self._observers.get(actor)
        if known is None or known.actor is not self.actors[actor]:  # another script or body took over
            known = self._observers[actor] = Observer(self.model, self.actors[actor])
        return known

    @alone
    def contacts(self) -> list[Contact]:
        """What touched what in the last tick: names, place (m) and force (N), in the world."""
        return contacts_of(self.model, self.data)

    @property
    def ends(self) -> tuple[str, ...]:
        """How it ended for each actor: "running" while it has not, else "fell", "done" and so on."""
        return tuple(END_WORDS[int(actor.state.verdict[VERDICT_CODE])] for actor in self.actors)

    @property
    def end(self) -> str:
        """Why the run stopped: the first of `ends` that is not "running", or "running"."""
        return next((word for word in self.ends if word != END_WORDS[RUNNING]), END_WORDS[RUNNING])

    def on(self, kind: str, call: Listener) -> None:
        """Call a function whenever something happens: "step", "contact", "phase" or "fall".

        It is called between two ticks with a `Notice`, while `step`, `advance` or `run` goes on, and may
        change the run: set, push, drive. A Sim with such functions runs tick by tick, which takes longer.

        Raises:
            FootfallError: There is no such kind.
        """
        self.listeners = self.listeners or Listeners()
        self.listeners.add(kind, call)

    def off(self, call: Listener) -> None:
        """Do not call this function any more."""
        if self.listeners is not None:
            self.listeners.remove(call)

    @alone
    def goal_reached(self) -> bool:
        """Whether the first actor's GOAL holds now; False without one."""
        return super().goal_reached()

    # -- running --------------------------------------------------------------------------------

    @alone
    def step(self, n: int = 1) -> None:
        """Run n ticks and record nothing, unless a tape runs.

        Raises:
            FootfallError: n is no whole number of ticks.
        """
        run_ticks(self, ticks_of(n), log_for(self, n), go_on=True)

    @alone
    def advance(self, n: int) -> int:
        """Run at most n ticks, to the end of the run at most, and record nothing, unless a tape runs.

        Returns:
            The ticks that were run.
        """
        ran = run_ticks(self, ticks_of(n), log_for(self, n), go_on=False)
        if self.log is not None:
            self.log.drop_from(self.time)
        return ran

    def tape(self) -> AbstractContextManager[Tape]:
        """Record all that `step` and `advance` do inside a `with` block; then `Tape.recording` is there.

        For who looks at the body between two steps, and does not know beforehand how long it will take.
        """
        self.not_now("tape")
        return tape(self)

    @alone
    def run(
        self,
        seconds: float,
        *,
        progress: Callable[[float], None] | None = None,
        go_on: bool = False,
        at: Sequence[Stop] = (),
    ) -> Recording:
        """Run and record.

        Args:
            seconds: Simulated seconds; fewer when the run ends earlier.
            progress: Called now and then with the seconds done.
            go_on: Whether to go on after a fall or the script's end; after its end the last control holds.
            at: What to do on the way, each with the tick before which it is done, in order.

        Raises:
            FootfallError: It cannot run for so long.
        """
        if not (math.isfinite(seconds) and 0 <= seconds <= MOST_TICKS * self.dt):
            raise FootfallError(f"it cannot run for {seconds} s", where="run", help="give seconds, like 10")
        return self.record(int(round(seconds / self.dt)), progress=progress, go_on=go_on, at=at)

    @alone
    def record(
        self,
        ticks: int,
        *,
        progress: Callable[[float], None] | None = None,
        go_on: bool = False,
        at: Sequence[Stop] = (),
        judge: bool = False,
    ) -> Recording:
        """Like `run`, for so many ticks; `judge`: look at the next one too, without running it."""
        self.not_now("run")
        return record(self, ticks_of(ticks), progress, go_on, at, judge)


def _actors(skill: Any) -> tuple[ActorSpec, ...]:
    """The actors of a list; none for the skill of a single one.

    Raises:
        ArgumentError: It is a list of something else, or an empty one.
    """
    if isinstance(skill, str | Program):
        return ()
    if isinstance(skill, Sequence) and skill and all(isinstance(one, ActorSpec) for one in skill):
        return tuple(skill)
    raise ArgumentError(
        f"{skill!r} is no skill",
        argument="skill",
        help="give a name, a path, a Program, or a list of ff.ActorSpec(skill, at=(x, y))",
    )
