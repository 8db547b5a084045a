"""Replies about searches, gallery, projects and exports."""

from __future__ import annotations

from typing import Literal

from footfall.studio.protocol.reply import Part, Reply


class SearchPoint(Part, frozen=True):
    """One generation of a search."""

    evaluations: int
    best: float
    mean: float
    seconds: float


class SearchState(Reply, frozen=True, tag="search"):
    """How a search goes; sent at its start, after every generation and at its end.

    Attributes:
        state: idle, starting, running, done or failed.
        points: New ones since the last message; all of them to a page that has just connected.
        text: The script with the best numbers so far; "" while there is none better.
        reason: Why it ended, or what failed.
        watched: Whether the best candidate drives the body on the stage.
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
    watched: bool = False


class GalleryItem(Part, frozen=True):
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


class Gallery(Reply, frozen=True, tag="gallery"):
    """Every skill of the library."""

    items: tuple[GalleryItem, ...]


class ProjectFile(Part, frozen=True):
    """A script of the project."""

    name: str
    doc: str


class Project(Reply, frozen=True, tag="project"):
    """The project that is open: a plain folder.

    Attributes:
        saved: The file that has just been written, or "".
        digest: Of the open script's file now, for `Save.expected_digest`; "" when it has not changed.
        drafts: Scripts of the project or of the library that have been edited and not saved.
        saved_proportions: What was saved with `saved`.
    """

    name: str
    path: str
    files: tuple[ProjectFile, ...]
    saved: str
    digest: str = ""
    drafts: tuple[str, ...] = ()
    saved_proportions: dict[str, float] = {}


class Conflict(Reply, frozen=True, tag="conflict"):
    """Answer to `Save`: nothing was written, since the file has changed since it was read.

    Attributes:
        name: The file.
        mine: The text that is edited.
        theirs: The file's text.
        proportions_differ: Whether the proportions saved with it differ too.
        digest: Of the file, for `Save.expected_digest`.
    """

    name: str
    mine: str
    theirs: str
    proportions_differ: bool
    digest: str


class Projects(Reply, frozen=True, tag="projects"):
    """Projects beside the current one, by name."""

    names: tuple[str, ...]


class ExportFailed(Reply, frozen=True, tag="exportFailed"):
    """An export will not be made: it was cancelled, or something is wrong."""

    id: int
    text: str
    help: str


class Exporting(Reply, frozen=True, tag="exporting"):
    """An export is being made, or waits for others; `share` is 0 to 1."""

    id: int
    share: float
    text: str


class Exported(Reply, frozen=True, tag="exported"):
    """An export is ready: a file of the project's ``exports`` folder, to be fetched at `url`."""

    id: int
    kind: str
    name: str
    url: str
    bytes: int
    text: str
