"""Makes the robustness table of a skill: pushes first, then the other trials, on several threads."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from footfall.body import Body
from footfall.robust import published
from footfall.robust.groups import GROUP_NAMES
from footfall.robust.limits import Limit, largest
from footfall.robust.pushes import AFTER, PRECISION, STANCES, PushTable, compass, push_table
from footfall.robust.subject import Subject, settle
from footfall.robust.table import Row, Table, direction_name
from footfall.robust.trials import GROUPS, THOROUGH, Effort, Entry, Skipped, Trial, VariantTrial
from footfall.script import Program

Progress = Callable[[float], None]


@dataclass(frozen=True)
class PushSettings:
    """How the body is pushed; see `push_table`.

    Attributes:
        phases: Of the cycle.
        directions: How many all around.
        duration: s; None: 0.4, and 0.1 for a planar body, as published.
        stances: left, right or both.
        part: What is pushed.
    """

    phases: tuple[float, ...] = (published.WALK3D_PHASE,)
    directions: int = 8
    duration: float | None = None
    stances: tuple[str, ...] = STANCES
    part: str = "trunk"


def robust(
    skill: str | Program,
    *,
    body: str | Body | None = None,
    preset: str | None = None,
    only: Sequence[str] = GROUP_NAMES,
    pushes: PushSettings | None = None,
    effort: Effort = THOROUGH,
    threads: int = 2,
    progress: Progress | None = None,
) -> Table:
    """Measure the robustness of a skill.

    Args:
        skill: A library name, a path or a compiled Program.
        body: Another body than the skill's own.
        preset: A preset of the skill, whose values it has then.
        only: Groups of trials, of `GROUP_NAMES`.
        pushes: How the body is pushed.
        effort: How thorough the other trials are.
        threads: Runs at once.
        progress: Called with the share that is done.

    Raises:
        FootfallError: It falls without being disturbed, or cannot be tried.
    """
    began = time.perf_counter()
    subject = Subject.of(skill, body, preset)
    settings = pushes or PushSettings()
    gait = settle(subject.sim(), [settings.phases[0]])
    entries = [e for name, group in GROUPS.items() if name in only for e in group(subject, gait, effort)]
    many = _count(settings, subject.body.planar) if "pushes" in only else 0
    report = progress or (lambda share: None)
    table = None
    if many:
        table = _push(
            subject, settings, effort, threads, lambda share: report(share * many / (many + len(entries)))
        )
    done = [many]

    def measure(entry: Entry) -> Row:
        row = measured(entry)
        done[0] += 1
        report(done[0] / (many + len(entries)))
        return row

    with ThreadPoolExecutor(threads) as pool:
        rows = list(pool.map(measure, entries))
    rows = [*(push_rows(table, effort) if table is not None else ()), *rows]
    seconds = time.perf_counter() - began
    made_with = settings_of(settings, effort, preset)
    return Table(subject.name, subject.body.name, made_with, tuple(rows), table, seconds)


def settings_of(pushes: PushSettings, effort: Effort, preset: str | None = None) -> dict[str, Any]:
    """What two tables must share to be compared, besides skill and body."""
    settings = {"effort": asdict(effort), "pushes": asdict(pushes)}
    return settings if preset is None else {**settings, "preset": preset}


def _count(settings: PushSettings, planar: bool) -> int:
    return len(settings.phases) * len(compass(settings.directions, planar)) * len(settings.stances)


def _push(
    subject: Subject, settings: PushSettings, effort: Effort, threads: int, progress: Progress
) -> PushTable:
    short = published.PLANAR_DURATION if subject.body.planar else published.WALK3D_DURATION
    return push_table(
        subject.program,
        settings.phases,
        settings.directions,
        settings.duration or short,
        settings.stances,
        body=subject.body,
        part=settings.part,
        threads=threads,
        precision=PRECISION * effort.coarse,
        after=AFTER,
        checks=effort.coarse == 1.0,
        progress=progress,
    )


def measured(entry: Entry) -> Row:
    """Carry out a trial."""
    if isinstance(entry, Skipped):
        return Row(entry.group, entry.name, None, "", None, note=entry.why)
    if isinstance(entry, VariantTrial):
        return _scanned(entry)
    return _row(entry, largest(entry.holds, entry.easy, entry.hard, entry.precision))


def _row(trial: Trial, limit: Limit) -> Row:
    value, digits = limit.reliable, max(0, 1 - math.floor(math.log10(trial.precision)))
    reach = 0.0 if value is None else abs(value - trial.easy)
    note = ""
    if value is None:
        note = "falls undisturbed"
    elif limit.reached != value:
        note = (
            f"{round(limit.reached or 0.0, digits):g} {trial.unit}".rstrip()
            + " holds too, but not all before it"
        )
    elif value == trial.hard:
        note = "the hardest tried"
    return Row(
        trial.group,
        trial.name,
        None if value is None else round(value, digits),
        trial.unit,
        round(reach, digits),
        trial.precision,
        trial.published,
        note,
    )


def _scanned(scan: VariantTrial) -> Row:
    failed = [name for name, holds in scan.variants if not holds()]
    good = float(len(scan.variants) - len(failed))
    held = ", ".join(name for name, _ in scan.variants if name not in failed)
    note = f"holds: {held or 'none'}" + (f"; falls: {', '.join(failed)}" if failed else "")
    return Row(scan.group, scan.name, good, f"of {len(scan.variants)}", good, 0.0, note=note)


def push_rows(table: PushTable, effort: Effort) -> list[Row]:
    """A row per phase and direction: the mean over the stances, and each of them in the note."""
    rows = []
    for i, phase in enumerate(table.phases):
        known = known_pushes(table, phase)
        for j, direction in enumerate(table.directions):
            value = float(table.mean[i, j])
            each = ", ".join(
                f"{stance} {limit:.0f}"
                for stance, limit in zip(table.stances, table.limits[:, i, j], strict=True)
            )
            rows.append(
                Row(
                    "pushes",
                    f"push {direction_name(direction)} at {phase:g}",
                    round(value, 1),
                    "N",
                    round(value, 1),
                    PRECISION * effort.coarse,
                    None if known is None else round(known[j], 1),
                    each if len(table.stances) > 1 else "",
                )
            )
    return rows


def known_pushes(table: PushTable, phase: float) -> tuple[float, ...] | None:
    """The published norms that a phase of a table may be held against; None when there are none."""
    planar = table.directions == compass(2, planar=True)
    if planar and table.duration == published.PLANAR_DURATION:
        forces = published.PLANAR_PUSHES.get(table.skill)
        return None if forces is None else (abs(forces[0]), abs(forces[1]))
    same = (table.directions, table.duration, phase, table.part) == (
        compass(8),
        published.WALK3D_DURATION,
        published.WALK3D_PHASE,
        "trunk",
    )
    return published.walk3d_norms() if same else None
