"""Imported once by the process from which simulation processes are forked, so that they start at once.

Importing it loads MuJoCo and the compiled kernel.
"""

from __future__ import annotations

import footfall.studio.playback.exports
import footfall.studio.playback.ghosts
import footfall.studio.playback.player  # noqa: F401
from footfall.engine.cache import warm
from footfall.script import compile_text

warm()


def _load() -> None:
    """Take the kernel from its cache by running it for a moment."""
    from footfall.engine.sim import Sim

    sim = Sim(compile_text("SKILL still()\nPHASE rest\n", name="still"), body="human")
    sim.step(2)


_load()
