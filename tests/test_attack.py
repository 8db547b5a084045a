"""A short attack on every place where input comes in; `benchmarks/attack.py` is the long one."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.attacks import limits  # noqa: E402
from benchmarks.attacks.campaign import QUICK  # noqa: E402
from benchmarks.attacks.case import Bench, Case  # noqa: E402
from benchmarks.attacks.findings import ddmin  # noqa: E402
from benchmarks.attacks.mutate import mutate_bytes, mutate_json, mutate_text  # noqa: E402
from benchmarks.attacks.pool import WorkerPool  # noqa: E402
from benchmarks.attacks.surfaces import surfaces  # noqa: E402
from benchmarks.attacks.worker import Job  # noqa: E402
from footfall.errors import FootfallError  # noqa: E402

GROUPS = (("skills", "classic", "bodies", "mjcf"), ("worlds", "states", "recordings", "searches"),
          ("messages", "wire", "commands", "api"))  # fmt: skip


@pytest.mark.sim
@pytest.mark.parametrize("names", GROUPS, ids="-".join)
def test_nothing_crashes_hangs_or_touches_what_is_not_its_own(names: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "attack.py"), "--quick", "--only", ",".join(names)]
    command += ["--seed", "7", "--workers", "1", "--shrink", "0", "--json", "--out", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.stdout, done.stderr[-3000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["failures"] == []
    assert {name: row["cases"] for name, row in report["surfaces"].items()} == {n: QUICK[n] for n in names}
    assert all(row["refused"] and row["ran"] for row in report["surfaces"].values())


def test_every_surface_is_in_a_group() -> None:
    assert sorted(name for group in GROUPS for name in group) == sorted(surfaces()) == sorted(QUICK)


@pytest.mark.parametrize("name", ["skills", "classic", "bodies", "worlds", "commands", "api", "messages"])
def test_a_case_depends_on_its_number_and_seed_only(name: str) -> None:
    first, same, other = (Job(name, seed, 999, False).make().to_json() for seed in (1, 1, 2))
    assert first == same != other
    assert Case.from_json(first).to_json() == first


class _Faulty:
    """A surface that does what must not be done."""

    name = "faulty"

    def make(self, rng: random.Random, number: int) -> Case:
        raise NotImplementedError

    def run(self, case: Case, bench: Bench) -> bool:
        with bench.work("work", 0.8):
            exec(case.orders[0], {"bench": bench, "FootfallError": FootfallError})
        return True


FAULTS = {
    "pass": "",
    "raise FootfallError('no')": "",
    "1 / 0": "ZeroDivisionError",
    "while True: pass": "hangs: work",
    "import os; os.kill(os.getpid(), 11)": "the process ended: SIGSEGV",
    "import os; os._exit(3)": "the process ended: 3",
    "open('../outside/keep.sav', 'a')": "opened for writing",
    "open('../outside/keep.sav').read()": "read outside",
    "import os; os.rename('../outside/keep.sav', 'mine')": "os.rename",
    "open('mine', 'w').close()": "",
    "x = bytearray(700_000_000)": "more than 1 GB",
    "import sys; print('Traceback (most recent call last)', file=sys.stderr)": "a traceback was printed",
    "import time; a = time.process_time()\nwhile time.process_time() < a + .9: pass": "slow: work",
}


@pytest.mark.parametrize("code", FAULTS)
def test_faults_are_seen(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits.forget_peak()
    monkeypatch.setattr(limits, "MEMORY", limits.peak() + 100_000_000)
    surfaces()["faulty"] = _Faulty()
    pool = WorkerPool(1, tmp_path)
    try:
        outcome = pool.one(Job("faulty", 0, 0, False, Case("faulty", {}, [code])))
        assert outcome.cause.startswith(FAULTS[code]) and bool(outcome.cause) == bool(FAULTS[code])
        assert pool.one(Job("faulty", 0, 0, False, Case("faulty", {}, ["pass"]))).kind == "ran"
    finally:
        pool.close()
        del surfaces()["faulty"]


def test_what_fails_is_made_smaller() -> None:
    assert ddmin(list(range(100)), lambda some: 17 in some and 80 in some, float("inf")) == [17, 80]


def test_mutations_change_things() -> None:
    rng = random.Random(1)
    text = "SKILL a(x = 1)\nPHASE b\n  POSE lKnee(.5);\n"
    assert len({mutate_text(rng, text, (text,), ("PHASE",)) for _ in range(50)}) > 35
    assert len({mutate_bytes(rng, text.encode()) for _ in range(50)}) > 40
    assert len({json.dumps(mutate_json(rng, {"a": [1, 2.5, {"b": "c"}]})) for _ in range(50)}) > 35


def test_memory_is_counted_from_the_last_case_on() -> None:
    block = bytearray(80_000_000)
    before = limits.peak()
    del block
    limits.forget_peak()
    assert limits.peak() < before - 50_000_000
