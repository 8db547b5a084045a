"""Footfall: physics-based control of two-legged characters.

Importing this package is cheap: names are resolved on first use, so that neither
MuJoCo nor numba is loaded before something is simulated.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from footfall.body import load_body as load_body
    from footfall.engine.batch import Batch as Batch
    from footfall.engine.recording.recording import Recording as Recording
    from footfall.engine.sim import Sim as Sim
    from footfall.engine.spec import ActorSpec as ActorSpec
    from footfall.errors import FootfallError as FootfallError

__version__ = "0.1.0"

_HOME = {
    "ActorSpec": "footfall.engine.spec",
    "Batch": "footfall.engine.batch",
    "FootfallError": "footfall.errors",
    "Recording": "footfall.engine.recording.recording",
    "Sim": "footfall.engine.sim",
    "load_body": "footfall.body",
}

__all__ = ["ActorSpec", "Batch", "FootfallError", "Recording", "Sim", "__version__", "load_body"]


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'footfall' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
