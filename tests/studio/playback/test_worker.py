from __future__ import annotations

import multiprocessing as mp
import threading
from pathlib import Path
from typing import Any

import pytest

from footfall import faults
from footfall.studio.playback import player, worker
from footfall.studio.playback.worker import coalesce, play
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import Checkpoint, StartRun, SwapScript
from tests.studio.runs import setup_of


def test_of_what_replaces_itself_only_the_last_is_done() -> None:
    push = m.Push(part="trunk", force=(1.0, 0.0, 0.0))
    batch = [
        m.Scrub(time=1.0),
        m.SetParameter(name="a", value=1.0),
        push,
        m.SetParameter(name="b", value=2.0),
        m.Scrub(time=2.0),
        push,
        m.SetParameter(name="a", value=3.0),
    ]
    assert coalesce(batch) == [
        push,
        m.SetParameter(name="b", value=2.0),
        m.Scrub(time=2.0),
        push,
        m.SetParameter(name="a", value=3.0),
    ]
    swaps = [SwapScript(k, f"{k}", True, None) for k in range(5)]
    assert coalesce(swaps) == [swaps[-1]]


def test_sliders_of_the_body_are_taken_together() -> None:
    batch = [m.SetProportions(values={"a": 1.0, "b": 1.1}), m.Play(), m.SetProportions(values={"b": 1.2})]
    assert coalesce(batch) == [m.Play(), m.SetProportions(values={"a": 1.0, "b": 1.2})]


def conversation(begin: StartRun, *messages: object) -> list[Any]:
    """Play on a thread of this process, say something, and hear all until the pipe is closed."""
    ours, theirs = mp.Pipe()
    received: list[Any] = []
    thread = threading.Thread(target=play, args=(theirs,), daemon=True)
    thread.start()
    ours.send(begin)
    for message in messages:
        ours.send(message)
    while sum(isinstance(x, bytes) for x in received) < 5 and not any(
        isinstance(x, r.Refused) for x in received
    ):
        received.append(ours.recv())
    ours.close()
    thread.join(20)
    assert not thread.is_alive()
    return received


@pytest.mark.sim
def test_it_plays_until_the_server_goes() -> None:
    received = conversation(StartRun(setup_of(), 1, 0))
    assert "ready" in received and any(isinstance(x, Checkpoint) for x in received)


@pytest.mark.sim
def test_what_cannot_be_done_is_told() -> None:
    received = conversation(StartRun(setup_of(), 1, 0), m.SetGround(ground="lava"))
    refused = next(x for x in received if isinstance(x, r.Refused))
    assert refused.what == "setGround" and "lava" in refused.text


@pytest.mark.sim
def test_a_script_that_asks_for_what_cannot_be_done_stops_the_clock() -> None:
    text = "SKILL a()\nBODY planar7\nPHASE x\n  LOAD nothing-here.sav;\n"
    from dataclasses import replace

    received = conversation(StartRun(replace(setup_of(), name="a", path="", text=text), 1, 0))
    refused = next(x for x in received if isinstance(x, r.Refused))
    assert refused.what == "play" and "load" in refused.text
    transports = [x for x in received if isinstance(x, r.Transport)]
    assert not transports[-1].playing


@pytest.mark.sim
def test_a_fault_is_told_and_the_body_walks_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(faults, "_folders", lambda: [tmp_path])
    monkeypatch.setitem(player._HANDLERS, m.Throw, broken)
    received = conversation(StartRun(setup_of(), 1, 0), m.Throw())
    refused = next(x for x in received if isinstance(x, r.Refused))
    assert refused.what == "throw" and "fault of Footfall" in refused.text
    assert "nobody foresaw this" in next(tmp_path.iterdir()).read_text()
    monkeypatch.setattr(worker, "Player", broken)
    received = conversation(StartRun(setup_of(), 1, 0))
    assert [x.what for x in received] == ["begin"]


@pytest.mark.sim
def test_a_long_text_is_announced() -> None:
    setup = setup_of()
    long = setup.text + "# much\n" * 2000
    assert "busy" in conversation(StartRun(setup, 1, 0), SwapScript(2, long, False, None))
    assert "busy" not in conversation(StartRun(setup, 1, 0), SwapScript(2, setup.text + "# x\n", False, None))
    assert "busy" in conversation(StartRun(setup, 1, 0), m.Go(node="squat"))  # it reads the whole graph
