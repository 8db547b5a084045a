"""The header of a Recording: what must be in it, and whether its log fits it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from footfall.control.columns import TRACE_COLUMNS, TRACE_ENTERED, TRACE_MOVE
from footfall.engine.kernel.ends import END_WORDS
from footfall.engine.pendulum import DRAWN
from footfall.engine.state import ticks_a_row
from footfall.world import Push
from footfall.world.data import Packed

SCHEMA = 2
MOST_TICKS = 10**9
MOST_SEEDS = 2**62
Tick = Annotated[int, Meta(ge=0, le=2**53)]
Kind = Literal["set", "key", "push", "swap", "then", "switched", "learned", "throw", "drive", "go_on"]
COLUMNS = {
    "time": 0, "qpos": -1, "qvel": -1, "tau": -1, "phase": 0, "side": 0, "com": 3, "loads": 2, "heading": 0,
    "ground": 0, "slip": 4, "trace": TRACE_COLUMNS,
}  # fmt: skip
# name -> width of a row of the log: 0 for a number, -1 where it depends on the model
MORE = {"pendulum": DRAWN}
# what only some recordings have besides, a row for each of the log: versions that do not know it do without


class EventData(msgspec.Struct, frozen=True):
    """An Event in a file."""

    tick: Tick
    kind: Kind
    what: dict[str, Any]


class _Set(msgspec.Struct, frozen=True):
    actor: int
    name: str
    value: float


class _Key(msgspec.Struct, frozen=True):
    name: str
    down: bool


class _Swap(msgspec.Struct, frozen=True):
    program: dict[str, Any] | None = None
    body: dict[str, Any] | None = None
    text: str | None = None  # schema 1


class _Then(msgspec.Struct, frozen=True):
    skill: str
    program: dict[str, Any]
    tick: Tick
    instead: bool
    now: bool = False


class _Switched(msgspec.Struct, frozen=True):
    skill: str


class _Learned(msgspec.Struct, frozen=True):
    table: str


class _Throw(msgspec.Struct, frozen=True):
    ball: int
    speed: float
    angle: float


class _Drive(msgspec.Struct, frozen=True):
    actor: int
    instead: bool
    torques: list[float] | None
    shifts: list[float] | None


WHATS: dict[str, type] = {
    "set": _Set, "key": _Key, "push": Push, "swap": _Swap, "then": _Then, "switched": _Switched,
    "learned": _Learned, "throw": _Throw, "drive": _Drive, "go_on": dict,
}  # fmt: skip
# what an Event of each kind holds


class ActorData(msgspec.Struct, frozen=True):
    """An actor in a file: its program and body whole, its start's name, where it stood and looked."""

    program: dict[str, Any]
    body: dict[str, Any]
    start: str
    at: tuple[float, float] = (0.0, 0.0)
    facing: float = 0.0


class PendingData(msgspec.Struct, frozen=True):
    """A gait that was to take over."""

    program: dict[str, Any]
    tick: Tick


class StartData(msgspec.Struct, frozen=True):
    """What the snapshot at the start holds besides its arrays."""

    pending: tuple[PendingData, ...] = ()
    pushes: tuple[Push, ...] = ()
    saved: dict[str, str] = msgspec.field(default_factory=dict)


class MonitorData(msgspec.Struct, frozen=True):
    """See `engine.watch.Monitor`."""

    quantity: str
    target: float
    window: float
    after: float
    limit: float
    index: int
    command: int
    bound: int = 0
    once: int = -1
    last: int = 0


class WatchData(msgspec.Struct, frozen=True):
    """See `engine.watch.Watch`."""

    monitors: tuple[MonitorData, ...]
    goal: Packed | None
    goal_frame: tuple[float, ...]


class PushRow(msgspec.Struct, frozen=True):
    """A push as it took place, for pictures."""

    force: tuple[float, float, float]
    tick: int
    ticks: int
    body: str


class PostureData(msgspec.Struct, frozen=True):
    """See `engine.verdict.posture`."""

    height: float
    standing: float
    down: bool
    touches: bool
    unjudged: bool


class PassedData(msgspec.Struct, frozen=True):
    """A way point that was passed."""

    x: float
    y: float
    time: float
    off: float


class PathData(msgspec.Struct, frozen=True):
    """How a run went along a path."""

    points: int
    passed: tuple[PassedData, ...]
    arrived: bool


class TransitionData(msgspec.Struct, frozen=True):
    """A transition of a script, for people."""

    skill: str
    line: int
    text: str
    senses: list[str]


