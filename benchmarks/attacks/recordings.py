"""Recordings and learned torque (.npz): damaged as files, as archives, as arrays and as headers."""

from __future__ import annotations

import io
import json
import random
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.attacks import corpus
from benchmarks.attacks.case import LINK, PIPE, Bench, Case
from benchmarks.attacks.mutate import mutate_bytes, mutate_json, mutate_text

_SHAPES = (
    "(1000000000000,)",
    "(-1,)",
    "(9999999999999999999999,)",
    "()",
    "(0,)",
    "(3, 3",
    "None",
    "(1e9,)",
    "(2,)",
)
_TYPES = ("|O", "<f8", "<i8", "|u1", "|S5", "<U9", "<M8[s]", "|V8", "<c16", "x", "<f2", "[('a', '<f8')]")


@cache
def valid() -> tuple[bytes, ...]:
    """Recordings of several kinds, the same bytes in every run."""
    from footfall.engine.sim import Sim

    walk = Sim("simbicon/walk", seed=3)
    walk.push(forward=50.0, seconds=0.05, time=0.02)
    before = walk.state()
    first = walk.run(0.1)
    walk.set(lean=0.1)
    walk.swap(walk.programs[0].units[0].text.replace("\n", "\n\n", 1))
    walk.then("run", 0.15)
    second = walk.run(0.1)
    walk.restore(before)
    made = (first, second, walk.run(0.05), Sim("classic/walk.s").run(0.05), Sim("genbicon/walk").run(0.05))
    return tuple(_file(replace(rec, header=rec.header | {"wall_seconds": 0.0}).save) for rec in made)


@cache
def learned() -> bytes:
    """A file of learned torque."""
    from footfall.engine.learned import save_learned
    from footfall.engine.sim import Sim

    sim = Sim("simbicon/walk-learning")
    sim.step(50)
    return _file(lambda path: save_learned(sim, path))


