"""What a key press in the studio costs: processor time of each step to the diagnostics and to the ghost.

    python benchmarks/studio_path.py

Unlike the latencies of `studio.py`, this hardly depends on what else the machine does. Prints one JSON
object: medians over twenty edits of the 3D walk, ms.
"""

from __future__ import annotations

import json
import pickle
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

from footfall.script import find_skill
from footfall.studio.editing.analysis import analyse, with_text
from footfall.studio.playback.ghosts import GhostMaker
from footfall.studio.playback.player import Player
from footfall.studio.playback.restore_point import Setup
from footfall.studio.protocol.process_messages import GhostRequest, RestorePointReply, StartRun, SwapScript
from footfall.studio.protocol.replies import encode

SKILL, EDITS, SECONDS = "simbicon/walk3d", 20, 2.0
T = TypeVar("T")


class Stopwatch:
    """Processor time by name, ms."""

    def __init__(self) -> None:
        self._rows: dict[str, list[float]] = {}

    def __call__(self, name: str, work: Callable[[], T]) -> T:
        """Do something, and note what it took."""
        began = time.process_time()
        result = work()
        self._rows.setdefault(name, []).append(1000.0 * (time.process_time() - began))
        return result

    def medians(self) -> dict[str, float]:
        """One number for each name."""
        return {name: statistics.median(row) for name, row in self._rows.items()}


def main() -> None:
    source = find_skill(SKILL)
    said: list[object] = []
    player = Player(StartRun(Setup(source.name, source.path, source.text, "human"), 1, 0), said.append)
    for _ in range(60):
        player.display()
    ghosts, watch = GhostMaker(), Stopwatch()
    ghosts.prepare(player.run.restore_point())
    for k in range(EDITS):
        text = source.text.replace("dt = 0.3~", f"dt = 0.3{k:02d}~")
        made = watch("check", lambda t=text, v=k: analyse(with_text(source, t), v))  # type: ignore[misc]
        watch("tell", lambda d=made: encode(d.checked()))  # type: ignore[misc]
        said.clear()
        watch("swap", lambda t=text, v=k: player.handle(SwapScript(v, t, True, None)))  # type: ignore[misc]
        point = next(x.point for x in said if isinstance(x, RestorePointReply))
        request = GhostRequest(0, 1, k, point, text, SECONDS, 0.0)
        for _ in range(2):  # to the server and on to the ghost maker
            watch("hand over", lambda o=request: pickle.loads(pickle.dumps(o)))  # type: ignore[misc]
        watch("ghost", lambda o=request: ghosts.make(o))  # type: ignore[misc]
        watch("outline", lambda d=made: encode(d.outline({})))  # type: ignore[misc]
        watch("display", player.display)
    steps = watch.medians()
    diagnostics = steps["check"] + steps["tell"]
    total = diagnostics + steps["swap"] + 2 * steps["hand over"] + steps["ghost"]
    result = {"to diagnostics": diagnostics, "to ghost of 2 s": total, **steps}
    print(json.dumps({name: round(value, 2) for name, value in result.items()}))


if __name__ == "__main__":
    main()
