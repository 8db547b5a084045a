"""Stored JSON: whatever is in the file, the message names the file and the field."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.learn.settings import StoredSettings
from footfall.stored import decode, read_stored

SOUND = asdict(
    StoredSettings(
        "cma", "serial", 3, 0.5, None, 20, None, None, None, schema=1, bundle="ab", versions={"a": "1"}
    )
)


def text_of(**changes: object) -> bytes:
    import json

    return json.dumps({**SOUND, **changes}).encode()


def test_a_sound_one_comes_back() -> None:
    begun = decode(text_of(new_key=3), StoredSettings, where="f.json", help="h")
    assert asdict(begun) == SOUND


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", "three"),
        ("seed", -1),
        ("seed", 1e300),
        ("seed", 2**63),
        ("seed", 10**400),
        ("seed", None),
        ("sigma", float("nan")),
        ("sigma", 0),
        ("sigma", [0.5]),
        ("minutes", float("inf")),
        ("workers", 1.5),
        ("population", True),
        ("versions", []),
        ("search", {"name": "cma"}),
        ("schema", "1"),
    ],
)
def test_a_wrong_value_is_named(field: str, value: object) -> None:
    with pytest.raises(FootfallError) as caught:
        decode(text_of(**{field: value}), StoredSettings, where="f.json", help="mend it")
    assert caught.value.where == f"f.json: {field}" and caught.value.help == "mend it"


@pytest.mark.parametrize("field", ["seed", "bundle", "schema", "minutes"])
def test_a_missing_key_is_named(field: str) -> None:
    import json

    text = json.dumps({k: v for k, v in SOUND.items() if k != field}).encode()
    with pytest.raises(FootfallError, match=field):
        decode(text, StoredSettings, where="f.json", help="")


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b"\xff\xfe{}", b"[" * 100_000, text_of()[:-9], b'{"seed": 1' + b"0" * 5000],
)
def test_what_is_no_object_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    path.write_bytes(data)
    with pytest.raises(FootfallError) as caught:
        read_stored(path, StoredSettings, help="mend it")
    assert caught.value.where == str(path) and len(caught.value.message) < 400


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="a folder, not a file"):
        read_stored(tmp_path, StoredSettings, help="")