def _file(save: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.npz"
        save(path)
        return path.read_bytes()


def members(data: bytes) -> dict[str, bytes]:
    """What lies in an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(parts: dict[str, bytes]) -> bytes:
    """An archive of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return file.getvalue()


def npy(array: np.ndarray[Any, Any]) -> bytes:
    """An array as a member."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def _member(rng: random.Random, parts: dict[str, bytes]) -> str:
    return rng.choice(sorted(parts))


def _drop(rng: random.Random, parts: dict[str, bytes]) -> None:
    del parts[_member(rng, parts)]


def _exchange(rng: random.Random, parts: dict[str, bytes]) -> None:
    a, b = _member(rng, parts), _member(rng, parts)
    parts[a], parts[b] = parts[b], parts[a]


def _damage(rng: random.Random, parts: dict[str, bytes]) -> None:
    name = _member(rng, parts)
    parts[name] = mutate_bytes(rng, parts[name])


def _describe(rng: random.Random, parts: dict[str, bytes]) -> None:
    """Another shape or type in the description of an array, the same bytes behind it."""
    name = _member(rng, parts)
    array = np.load(io.BytesIO(parts[name]), allow_pickle=False)
    shape = rng.choice(_SHAPES) if rng.random() < 0.6 else repr(array.shape)
    kind = rng.choice(_TYPES) if rng.random() < 0.6 else array.dtype.str
    kind = kind if kind.startswith("[") else repr(kind)
    text = f"{{'descr': {kind}, 'fortran_order': {rng.choice((True, False))}, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    parts[name] = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + array.tobytes()


def _spoil(rng: random.Random, parts: dict[str, bytes]) -> None:
    """Odd numbers in an array, or another shape or type that fits its bytes."""
    name = _member(rng, parts)
    array = np.load(io.BytesIO(parts[name]), allow_pickle=False).copy()
    kind = rng.randrange(4)
    if kind == 0:
        array = array[: len(array) // 2]
    elif kind == 1:
        array = array.astype(rng.choice(("f4", "i4", "u1", "U5"))) if array.dtype.kind in "fiu" else array
    elif array.size and array.dtype.kind in "if":
        odd = (
            (-1, np.iinfo(array.dtype).max, np.iinfo(array.dtype).min, 77)
            if array.dtype.kind == "i"
            else (np.nan, np.inf, 1e300, -1e20, 0.0)
        )
        for _ in range(rng.choice((1, 5, 100))):
            array.flat[rng.randrange(array.size)] = rng.choice(odd)
    parts[name] = npy(array)


def _header(rng: random.Random, parts: dict[str, bytes]) -> None:
    """Another header, or other text."""
    texts = [n for n in parts if _is_text(parts[n])]
    if not texts:
        return
    name = "header.npy" if "header.npy" in texts and rng.random() < 0.85 else rng.choice(texts)
    text = np.load(io.BytesIO(parts[name]), allow_pickle=False).tobytes().decode()
    try:
        text = json.dumps(mutate_json(rng, json.loads(text)))
    except ValueError:
        text = mutate_text(rng, text, corpus.modern(), corpus.WORDS)
    parts[name] = npy(np.frombuffer(text.encode("utf-8", "replace"), np.uint8))


def _is_text(member: bytes) -> bool:
    return b"'|u1'" in member[:128]


_CHANGES: tuple[Callable[[random.Random, dict[str, bytes]], None], ...] = (
    *(
        _drop,
        _exchange,
        _damage,
        _describe,
        _describe,
        _spoil,
        _spoil,
        _spoil,
        _header,
        _header,
        _header,
        _header,
    ),
)


class Recordings:
    """Files that ``footfall replay`` and ``--learned`` read."""

    name = "recordings"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        crafted = _crafted()
        if number < len(crafted):
            return Case(self.name, {"attack.npz": crafted[number]})
        data, orders = rng.choice(valid()), []
        if rng.random() < 0.15:
            data, orders = learned(), ["learned"]
        if rng.random() < 0.2:
            return Case(self.name, {"attack.npz": mutate_bytes(rng, data)}, orders)
        parts = members(data)
        for _ in range(rng.choice((1, 1, 2))):
            with suppress(Exception):  # a member that the first change has damaged, or no member at all
                rng.choice(_CHANGES)(rng, parts)
        return Case(self.name, {"attack.npz": archive_of(parts)}, orders)

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        from footfall.engine.learned import load_learned
        from footfall.engine.recording.recording import Recording
        from footfall.engine.sim import Sim

        if case.orders == ["learned"]:
            with bench.work("learned"):
                sim = Sim("simbicon/walk-learning")
                load_learned(sim, Path("attack.npz"))
                sim.step(20)
            return True
        with bench.work("load"):
            rec = Recording.load("attack.npz")
        with bench.work("report"):
            rec.report()
            rec.moves()
            _ = rec.title, rec.pushes, rec.end, rec.speed, rec.phase_names
        if bench.physics:
            with bench.work("replay"):
                rec.replay().report()
        return True


@cache
def _crafted() -> tuple[bytes, ...]:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in members(valid()[0]).items():
            if name != "log_qpos.npy":
                archive.writestr(zipfile.ZipInfo(name), data)
        with archive.open("log_qpos.npy", "w", force_zip64=True) as member:  # 1.2 GB of zeros
            head = "{'descr': '<f8', 'fortran_order': False, 'shape': (150000000, 1), }"
            text = head.encode() + b" " * (-(len(head) + 11) % 64) + b"\n"
            member.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
            for _ in range(1200):
                member.write(bytes(1_000_000))
    header = {"schema": 1, "ticks": 10**12, "dt": 1e-3, "seed": 0, "skill": "x", "texts": {}}
    tiny = {"header.npy": npy(np.frombuffer(json.dumps(header).encode(), np.uint8)),
            "model_xml.npy": npy(np.frombuffer(b"<mujoco/>", np.uint8))}  # fmt: skip
    odd = (
        b"null",
        b"[]",
        b"1",
        b'"x"',
        b"{}",
        b'{"schema": "x"}',
        b'{"schema": 1e999}',
        b"[" * 50_000,
        b"\xff",
        b"",
    )
    heads = [{**tiny, "header.npy": npy(np.frombuffer(text, np.uint8))} for text in odd]
    newer = json.dumps({"schema": 99, "versions": []}).encode()
    heads.append({**tiny, "header.npy": npy(np.frombuffer(newer, np.uint8))})
    names = [{"../outside/keep.npy": b"", **tiny}, {"a" * 60_000: b"", **tiny}, {"": b"", **tiny}]
    plain = (b"", b"PK\5\6" + bytes(18), b"PK\3\4", npy(np.zeros(3)), b"\x93NUMPY", bytes(1000), PIPE)
    links = (LINK + b"/dev/zero", LINK + b".")
    return (*plain, *links, file.getvalue(), *(archive_of(parts) for parts in (tiny, *heads, *names)))
