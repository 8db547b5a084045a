from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest

from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol import typescript


def test_a_message_is_told_by_its_type() -> None:
    assert m.decode('{"type": "scrub", "time": 2.5}') == m.Scrub(time=2.5)
    assert m.decode('{"type": "setGhosts", "fromTime": 1}') == m.SetGhosts(from_time=1.0)
    assert m.decode('{"type": "push", "part": "trunk", "force": [1, 2, 3]}').seconds == 0.1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"type": "fly"}',
        '{"type": "scrub"}',
        '{"type": "scrub", "time": "1"}',
        '{"type": "scrub", "time": -1}',
        '{"type": "scrub", "time": 1e300}',
        '{"type": "scrub", "time": NaN}',
        '{"type": "scrub", "time": 1, "more": 2}',
        '{"type": "push", "part": "trunk", "force": [1, 2]}',
        '{"type": "push", "part": "trunk", "force": [1, 2, 1e9]}',
        '{"type": "push", "part": "", "force": [1, 2, 3]}',
        '{"type": "key", "name": "AB", "down": true}',
        '{"type": "export", "id": 1, "kind": "exe"}',
        '{"type": "setSpeed", "factor": 0}',
        '{"type": "edit", "version": 9007199254740993, "changes": []}',
        '{"type": "edit", "version": -1, "changes": []}',
        '{"type": "ack", "seq": 1e300}',
        '{"type": "setProportions", "values": {"legs": 1e9}}',
    ],
)
def test_what_is_not_a_message_is_refused(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        m.decode(text)


def test_a_text_has_a_largest_size() -> None:
    with pytest.raises(msgspec.MsgspecError):
        m.decode(json.dumps({"type": "hover", "id": 1, "offset": 0, "text": "x" * 1_000_001}))


def test_every_message_has_a_tag_of_its_own() -> None:
    for union in (m.FromPage, r.ToPage):
        tags = [member.__struct_config__.tag for member in get_args(union)]
        assert len(tags) == len(set(tags)) and all(tags)


def test_the_typescript_is_up_to_date() -> None:
    if not typescript.TARGET.parent.is_dir():
        pytest.skip("the page's sources are not here (an installed package has none)")
    assert typescript.TARGET.read_text(encoding="utf-8") == typescript.typescript(), (
        "run `python -m footfall.studio.protocol.typescript`"
    )


def test_typescript_speaks_of_optional_and_listed_things() -> None:
    text = typescript.typescript()
    assert "  fromTime?: number | null;" in text
    assert "  proportions: Proportion[];" in text
    assert "  ranges: Record<string, Record<string, [number, number]>>;" in text


def test_replies_have_no_numbers_that_json_lacks() -> None:
    text = r.encode(r.Restarted(reason="died", seconds=float("inf"), time=float("nan"))).decode()
    assert json.loads(text) == {"type": "restarted", "reason": "died", "seconds": None, "time": None}