class Header(msgspec.Struct, frozen=True):
    """All that a header must have, and of which type."""

    schema: int
    skill: str
    body: str
    actors: Annotated[tuple[ActorData, ...], Meta(min_length=1, max_length=64)]
    world: dict[str, Any]
    seed: Annotated[int, Meta(ge=0, lt=MOST_SEEDS)]
    step: Annotated[float, Meta(gt=0, le=0.1)] | None
    begin: StartData
    states: dict[str, str]
    watch: WatchData | None
    inputs: dict[str, float]
    knees: dict[str, int]
    first_tick: Tick
    ticks: Annotated[int, Meta(ge=0, le=MOST_TICKS)]
    go_on: bool
    ended: bool
    wall_seconds: Annotated[float, Meta(ge=0)]
    versions: dict[str, str]
    events: tuple[EventData, ...]
    events_before: Annotated[int, Meta(ge=0)]
    state_hash: str
    verdict: str
    verdict_tick: int
    dt: Annotated[float, Meta(gt=0, le=0.1)]
    planar: bool
    root_name: str
    dof_names: list[str]
    phase_names: list[str]
    transitions: tuple[TransitionData, ...]
    extremes: list[tuple[float, float, float, float]]
    axes: list[str]
    foot_track: Annotated[list[tuple[float, float, float, float, float]], Meta(min_length=2, max_length=2)]
    goal: bool
    has_goal: bool
    pushes: tuple[PushRow, ...]
    posture: PostureData | None = None
    missed: list[str] = msgspec.field(default_factory=list)
    goal_missed: list[str] = msgspec.field(default_factory=list)  # parts of the GOAL that do not hold
    path: PathData | None = None
    phase_units: list[int] | None = None  # both since recordings tell through which calls a phase was reached
    phase_calls: list[int] | None = None
    dump: str = ""  # of a run that diverged, only the last second is in the log


def check_header(header: Any) -> Header:
    """The typed header of a file.

    Raises:
        ValueError: Something is missing, or of another type.
    """
    plain: Header = msgspec.convert(header, Header)
    for event in plain.events:
        msgspec.convert(event.what, WHATS[event.kind])
    if plain.verdict not in END_WORDS or len(plain.axes) != len(plain.extremes):
        raise ValueError("the header contradicts itself")
    told = (plain.phase_units, plain.phase_calls)  # of each phase, or in an older recording nothing
    if told != (None, None) and not all(len(row or ()) == len(plain.phase_names) for row in told):
        raise ValueError("the header contradicts itself")
    if plain.events_before > len(plain.events) or not all(abs(x) < np.inf for x in plain.inputs.values()):
        raise ValueError("the header contradicts itself")
    return plain


def check_log(header: Header, arrays: dict[str, NDArray[Any]]) -> None:
    """See whether a log is one, and fits its header.

    Raises:
        ValueError: It does not.
    """
    fault = next(_log_faults(header, arrays), "")
    if fault:
        raise ValueError(fault)


def check_more(header: Header, more: dict[str, NDArray[Any]], rows: int) -> dict[str, NDArray[Any]]:
    """Of what a recording has besides its log, what this version knows.

    Raises:
        ValueError: It does not fit the log.
    """
    known = {name: array for name, array in more.items() if name in MORE}
    for name, array in known.items():
        if array.shape != (rows, MORE[name]) or array.dtype != np.float64:
            raise ValueError(f"{name} has another shape")
        if header.verdict != "diverged" and not np.all(np.isfinite(array)):
            raise ValueError(f"{name} is not finite")
    return known


def _log_faults(header: Header, arrays: dict[str, NDArray[Any]]) -> Iterator[str]:
    if set(arrays) != set(COLUMNS):
        yield "the log is incomplete"
    rows, dofs = len(arrays["time"]), len(header.dof_names)
    for name, width in COLUMNS.items():
        array, whole = arrays[name], name in ("phase", "side")
        wide = array.ndim == 1 if width == 0 else array.ndim == 2 and width in (-1, array.shape[1])
        if not wide or array.dtype != (np.int64 if whole else np.float64):
            yield f"{name} has another shape"
        if name != "trace" and len(array) != rows:
            yield f"{name} has another length"
        if header.verdict != "diverged" and not whole and name != "trace" and not np.all(np.isfinite(array)):
            yield f"{name} is not finite"
    if arrays["qvel"].shape[1] != dofs or arrays["tau"].shape[1] != dofs:
        yield "the log is of another body"
    if not np.all(np.diff(arrays["time"]) >= 0):
        yield "time runs backwards"
    if rows and not (arrays["phase"].min() >= 0 and arrays["phase"].max() < len(header.phase_names)):
        yield "a phase is not there"
    every = ticks_a_row(header.dt)
    if rows > header.ticks + 3 or (not header.dump and header.ticks > (rows + 2) * every):
        yield "the log is not as long as the run"
    trace = arrays["trace"][:, TRACE_MOVE : TRACE_ENTERED + 1]
    most = len(header.transitions), len(header.phase_names), len(header.phase_names)
    if len(trace) and not (np.all(trace >= (0, 0, -1)) and np.all(trace < most)):
        yield "a transition is not there"
