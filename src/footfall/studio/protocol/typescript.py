"""Makes `web/src/messages.ts` from the structs: ``python -m footfall.studio.protocol.typescript``."""

from __future__ import annotations

import inspect
import sys
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from footfall.studio.protocol import (
    message,
    messages,
    messages_workspace,
    packets,
    replies,
    reply_language,
    reply_playback,
    reply_scene,
    reply_script,
    reply_workspace,
)
from footfall.studio.server import access

TARGET = Path(__file__).resolve().parents[4] / "web" / "src" / "messages.ts"
_MODULES = (
    message,
    messages,
    messages_workspace,
    reply_language,
    reply_scene,
    reply_script,
    reply_playback,
    reply_workspace,
)
_HEAD = """\
// Made by `python -m footfall.studio.protocol.typescript` from the server's structs: do not edit.
"""
_PLAIN: dict[Any, str] = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The whole file."""
    constants = {
        "PROTOCOL": replies.PROTOCOL,
        "MAX_TEXT": message.MAX_TEXT,
        "MAX_LIVE": message.MAX_LIVE,
        "NO_TOKEN": access.NO_TOKEN,
        "POSE": packets.POSE,
        "GHOST": packets.GHOST,
        "PLAYING": packets.PLAYING,
        "EARLIER": packets.EARLIER,
        "ENDED": packets.ENDED,
        "RAGDOLL": packets.RAGDOLL,
        "PENDULUM": packets.PENDULUM,
        "GHOST_ENDED": packets.GHOST_ENDED,
        "POSE_HEAD": packets.POSE_HEAD.size,
        "GHOST_HEAD": packets.GHOST_HEAD.size,
    }
    lines = [_HEAD, *(f"export const {name} = {value};" for name, value in constants.items()), ""]
    for module in _MODULES:
        for struct in _structs(module):
            lines += [_interface(struct), ""]
    for name, union in (("FromPage", messages.FromPage), ("ToPage", replies.ToPage)):
        lines.append(f"export type {name} =")
        lines += [f"  | {member.__name__}" for member in get_args(union)]
        lines[-1] += ";"
        lines.append("")
    return "\n".join(lines)


def _structs(module: types.ModuleType) -> list[type[msgspec.Struct]]:
    found = [
        value
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and not name.startswith("_")
        if value is not message.Message
    ]
    return [s for s in found if s.__module__ == module.__name__]


def _interface(struct: type[msgspec.Struct]) -> str:
    doc = inspect.getdoc(struct) or ""
    hints = get_type_hints(struct)
    rows = ["/**", *(f" * {line}".rstrip() for line in doc.splitlines()), " */"]
    rows.append(f"export interface {struct.__name__} {{")
    tag = struct.__struct_config__.tag
    if tag is not None:
        rows.append(f'  type: "{tag}";')
    from_page = struct.__module__ in (messages.__name__, messages_workspace.__name__)
    for field in msgspec.structs.fields(struct):
        maybe = "?" if from_page and not field.required else ""
        rows.append(f"  {field.encode_name}{maybe}: {_type(hints[field.name])};")
    return "\n".join([*rows, "}"])


def _type(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(args[0])
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in args)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(a) for a in args)
    if origin is dict:
        return f"Record<{_type(args[0])}, {_type(args[1])}>"
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            inner = _type(args[0])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        return "[" + ", ".join(_type(a) for a in args) + "]"
    raise TypeError(f"messages.ts has no type for {typing.cast(object, hint)!r}")


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript(), encoding="utf-8")
    sys.stdout.write(f"{TARGET.name} written\n")
