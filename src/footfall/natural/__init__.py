"""How much a walk is like a person's: figures of a gait, held against those of people.

`measure` takes a Motion (of a run, or of a captured walk) and gives a Gait: figures, curves over the gait
cycle, and a score from 0 to 100 with its parts.
"""

from __future__ import annotations

from footfall.natural.measure import Gait, measure
from footfall.natural.motion import Motion, motion_of
from footfall.natural.score import PARTS, Part, parts_of, score_of

__all__ = ["PARTS", "Gait", "Motion", "Part", "measure", "motion_of", "parts_of", "score_of"]
