from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from footfall import faults
from footfall.errors import FootfallError
from footfall.studio.session.offload import Offload


def test_the_loop_goes_on_and_of_each_kind_the_newest_is_done() -> None:
    async def main() -> None:
        offload, go, done = Offload(), threading.Event(), []  # type: ignore[var-annotated]
        offload.do(("a", "first"), lambda: go.wait(60), done.append, done.append)
        await asyncio.sleep(0)
        for k in range(100):
            offload.do(("a", "hover"), lambda k=k: f"a {k}", done.append, done.append)
            offload.do(("b", "hover"), lambda k=k: f"b {k}", done.append, done.append)
        await asyncio.sleep(0)  # the loop is not held up
        assert done == [] and offload.waiting == 2
        go.set()
        while len(done) < 3:
            await asyncio.sleep(0.001)
        assert done == [True, "a 99", "b 99"]

    asyncio.run(main())


def test_what_fails_is_told_and_the_next_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "_folders", lambda: [tmp_path])

    def wrong() -> None:
        raise FootfallError("it cannot be")

    def broken() -> None:
        raise ZeroDivisionError

    async def main() -> list[object]:
        offload, done = Offload(), []  # type: ignore[var-annotated]
        for key, work in (("a", wrong), ("b", broken), ("c", lambda: "fine")):
            offload.do(key, work, done.append, lambda problem: done.append(problem.message))
        while len(done) < 3:
            await asyncio.sleep(0.001)
        return done

    first, second, third = asyncio.run(main())
    assert first == "it cannot be" and "ZeroDivisionError" in str(second) and third == "fine"
    assert len(list(tmp_path.iterdir())) == 1


def test_who_has_gone_is_not_worked_for() -> None:
    async def main() -> None:
        offload, done = Offload(), []  # type: ignore[var-annotated]
        offload.do(("a", "x"), lambda: 1, done.append, done.append)
        offload.do(("b", "x"), lambda: 2, done.append, done.append)
        offload.forget("a")
        while not done:
            await asyncio.sleep(0.001)
        assert done == [2] and offload.waiting == 0

    asyncio.run(main())
