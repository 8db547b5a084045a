"""MuJoCo's warnings: kept, one of each kind, instead of written to stderr or to a log file at every step."""

from __future__ import annotations

import re

import mujoco

_MOST = 100  # kinds kept between two calls of `take_warnings`
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE)
# What we do on purpose: a body alone in its scene has no prefix, no scene is saved by MuJoCo, and the physics
# settings of a wrapped MJCF give way to those of its body file.
_OURS = ("Attaching a spec with an empty prefix", "Attach conflict when attaching")
FIRST: dict[str, str] = {}
"""The first message of each kind since `take_warnings`; a kind is a message without its numbers."""
_count: dict[str, int] = {}


def keep_warnings() -> None:
    """Have MuJoCo hand its warnings to us. Every module that builds models calls it when imported."""
    mujoco.set_mju_user_warning(_keep)


def take_warnings() -> list[str]:
    """What MuJoCo has warned of since the last call: the first of each kind, and how often it came."""
    taken = [
        text if _count[kind] == 1 else f"{text} ({_count[kind]} times)" for kind, text in tuple(FIRST.items())
    ]
    FIRST.clear()
    _count.clear()
    return taken


def _keep(message: str) -> None:
    """Note a warning; MuJoCo calls it with Python's lock held."""
    if message.startswith(_OURS):
        return
    kind = _NUMBER.sub("#", message)
    if kind not in FIRST and len(FIRST) >= _MOST:
        return
    FIRST.setdefault(kind, message.strip())
    _count[kind] = _count.get(kind, 0) + 1
