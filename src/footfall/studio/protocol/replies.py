"""Messages from the server to the page, as JSON text; poses and ghosts are binary (`packets`)."""

from __future__ import annotations

import msgspec

from footfall.studio.protocol.reply_language import (
    ArgInfo,
    ClauseInfo,
    FunctionInfo,
    Hello,
    Language,
    SenseInfo,
    StatementInfo,
    TermInfo,
)
from footfall.studio.protocol.reply_playback import (
    Ended,
    GhostInfo,
    Going,
    Note,
    Refused,
    Restarted,
    Starting,
    Transport,
)
from footfall.studio.protocol.reply_scene import BodyInfo, JointInfo, Proportion, Scene, Shape
from footfall.studio.protocol.reply_script import (
    ActionInfo,
    Checked,
    Completion,
    Completions,
    Edited,
    Hovered,
    Knot,
    LetInfo,
    MarkInfo,
    Number,
    ParameterInfo,
    PhaseInfo,
    PresetInfo,
    PresetValue,
    Problem,
    Program,
    Script,
    Transition,
    Value,
    Values,
)
from footfall.studio.protocol.reply_workspace import (
    Conflict,
    Exported,
    ExportFailed,
    Exporting,
    Gallery,
    GalleryItem,
    Project,
    ProjectFile,
    Projects,
    SearchPoint,
    SearchState,
)

PROTOCOL = 4

ToPage = (
    Hello
    | Scene
    | Program
    | Checked
    | Script
    | Edited
    | Completions
    | Hovered
    | Values
    | Transport
    | Ended
    | GhostInfo
    | Restarted
    | Going
    | Note
    | Refused
    | SearchState
    | Gallery
    | Project
    | Conflict
    | Projects
    | Exporting
    | Exported
    | ExportFailed
    | Starting
)

_encoder = msgspec.json.Encoder()


def encode(reply: ToPage) -> bytes:
    """A message for the page, UTF-8 JSON. Numbers that are not finite become null."""
    return _encoder.encode(reply)


__all__ = [
    "ActionInfo",
    "ArgInfo",
    "BodyInfo",
    "Checked",
    "ClauseInfo",
    "Completion",
    "Completions",
    "Conflict",
    "Edited",
    "Ended",
    "ExportFailed",
    "Exported",
    "Exporting",
    "FunctionInfo",
    "Gallery",
    "GalleryItem",
    "GhostInfo",
    "Hello",
    "Hovered",
    "JointInfo",
    "Knot",
    "Language",
    "LetInfo",
    "MarkInfo",
    "Going",
    "Note",
    "Number",
    "PROTOCOL",
    "ParameterInfo",
    "PhaseInfo",
    "PresetInfo",
    "PresetValue",
    "Problem",
    "Program",
    "Project",
    "ProjectFile",
    "Projects",
    "Proportion",
    "Refused",
    "Restarted",
    "Scene",
    "Script",
    "SearchPoint",
    "SearchState",
    "SenseInfo",
    "Shape",
    "Starting",
    "StatementInfo",
    "TermInfo",
    "ToPage",
    "Transition",
    "Transport",
    "Value",
    "Values",
    "encode",
]
