"""The reference of the Python API, from the docstrings."""

from __future__ import annotations

import inspect
import re
from typing import Any

import footfall as ff
from footfall.engine.contacts import Contact
from footfall.engine.listeners import Notice
from footfall.errors import FootfallError

CLASSES: tuple[type, ...] = (
    ff.Sim, ff.ActorSpec, ff.Batch, ff.Recording, Contact, Notice, FootfallError,
)  # fmt: skip
FUNCTIONS = (ff.load_body,)


def api() -> str:
    """The whole reference."""
    parts = [_class(one) for one in CLASSES] + [_function(one, one.__name__, "##") for one in FUNCTIONS]
    return "\n\n".join(parts)


def _class(one: type) -> str:
    lines = [f"## {one.__name__}", _signature(one, one.__name__), _text(one)]
    for name, member in _members(one):
        if isinstance(member, property):
            lines.append(f"**`.{name}`**: {_text(member)}")
        else:
            lines.append(_function(member, name, "###"))
    return "\n\n".join(lines)


def _members(one: type) -> list[tuple[str, Any]]:
    """Public members of a class and of the package's own classes that it is made from, as written."""
    found: dict[str, Any] = {}
    for base in reversed([base for base in one.__mro__ if base.__module__.startswith("footfall")]):
        if base.__name__ == "Session":  # the inside of a Sim
            continue
        for name, member in vars(base).items():
            plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            callable_ = inspect.isfunction(plain) or isinstance(plain, property)
            if not name.startswith("_") and callable_ and getattr(plain, "__doc__", None):
                found[name] = plain
    return list(found.items())


def _function(one: Any, name: str, level: str) -> str:
    return f"{level} {name}\n\n{_signature(one, name)}\n\n{_text(one)}"


def _signature(one: Any, name: str) -> str:
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in inspect.signature(one).parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    plain = re.sub(r"<function ([\w.]+) at 0x\w+>", r"\1", str(inspect.Signature(parameters)))
    return f"```\n{name}{plain}\n```"


def _text(one: Any) -> str:
    """A docstring as Markdown: its sections become lists."""
    doc = inspect.getdoc(one) or ""
    doc = re.sub(r"``([^`]+)``", r"`\1`", doc)
    out: list[str] = []
    inside = False
    for line in doc.splitlines():
        if re.fullmatch(r"(Args|Returns|Raises|Attributes):", line):
            out += ["", f"*{line}*", ""]
            inside = True
        elif inside and (match := re.match(r"    ([\w, ]+): (.*)", line)):
            out.append(f"- `{match[1]}`: {match[2]}")
        elif inside and line.startswith("    "):
            out.append(("  " if out and out[-1].startswith(("- ", "  ")) else "") + line.strip())
        else:
            inside = inside and not line.strip()
            out.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip()
