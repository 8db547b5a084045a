"""Messages from the page to the server: one struct per message, distinguished by ``type``.

The server's messages are in `replies`, the binary packets in `packets`. `web/src/messages.ts` is made from
both (``python -m footfall.studio.protocol.typescript``), so page and server cannot disagree.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from footfall.studio.protocol.message import MAX_MESSAGE, Change, Count, Message, Name, Seconds, Text, Vector
from footfall.studio.protocol.messages_workspace import (
    CancelExport,
    Duplicate,
    DuplicateProject,
    Export,
    NewProject,
    OpenProject,
    OpenSkill,
    Save,
    StartSearch,
    StopSearch,
    TakeTheirs,
    TermChoice,
    WatchSearch,
)

# -- time -----------------------------------------------------------------------------------------


class Ack(Message, frozen=True, tag="ack"):
    """A pose packet has been drawn. At most `MAX_UNACKED` may be on their way to a page."""

    seq: Count


class Play(Message, frozen=True, tag="play"):
    """Let the clock run. If an earlier moment is shown, the view returns to the newest one."""


class Pause(Message, frozen=True, tag="pause"):
    """Stop the clock."""


class Step(Message, frozen=True, tag="step"):
    """Pause and advance by some frames of 1/60 s; a negative number moves back in the history."""

    frames: Annotated[int, Meta(ge=-3600, le=600)] = 1


class SetSpeed(Message, frozen=True, tag="setSpeed"):
    """Simulated seconds per second: 0.25 is slow motion."""

    factor: Annotated[float, Meta(ge=0.01, le=8.0)]


class Scrub(Message, frozen=True, tag="scrub"):
    """Pause and show an earlier moment, seconds of simulated time."""

    time: Seconds


class Branch(Message, frozen=True, tag="branch"):
    """Continue from an earlier moment with the script as it is now; what came after is deleted."""

    time: Seconds


class Reset(Message, frozen=True, tag="reset"):
    """Begin again at the start, with the current script, body and ground."""


# -- the script -----------------------------------------------------------------------------------


class Edit(Message, frozen=True, tag="edit"):
    """Changes of the text. If they were made to its newest version they are accepted, and the answers are
    `Edited`, then `Checked`; if it compiles, it runs at once. If another page was first they are not, and the
    `Edited` of that page is on its way: rebase them on it and send them again.

    Attributes:
        version: Of the text that is changed.
        changes: From the first to the last, without overlap; all places are those of that version.
        name: A unique name of this edit; one that was accepted is not accepted again.
        ghost: Whether to show the next seconds of it (`Ghost`), settings as in `SetGhosts`.
    """

    version: Count
    changes: Annotated[tuple[Change, ...], Meta(max_length=10_000)]
    name: Annotated[str, Meta(max_length=64)] = ""
    ghost: bool = True


class Complete(Message, frozen=True, tag="complete"):
    """Asks for completions at a place in a text. The answer is `Completions`."""

    id: Count
    text: Text
    offset: Count


class Hover(Message, frozen=True, tag="hover"):
    """Asks for hover help at a place in a text. The answer is `Hovered`."""

    id: Count
    text: Text
    offset: Count


class SetParameter(Message, frozen=True, tag="setParameter"):
    """Change a live parameter of the skill, in SI units; the text stays as it is."""

    name: Name
    value: Annotated[float, Meta(ge=-1e6, le=1e6)]


class SetGhosts(Message, frozen=True, tag="setGhosts"):
    """Settings of the ghosts; answered by ghost packets at once and after every edit.

    Attributes:
        next: Whether to show the next seconds of the edited script.
        last: Whether to show where the version before the last edit would be.
        seconds: How far.
        from_time: The moment to start from, in the history; None: now.
    """

    next: bool = True
    last: bool = False
    seconds: Annotated[float, Meta(gt=0.0, le=10.0)] = 2.0
    from_time: Seconds | None = None


# -- the world ------------------------------------------------------------------------------------


class Push(Message, frozen=True, tag="push"):
    """Push a part at its centre of mass for a while.

    Attributes:
        part: As in scripts: trunk, pelvis, head, lThigh …
        force: Newtons; heading frame (forward, left, up), or the world's with `world`.
        seconds: How long. A drag repeats pushes of 0.05 s or so while it lasts.
        world: Whether `force` is in world axes.
    """

    part: Name
    force: Vector
    seconds: Annotated[float, Meta(gt=0.0, le=10.0)] = 0.1
    world: bool = False


class Throw(Message, frozen=True, tag="throw"):
    """Throw a ball at the centre of mass.

    Attributes:
        mass: Kilograms.
        speed: m/s.
        angle: Where it comes from, rad, heading frame: 0 from ahead, pi/2 from the left.
    """

    mass: Annotated[float, Meta(ge=0.1, le=50.0)] = 2.0
    speed: Annotated[float, Meta(ge=1.0, le=30.0)] = 8.0
    angle: Annotated[float, Meta(ge=-100.0, le=100.0)] = 1.5708


class SetGround(Message, frozen=True, tag="setGround"):
    """Another ground, as on the command line: flat, slope:5, stairs:0.05,0.4,10, or bumps:0.03."""

    ground: Annotated[str, Meta(min_length=1, max_length=2000)]


class SetRagdoll(Message, frozen=True, tag="setRagdoll"):
    """Let all joints go limp, or let the script drive them again."""

    on: bool


class GetUp(Message, frozen=True, tag="getUp"):
    """Let the library's script get the body up from where it lies, and the script go on when it stands."""


