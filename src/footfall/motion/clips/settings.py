"""How a clip is carried over to a body, and what its kind decides."""

from __future__ import annotations

from dataclasses import dataclass, replace

from footfall.motion.clips.clip import Clip
from footfall.motion.clips.filters import CUTOFF

# Hz of the filter by kind of clip, where 3 Hz would take more than a tenth of a limb's range.
CUTOFFS = {"arm": 8.0, "wave": 6.0, "kick": 8.0, "side": 8.0, "dance": 3.0}
CALM = {"arm": 3.0, "wave": 3.0, "hips": 2.0, "kick": 3.0, "side": 3.0, "dance": 2.0}
"""Hz of the filter of pelvis, trunk and head, by kind of clip; in these the pelvis answers the limbs."""
SOON = 0.15
"""s before a foot leaves the ground, and after it comes, that the weight is on the other one."""
EARLY = {"side": 0.2}
"""The same by kind of clip, where it is longer."""
PLANTED = frozenset({"stand", "arm", "wave", "squat", "bow", "hips"})
"""Kinds of clips in which both feet stand all the time."""
ANCHORED = frozenset({"single", "kick", "side"})
"""Kinds of clips in which one foot stands all the time: where it hops it stays, the clip about it."""
FLAT = frozenset({"squat"})
"""Kinds of clips whose standing feet are flat."""


@dataclass(frozen=True)
class Settings:
    """How a clip is carried over.

    Attributes:
        rate: Rows a second of the reference, Hz.
        cutoff: Of the filter, Hz; by the clip's kind when None; 0: no filter.
        calm: Of the filter of pelvis, trunk and head, Hz; by the clip's kind when None. Not 0: the pelvis
            answers the limbs as well.
        early: s before a foot leaves that the weight is on the other one; by the clip's kind when None.
        delay: Filter in real time, forwards only, as the paper did.
        lock: Keep standing feet where they stand.
        planted: Both feet stand all the time; by the clip's kind when None.
        anchored: One foot stands all the time; by the clip's kind when None.
        flat: Standing feet are flat, whatever the clip does; by the clip's kind when None.
        balance: Bring the centre of mass over the soles where it is slow.
    """

    rate: float = 120.0
    cutoff: float | None = None
    calm: float | None = None
    early: float | None = None
    delay: bool = False
    lock: bool = True
    planted: bool | None = None
    anchored: bool | None = None
    flat: bool | None = None
    balance: bool = True

    def of(self, clip: Clip) -> Settings:
        """The same with all that the clip's kind decides."""
        kind = clip.kind
        return replace(
            self,
            cutoff=CUTOFFS.get(kind, CUTOFF) if self.cutoff is None else self.cutoff,
            calm=CALM.get(kind, 0.0) if self.calm is None else self.calm,
            early=EARLY.get(kind, SOON) if self.early is None else self.early,
            anchored=kind in ANCHORED if self.anchored is None else self.anchored,
            planted=kind in PLANTED if self.planted is None else self.planted,
            flat=kind in FLAT if self.flat is None else self.flat,
        )
