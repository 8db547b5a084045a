"""Messages of the studio's page, as the server gets them."""

from __future__ import annotations

import json
import random
import typing
from pathlib import Path
from typing import Any

import msgspec

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
_FACTORS = ("shins", "thighs", "height", "nosuch", "")
_CHOICES = {
    "ground": ("flat", "slope:5", "stairs:.1,.3,5", "bumps:.03", "x", "slope:nan"),
    "part": ("trunk", "pelvis", "lFoot", "nosuch"),
}


def _sound(rng: random.Random) -> dict[str, Any]:
    """A message as the page may send it: of any type, its fields of the types that they are declared with."""
    from footfall.studio.protocol import messages

    kinds = msgspec.inspect.multi_type_info(typing.get_args(messages.FromPage))
    kind = rng.choice([k for k in kinds if isinstance(k, msgspec.inspect.StructType)])
    return {"type": kind.tag, **_fields(rng, kind)}


def _fields(rng: random.Random, kind: msgspec.inspect.StructType) -> dict[str, Any]:
    asked = [f for f in kind.fields if f.required or rng.random() < 0.7]
    return {f.encode_name: _value(rng, f.name, f.type) for f in asked}


def _value(rng: random.Random, name: str, kind: Any) -> Any:
    """A value of a type; texts, names and small numbers are such as mean something."""
    known = msgspec.inspect
    if isinstance(kind, known.StrType):
        return _text(rng, name, kind)
    if isinstance(kind, (known.IntType, known.FloatType)):
        low = kind.ge if kind.ge is not None else kind.gt if kind.gt is not None else -1e6
        high = kind.le if kind.le is not None else kind.lt if kind.lt is not None else 1e6
        few = [v for v in (0, 1, 2, 3, 0.05, 0.1, 1.2) if low <= v <= high]
        value = rng.choice((*few, low, high, rng.uniform(low, high)))
        return int(value) if isinstance(kind, known.IntType) else value
    if isinstance(kind, known.BoolType):
        return rng.random() < 0.5
    if isinstance(kind, known.UnionType):
        return _value(rng, name, rng.choice(kind.types))
    if isinstance(kind, known.TupleType):
        return [_value(rng, name, one) for one in kind.item_types]
    if isinstance(kind, (known.VarTupleType, known.ListType)):
        return [_value(rng, name, kind.item_type) for _ in range(rng.choice((0, 1, 1, 3)))]
    if isinstance(kind, known.DictType):
        return {
            rng.choice(_FACTORS): _value(rng, "value", kind.value_type) for _ in range(rng.choice((1, 2)))
        }
    if isinstance(kind, known.StructType):
        return _fields(rng, kind)
    return None


def _text(rng: random.Random, name: str, kind: msgspec.inspect.StrType) -> str:
    from benchmarks.attacks.pages import SKILL

    if name == "text":
        whole = mutate_text(rng, SKILL, _TEXT(), corpus.WORDS) if rng.random() < 0.6 else rng.choice(_TEXT())
        return whole if rng.random() < 0.7 else rng.choice(corpus.WORDS)
    if name == "kind":
        return rng.choice(listed("recording speed track heading x"))
    if kind.pattern:
        return rng.choice("aA5é")
    return rng.choice(_CHOICES.get(name, _NAMES))


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
        from footfall.studio.server.access import Access
        from footfall.studio.server.app import make_app
        from footfall.studio.workspace.project import Project

        stand_in()
        folder.mkdir(parents=True)
        (folder / "mine.skill").write_text(SKILL)
        access = Access(token="attack" * 4)
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
        mark = random.getrandbits(30)
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
