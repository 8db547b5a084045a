"""Makes the gallery's moving pictures: ``python -m footfall.studio.workspace.thumbnails``.

Each is a strip of frames beside each other, one whole cycle of a gait or the first seconds of anything else.
Only pictures of skills that are new or have changed are made again.
"""

from __future__ import annotations

import hashlib
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.motion.camera import Follow, Framing
from footfall.motion.gl_renderer import open_renderer
from footfall.motion.samples import MotionSamples
from footfall.script import find_skill, skill_names
from footfall.studio.workspace.gallery import FOLDER, INDEX, picture_name

Floats = NDArray[np.float64]

SIZE = 288  # pixels, both ways
FRAMES = 14
_DRAWN = 432  # pixels; made smaller afterwards, which smooths edges
_LOOK = "quarter 288 14"  # of all pictures: those of another are made again
_SECONDS = 7.0
_SETTLED = 3.0  # s after which a gait is shown
_STANDS = 30.0  # N: a foot that carries more stands
_FLIGHT = 0.08  # s in the air, after which it strikes; shorter is a bounce
_LONGEST = 4.0  # s of what is no gait
_QUALITY = 10


def main() -> None:
    """Make what is missing, and forget pictures of skills that are gone."""
    FOLDER.mkdir(exist_ok=True)
    try:
        index: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        index = {}
    names = skill_names()
    for number, name in enumerate(names, start=1):
        key = _key(name)
        if index.get(name, {}).get("key") == key and (FOLDER / picture_name(name)).is_file():
            continue
        sys.stdout.write(f"{number}/{len(names)} {name}\n")
        sys.stdout.flush()
        index[name] = {"key": key, **make(name, FOLDER / picture_name(name))}
        _write({n: index[n] for n in names if n in index})
    _write({n: index[n] for n in names if n in index})
    for path in FOLDER.glob("*.webp"):
        if path.name not in {picture_name(n) for n in names}:
            path.unlink()


def make(skill: str, path: Path) -> dict[str, float]:
    """Make one picture.

    Returns:
        What the page must know: frames, width, height, seconds.
    """
    rec = Sim(skill).run(_SECONDS)
    first, last = span_to_show(rec)
    motion = MotionSamples.of(rec)
    follow = Follow(motion, Framing.of(motion), view="quarter", tall=1.25)
    times = np.linspace(first, last, FRAMES, endpoint=False)
    strip = Image.new("RGB", (SIZE * FRAMES, SIZE))
    with open_renderer(motion.model, (_DRAWN, _DRAWN), many=True) as renderer:
        for k, time in enumerate(times.tolist()):
            drawn = Image.fromarray(np.ascontiguousarray(renderer.frame(motion.pose(time), follow.at(time))))
            strip.paste(drawn.resize((SIZE, SIZE), Image.Resampling.LANCZOS), (SIZE * k, 0))
    strip.save(path, quality=_QUALITY, method=6)
    return {"frames": FRAMES, "width": SIZE, "height": SIZE, "seconds": round(last - first, 3)}


def span_to_show(rec: Recording) -> tuple[float, float]:
    """The span of time to show: a cycle of a gait that has settled, else the first seconds."""
    end = float(rec.time[-1])
    strikes = [t for t in strike_times(rec.time, rec.loads[:, 0]) if t > _SETTLED]
    others = [t for t in strike_times(rec.time, rec.loads[:, 1]) if t > _SETTLED]
    for first, last in pairwise(strikes):
        if 0.3 < last - first < 3.0 and any(first < t < last for t in others):
            return first, last
    return 0.0, max(0.5, min(end, _LONGEST))


def strike_times(time: Floats, load: Floats) -> list[float]:
    """When a foot comes down after it has been in the air for a while, s.

    Args:
        time: (n,) s.
        load: (n,) what the foot carries, N.
    """
    down = load > _STANDS
    begins = np.flatnonzero(down[1:] & ~down[:-1]) + 1
    lifted = np.flatnonzero(~down[1:] & down[:-1]) + 1
    strikes = []
    for row in begins.tolist():
        before = lifted[lifted < row]
        if len(before) and time[row] - time[before[-1]] > _FLIGHT:
            strikes.append(float(time[row]))
    return strikes


def _key(skill: str) -> str:
    return hashlib.sha256(f"{_LOOK}\n{find_skill(skill).text}".encode()).hexdigest()[:16]


def _write(index: dict[str, Any]) -> None:
    INDEX.write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
