"""What the server and its simulation processes say to each other, besides the page's own messages."""

from __future__ import annotations

from dataclasses import dataclass

from footfall.studio.playback.restore_point import Moment, Setup


@dataclass(frozen=True)
class Begin:
    """To a player: what to run.

    Attributes:
        setup: A new run; or, with `moment`, what it was made of.
        version: Of the setup's text.
        scene: The first number for its scenes.
        moment: Where to go on; None: at the start.
        playing, speed: Of the clock.
        text: A later script than the Moment's, to go on with; "": the Moment's own.
        values: Live parameters to set.
    """

    setup: Setup
    version: int
    scene: int
    moment: Moment | None = None
    playing: bool = True
    speed: float = 1.0
    text: str = ""
    values: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Swap:
    """To a player: another text of the same script.

    Attributes:
        version: Of the text.
        text: It compiles.
        ghost: Whether a Moment is wanted in the answer.
        from_time: Of that Moment, s; None: now.
    """

    version: int
    text: str
    ghost: bool
    from_time: float | None


@dataclass(frozen=True)
class AskMoment:
    """To a player: a Moment, to be answered by `HereIs`.

    Attributes:
        id: Carried by the answer.
        time: Where to, s; None: now.
        since: The Moment's state must be from this time or earlier, s; None: the latest before `time`.
    """

    id: int
    time: float | None = None
    since: float | None = None


@dataclass(frozen=True)
class HereIs:
    """From a player: a Moment, asked for by `id` or made for the ghosts of a `version`."""

    id: int
    version: int
    scene: int
    moment: Moment


@dataclass(frozen=True)
class Checkpoint:
    """From a player: where to go on if it is lost."""

    moment: Moment
    scene: int
    playing: bool
    speed: float
    values: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class GhostOrder:
    """To a ghost maker: run on from a Moment.

    Attributes:
        which: 0 the edited script, 1 the one before.
        scene: The Moment's scene.
        version: Of the edited script.
        moment: Where from.
        text: What drives it.
        seconds: How far.
        asked: When the page asked, s of the server's clock.
    """

    which: int
    scene: int
    version: int
    moment: Moment
    text: str
    seconds: float
    asked: float


@dataclass(frozen=True)
class GhostMade:
    """From a ghost maker: the frame to be sent, and how the run ended ("time" when it did not)."""

    order_which: int
    version: int
    data: bytes
    end: str
    seconds: float
    asked: float


@dataclass(frozen=True)
class ExportOrder:
    """To an export maker.

    Attributes:
        moment: Its commands lead to the end of the stretch.
        first_tick: Where the stretch begins.
        kind: As in `messages.Export`.
        path: The file to write.
    """

    moment: Moment
    first_tick: int
    kind: str
    path: str
