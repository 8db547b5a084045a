from __future__ import annotations

import numpy as np

from footfall.motion.clips.rotations import rotate, unit
from footfall.motion.export.axes import to_file, turn_to_file


def test_axes_of_files_keep_what_turns_do() -> None:
    v = np.array([0.3, -1.0, 2.0])
    assert to_file([1.0, 2.0, 3.0]).tolist() == [2.0, 3.0, 1.0]
    for q in unit(np.random.default_rng(0).normal(size=(20, 4))):
        assert np.allclose(rotate(turn_to_file(q), to_file(v)), to_file(rotate(q, v)))
