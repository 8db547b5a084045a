"""Mutators: of texts by tokens, lines and numbers; of bytes; of JSON."""

from __future__ import annotations

import copy
import math
import random
import re
from collections.abc import Sequence
from typing import Any

_PIECE = re.compile(r"\s+|\d+\.?\d*(?:[eE][-+]?\d+)?|\w+|.", re.DOTALL)
_NUMBER = re.compile(r"\d+\.?\d*(?:[eE][-+]?\d+)?")
_NAME = re.compile(r"[^\W\d]\w*")
EXTREMES = (
    *("0", "-1", "1e20", "-1e20", "nan", "inf", "-inf", "1e-300", "1e300", "1e400", "-0.0", "1e-9", "1"),
    *("9" * 30, "-" + "9" * 30, "2147483648", "-2147483649", "9223372036854775808", "65536", "1e6", ".5"),
)
ODD = (
    "\0",
    "\x1b[31m",
    "\r",
    "\x0b",
    "\x7f",
    "\u2028",
    "\ufeff",
    "é",
    "°",
    "ſ",
    "𝟙",
    "١",
    "\u202e",
    "\ud7ff",
)
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e20, 1e300, 1e-300),
    *(math.nan, math.inf, -math.inf, "", "\0", "nan", "x" * 5000, "../../x", "é\u202e", [], {}, [[]]),
)


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, parted by spaces."""
    return tuple(text.split())


def mutate_text(
    rng: random.Random, text: str, others: Sequence[str], words: Sequence[str], changes: int = 0
) -> str:
    """A text with some changes.

    Args:
        rng: Draws.
        text: The text.
        others: Texts that pieces may be taken from.
        words: Of the language, to be put in anywhere.
        changes: How many; drawn when 0.
    """
    pieces = _PIECE.findall(text)
    for _ in range(changes or rng.choice((1, 1, 1, 2, 3, 8))):
        _CHANGES[rng.randrange(len(_CHANGES))](rng, pieces, others, words)
    return "".join(pieces)


def _delete(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    at = rng.randrange(len(pieces) + 1)
    del pieces[at : at + rng.choice((1, 1, 2, 5, 30))]


def _insert(rng: random.Random, pieces: list[str], _: Sequence[str], words: Sequence[str]) -> None:
    pieces.insert(rng.randrange(len(pieces) + 1), rng.choice(words))


def _replace(rng: random.Random, pieces: list[str], _: Sequence[str], words: Sequence[str]) -> None:
    if pieces:
        pieces[rng.randrange(len(pieces))] = rng.choice(words)


def _repeat(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    at = rng.randrange(len(pieces) + 1)
    pieces[at:at] = pieces[at : at + rng.choice((1, 5, 30))] * rng.choice((1, 1, 3, 60))


def _swap(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    if len(pieces) > 1:
        a, b = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        pieces[a], pieces[b] = pieces[b], pieces[a]


def _corrupt(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    if pieces:
        at = rng.randrange(len(pieces))
        spot = rng.randrange(len(pieces[at]) + 1)
        odd = rng.choice((chr(rng.randrange(32, 127)), chr(rng.randrange(0x2100)), rng.choice(ODD)))
        pieces[at] = pieces[at][:spot] + odd + pieces[at][spot + rng.randrange(2) :]


def _splice(rng: random.Random, pieces: list[str], others: Sequence[str], _: Sequence[str]) -> None:
    if others:
        other = _PIECE.findall(rng.choice(others))
        start = rng.randrange(len(other) + 1)
        at = rng.randrange(len(pieces) + 1)
        pieces[at:at] = other[start : start + rng.choice((5, 20, 100))]


def _truncate(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    del pieces[rng.randrange(len(pieces) + 1) :]


def _number(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    spots = [k for k, piece in enumerate(pieces) if _NUMBER.fullmatch(piece)]
    if spots:
        at = rng.choice(spots)
        usual = repr(float(pieces[at]) * rng.choice((-1.0, 0.1, 10.0, 1.01, rng.uniform(-3, 3))))
        pieces[at] = rng.choice((rng.choice(EXTREMES), usual))


def _rename(rng: random.Random, pieces: list[str], others: Sequence[str], _: Sequence[str]) -> None:
    spots = [k for k, piece in enumerate(pieces) if _NAME.fullmatch(piece)]
    if len(spots) > 1:
        source = pieces[rng.choice(spots)]
        if others and rng.random() < 0.3:
            source = rng.choice(_NAME.findall(rng.choice(others)) or [source])
        pieces[rng.choice(spots)] = source


def _lines(rng: random.Random, pieces: list[str], *_: Sequence[str]) -> None:
    """Delete, repeat or move a line."""
    lines = "".join(pieces).splitlines(keepends=True)
    if len(lines) > 1:
        line = lines.pop(rng.randrange(len(lines)))
        for _copy in range(rng.choice((0, 1, 2))):
            lines.insert(rng.randrange(len(lines) + 1), line)
        pieces[:] = _PIECE.findall("".join(lines))


_CHANGES = (
    *(_delete, _insert, _replace, _repeat, _swap, _corrupt, _splice, _truncate, _number, _number),
    *(_rename, _lines),
)


def mutate_bytes(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some changes: flips, cuts, repeats, zeros."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 40))):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(out):
            out[at] = rng.choice((0, 255, rng.randrange(256)))
        elif kind == 2:
            del out[at:]
        elif kind == 3:
            del out[at : at + rng.choice((1, 4, 100))]
        elif kind == 4:
            out[at:at] = out[at : at + rng.choice((1, 4, 100, 4000))]
        else:
            size = len(out[at : at + rng.choice((4, 8, 64))])
            out[at : at + size] = bytes(size) if rng.random() < 0.5 else b"\xff" * size
    return bytes(out)


def mutate_json(rng: random.Random, value: Any, changes: int = 0) -> Any:
    """A JSON value with some changes: odd values, keys dropped, renamed, swapped."""
    value = copy.deepcopy(value)
    for _ in range(changes or rng.choice((1, 1, 2, 4))):
        holders = list(_holders(value))
        if not holders:
            return odd_value(rng)
        holder, key = rng.choice(holders)
        _change_entry(rng, holder, key, holders)
    return value


def _change_entry(rng: random.Random, holder: Any, key: Any, holders: list[tuple[Any, Any]]) -> None:
    kind = rng.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[rng.choice((str(key) + "x", "", str(key).upper(), "\0"))] = holder.pop(key)
    elif kind == 2:
        other, name = rng.choice(holders)
        holder[key] = copy.deepcopy(other[name]) if _still(other, name) else None
    elif kind == 3 and isinstance(holder, list):
        holder *= rng.choice((2, 3))
        del holder[5000:]
    elif kind == 4 and isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
        holder[key] = rng.choice((-holder[key], holder[key] + 1, holder[key] * 10, holder[key] / 3))
    else:
        holder[key] = odd_value(rng)


def odd_value(rng: random.Random) -> Any:
    """An odd JSON value."""
    if rng.random() < 0.03:
        return list(range(20_000))
    if rng.random() < 0.03:
        return deep(rng.choice((50, 200)))
    return copy.deepcopy(rng.choice(ODD_VALUES))


def deep(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def _holders(value: Any, depth: int = 0) -> Any:
    """Each (container, key) below a value; of long lists some."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys if len(keys) < 60 else list(keys)[:30] + list(keys)[-30:]:
        yield value, key
        if depth < 12:
            yield from _holders(value[key], depth + 1)


def _still(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)
