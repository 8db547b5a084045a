"""What failed: made smaller by leaving parts out, and written into a folder of its own."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from benchmarks.attacks.case import Case, write
from benchmarks.attacks.pool import WorkerPool

if TYPE_CHECKING:
    from benchmarks.attacks.campaign import Campaign

_TOKEN = re.compile(rb"\s+|\w+|.", re.DOTALL)


@dataclass
class Finding:
    """Cases that failed by one cause.

    Attributes:
        surface, cause: What and where.
        number: Of the first.
        detail: What is known of the first.
        count: How many.
        folder: Where the first is kept.
        shrunk: Whether that was done.
    """

    surface: str
    cause: str
    number: int
    detail: str
    count: int = 1
    folder: str = ""
    shrunk: bool = False


def store_finding(campaign: Campaign, pool: WorkerPool, found: Finding, seconds: float) -> None:
    """Make a failing case smaller, in at most so many seconds, and write it down."""
    case = campaign.job(found.surface, found.number).make()
    folder = campaign.out / f"{found.surface}-{hashlib.sha256(found.cause.encode()).hexdigest()[:8]}"
    end = time.monotonic() + seconds

    def fails(smaller: Case) -> bool:
        outcome = pool.one(campaign.job(found.surface, found.number, smaller))
        return outcome.kind == "failed" and outcome.cause == found.cause

    again = fails(case)
    small = shrink(case, fails, end) if again else case
    seed = campaign.plan["seed"]
    words = [f"{found.surface}, seed {seed}, number {found.number}", found.cause]
    words += ["it fails again by itself" if again else "it does NOT fail again by itself", "", found.detail]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.txt").write_text("\n".join(words), encoding="utf-8", errors="replace")
    (folder / "case.json").write_text(small.to_json())
    (folder / "first.json").write_text(case.to_json())
    files = folder / "files"
    if not files.exists():
        write(small, files)
    found.folder, found.shrunk = str(folder), True


def shrink(case: Case, fails: Callable[[Case], bool], end: float) -> Case:
    """A smaller case that fails in the same way: fewer files, fewer orders, shorter texts."""
    for name in list(case.files):
        less = replace(case, files={n: d for n, d in case.files.items() if n != name})
        if time.monotonic() < end and fails(less):
            case = less
    if len(case.orders) > 1:
        orders = ddmin(case.orders, lambda some: fails(replace(case, orders=list(some))), end)
        case = replace(case, orders=orders)
    for name, data in list(case.files.items()):
        if data.startswith(b"\0"):
            continue
        for cut in (lambda d: d.splitlines(keepends=True), _TOKEN.findall):
            pieces = cut(case.files[name])

            def still(some: Sequence[Any], name: str = name, now: Case = case) -> bool:
                return fails(replace(now, files={**now.files, name: b"".join(some)}))

            if 1 < len(pieces) < 20_000:
                case = replace(case, files={**case.files, name: b"".join(ddmin(pieces, still, end))})
    return case


def ddmin(pieces: Sequence[Any], fails: Callable[[Sequence[Any]], bool], end: float) -> list[Any]:
    """Delta debugging (Zeller): the pieces without those that can be left out."""
    now, parts = list(pieces), 2
    while len(now) > 1 and time.monotonic() < end:
        size = max(1, len(now) // parts)
        for start in range(0, len(now), size):
            less = now[:start] + now[start + size :]
            if time.monotonic() >= end:
                break
            if less and fails(less):
                now, parts = less, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(now), parts * 2)
    return now
