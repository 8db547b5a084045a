"""Poses that are carried over as they come."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from footfall.body import load_body
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import at
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.live import LiveFigure

RATE = 60.0


def test_soles_stay_flat_however_deep_the_stream_goes() -> None:
    clip, body = read_clip("squat"), load_body("human")
    poses = at(clip, np.arange(100) / RATE)
    deep = replace(poses, root=poses.root - [0.0, 0.0, 0.3] * np.linspace(0.0, 1.0, 100)[:, None])
    live = LiveFigure(at(clip, np.zeros(1)), body, RATE)
    for k in range(100):
        live.row(deep.root[k], deep.rotations[k])
        up = [rot.rotate(turn, np.array([0.0, 0.0, 1.0]))[2] for turn in live._foot_turns(live.before)]
        assert min(up) > np.cos(0.06)
