from __future__ import annotations

from dataclasses import replace

import numpy as np

from footfall.engine.snapshot import Snapshot
from footfall.studio.playback.history import History, StoredPose
from footfall.studio.playback.restore_point import Command, RestorePoint, Setup

SETUP = Setup("a", "", "", "human")
PUSH = Command("push", {})


def restore_point(tick: int) -> RestorePoint:
    return RestorePoint(SETUP, "", Snapshot({"clocks": np.array([tick, 0, 0])}), tick)


def filled(ticks: int, every: int = 10, seconds: float = 1.0) -> History:
    """A history at 1000 ticks a second, one frame in ten ticks."""
    history = History(seconds, 0.001)
    for tick in range(0, ticks + 1, every):
        key = restore_point(tick) if history.wants_restore_point(tick) else None
        history.add(StoredPose(tick, b"%d" % tick), key)
    return history


def test_only_the_last_seconds_are_kept() -> None:
    history = filled(5000)
    assert (history.tail, history.head) == (4000, 5000)
    assert len(history) == 101


def test_there_is_a_moment_before_the_oldest_frame() -> None:
    found = filled(5000).restore_point(4005)
    assert found is not None and found.begin <= 4000 and found.tick == 4005


def test_a_frame_is_found_by_its_time() -> None:
    history = filled(500)
    for tick, wanted in ((0, 0), (14, 10), (20, 20), (499, 490), (9999, 500), (-5, 0)):
        frame = history.at(tick)
        assert frame is not None and frame.tick == wanted
    beside = [history.beside(14, n) for n in (-1, 1, 1000, -1000)]
    assert [f.tick for f in beside if f] == [0, 20, 500, 0]


def test_the_way_to_a_moment_holds_what_was_done_before_it_only() -> None:
    history = History(10.0, 0.001)
    history.add(StoredPose(0, b""), restore_point(0))
    history.note(5, PUSH)
    history.add(StoredPose(10, b""))
    history.note(10, PUSH)
    history.add(StoredPose(20, b""))
    found = history.restore_point(10)
    assert found is not None and [t for t, _ in found.commands] == [5]
    found = history.restore_point(11)
    assert found is not None and [t for t, _ in found.commands] == [5, 10]


def test_what_a_moment_has_felt_is_not_done_again() -> None:
    history = History(10.0, 0.001)
    history.add(StoredPose(0, b""), restore_point(0))
    history.note(10, PUSH)
    history.add(StoredPose(10, b""), restore_point(10))  # made after the push, at the same tick
    found = history.restore_point(30)
    assert found is not None and (found.begin, found.commands) == (10, ())
    history.cut(10)  # takes back neither the moment nor what it has felt
    history.note(12, PUSH)
    found = history.restore_point(30)
    assert found is not None and [t for t, _ in found.commands] == [12]


def test_cutting_forgets_what_came_after() -> None:
    history = filled(1000, seconds=10.0)
    history.note(600, PUSH)
    history.note(800, PUSH)
    history.cut(700)
    found = history.restore_point(2000)
    assert (history.head, found is not None and [t for t, _ in found.commands]) == (700, [600])


def test_an_earlier_state_can_be_asked_for() -> None:
    found = filled(1000, seconds=10.0).restore_point(900, since=300)
    assert found is not None and (found.begin, found.tick) == (250, 900)


def test_a_long_session_does_not_grow() -> None:
    history = History(1.0, 0.001)
    for tick in range(0, 60_000, 10):
        history.note(tick, PUSH)
        history.add(StoredPose(tick, b""), restore_point(tick) if history.wants_restore_point(tick) else None)
    assert len(history) == 101
    assert len(history._keys) <= 6 and len(history._commands) <= 126


def test_a_frame_at_the_same_tick_replaces_the_last() -> None:
    history = filled(100)
    history.add(replace(StoredPose(100, b""), data=b"new"))
    assert len(history) == 11
    frame = history.at(100)
    assert frame is not None and frame.data == b"new"
