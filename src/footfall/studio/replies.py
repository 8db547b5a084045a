"""What the server says to the page, as JSON text; poses and ghosts are binary (`frames`)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

PROTOCOL = 1


class _Part(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of what messages hold."""


class _Reply(Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    """Base of all messages to the page."""


# -- the language, once -----------------------------------------------------------------------------


class ArgInfo(_Part):
    """An argument: `kind` is angle, gain, damping, time, length, force, speed, number, joint, part,
    place, bodypart, text or word (then one of `words`).
    """

    name: str
    kind: str
    optional: bool
    words: tuple[str, ...]
    doc: str


class ClauseInfo(_Part):
    """``.name(args)`` behind a statement's subject."""

    name: str
    args: tuple[ArgInfo, ...]
    doc: str


class StatementInfo(_Part):
    """A row of the table of statements."""

    word: str
    subject: str
    args: tuple[ArgInfo, ...]
    clauses: tuple[ClauseInfo, ...]
    doc: str
    example: str


class SenseInfo(_Part):
    """Something a script can sense; `of` is "", com, part or joint."""

    of: str
    name: str
    kind: str
    doc: str


class FunctionInfo(_Part):
    """A function of expressions."""

    name: str
    form: str
    doc: str


class Language(_Part):
    """What a script may say.

    Attributes:
        keywords: SKILL, PHASE, TO …
        operators: and, or, not, contact, deg …
        ranges: Joint without its side -> axis -> lowest and highest angle, rad.
    """

    keywords: tuple[str, ...]
    operators: tuple[str, ...]
    statements: tuple[StatementInfo, ...]
    senses: tuple[SenseInfo, ...]
    functions: tuple[FunctionInfo, ...]
    joints: tuple[str, ...]
    parts: tuple[str, ...]
    places: tuple[str, ...]
    ranges: dict[str, dict[str, tuple[float, float]]]


class TermInfo(_Part):
    """A kind of term for searches; `needs` is target, of, file or ""."""

    kind: str
    doc: str
    unit: str
    weight: float
    needs: str


class Hello(_Reply, tag="hello"):
    """First message of a connection."""

    protocol: int
    version: str
    language: Language
    bodies: tuple[str, ...]
    grounds: tuple[str, ...]
    terms: tuple[TermInfo, ...]
    max_unacked: int
    frames_per_second: float
    history_seconds: float


# -- what is on the stage ---------------------------------------------------------------------------


class BodyInfo(_Part):
    """A moving body of the model, in the order of pose frames.

    Attributes:
        name: In the model.
        part: Script name of the part ("trunk", "lThigh"), "" for balls and props.
        side: left, right or "".
        parent: Index of the parent in this list, -1 for the world.
        mass: Kilograms.
        pos, quat: In the zero pose (upright, arms hanging), world; quaternion w, x, y, z.
    """

    name: str
    part: str
    side: str
    parent: int
    mass: float
    pos: tuple[float, float, float]
    quat: tuple[float, float, float, float]


class Shape(_Part):
    """Something drawn.

    Attributes:
        body: Index into `Scene.bodies`; -1: fixed to the world.
        kind: plane, sphere, capsule (along z), ellipsoid, cylinder (along z), box, mesh or hfield.
        size: As MuJoCo has it: radius; radius, half length; half sizes. hfield: half x, half y, height, base.
        pos, quat: In the body's frame, m; quaternion w, x, y, z.
        rgba: 0 to 1.
        role: ground, body, ball or prop.
        grid: hfield only: rows, columns; heights 0 to 1 are in `heights`, row by row along y.
    """

    body: int
    kind: str
    size: tuple[float, ...]
    pos: tuple[float, float, float]
    quat: tuple[float, float, float, float]
    rgba: tuple[float, float, float, float]
    role: str
    grid: tuple[int, int] = (0, 0)
    heights: tuple[float, ...] = ()


class JointInfo(_Part):
    """An axis of a joint, in the order of pose frames.

    Attributes:
        name: Of the axis: lKnee.pitch.
        joint: Script name: lKnee.
        axis: pitch, roll or yaw.
        low, high: rad; None: free.
        limit: Torque limit, N m.
        body: Index into `Scene.bodies` of the part it moves; joints of one part turn it in this order.
        anchor: Where the joint sits in that part's frame, m.
        direction: Its axis in that part's frame; the script's angle turns about it, right-handed.
    """

    name: str
    joint: str
    axis: str
    low: float | None
    high: float | None
    limit: float
    body: int
    anchor: tuple[float, float, float]
    direction: tuple[float, float, float]


class Proportion(_Part):
    """A slider of the body's build: `value` is a factor on the body as designed."""

    name: str
    label: str
    group: str
    low: float
    high: float
    value: float


class Scene(_Reply, tag="scene"):
    """What to draw; sent at the start and when body or ground change.

    Attributes:
        id: Pose frames carry it (low 16 bits): frames of another scene are not to be drawn.
        root: Index into `bodies` of the pelvis.
        trunk: Index of the trunk.
        feet: Indices of left and right foot.
        height: Standing height, m.
        mass: Kilograms, of the whole body.
        dt: Physics step, s.
    """

    id: int
    body: str
    planar: bool
    dt: float
    root: int
    trunk: int
    feet: tuple[int, ...]
    height: float
    mass: float
    ground: str
    bodies: tuple[BodyInfo, ...]
    shapes: tuple[Shape, ...]
    joints: tuple[JointInfo, ...]
    proportions: tuple[Proportion, ...]


# -- the script -----------------------------------------------------------------------------------


class MarkInfo(_Part):
    """A search mark ``~std<lo,hi>`` in the literal's own unit; None: no bound."""

    std: float
    lo: float | None
    hi: float | None


class Number(_Part):
    """A literal of the script's text. All places in texts count UTF-16 units, as the page does.

    Attributes:
        start, end: Sign and number only: what a new value replaces.
        whole_end: Behind its mark and unit.
        value: In its own unit.
        unit: "deg" or "".
        kind: angle, gain, time, length, force, speed or number.
        label: For people.
        low, high: What makes sense for a slider, own unit.
    """

    start: int
    end: int
    whole_end: int
    value: float
    unit: str
    kind: str
    label: str
    low: float
    high: float
    mark: MarkInfo | None = None


class Knot(_Part):
    """A point of a curve: indices into `Program.numbers`, -1 where an expression stands."""

    x: int
    y: int


class Value(_Part):
    """An argument of a statement.

    Attributes:
        role: angle, kp, feedback.cd, roll.angle, lateral.cv, by.joint, …
        kind: As in `ArgInfo`.
        start, end: In the text.
        number: Index into `Program.numbers` when it is a plain literal, else -1.
        text: As written.
        knots: When it is a curve.
    """

    role: str
    kind: str
    start: int
    end: int
    number: int
    text: str
    knots: tuple[Knot, ...] = ()


class Act(_Part):
    """A statement on one subject: ``swKnee(1.1)`` of ``POSE swKnee(1.1), stKnee(.05);``."""

    word: str
    subject: str
    keep: bool
    start: int
    end: int
    line: int
    values: tuple[Value, ...]


class Transition(_Part):
    """An edge of the state graph.

    Attributes:
        source: Index of a phase; -1 for ALWAYS.
        target: Index of a phase; -1 for end.
        when: The condition, as written.
        numbers: Indices into `Program.numbers` in the condition.
    """

    source: int
    target: int
    swap: bool
    when: str
    start: int
    end: int
    line: int
    numbers: tuple[int, ...]


class PhaseInfo(_Part):
    """A phase of the script itself (pose frames count these).

    Attributes:
        calls: The skill it calls, or "".
        lasts: Index into `Program.numbers` of its LASTS literal, else -1.
        duration: Index of the literal T in ``TO … WHEN time > T``, else -1: SIMBICON's state duration.
        duration_parameter: Name of the parameter that stands there instead, or "".
    """

    name: str
    name_start: int
    name_end: int
    start: int
    end: int
    line: int
    end_line: int
    calls: str
    lasts: int
    duration: int
    duration_parameter: str
    acts: tuple[Act, ...]


class ParameterInfo(_Part):
    """A live parameter of the skill, SI units.

    Attributes:
        number: Index into `Program.numbers` of its default, else -1.
        low, high: For its slider.
    """

    name: str
    kind: str
    value: float
    default: float
    low: float
    high: float
    number: int


class Program(_Reply, tag="program"):
    """The script that runs, with a place in the text for everything that can be edited."""

    version: int
    name: str
    doc: str
    body: str
    classic: bool
    phases: tuple[PhaseInfo, ...]
    transitions: tuple[Transition, ...]
    parameters: tuple[ParameterInfo, ...]
    numbers: tuple[Number, ...]


class EditInfo(_Part):
    """Replace text from `start` to `end`."""

    start: int
    end: int
    text: str


class Problem(_Part):
    """A diagnostic.

    Attributes:
        severity: error or warning.
        file: "" for the script itself, else the called script it is in (then without place here).
    """

    code: str
    severity: str
    message: str
    label: str
    help: str
    start: int
    end: int
    line: int
    column: int
    file: str
    fix: EditInfo | None


class Checked(_Reply, tag="checked"):
    """Answer to `Edit`. When `ok`, a `Program` of the same version follows and runs; else the last good
    script keeps running.
    """

    version: int
    ok: bool
    problems: tuple[Problem, ...]


class Script(_Reply, tag="script"):
    """The text of the editor is to be this one: opened, restored, or kept from a search.

    Attributes:
        name: simbicon/walk3d, or a file of the project.
        file: The project's file it will be saved to; "" for one of the library.
        reason: opened, duplicated, search or restored.
    """

    version: int
    name: str
    file: str
    text: str
    reason: str


class Completion(_Part):
    """Something that could stand there; `insert` replaces the range of `Completions`."""

    label: str
    insert: str
    kind: str
    detail: str
    doc: str


class Completions(_Reply, tag="completions"):
    """Answer to `Complete`."""

    id: int
    start: int
    end: int
    items: tuple[Completion, ...]


class Hovered(_Reply, tag="hovered"):
    """Answer to `Hover`; an empty `title` means nothing is known. `text` is plain, lines parted by \\n."""

    id: int
    start: int
    end: int
    title: str
    text: str


class Values(_Reply, tag="values"):
    """The live parameters now, SI units."""

    values: dict[str, float]


# -- time and health ----------------------------------------------------------------------------------


class Transport(_Reply, tag="transport"):
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


class Ended(_Reply, tag="ended"):
    """The run would end here: fell, done, stuck or diverged. The simulation goes on if it can."""

    reason: str
    time: float
    text: str


class GhostInfo(_Reply, tag="ghostInfo"):
    """A ghost frame of this version has been sent.

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


class Restarted(_Reply, tag="restarted"):
    """The simulation process was lost and is back.

    Attributes:
        reason: died or hung.
        seconds: It took.
        time: Where it goes on, simulated seconds.
    """

    reason: str
    seconds: float
    time: float


class Note(_Reply, tag="note"):
    """Something to tell the user; `level` is info, warning or error."""

    level: str
    text: str
    help: str


class Refused(_Reply, tag="refused"):
    """A message was not carried out.

    Attributes:
        what: Its type, or "" when it could not be read.
    """

    what: str
    text: str
    help: str


# -- search, gallery, projects, export ------------------------------------------------------------


class SearchPoint(_Part):
    """One generation of a search."""

    evaluations: int
    best: float
    mean: float
    seconds: float


class SearchState(_Reply, tag="search"):
    """How a search goes; sent at its start, after every generation and at its end.

    Attributes:
        state: idle, starting, running, done or failed.
        points: New ones since the last message; all of them to a page that has just connected.
        text: The script with the best numbers so far; "" while there is none better.
        reason: Why it ended, or what failed.
    """

    state: Literal["idle", "starting", "running", "done", "failed"]
    free: int
    workers: int
    evaluations: int
    per_second: float
    best: float | None
    start_score: float | None
    seconds: float
    seconds_left: float | None
    points: tuple[SearchPoint, ...]
    text: str
    reason: str


class GalleryItem(_Part):
    """A skill of the library.

    Attributes:
        name: simbicon/walk3d.
        title: Walk 3d.
        doc: Its first ``##`` line.
        body: What it runs on unless told.
        group: simbicon, moves …
        thumbnail: Address of a picture of `frames` frames beside each other; "" when there is none.
        frames, width, height: Of the picture's frames, pixels.
        seconds: Time from the first frame to the last, then again from the first.
    """

    name: str
    title: str
    doc: str
    body: str
    group: str
    thumbnail: str
    frames: int
    width: int
    height: int
    seconds: float


class Gallery(_Reply, tag="gallery"):
    """Every skill of the library."""

    items: tuple[GalleryItem, ...]


class ProjectFile(_Part):
    """A script of the project."""

    name: str
    doc: str


class Project(_Reply, tag="project"):
    """The project that is open: a plain folder. `saved` names the file just written, or ""."""

    name: str
    path: str
    files: tuple[ProjectFile, ...]
    saved: str


class Projects(_Reply, tag="projects"):
    """Projects beside the current one, by name."""

    names: tuple[str, ...]


class Exporting(_Reply, tag="exporting"):
    """An export is being made; `share` is 0 to 1."""

    id: int
    share: float
    text: str


class Exported(_Reply, tag="exported"):
    """An export is ready: a file of the project's ``exports`` folder, to be fetched at `url`."""

    id: int
    kind: str
    name: str
    url: str
    bytes: int
    text: str


ToPage = (
    Hello
    | Scene
    | Program
    | Checked
    | Script
    | Completions
    | Hovered
    | Values
    | Transport
    | Ended
    | GhostInfo
    | Restarted
    | Note
    | Refused
    | SearchState
    | Gallery
    | Project
    | Projects
    | Exporting
    | Exported
)

_encoder = msgspec.json.Encoder()


def encode(reply: ToPage) -> bytes:
    """A message for the page, UTF-8 JSON. Numbers that are not finite become null."""
    return _encoder.encode(reply)
