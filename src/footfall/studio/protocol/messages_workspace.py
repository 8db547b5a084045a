"""Messages from the page about searches, skills, projects and exports."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from footfall.studio.protocol.message import Count, Message, Name, Seconds


class TermChoice(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A term of an objective; kinds are in `Hello.terms`. None: the default of its kind."""

    kind: Name
    target: float | None = None
    weight: Annotated[float, Meta(ge=0.0, le=1e6)] | None = None


class StartSearch(Message, frozen=True, tag="startSearch"):
    """Search for better values of the marked numbers of the current script.

    Attributes:
        terms: The objective.
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


class StopSearch(Message, frozen=True, tag="stopSearch"):
    """Stop. With `keep`, the best candidate's numbers become the script (`Script`)."""

    keep: bool = True


class WatchSearch(Message, frozen=True, tag="watchSearch"):
    """Let the best candidate so far drive the body on the stage, or the script again; the text stays."""

    on: bool


class OpenSkill(Message, frozen=True, tag="openSkill"):
    """Show a skill: of the library, or a file of the project (``walk.skill``)."""

    name: Name


class Duplicate(Message, frozen=True, tag="duplicate"):
    """Copy a skill of the library or of the project into the project, and open the copy.

    Attributes:
        name: The skill.
        to: The new file's name, without suffix; None: a free one.
    """

    name: Name
    to: Name | None = None


class Save(Message, frozen=True, tag="save"):
    """Write the script, as the server has it, into the project. The answer is `Project`, or `Conflict` when
    the file has changed since it was read.

    Attributes:
        to: A file of the project; None: where it came from, or a new one.
        expected_digest: Digest of the file that may be overwritten, from `Script`, `Project` or `Conflict`.
    """

    to: Name | None = None
    expected_digest: Annotated[str, Meta(max_length=64)] = ""


class TakeTheirs(Message, frozen=True, tag="takeTheirs"):
    """After a `Conflict`: replace the edited text and proportions by those of the file."""

    name: Name


class NewProject(Message, frozen=True, tag="newProject"):
    """Make a project beside the current one, and open it."""

    name: Name


class OpenProject(Message, frozen=True, tag="openProject"):
    """Open a project that `Projects` lists."""

    name: Name


class DuplicateProject(Message, frozen=True, tag="duplicateProject"):
    """Copy the current project under another name, and open the copy."""

    name: Name


class Export(Message, frozen=True, tag="export"):
    """Make a file of a span of time. The answers are `Exporting` and `Exported`.

    Attributes:
        id: Carried by the answers.
        kind: video (mp4), gif, strip (png), plot (png), recording (npz), or motion for other programs:
            glb, bvh or csv.
        start, end: Seconds of simulated time in the history; None: all of it.
    """

    id: Count
    kind: Annotated[str, Meta(pattern="^(video|gif|strip|plot|recording|glb|bvh|csv)$")]
    start: Seconds | None = None
    end: Seconds | None = None


class CancelExport(Message, frozen=True, tag="cancelExport"):
    """Stop making a file, or do not begin."""

    id: Count