class Go(Message, frozen=True, tag="go"):
    """Go to a node of the graph of the moves, from where the body is; the answers are `Going`.

    Attributes:
        node: Its name; "" lets the script that is edited drive the body again.
    """

    node: Annotated[str, Meta(max_length=100)]


class Key(Message, frozen=True, tag="key"):
    """A key that scripts may wait for (``key A``) goes down or up."""

    name: Annotated[str, Meta(pattern="^[A-Za-z0-9]$")]
    down: bool


class SetProportions(Message, frozen=True, tag="setProportions"):
    """Other proportions of the same body, at once. Names and ranges are in `Scene.proportions`."""

    values: Annotated[dict[Name, Annotated[float, Meta(ge=0.05, le=20.0)]], Meta(max_length=100)]


FromPage = (
    Ack
    | Play
    | Pause
    | Step
    | SetSpeed
    | Scrub
    | Branch
    | Reset
    | Edit
    | Complete
    | Hover
    | SetParameter
    | SetGhosts
    | Push
    | Throw
    | SetGround
    | SetRagdoll
    | GetUp
    | Go
    | Key
    | SetProportions
    | StartSearch
    | StopSearch
    | WatchSearch
    | OpenSkill
    | Duplicate
    | Save
    | TakeTheirs
    | NewProject
    | OpenProject
    | DuplicateProject
    | Export
    | CancelExport
)

_decoder = msgspec.json.Decoder(FromPage)


def decode(data: str | bytes) -> FromPage:
    """A message from the page.

    Raises:
        msgspec.MsgspecError: It is not one of ours, or a field is out of range.
    """
    message: FromPage = _decoder.decode(data)
    return message


__all__ = [
    "Ack",
    "Branch",
    "CancelExport",
    "Change",
    "Complete",
    "Duplicate",
    "DuplicateProject",
    "Edit",
    "Export",
    "FromPage",
    "GetUp",
    "Go",
    "Hover",
    "Key",
    "MAX_MESSAGE",
    "NewProject",
    "OpenProject",
    "OpenSkill",
    "Pause",
    "Play",
    "Push",
    "Reset",
    "Save",
    "Scrub",
    "SetGhosts",
    "SetGround",
    "SetParameter",
    "SetProportions",
    "SetRagdoll",
    "SetSpeed",
    "StartSearch",
    "Step",
    "StopSearch",
    "TakeTheirs",
    "TermChoice",
    "Throw",
    "WatchSearch",
    "decode",
]
