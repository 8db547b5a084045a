"""Messages between the server and its simulation processes, besides those of the page."""

from __future__ import annotations

from dataclasses import dataclass

from footfall.studio.playback.restore_point import RestorePoint, Setup


@dataclass(frozen=True)
class StartRun:
    """To a player: what to run.

    Attributes:
        setup: A new run; or, with `point`, what that was made from.
        version: Of the setup's text.
        scene: The first number for its scenes.
        point: Where to continue; None: at the start.
        playing, speed: Of the clock.
        text: A newer text to continue with; "": that of the RestorePoint.
        values: Live parameters to set.
    """

    setup: Setup
    version: int
    scene: int
    point: RestorePoint | None = None
    playing: bool = True
    speed: float = 1.0
    text: str = ""
    values: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class SwapScript:
    """To a player: another text of the same script.

    Attributes:
        version: Of the text.
        text: It compiles.
        ghost: Whether the answer must hold a RestorePoint.
        from_time: Of that RestorePoint, s; None: now.
    """

    version: int
    text: str
    ghost: bool
    from_time: float | None


@dataclass(frozen=True)
class GetRestorePoint:
    """To a player: asks for a RestorePoint; the answer is `RestorePointReply`.

    Attributes:
        id: Carried by the answer.
        time: The time to restore, s; None: now.
        since: The RestorePoint's state must be from this time or earlier, s; None: the latest before `time`.
    """

    id: int
    time: float | None = None
    since: float | None = None


@dataclass(frozen=True)
class RestorePointReply:
    """From a player: a RestorePoint, asked for by `id` or made for the ghosts of a `version`."""

    id: int
    version: int
    scene: int
    point: RestorePoint


@dataclass(frozen=True)
class Checkpoint:
    """From a player: where another one continues if this one is lost."""

    point: RestorePoint
    scene: int
    playing: bool
    speed: float
    values: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class GhostRequest:
    """To a ghost maker: run on from a RestorePoint.

    Attributes:
        which: 0 the edited script, 1 the one before.
        scene: The RestorePoint's scene.
        version: Of the edited script.
        point: Where from.
        text: What drives it.
        seconds: How far.
        asked: When the page asked, s of the server's clock.
    """

    which: int
    scene: int
    version: int
    point: RestorePoint
    text: str
    seconds: float
    asked: float


@dataclass(frozen=True)
class GhostResult:
    """From a ghost maker: the frame to be sent, and how the run ended ("time" when it did not)."""

    which: int
    version: int
    data: bytes
    end: str
    seconds: float
    asked: float


@dataclass(frozen=True)
class ExportRequest:
    """To an export maker.

    Attributes:
        point: Its commands lead to the end of the span.
        first_tick: Where the span begins.
        kind: As in `messages.Export`.
        path: The file to write.
    """

    point: RestorePoint
    first_tick: int
    kind: str
    path: str
