"""The last minute of a session: a pose for every displayed frame, and RestorePoints to go back to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from dataclasses import dataclass, replace
from itertools import islice

from footfall.studio.playback.restore_point import Command, RestorePoint

KEY_SECONDS = 0.25  # between RestorePoints that are kept


@dataclass(frozen=True)
class StoredPose:
    """The pose packet of a tick."""

    tick: int
    data: bytes


@dataclass(frozen=True)
class _KeyPoint:
    """A RestorePoint, and how many Commands had been carried out by then."""

    point: RestorePoint
    done: int


class History:
    """Poses, RestorePoints and commands of the last seconds.

    Args:
        seconds: How much is kept.
        dt: Physics step, s.
    """

    def __init__(self, seconds: float, dt: float) -> None:
        self._span = int(round(seconds / dt))
        self._every = max(1, int(round(KEY_SECONDS / dt)))
        self._frames: deque[StoredPose] = deque()
        self._keys: deque[_KeyPoint] = deque()
        self._commands: deque[tuple[int, Command]] = deque()
        self._forgotten = 0  # Commands that are no longer in the deque

    @property
    def head(self) -> int:
        """Newest tick."""
        return self._frames[-1].tick if self._frames else 0

    @property
    def tail(self) -> int:
        """Oldest tick."""
        return self._frames[0].tick if self._frames else 0

    def __len__(self) -> int:
        return len(self._frames)

    def wants_restore_point(self, tick: int) -> bool:
        """Whether it is time for another RestorePoint."""
        return not self._keys or tick >= self._keys[-1].point.tick + self._every

    def add(self, frame: StoredPose, point: RestorePoint | None = None) -> None:
        """Store the pose that is shown now and, if given, a RestorePoint.

        A frame at the tick of the last one replaces it: something was changed while the clock stood.
        """
        if self._frames and self._frames[-1].tick >= frame.tick:
            self._frames.pop()
        self._frames.append(frame)
        if point is not None:
            self._keys.append(_KeyPoint(point, self._forgotten + len(self._commands)))
        self._trim()

    def note(self, tick: int, command: Command) -> None:
        """Store a command that was carried out before a tick."""
        self._commands.append((tick, command))

    def at(self, tick: int) -> StoredPose | None:
        """What was shown at a tick, or just before it; the oldest when it is older than all."""
        if not self._frames:
            return None
        k = bisect_right(self._frames, tick, key=lambda f: f.tick)
        return self._frames[max(0, k - 1)]

    def beside(self, tick: int, steps: int) -> StoredPose | None:
        """The frame so many frames after (or before) the one at a tick."""
        if not self._frames:
            return None
        k = max(0, bisect_right(self._frames, tick, key=lambda f: f.tick) - 1)
        return self._frames[min(max(0, k + steps), len(self._frames) - 1)]

    def restore_point(self, tick: int, *, since: int | None = None) -> RestorePoint | None:
        """The RestorePoint of a tick: the stored one before it, and the commands since.

        Args:
            tick: Where to; what was done at this very tick is left out.
            since: A tick before which the RestorePoint must lie; `tick` when None.
        """
        limit = tick if since is None else min(since, tick)
        k = bisect_right(self._keys, limit, key=lambda key: key.point.tick) - 1
        if k < 0:
            if not self._keys:
                return None
            k = 0
        key = self._keys[k]
        first = max(0, key.done - self._forgotten)
        way = tuple((t, c) for t, c in islice(self._commands, first, None) if t < tick)
        return replace(key.point, tick=max(tick, key.point.tick), commands=way)

    def cut(self, tick: int) -> None:
        """Forget everything after a tick, and what was done at it."""
        while self._frames and self._frames[-1].tick > tick:
            self._frames.pop()
        while self._keys and self._keys[-1].point.tick > tick:
            self._keys.pop()
        done = (
            self._keys[-1].done if self._keys else 0
        )  # the state of the last RestorePoint includes so many of them
        while self._forgotten + len(self._commands) > done and self._commands[-1][0] >= tick:
            self._commands.pop()

    def _trim(self) -> None:
        oldest = self._frames[-1].tick - self._span
        while self._frames[0].tick < oldest:
            self._frames.popleft()
        first = self._frames[0].tick
        keep = bisect_left(self._keys, first + 1, key=lambda key: key.point.tick) - 1
        for _ in range(max(0, keep)):
            self._keys.popleft()
        while self._keys and self._commands and self._forgotten < self._keys[0].done:
            self._commands.popleft()
            self._forgotten += 1
