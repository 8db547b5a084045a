"""Folders of searches that are resumed, objectives, and tables of robustness that are read back."""

from __future__ import annotations

import hashlib
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.attacks import corpus
from benchmarks.attacks.case import LINK, PIPE, Bench, Case
from benchmarks.attacks.commands import call
from benchmarks.attacks.mutate import EXTREMES, deep, listed, mutate_bytes, mutate_json, mutate_text

_FOLDER = "search"
_BEGIN = listed(
    "tune simbicon/walk --term speed=1 --free lift --seconds 0.1 --evaluations 4 --population 2 "
    "--evaluator serial --no-pictures"
)
_AIM = """seconds = 0.2
combine = "mean"
[[term]]
kind = "speed"
target = 1.0
weight = 10
[[term]]
kind = "tilt"
threshold = 0.6
bonus = 5
[[scenario]]
push = "0.1:0.4:0,150"
[[scenario]]
ground = "slope:3"
draw = true
"""
_WORDS = (
    *listed(
        "[[term]] [[scenario]] kind target weight threshold bonus push ground draw jitter seconds combine"
    ),
    *listed(
        '"worst" = [ ] { } " "energy" "heading" "step" "track" body seed set at friction [] true false "x"'
    ),
    *EXTREMES,
)


@cache
def valid() -> dict[str, bytes]:
    """The files of a search that was begun, by name."""
    import os
    import tempfile

    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            call([*_BEGIN, "-o", _FOLDER])
            root = Path(folder)
            return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
        finally:
            os.chdir(before)


def sign(files: dict[str, bytes]) -> None:
    """Make checksums fit what they are of, so that what lies behind them is read."""
    from footfall.learn.job import Bundle

    for name, data in files.items():
        head, _, body = data.partition(b"\n")
        if Path(name).name.startswith("checkpoint") and head.count(b" ") == 2:
            words = head.split(b" ")
            words[2] = hashlib.sha256(body).hexdigest().encode()
            files[name] = b" ".join(words) + b"\n" + body
    try:
        table = json.loads(files[f"{_FOLDER}/search.json"])
        table["bundle"] = Bundle.from_bytes(files[f"{_FOLDER}/bundle.json"]).hash
        files[f"{_FOLDER}/search.json"] = json.dumps(table).encode()
    except Exception:  # whatever is wrong with it is for the case to find
        return


class Searches:
    """``tune --resume``, ``--objective`` and ``robust --baseline``."""

    name = "searches"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        crafted = _crafted()
        if number < len(crafted):
            return crafted[number]
        kind = rng.random()
        if kind < 0.25:
            aim = mutate_text(rng, _AIM, (_AIM,), _WORDS).encode("utf-8", "replace")
            return Case(self.name, {"aim.toml": aim}, ["objective"])
        if kind < 0.35:
            return Case(self.name, {"base.json": self._changed(rng, _baseline())}, ["baseline"])
        files = dict(valid())
        names = [n for n in files if n.endswith(".json") and "result" not in n]
        for _ in range(rng.choice((1, 1, 2))):
            name = rng.choice(names)
            files[name] = self._changed(rng, files[name])
        if rng.random() < 0.7:
            sign(files)
        if rng.random() < 0.2:
            files.pop(rng.choice(sorted(files)))
        return Case(self.name, files, ["resume"])

    def _changed(self, rng: random.Random, data: bytes) -> bytes:
        if rng.random() < 0.15:
            return mutate_bytes(rng, data)
        head, newline, body = data.partition(b"\n") if data.startswith(b"footfall-") else (b"", b"", data)
        try:
            value = json.loads(body)
        except ValueError:  # it has been damaged before
            return mutate_bytes(rng, data)
        return head + newline + json.dumps(mutate_json(rng, value)).encode("utf-8", "replace")

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        from footfall.learn import checkpoint
        from footfall.learn.objective.file import read_objective
        from footfall.learn.result import read_inputs
        from footfall.robust.table import read

        if case.orders == ["objective"]:
            with bench.work("read"):
                read_objective(Path("aim.toml"))
            more = ["-o", _FOLDER, "--population", "2", "--free", "lift"]
            return bench.physics and self._tune(bench, "simbicon/walk", "--objective", "aim.toml", *more)
        if case.orders == ["baseline"]:
            with bench.work("read"):
                read(Path("base.json"))
            return True
        folder = Path(_FOLDER)
        with bench.work("read"):
            read_inputs(folder)
            checkpoint.load(folder)
        return bench.physics and self._tune(bench, "--resume", _FOLDER)

    def _tune(self, bench: Bench, *words: str) -> bool:
        with bench.work("tune", 6.0):  # a search takes the time that it is given
            less = [
                "--evaluations",
                "5",
                "--workers",
                "1",
                "--evaluator",
                "serial",
                "--no-pictures",
                "--json",
            ]
            return call(["tune", *words, *less]) != 2


@cache
def _baseline() -> bytes:
    return (corpus.PACKAGE / "skills" / "simbicon" / "walk.robust.json").read_bytes()


@cache
def _crafted() -> list[Case]:
    out = []
    odd: tuple[Any, ...] = ({}, [], None, 1, "x", deep(200), {"schema": 99}, {"schema": "x"})
    texts = (*(json.dumps(value).encode() for value in odd), b"", b"\xff", b"{", b"[" * 50_000, b"NaN")
    for name in valid():
        if name.endswith("search.json") or name.endswith("bundle.json") or name.endswith("checkpoint.json"):
            for text in (*texts, PIPE, LINK + b"/dev/zero"):
                files = {**valid(), name: text}
                out.append(Case("searches", files, ["resume"]))
    for text in (*texts, b"[[term]]\n" * 20_000, b"a = " + b"[" * 20_000, PIPE):
        out += [
            Case("searches", {"aim.toml": text}, ["objective"]),
            Case("searches", {"base.json": text}, ["baseline"]),
        ]
    return out
