"""Messages of the studio's page, as the server gets them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from benchmarks.attacks import corpus
from benchmarks.attacks.case import Bench, Case, Failure
from benchmarks.attacks.mutate import listed, mutate_json, mutate_text

_NAMES = (
    "mine.skill",
    "new",
    "../outside/keep",
    "simbicon/walk",
    "a b",
    "",
    "\0",
    ".hidden",
    "nosuch.skill",
    "mine",
)
_TEXT = corpus.modern
_OPENING = ("openSkill", "newProject", "openProject", "duplicateProject")


def _sound(rng: random.Random) -> dict[str, Any]:
    """A message as the page may send it."""
    from benchmarks.attacks.pages import SKILL

    text = mutate_text(rng, SKILL, _TEXT(), corpus.WORDS) if rng.random() < 0.6 else rng.choice(_TEXT())
    name, at = rng.choice(_NAMES), rng.choice((0.0, 0.01, 0.1, 5.0))
    asked = {"id": 1, "text": text, "offset": rng.randrange(len(text) + 2)}
    choices: tuple[dict[str, Any], ...] = (
        {"type": "ack", "seq": rng.choice((0, 1, 10**6))},
        *({"type": word} for word in ("play", "pause", "reset")),
        {"type": "step", "frames": rng.choice((1, -1, 5, -3600))},
        {"type": "setSpeed", "factor": rng.choice((0.01, 1.0, 8.0))},
        *({"type": word, "time": at} for word in ("scrub", "branch")),
        {"type": "edit", "version": rng.choice((2, 3, 10**9, -1)), "text": text, "ghost": rng.random() < 0.3},
        *({"type": word, **asked} for word in ("complete", "hover")),
        {"type": "setParameter", "name": rng.choice(("lean", "nosuch")), "value": rng.choice((0, 1e6, -1e6))},
        {"type": "setGhosts", "next": True, "last": True, "seconds": 0.1, "fromTime": rng.choice((None, at))},
        {"type": "push", "part": rng.choice(("trunk", "x", "lFoot")), "force": [rng.choice((50, 1e5)), 0, 0],
         "seconds": rng.choice((0.05, 10.0)), "world": rng.random() < 0.5},
        {"type": "throw", "mass": 2.0, "speed": 8.0, "angle": 1.5},
        {"type": "setGround", "ground": rng.choice(listed("flat slope:5 stairs:.1,.3,5 bumps:.03 x"))},
        {"type": "setRagdoll", "on": rng.random() < 0.5},
        {"type": "key", "name": "A", "down": True},
        {"type": "setProportions", "values": {rng.choice(listed("shins thighs x")): rng.choice((0.05, 20))}},
        {"type": "startSearch", "terms": [{"kind": rng.choice(listed("speed x track")), "target": at}]},
        {"type": "stopSearch", "keep": True},
        *({"type": word, "name": name} for word in _OPENING),
        {"type": "duplicate", "name": name, "to": rng.choice((None, *_NAMES))},
        {"type": "save", "text": text, "to": rng.choice((None, *_NAMES))},
        {"type": "export", "id": 1, "kind": rng.choice(("recording", "x")), "start": at, "end": None},
    )  # fmt: skip
    return rng.choice(choices)


def message(rng: random.Random) -> str:
    """What a page may send: right, nearly right, or nothing of the kind."""
    kind = rng.random()
    if kind < 0.55:
        return json.dumps(_sound(rng))
    if kind < 0.85:
        return json.dumps(mutate_json(rng, _sound(rng)))
    if kind < 0.95:
        return mutate_text(rng, json.dumps(_sound(rng)), (), ('"', "{", "}", "[", "null", "1e999", "\\ud800"))
    return rng.choice(
        ("", "null", "[]", "[" * 10_000, "\0", '{"type": {}}', "{" * 500, '"' + "x" * 100_000, "NaN")
    )


class Messages:
    """Conversations with the studio."""

    name = "messages"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        return Case(self.name, {}, [message(rng) for _ in range(rng.choice((1, 2, 4, 8)))])

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`. After all of them, the page still answers."""
        refused = 0
        with bench.work("begin"):
            studio = _Studio(bench.folder / "projects" / "first")
        with studio:
            for text in case.orders:
                with bench.work(f"message {text[:40]}", 4.0):  # and what it makes the body do
                    studio.say(text)
            with bench.work("still there"):
                refused = studio.settle()
        return refused < len(case.orders)


class _Studio:
    """One page at a studio, through the application that the server runs."""

    def __init__(self, folder: Path) -> None:
        from starlette.testclient import TestClient

        from benchmarks.attacks.pages import SKILL, stand_in
        from footfall.studio.project import Project
        from footfall.studio.server import Access, make_app

        stand_in()
        folder.mkdir(parents=True)
        (folder / "mine.skill").write_text(SKILL)
        access = Access.on("127.0.0.1")
        self._token = access.token
        self._client = TestClient(
            make_app(Project(folder), "mine.skill", access), base_url="http://127.0.0.1:8765"
        )

    def __enter__(self) -> _Studio:
        self._client.__enter__()
        shown = f"?token={self._token}" if self._token else ""
        self._page = self._client.websocket_connect(f"ws://127.0.0.1:8765/ws{shown}")
        self._page.__enter__()
        return self

    def __exit__(self, *why: Any) -> None:
        from starlette.websockets import WebSocketDisconnect

        try:
            self._page.__exit__(*why)
        except WebSocketDisconnect:
            pass
        finally:
            self._client.__exit__(*why)

    def say(self, text: str) -> None:
        self._page.send_text(text)

    def settle(self) -> int:
        """Wait until all was heard; how many messages were refused.

        Raises:
            Failure: The page was let go.
        """
        mark = random.getrandbits(40)
        self.say(json.dumps({"type": "hover", "id": mark, "text": "SKILL a()", "offset": 1}))
        refused: int = 0
        while True:
            heard = self._page.receive()
            if heard["type"] == "websocket.close":
                raise Failure(f"the page was let go with {heard.get('code')}")
            if heard.get("text"):
                said = json.loads(heard["text"])
                refused += int(said["type"] == "refused")
                if said["type"] == "hovered" and said["id"] == mark:
                    return refused
