"""A search from the studio: the command it becomes, and what its events become."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.script import Source, compile_text, find_skill
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.messages import StartSearch, TermChoice
from footfall.studio.workspace import search
from footfall.studio.workspace.search import Search, term_text

SPEED = TermChoice(kind="speed", target=1.2, weight=10.0)


def test_terms_are_written_as_on_the_command_line() -> None:
    assert term_text(SPEED) == "speed=1.2@10"
    assert term_text(TermChoice(kind="energy")) == "energy"
    for wrong in (TermChoice(kind="beauty"), TermChoice(kind="speed"), TermChoice(kind="a b")):
        with pytest.raises(FootfallError):
            term_text(wrong)


def make(states: list[r.SearchState], source: Source, **options: object) -> Search:
    return Search(source, StartSearch(terms=(SPEED,), **options), "flat", 1, states.append)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "terms", "words"),
    [
        ("SKILL a(\n", (SPEED,), "."),
        ("SKILL a()\nPHASE x\n  POSE lKnee(1);\n", (SPEED,), "free"),
        ("SKILL a()\nPHASE x\n  POSE lKnee(1~.1);\n", (), "aim"),
    ],
)
def test_what_cannot_be_searched_is_refused(text: str, terms: tuple[TermChoice, ...], words: str) -> None:
    async def body() -> None:
        with pytest.raises(FootfallError, match=words):
            Search(Source("a", "", text), StartSearch(terms=terms), "flat", 1, lambda _: None)

    asyncio.run(body())


def test_events_become_points_and_a_better_script(monkeypatch: pytest.MonkeyPatch) -> None:
    source = find_skill("simbicon/walk")
    free = 0

    async def body() -> list[r.SearchState]:
        nonlocal free
        states: list[r.SearchState] = []
        monkeypatch.setattr(Search, "_run", _nothing)
        made = make(states, source, minutes=1.0)
        free = made.state.free
        generation = {"best": 5.0, "mean": None, "per_second": 2.0, "seconds_left": 9.0}
        for event in (
            {"event": "started", "workers": 1, "free": free},
            {"event": "improved", "vector": [0.0] * free, "score": 6.0},
            {"event": "generation", "evaluations": 1, "seconds": 1.0, **generation, "best": 6.0},
            {"event": "improved", "vector": [0.5] * free, "score": 5.0},
            {"event": "generation", "evaluations": 9, "seconds": 4.0, **generation},
            {"event": "done", "reason": "time", "score": 5.0},
        ):
            made._take(event)
        assert len(made.whole().points) == 2
        made.kill()
        return states

    states = asyncio.run(body())
    assert [s.state for s in states] == ["running"] * 5 + ["done"]
    assert states[1].text == ""  # the script itself is no improvement
    assert states[-1].start_score == 6.0 and states[-1].best == 5.0 and free > 0
    better = compile_text(states[-1].text, name=source.name, path=source.path)
    assert better.params.tolist() != compile_text(source.text).params.tolist()


async def _nothing(self: Search) -> None:
    return None


def test_scripts_that_it_may_call_go_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bend.skill").write_text("SKILL bend()\nPHASE x\n  TO end WHEN time > 1;\n")
    text = "SKILL a()\nPHASE x\n  POSE lKnee(1~.1);\n  DO bend();\n  TO end WHEN complete;\n"

    async def body() -> list[str]:
        monkeypatch.setattr(Search, "_run", _nothing)
        made = make([], Source("a.skill", str(tmp_path / "a.skill"), text), free=("x",))
        command = made._command()
        folder = Path(command[4]).parent
        assert sorted(p.name for p in folder.iterdir()) == ["a.skill", "bend.skill"]
        assert (folder / "a.skill").read_text() == text
        made.kill()
        assert not folder.exists()
        return command

    command = asyncio.run(body())
    assert command[1:4] == ["-m", "footfall", "tune"] and "--json" in command
    assert (
        command[command.index("--free") + 1] == "x" and command[command.index("--term") + 1] == "speed=1.2@10"
    )
    assert not (tmp_path / "a.skill").exists()


@pytest.mark.sim
def test_a_search_runs_and_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> list[r.SearchState]:
        states: list[r.SearchState] = []
        made = make(states, find_skill("simbicon/walk"), seconds=0.5, minutes=5.0)
        async with asyncio.timeout(400):  # a machine under load is no failure
            while not any(s.points for s in states):
                assert made.running, states[-1].reason
                await asyncio.sleep(0.05)
            await made.stop()
        return states

    states = asyncio.run(body())
    assert states[-1].state == "done" and states[-1].reason == "interrupted"
    assert json.loads(r.encode(states[-1]))["type"] == "search" and search.IDLE.state == "idle"
