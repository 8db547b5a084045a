"""A whole attack: hands out cases, counts, keeps what failed, and can go on after it was stopped."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.attacks.case import Case
from benchmarks.attacks.findings import Finding, store_finding
from benchmarks.attacks.pool import WorkerPool
from benchmarks.attacks.surfaces import surfaces
from benchmarks.attacks.worker import Job, Outcome

CHUNK = 25  # cases that are counted together
QUICK = {  # cases of each surface that take some seconds
    "skills": 120, "classic": 200, "bodies": 100, "mjcf": 50, "worlds": 200, "states": 150,
    "recordings": 150, "searches": 300, "messages": 60, "wire": 100, "commands": 60, "api": 60,
}  # fmt: skip
QUICK_PHYSICS = 15  # of so many cases of a quick run, one is simulated
_SAVE_EVERY = 10.0  # s
STATE = "state.json"


@dataclass
class Tally:
    """Of one surface.

    Attributes:
        ran, refused, failed: Cases.
        seconds: Processor time.
        done: Numbers of the chunks that are complete.
    """

    ran: int = 0
    refused: int = 0
    failed: int = 0
    seconds: float = 0.0
    done: list[int] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count a case."""
        setattr(self, outcome.kind, getattr(self, outcome.kind) + 1)
        self.seconds += outcome.seconds


