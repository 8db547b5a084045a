"""MuJoCo's warnings, kept instead of written to a log file in the user's folder."""

from __future__ import annotations

import mujoco

_MOST = 1000  # kept between two calls of `take_warnings`; a diverging run warns at every step
_warnings: list[str] = []


def keep_warnings() -> None:
    """Have MuJoCo hand its warnings to us. Every module that builds models calls it when imported."""
    mujoco.set_mju_user_warning(_keep)


def take_warnings() -> list[str]:
    """What MuJoCo has warned of since the last call."""
    taken = _warnings[:]
    _warnings.clear()
    return taken


def _keep(message: str) -> None:
    if len(_warnings) < _MOST:
        _warnings.append(message)
