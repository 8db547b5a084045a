"""``footfall robust``: what a skill stands, as a table, a polar plot and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from footfall.cli import options
from footfall.cli.robust import arguments
from footfall.cli.robust.options import refuse_alone, wanted_groups, wanted_pushes
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.robust.measure import PushSettings
    from footfall.robust.subject import Subject
    from footfall.robust.table import Comparison, Table

SUFFIX = ".robust.json"
TABLE, PUSHED = "robust.json", "pushes.png"


def robust(
    skill: arguments.Skill,
    only: arguments.Only = None,
    quick: arguments.Quick = False,
    body: arguments.Body = None,
    preset: arguments.Preset = None,
    phase: arguments.Phase = None,
    phases: arguments.Phases = None,
    directions: arguments.Directions = 8,
    duration: arguments.Duration = None,
    part: arguments.Part = "trunk",
    stance: arguments.Stance = "both",
    threads: arguments.Threads = 2,
    bodies: arguments.Bodies = None,
    styles: arguments.Styles = None,
    reach: arguments.Reach = None,
    seed: arguments.Seed = None,
    seconds: arguments.Seconds = None,
    as_json: arguments.AsJson = False,
    folder: arguments.Folder = None,
    baseline: arguments.Baseline = None,
    save_baseline: arguments.SaveBaseline = False,
    tolerance: arguments.Tolerance = 10.0,
) -> int:
    """Find the limits of a skill: pushes, slopes, steps, friction, other bodies, other solvers.

    A push is survived when the body is up 6 s later. Sideways directions are seen from the stance leg.
    The exit code is 1 when a row is worse than the stored baseline's.
    """
    if bodies is not None or styles is not None:
        from footfall.cli.robust.crowd import Asked, crowd

        return crowd(skill, body, preset, Asked(bodies, styles, reach, seed, seconds), threads, as_json)
    from footfall.robust.measure import settings_of
    from footfall.robust.table import compare
    from footfall.robust.trials import QUICK, THOROUGH

    refuse_alone("--bodies N or --styles N", {"--range": reach, "--seed": seed, "--seconds": seconds})
    groups = wanted_groups(only)
    pushes = wanted_pushes(phase, phases, directions, duration, part, stance)
    options.count("--threads", threads, least=1, most=256)
    options.number("--tolerance", tolerance, above=0, most=100, unit="%")
    options.known_preset(skill, preset)
    who = _subject(skill, body, preset, pushes)
    effort = QUICK if quick else THOROUGH
    stored = _stored(skill, preset, baseline, save_baseline)
    if stored is not None and not save_baseline:
        stored = _comparable(stored, who, settings_of(pushes, effort, preset), asked=baseline is not None)
    if folder is not None:
        _make(folder)
    how = {"preset": preset, "only": groups, "pushes": pushes, "effort": effort, "threads": threads}
    table = _measure(skill, who, how)
    compared = None if save_baseline or stored is None else compare(table, stored, tolerance)
    files = _write(table, folder, stored if save_baseline else None)
    _show(table, compared, files, as_json)
    return 1 if compared is not None and compared.worse else 0


def _stored(skill: str, preset: str | None, baseline: Path | None, save: bool) -> Path | None:
    """Where the baseline is, or will be; None: there is none."""
    if baseline is not None and not save:
        return baseline
    from footfall.script import find_skill

    with options.at(skill):
        script = Path(find_skill(skill).path)
    path = baseline or script.with_suffix(SUFFIX if preset is None else f".{preset}{SUFFIX}")
    if save:
        from footfall.motion.files import check_output

        check_output(path, (".json",))
        options.try_writing(path, "--save-baseline")
    return path if save or path.is_file() else None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot make this folder: {reason}", where=f"-o {folder}", help="name a folder that is yours"
        ) from None
    for name in (TABLE, PUSHED):
        options.try_writing(folder / name, f"-o {folder}")


def _subject(skill: str, body: str | None, preset: str | None, pushes: PushSettings) -> Subject:
    """Who is tried; the body must have the part that is pushed."""
    from footfall.robust.subject import Subject

    with options.at(skill):
        who = Subject.of(skill, body, preset)
    if who.body.part(pushes.part) is None:
        raise FootfallError(
            f"{who.body.name} has no part '{pushes.part}' to push", where="--part", help="like `--part trunk`"
        )
    return who


def _comparable(stored: Path, who: Subject, settings: dict[str, Any], asked: bool) -> Path | None:
    """The baseline, if what is to be measured can be compared with it; said before the work is done."""
    from footfall.cli import show
    from footfall.robust.table import check_same, read

    try:
        check_same(read(stored), who.name, who.body.name, settings, stored)
    except FootfallError as problem:
        if asked:
            raise
        show.note(f"not compared with {stored.name}: {problem.message}")
        return None
    return stored


def _measure(skill: str, who: Subject, how: dict[str, Any]) -> Table:
    from footfall.cli import show
    from footfall.robust.measure import robust as measure

    show.warm_up()
    with options.at(skill):
        return show.patiently(
            f"Trying what {skill} stands",
            lambda progress: measure(who.program, body=who.body, progress=progress, **how),
            total=1.0,
        )


def _write(table: Table, folder: Path | None, baseline: Path | None) -> list[tuple[str, Path]]:
    """The files that were asked for."""
    text = json.dumps(table.plain(), indent=1, ensure_ascii=False) + "\n"
    files: list[tuple[str, Path]] = []
    if folder is not None:
        files.append(("table", folder / TABLE))
        if table.pushes is not None and len(table.pushes.directions) > 2:
            from footfall.robust.pictures import polar

            files.append(("pushes", polar(table.pushes, folder / PUSHED)))
    if baseline is not None:
        files.append(("baseline", baseline))
    for what, path in files:
        if what != "pushes":
            _write_text(path, text)
    return files


def _write_text(path: Path, text: str) -> None:
    from footfall.motion.files import writing

    with writing(path, (".json",)) as draft:
        draft.write_text(text, encoding="utf-8")


def _show(table: Table, compared: Comparison | None, files: list[tuple[str, Path]], as_json: bool) -> None:
    from footfall.cli import report, show

    if as_json:
        answer: dict[str, Any] = table.plain()
        answer["compared"] = None if compared is None else compared.plain()
        show.print_json(answer)
        return
    from footfall.cli.robust.show import print_comparison, print_table

    console = show.out()
    print_table(console, table)
    if compared is not None:
        print_comparison(console, compared)
    report.print_files(console, files)
