"""Checks of option values, made before anything is simulated."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from footfall.errors import FootfallError
from footfall.files import open_at_once
from footfall.motion.export import SUFFIXES as EXPORTS
from footfall.motion.export import check_package

if TYPE_CHECKING:
    from footfall.script import Program

SECONDS = 10.0  # of a run that is not told how long it is to be
MAX_SECONDS = 36000.0  # ten hours; a longer run would not fit in memory
SUFFIXES = {
    "--strip": (".png",),
    "--plot": (".png",),
    "--picture": (".png",),
    "--video": (".mp4", ".gif"),
    "--save": (".npz",),
    "--out": (".toml",),
    "--learned": (".npz",),
    "--export": EXPORTS,
    "OUT": EXPORTS,
    "FILM": (".mp4", ".gif", ".png"),
}


def number(option: str, value: float, *, above: float, most: float, unit: str = "") -> float:
    """Check that ``above < value <= most``.

    Args:
        option: Its name, for the message.
        value: What the user gave.
        above: What it must be greater than.
        most: The largest legal value.
        unit: For the message: "s".

    Returns:
        `value`.

    Raises:
        FootfallError: When it is not, or is not a finite number.
    """
    if math.isfinite(value) and above < value <= most:
        return value
    limits = f"above {above:g} and at most {most:g}" + (f" {unit}" if unit else "")
    raise FootfallError(
        f"{value:g} is not a legal value",
        where=option,
        help=f"give a number {limits}, like `{option} {_example(above, most)}`",
    )


def _example(above: float, most: float) -> str:
    return next(f"{x:g}" for x in (10.0, 1.0, 0.5, 0.001, most) if above < x <= most)


def count(option: str, value: int, *, least: int, most: int) -> int:
    """Check that ``least <= value <= most``; like `number`."""
    if least <= value <= most:
        return value
    raise FootfallError(
        f"{value} is not a legal value",
        where=option,
        help=f"give a whole number from {least} to {most}",
    )


@contextmanager
def at(where: str) -> Iterator[None]:
    """Give errors that do not say where they belong a place."""
    try:
        yield
    except FootfallError as problem:
        problem.where = problem.where or where
        raise


def settings(items: list[str]) -> dict[str, float]:
    """Read ``--set NAME=VALUE`` options. A value may end in ``deg``.

    >>> settings(["heading=0.3", "lean = 4"])
    {'heading': 0.3, 'lean': 4.0}
    """
    values: dict[str, float] = {}
    for item in items:
        name, equals, text = (part.strip() for part in item.partition("="))
        degrees = text.endswith("deg")
        try:
            value = float(text.removesuffix("deg"))
        except ValueError:
            value = math.nan
        if not equals or not name or not math.isfinite(value):
            raise FootfallError(
                f"cannot read '{item}'",
                where="--set",
                help="write NAME=NUMBER, like `--set heading=0.3` or `--set heading=20deg`",
            )
        if name in values:
            raise FootfallError(f"'{name}' is set twice", where="--set", help="keep one of them")
        values[name] = math.radians(value) if degrees else value
    return values


def preset(program: Program, name: str | None, values: dict[str, float]) -> dict[str, float]:
    """The values of ``--preset NAME``, and those of ``--set`` before them."""
    if name is None:
        return values
    with at(f"--preset {name}"):
        return {**program.preset(name), **values}


def known_preset(skill: str, name: str | None) -> None:
    """Refuse a ``--preset`` that the skill does not have."""
    if name is not None:
        from footfall.script import compile_skill

        with at(skill):
            program = compile_skill(skill)
        preset(program, name, {})


def orders(items: list[str]) -> tuple[list[str], tuple[tuple[float, str, float], ...]]:
    """Part ``--set NAME=VALUE`` from ``--set NAME=VALUE@T``, which is for later.

    Returns:
        The first as they are; of the others second, name and value, in order of time.

    >>> orders(["speed=1", "speed=0@5s"])
    (['speed=1'], ((5.0, 'speed', 0.0),))
    """
    later = []
    for item in (item for item in items if "@" in item):
        setting, _, text = item.rpartition("@")
        try:
            at_time = float(text.strip().removesuffix("s"))
        except ValueError:
            at_time = math.nan
        if not 0 <= at_time <= MAX_SECONDS:
            raise FootfallError(
                f"cannot read '{item}'",
                where="--set",
                help="write NAME=NUMBER@SECONDS, like `--set speed=0@5s`",
            )
        later += [(at_time, name, value) for name, value in settings([setting]).items()]
    return [item for item in items if "@" not in item], tuple(sorted(later, key=lambda order: order[0]))


def switches(items: list[str]) -> list[tuple[str, float]]:
    """Read ``--then GAIT@T`` options: which gait, from which second on.

    >>> switches(["run@5s", "simbicon/walk@12"])
    [('run', 5.0), ('simbicon/walk', 12.0)]
    """
    planned = []
    for item in items:
        gait, _, text = item.rpartition("@")
        try:
            at_time = float(text.strip().removesuffix("s"))
        except ValueError:
            at_time = math.nan
        if not gait.strip() or not 0 <= at_time <= MAX_SECONDS:
            raise FootfallError(
                f"cannot read '{item}'",
                where="--then",
                help="write GAIT@SECONDS, like `--then run@5s`: from then on, at the gait's next transition",
            )
        planned.append((gait.strip(), at_time))
    return planned


def output(option: str, path: Path | None) -> Path | None:
    """Check that a file of this kind can be written there, before the work is done.

    Args:
        option: Its name, a key of `SUFFIXES`.
        path: The file; None when the option was not given.

    Returns:
        `path`.

    Raises:
        FootfallError: When the suffix is unknown or the file cannot be written.
    """
    if path is None:
        return None
    from footfall.motion.files import check_output

    where = f"{option} {path}"
    try:
        check_package(check_output(path, SUFFIXES[option]))
    except FootfallError as problem:
        raise FootfallError(problem.message, where=where, help=problem.help) from None
    try_writing(path, where)
    return path


def try_writing(path: Path, where: str) -> None:
    """Open the file for writing and leave everything as it was: permission bits alone do not tell."""
    existed = path.exists()
    try:
        if path.is_fifo():  # a trial would send its reader away
            raise OSError(0, "it is a pipe")
        os.close(open_at_once(path))
        if not existed:
            path.unlink()
    except OSError as problem:
        reason = (problem.strerror or "it cannot be written").lower()
        raise FootfallError(
            f"cannot write this file: {reason}", where=where, help="write to a folder that is yours"
        ) from None


def distinct(paths: dict[str, Path | None]) -> None:
    """Check that no two outputs go to the same file."""
    seen: dict[Path, str] = {}
    for option, path in paths.items():
        if path is None:
            continue
        other = seen.setdefault(path.resolve(), option)
        if other != option:
            raise FootfallError(
                f"{other} and {option} write the same file",
                where=f"{option} {path}",
                help="give each its own name",
            )
