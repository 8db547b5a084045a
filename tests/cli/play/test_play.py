"""`play`: what keys do, the clock, and a session on a real terminal."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from footfall.cli.play import live, screen
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim


class Typed:
    """Keys at given frames."""

    def __init__(self, **frames: str) -> None:
        self._frames = {int(name[1:]): keys for name, keys in frames.items()}
        self._frame = -1

    def read(self) -> Sequence[str]:
        self._frame += 1
        return screen.split_keys(self._frames.get(self._frame, ""))


class Lines:
    """A view that keeps the status of each frame."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def show(self, session: live.Play) -> None:
        self.seen.append(session.status)

    def closed(self) -> bool:
        return False


def played(sim: Sim, keys: Typed, seconds: float) -> tuple[live.Play, list[str]]:
    frames = iter(range(100_000))
    session, lines = live.Play(sim, (sim.programs[0].name, "simbicon/walk")), Lines()
    live.play(
        session,
        keys,
        lines,
        seconds=seconds,
        clock=lambda: next(frames) * live.REFRESH / 2,
        sleep=lambda _: None,
    )
    return session, lines.seen


def test_a_number_switches_the_gait() -> None:
    session, lines = played(Sim("simbicon/walk"), Typed(f3="2"), 1.5)
    assert any("simbicon/walk next" in line for line in lines)
    assert [e.kind for e in session.sim.events] == ["then", "switched"]


def test_a_later_number_replaces_one_that_still_waits() -> None:
    session, _ = played(Sim("simbicon/walk"), Typed(f3="2", f4="1"), 1.5)
    assert [e.kind for e in session.sim.events] == ["then", "then", "switched"]


def test_arrows_change_the_parameters_that_there_are() -> None:
    session, lines = played(Sim("simbicon/walk3d"), Typed(f2="\x1b[D\x1b[D\x1b[C", f4="\x1b[A"), 0.2)
    assert session.sim.actors[0].inputs[0] == pytest.approx(live.TURN)
    before = Sim("simbicon/walk3d").actors[0].inputs[1]
    assert session.sim.actors[0].inputs[1] == pytest.approx(before + live.FASTER["lean"])
    planar, lines = played(Sim("simbicon/walk-learning"), Typed(f2="\x1b[D"), 0.2)
    assert any("has no heading" in line for line in lines) and not planar.sim.events


def test_push_pause_again_and_quit() -> None:
    session, lines = played(Sim("simbicon/walk"), Typed(f2="p"), 0.3)
    assert session.sim.pushes[0].force == (300.0, 0.0, 0.0)
    session, lines = played(Sim("simbicon/walk"), Typed(f5=" ", f20=" ", f40="q"), 10)
    assert sum("paused" in line for line in lines) == 15 and session.quit and session.sim.time < 1
    session, lines = played(Sim("simbicon/walk"), Typed(f10="r"), 0.3)
    assert session.sim.time == pytest.approx(0.3) and len(lines) > 25


def test_a_slow_machine_plays_in_slow_motion_and_never_runs_after_the_clock() -> None:
    sim = Sim("simbicon/walk")
    clock = iter([0.0, 100.0, 100.0, 200.0, 200.0])
    session = live.Play(sim, ("simbicon/walk",))
    live.play(
        session, Typed(f2="q"), Lines(), seconds=9, clock=lambda: next(clock, 200.0), sleep=lambda _: None
    )
    assert sim.time <= 3 * live.LAG + 1e-9


def test_gaits_of_the_body_stand_on_the_number_keys() -> None:
    gaits = live.gaits_of(Sim("simbicon/walk"))
    assert gaits[0] == "simbicon/walk" and len(gaits) <= len(live.DIGITS)
    assert "simbicon/walk3d" not in gaits


def test_without_a_terminal_it_runs_its_seconds_and_can_be_replayed(
    footfall: Callable[..., Any], tmp_path: Path
) -> None:
    saved = tmp_path / "session.npz"
    answer = footfall(
        "play", "simbicon/walk", "--seconds", "1.5", "--then", "walk@.5", "--save", str(saved), "--no-window"
    )
    assert answer.code == 0, answer.err
    assert "simbicon/walk took over" in answer.out and "1.50 s simulated" in answer.out
    assert footfall("replay", str(saved)).code == 0


def test_bad_input_is_refused(footfall: Callable[..., Any]) -> None:
    for arguments in (["nothing"], ["simbicon/walk", "--seconds", "-1"], ["simbicon/walk", "--then", "x"]):
        assert footfall("play", *arguments).code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_session_on_a_terminal() -> None:
    import pty

    master, slave = pty.openpty()
    command = [sys.executable, "-m", "footfall", "play", "simbicon/walk", "--no-window", "--seconds", "60"]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    os.set_blocking(master, False)
    text, sent = "", 0
    while process.poll() is None:  # its seconds are counted, and then it ends by itself
        try:
            select.select([master], [], [], 0.1)
            text += os.read(master, 65536).decode(errors="replace")
        except (BlockingIOError, OSError):
            pass
        if sent == 0 and " m/s" in text:
            os.write(master, b"p")
            sent = 1
        elif sent == 1 and "push 300 N" in text:
            os.write(master, b"q")
            sent = 2
    process.kill()  # no more than a precaution: it has ended by itself
    process.wait()
    os.close(master)
    assert process.returncode == 0 and sent == 2, text