class Campaign:
    """See the module.

    Args:
        options: Of the command line.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.out: Path = options.out
        self.plan = {
            "seed": options.seed, "each": options.each, "first": options.first, "only": options.only,
            "physics": not options.no_physics, "checks": not options.no_checks, "quick": options.quick,
        }  # fmt: skip
        self.tallies: dict[str, Tally] = {}
        self.found: dict[str, Finding] = {}
        self.seconds = 0.0
        if options.resume:
            self._read()
        names = [name for name in str(self.plan["only"]).split(",") if name] or list(surfaces())
        unknown = set(names) - set(surfaces())
        if unknown:
            raise SystemExit(f"no such surface: {', '.join(unknown)}; there are {', '.join(surfaces())}")
        self.tallies = {name: self.tallies.get(name, Tally()) for name in names}
        self._open: dict[tuple[str, int], list[Outcome | None]] = {}
        self._began = self._saved = time.monotonic()

    def _read(self) -> None:
        state = json.loads((self.out / STATE).read_text())
        self.plan = state["plan"]
        self.tallies = {name: Tally(**table) for name, table in state["tallies"].items()}
        self.found = {cause: Finding(**table) for cause, table in state["found"].items()}
        self.seconds = state["seconds"]

    def save(self) -> None:
        """Write where it stands."""
        now = time.monotonic()
        self.seconds, self._began = self.seconds + now - self._began, now
        self._saved = now
        state = {
            "plan": self.plan,
            "seconds": self.seconds,
            "tallies": {name: asdict(tally) for name, tally in self.tallies.items()},
            "found": {cause: asdict(found) for cause, found in self.found.items()},
        }
        self.out.mkdir(parents=True, exist_ok=True)
        beside = self.out / (STATE + ".new")
        beside.write_text(json.dumps(state))
        beside.replace(self.out / STATE)

    # -- trying -------------------------------------------------------------------------------------

    def jobs(self) -> Iterator[Job]:
        """All that has not been tried, surface by surface in turn."""
        first = int(self.plan["first"])
        for start in range(first, first + max(map(self.each, self.tallies)), CHUNK):
            for name, tally in self.tallies.items():
                numbers = range(start, min(start + CHUNK, first + self.each(name)))
                if numbers and start not in tally.done:
                    self._open[name, start] = [None] * len(numbers)
                    for number in numbers:
                        yield self.job(name, number)

    def each(self, name: str) -> int:
        """Cases of a surface."""
        return QUICK[name] if self.plan["quick"] else int(self.plan["each"])

    def job(self, name: str, number: int, case: Case | None = None) -> Job:
        """One case."""
        physics = bool(self.plan["physics"]) and (not self.plan["quick"] or number % QUICK_PHYSICS == 0)
        return Job(name, int(self.plan["seed"]), number, physics, case)

    def run(self, pool: WorkerPool) -> None:
        """Try all, then make the failing ones smaller."""
        total = sum(map(self.each, self.tallies))
        first = int(self.plan["first"])
        for job, outcome in pool.run(self.jobs()):
            start = job.number - (job.number - first) % CHUNK
            chunk = self._open[job.surface, start]
            chunk[job.number - start] = outcome
            if outcome.kind == "failed":
                self._note(job, outcome)
            if all(chunk):
                for each in chunk:
                    assert each is not None
                    self.tallies[job.surface].add(each)
                self.tallies[job.surface].done.append(start)
                del self._open[job.surface, start]
                self._progress(total)
            if time.monotonic() - self._saved > _SAVE_EVERY:
                self.save()
        print(file=sys.stderr)
        for found in self.found.values():
            if not found.shrunk:
                store_finding(self, pool, found, self.options.shrink)
                self.save()
        self.save()

    def _note(self, job: Job, outcome: Outcome) -> None:
        key = f"{job.surface}: {outcome.cause}"
        if key in self.found:
            self.found[key].count += 1
        else:
            self.found[key] = Finding(job.surface, outcome.cause, job.number, outcome.detail)

    def _progress(self, total: int) -> None:
        done = sum(t.ran + t.refused + t.failed for t in self.tallies.values())
        seconds = self.seconds + time.monotonic() - self._began
        bar = "█" * (30 * done // max(1, total))
        faults = sum(t.failed for t in self.tallies.values())
        line = f"\r{bar:░<30} {done:,} of {total:,} cases, {faults} failures, {seconds:.0f} s "
        print(line, end="", file=sys.stderr, flush=True)

    # -- telling ------------------------------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        """What came of it, as plain data."""
        rows = {
            name: {
                "cases": t.ran + t.refused + t.failed, "ran": t.ran, "refused": t.refused,
                "failed": t.failed, "seconds": round(t.seconds, 1),
            }
            for name, t in self.tallies.items()
        }  # fmt: skip
        failures = [
            {"surface": f.surface, "cause": f.cause, "count": f.count, "number": f.number, "folder": f.folder}
            for f in self.found.values()
        ]
        return {**self.plan, "minutes": round(self.seconds / 60, 1), "surfaces": rows, "failures": failures}


def show(report: dict[str, Any]) -> None:
    """Print the table and the failures."""
    checks = "on" if report["checks"] else "off"
    print(f"seed {report['seed']}, {report['minutes']} minutes, index checks {checks}")
    print(f"{'surface':<12}{'cases':>8}{'ran':>8}{'refused':>9}{'failed':>8}{'seconds':>9}")
    for name, row in report["surfaces"].items():
        print(
            f"{name:<12}{row['cases']:>8}{row['ran']:>8}{row['refused']:>9}{row['failed']:>8}{row['seconds']:>9}"
        )
    for f in sorted(report["failures"], key=lambda f: -f["count"]):
        print(f"{f['count']:>5} × {f['surface']} {f['number']}: {f['cause']}\n        {f['folder']}")


def warm_up(names: Collection[str]) -> None:
    """Load all that workers use, once: they are forked from this process."""
    import matplotlib

    import footfall.studio.server.serve  # noqa: F401
    from footfall.engine.cache import warm

    warm()
    matplotlib.get_configdir()  # on a new machine it makes folders of its own, once
    matplotlib.get_cachedir()
    from footfall.engine.sim import Sim

    Sim("simbicon/walk").run(0.02)
    for one in surfaces().values():
        if one.name in names:
            one.make(random.Random(0), 10**6)  # what cases are made of is made once


def attack(options: argparse.Namespace) -> int:
    """The command."""
    campaign = Campaign(options)
    print(f"attack: seed {campaign.plan['seed']}", file=sys.stderr)
    warm_up(campaign.tallies)
    with tempfile.TemporaryDirectory(prefix="footfall-attack-") as home:
        pool = WorkerPool(options.workers, Path(home))
        try:
            campaign.run(pool)
        except KeyboardInterrupt:
            campaign.save()
            print("\nstopped; go on with --resume", file=sys.stderr)
            return 130
        finally:
            pool.close()
    report = campaign.report()
    print(json.dumps(report)) if options.json else show(report)
    return 1 if report["failures"] else 0


def again(options: argparse.Namespace) -> int:
    """Try a kept case once more and tell all about it."""
    case = Case.from_json((options.again / "case.json").read_text())
    warm_up([case.surface])
    with tempfile.TemporaryDirectory(prefix="footfall-attack-") as home:
        pool = WorkerPool(1, Path(home))
        try:
            outcome = pool.one(Job(case.surface, 0, 0, not options.no_physics, case))
        finally:
            pool.close()
    print(outcome.kind, outcome.cause, outcome.detail, sep="\n")
    return 1 if outcome.kind == "failed" else 0
