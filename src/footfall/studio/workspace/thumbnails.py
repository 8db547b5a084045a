"""Makes the gallery's moving pictures: ``python -m footfall.studio.workspace.thumbnails``.

Each is a strip of frames beside each other, one whole cycle of a gait or the first seconds of anything else.
Only pictures of skills that are new or have changed are made again.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.motion.camera import Follow, Framing
from footfall.motion.gl_renderer import open_renderer
from footfall.motion.samples import MotionSamples
from footfall.script import find_skill, skill_names
from footfall.studio.workspace.gallery import FOLDER, INDEX, picture_name

SIZE = 144  # pixels, both ways
FRAMES = 20
_DRAWN = 288  # pixels; made smaller afterwards, which smooths edges
_SECONDS = 7.0
_SETTLED = 3.0  # s after which a gait is shown
_LONGEST = 4.0  # s of what is no gait
_QUALITY = 62


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
    follow = Follow(motion, Framing.of(motion), view="side", tall=1.35)
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
    # a cycle begins when the first phase is entered with the same leg standing
    phase, side = rec.phase, rec.side
    begins = np.nonzero((phase[1:] == phase[0]) & (phase[:-1] != phase[0]) & (side[1:] == side[0]))[0] + 1
    later = [float(t) for t in rec.time[begins] if t > _SETTLED]
    if len(later) >= 2 and 0.3 < later[1] - later[0] < 3.0:
        return later[0], later[1]
    return 0.0, max(0.5, min(end, _LONGEST))


def _key(skill: str) -> str:
    return hashlib.sha256(find_skill(skill).text.encode()).hexdigest()[:16]


def _write(index: dict[str, Any]) -> None:
    INDEX.write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
