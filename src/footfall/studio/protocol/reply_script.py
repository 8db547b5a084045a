"""Replies about the script: its outline, its problems, and completions."""

from __future__ import annotations

from footfall.studio.protocol.message import Change
from footfall.studio.protocol.reply import Part, Reply


class MarkInfo(Part, frozen=True):
    """A search mark ``~std<lo,hi>`` in the literal's own unit; None: no bound."""

    std: float
    lo: float | None
    hi: float | None


class Number(Part, frozen=True):
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


class Knot(Part, frozen=True):
    """A point of a curve: indices into `Program.numbers`, -1 for an expression."""

    x: int
    y: int


class Value(Part, frozen=True):
    """An argument of a statement.

    Attributes:
        argument: angle, kp, feedback.cd, roll.angle, lateral.cv, by.joint, …
        kind: As in `ArgInfo`.
        start, end: In the text.
        number: Index into `Program.numbers` when it is a plain literal, else -1.
        text: As written.
        knots: When it is a curve.
    """

    argument: str
    kind: str
    start: int
    end: int
    number: int
    text: str
    knots: tuple[Knot, ...] = ()


class ActionInfo(Part, frozen=True):
    """A statement on one subject: ``swKnee(1.1)`` of ``POSE swKnee(1.1), stKnee(.05);``."""

    word: str
    subject: str
    keep: bool
    start: int
    end: int
    line: int
    values: tuple[Value, ...]


class Transition(Part, frozen=True):
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


class PhaseInfo(Part, frozen=True):
    """A phase of the script itself (pose packets count these).

    Attributes:
        calls: The skill it calls, or "".
        lasts: Index into `Program.numbers` of its LASTS literal, else -1.
        duration: Index of the literal T in ``TO … WHEN time > T``, else -1: SIMBICON's state duration.
        duration_parameter: Name of the parameter that is written there instead, or "".
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
    actions: tuple[ActionInfo, ...]


class ParameterInfo(Part, frozen=True):
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


class PresetValue(Part, frozen=True):
    """What a preset gives a parameter, SI units."""

    parameter: str
    value: float


class PresetInfo(Part, frozen=True):
    """Values of the skill's parameters under a name (PRESET)."""

    name: str
    values: tuple[PresetValue, ...]


class LetInfo(Part, frozen=True):
    """A value that the script gives a name (pose packets carry its value).

    Attributes:
        phase: Index of the phase that defines it; -1 at the head.
        unit: rad, s, m, N, m/s or "".
    """

    name: str
    phase: int
    unit: str


class Program(Reply, frozen=True, tag="program"):
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
    lets: tuple[LetInfo, ...]
    presets: tuple[PresetInfo, ...]


class Problem(Part, frozen=True):
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
    fix: Change | None


class Checked(Reply, frozen=True, tag="checked"):
    """Answer to `Edit`. When `ok`, a `Program` of the same version follows and runs; else the last good
    script keeps running.
    """

    version: int
    ok: bool
    problems: tuple[Problem, ...]


class Script(Reply, frozen=True, tag="script"):
    """The text of the editor is to be this one: opened, restored, or kept from a search.

    Attributes:
        name: simbicon/walk3d, or a file of the project.
        file: The project's file it will be saved to; "" for one of the library.
        reason: opened, duplicated, or restored (to a page that has just come).
        digest: Of its file, for `Save.expected_digest`; "" when it has none.
        session: Id of the session; each start of the server has another.
        fresh: Whether nothing has been edited since it was opened.
        accepted_edits: Names of the last edits that were accepted.
        saved_text: The text of its file, or of the library: what differs from it has not been saved.
        saved_proportions: Factors on the body that were saved with it.
    """

    version: int
    name: str
    file: str
    text: str
    reason: str
    digest: str
    session: str
    fresh: bool
    accepted_edits: tuple[str, ...]
    saved_text: str
    saved_proportions: dict[str, float]


class Edited(Reply, frozen=True, tag="edited"):
    """The text has changed, from the version before this one.

    Attributes:
        version: Of the text now.
        name: Of the edit; "" when no page made it.
        own: Whether it is this page's own edit; its changes are left out then.
        changes: Places are those of the version before.
        reason: edit, search (its numbers are kept) or disk (the file's text is taken).
    """

    version: int
    name: str
    own: bool
    changes: tuple[Change, ...]
    reason: str


class Completion(Part, frozen=True):
    """One completion; `insert` replaces the range of `Completions`."""

    label: str
    insert: str
    kind: str
    detail: str
    doc: str


class Completions(Reply, frozen=True, tag="completions"):
    """Answer to `Complete`."""

    id: int
    start: int
    end: int
    items: tuple[Completion, ...]


class Hovered(Reply, frozen=True, tag="hovered"):
    """Answer to `Hover`; an empty `title` means nothing is known. `text` is plain, in lines."""

    id: int
    start: int
    end: int
    title: str
    text: str


class Values(Reply, frozen=True, tag="values"):
    """The live parameters now, SI units."""

    values: dict[str, float]
