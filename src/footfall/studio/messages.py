"""What the page says to the server: one struct per message, told apart by ``type``.

The server's own messages are in `replies`, the binary frames in `frames`. `web/src/messages.ts` is made
from both (``python -m footfall.studio.typescript``), so page and server cannot disagree.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

MAX_MESSAGE = 2_000_000  # bytes of one message; a script has at most a million characters
MAX_TEXT = 1_000_000

Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Seconds = Annotated[float, Meta(ge=0.0, le=1e6)]
Newtons = Annotated[float, Meta(ge=-1e5, le=1e5)]
Vector = tuple[Newtons, Newtons, Newtons]


class _Message(
    Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", forbid_unknown_fields=True
):
    """Base of all messages from the page."""


# -- time -----------------------------------------------------------------------------------------


class Ack(_Message, tag="ack"):
    """A pose frame has been drawn. At most `MAX_UNACKED` may be on their way to a page."""

    seq: int


class Play(_Message, tag="play"):
    """Run on. From a scrubbed moment, the view goes back to the newest one."""


class Pause(_Message, tag="pause"):
    """Stop the clock."""


class Step(_Message, tag="step"):
    """Pause and go on by some display frames of 1/60 s; backwards moves in the history."""

    frames: Annotated[int, Meta(ge=-3600, le=600)] = 1


class SetSpeed(_Message, tag="setSpeed"):
    """Simulated seconds per second: 0.25 is slow motion."""

    factor: Annotated[float, Meta(ge=0.01, le=8.0)]


class Scrub(_Message, tag="scrub"):
    """Pause and show an earlier moment, seconds of simulated time."""

    time: Seconds


class Branch(_Message, tag="branch"):
    """Go on from an earlier moment with the script as it is now; what came after is forgotten."""

    time: Seconds


class Reset(_Message, tag="reset"):
    """Begin again at the start, with the current script, body and ground."""


# -- the script -----------------------------------------------------------------------------------


class Edit(_Message, tag="edit"):
    """The whole text. The answer is `Checked`; if it compiles, it runs at once.

    Attributes:
        version: Counted by the page, rising; answers carry it.
        text: The script.
        ghost: Whether to show the next seconds of it (`Ghost`), settings as in `SetGhosts`.
    """

    version: int
    text: Text
    ghost: bool = True


class Complete(_Message, tag="complete"):
    """What could stand at a place of a text. The answer is `Completions`."""

    id: int
    text: Text
    offset: Annotated[int, Meta(ge=0)]


class Hover(_Message, tag="hover"):
    """What stands at a place of a text. The answer is `Hovered`."""

    id: int
    text: Text
    offset: Annotated[int, Meta(ge=0)]


class SetParameter(_Message, tag="setParameter"):
    """Change a live parameter of the skill, in SI units; the text stays as it is."""

    name: Name
    value: Annotated[float, Meta(ge=-1e6, le=1e6)]


class SetGhosts(_Message, tag="setGhosts"):
    """Which ghosts are wanted; answered by ghost frames at once and after every edit.

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


class Push(_Message, tag="push"):
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


class Throw(_Message, tag="throw"):
    """Throw a ball at the centre of mass.

    Attributes:
        mass: Kilograms.
        speed: m/s.
        angle: Where it comes from, rad, heading frame: 0 from ahead, pi/2 from the left.
    """

    mass: Annotated[float, Meta(ge=0.1, le=50.0)] = 2.0
    speed: Annotated[float, Meta(ge=1.0, le=30.0)] = 8.0
    angle: Annotated[float, Meta(ge=-100.0, le=100.0)] = 1.5708


class SetGround(_Message, tag="setGround"):
    """Another ground, as on the command line: flat, slope:5, stairs:0.05,0.4,10, bumps:0.03 …"""

    ground: Annotated[str, Meta(min_length=1, max_length=2000)]


class SetRagdoll(_Message, tag="setRagdoll"):
    """Let all joints go limp, or let the script drive them again."""

    on: bool


class Key(_Message, tag="key"):
    """A key that scripts may wait for (``key A``) goes down or up."""

    name: Annotated[str, Meta(pattern="^[A-Za-z0-9]$")]
    down: bool


class SetProportions(_Message, tag="setProportions"):
    """Another build of the same body, at once. Names and ranges are in `Scene.proportions`."""

    values: Annotated[dict[Name, Annotated[float, Meta(ge=0.05, le=20.0)]], Meta(max_length=100)]


# -- search, gallery, projects, export --------------------------------------------------------------


class TermChoice(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A term of what is wanted; kinds are in `Hello.terms`. None: as its kind says."""

    kind: Name
    target: float | None = None
    weight: Annotated[float, Meta(ge=0.0, le=1e6)] | None = None


class StartSearch(_Message, tag="startSearch"):
    """Search for better values of the marked numbers of the current script.

    Attributes:
        terms: What is wanted.
        seconds: Length of each run.
        minutes: When to stop by itself.
        free: Phases all of whose numbers are free; empty: the marked numbers.
        seed: Of all that is drawn.
    """

    terms: Annotated[tuple[TermChoice, ...], Meta(max_length=20)]
    seconds: Annotated[float, Meta(gt=0.0, le=60.0)] = 10.0
    minutes: Annotated[float, Meta(gt=0.0, le=600.0)] = 5.0
    free: Annotated[tuple[Name, ...], Meta(max_length=50)] = ()
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class StopSearch(_Message, tag="stopSearch"):
    """Stop. With `keep`, the best candidate's numbers become the script (`Script`)."""

    keep: bool = True


class OpenSkill(_Message, tag="openSkill"):
    """Show a skill: of the library, or a file of the project (``walk.skill``)."""

    name: Name


class Duplicate(_Message, tag="duplicate"):
    """Copy a skill of the library or of the project into the project, and open the copy.

    Attributes:
        name: The skill.
        to: The new file's name, without suffix; None: a free one.
    """

    name: Name
    to: Name | None = None


class Save(_Message, tag="save"):
    """Write the script into the project. The answer is `Project`.

    Attributes:
        text: The script, as the page has it, good or broken.
        to: A file of the project; None: where it came from, or a new one.
    """

    text: Text
    to: Name | None = None


class NewProject(_Message, tag="newProject"):
    """Make a project beside the current one, and open it."""

    name: Name


class OpenProject(_Message, tag="openProject"):
    """Open a project that `Projects` lists."""

    name: Name


class DuplicateProject(_Message, tag="duplicateProject"):
    """Copy the current project under another name, and open the copy."""

    name: Name


class Export(_Message, tag="export"):
    """Make a file of a stretch of time. The answers are `Exporting` and `Exported`.

    Attributes:
        id: Carried by the answers.
        kind: video (mp4), gif, strip (png), plot (png) or recording (npz).
        start, end: Seconds of simulated time in the history; None: all of it.
    """

    id: int
    kind: Annotated[str, Meta(pattern="^(video|gif|strip|plot|recording)$")]
    start: Seconds | None = None
    end: Seconds | None = None


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
    | Key
    | SetProportions
    | StartSearch
    | StopSearch
    | OpenSkill
    | Duplicate
    | Save
    | NewProject
    | OpenProject
    | DuplicateProject
    | Export
)

_decoder = msgspec.json.Decoder(FromPage)


def decode(data: str | bytes) -> FromPage:
    """A message from the page.

    Raises:
        msgspec.MsgspecError: It is not one of ours, or a field is out of range.
    """
    message: FromPage = _decoder.decode(data)
    return message
