from __future__ import annotations

import os
import signal
import threading

import pytest

from footfall.learn.interrupt import Interrupt


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_it_is_held_until_allowed() -> None:
    interrupt = Interrupt()
    reached = []
    with interrupt.held():
        press_ctrl_c()
        reached.append("after")
        with pytest.raises(KeyboardInterrupt), interrupt.allowed():
            reached.append("never")
    assert reached == ["after"] and interrupt.requested


def test_it_raises_where_allowed() -> None:
    interrupt = Interrupt()
    with interrupt.held(), pytest.raises(KeyboardInterrupt), interrupt.allowed():
        press_ctrl_c()
        raise AssertionError("it went on")


def test_a_forbidden_part_is_finished_first() -> None:
    interrupt = Interrupt()
    finished = []
    with interrupt.held(), pytest.raises(KeyboardInterrupt), interrupt.allowed():
        with interrupt.forbidden():
            press_ctrl_c()
            finished.append(True)
        raise AssertionError("it went on")
    assert finished


def test_the_handler_before_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupt().held():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_holds_nothing() -> None:
    seen = []

    def work() -> None:
        with Interrupt().held():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]


def test_being_told_to_end_is_held_too_and_known_from_ctrl_c() -> None:
    interrupt = Interrupt()
    before = signal.getsignal(signal.SIGTERM)
    with interrupt.held(), pytest.raises(KeyboardInterrupt), interrupt.allowed():
        os.kill(os.getpid(), signal.SIGTERM)
        raise AssertionError("it went on")
    assert interrupt.reason == "terminated" and signal.getsignal(signal.SIGTERM) is before
