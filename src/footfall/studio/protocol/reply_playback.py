"""Replies about the clock, ghosts, and the state of the simulation process."""

from __future__ import annotations

from footfall.studio.protocol.reply import Reply


class Transport(Reply, frozen=True, tag="transport"):
    """The clock: sent when something of it changes.

    Attributes:
        time: What is shown, s.
        head, tail: Newest and oldest moment of the history, s.
        live: False while an earlier moment is shown.
    """

    playing: bool
    speed: float
    time: float
    head: float
    tail: float
    live: bool
    ragdoll: bool


class Ended(Reply, frozen=True, tag="ended"):
    """The run would end here: fell, done, stuck or diverged. The simulation continues if it can.

    Attributes:
        good: Whether it did what was asked; after its end the last control holds.
        can_get_up: Whether `GetUp` is possible.
    """

    reason: str
    time: float
    text: str
    good: bool = False
    can_get_up: bool = False


class Going(Reply, frozen=True, tag="going"):
    """The body goes through the graph of the moves: sent when it comes to another node.

    Attributes:
        to: The node that it goes to; "" when the script that is edited drives it.
        here: The node that it is in; "" while it falls, or in none.
        way: The nodes that were planned.
    """

    to: str
    here: str
    way: tuple[str, ...]


class Starting(Reply, frozen=True, tag="starting"):
    """A simulation is being made ready, for which one has to wait.

    Attributes:
        name: Of the script.
        text: What is done now.
        share: Of the work that is done, 0 to 1; None when nobody knows.
        seconds: Since it began.
    """

    name: str
    text: str
    share: float | None
    seconds: float


class GhostInfo(Reply, frozen=True, tag="ghostInfo"):
    """A ghost packet of this version has been sent.

    Attributes:
        which: next or last.
        end: "time", or how it ended: fell …
        wall_ms: From the request's arrival to this message, ms.
    """

    version: int
    which: str
    end: str
    seconds: float
    wall_ms: float


class Restarted(Reply, frozen=True, tag="restarted"):
    """The simulation process was lost and is back.

    Attributes:
        reason: died or hung.
        seconds: It took.
        time: Where it continues, simulated seconds.
    """

    reason: str
    seconds: float
    time: float


class Note(Reply, frozen=True, tag="note"):
    """A message for the user; `level` is info, warning or error."""

    level: str
    text: str
    help: str


class Refused(Reply, frozen=True, tag="refused"):
    """A message was not carried out.

    Attributes:
        what: Its type, or "" when it could not be read.
    """

    what: str
    text: str
    help: str
