"""Styles drawn at random within the limits of the editor: which of them walk."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from footfall.body import load_body
from footfall.robust.survey import (
    SECONDS,
    SEEDS,
    Progress,
    Survey,
    WalkResult,
    comfortable_speed,
    run_all,
    walk,
)
from footfall.script import compile_skill, compile_text
from footfall.script.style import LIVE, WALK, Knots, Style, style_text

GRID = (0.0, 0.25, 0.5, 0.75, 1.0)  # where an editor has key poses; the middle ones may be left out
KEYED = 0.5  # chance of a middle one
UPRIGHT_KNEE, HANGING = 0.15, 1.62  # rad: the walk's own stance knee; from a level arm to a hanging one

# parameter of the walk -> (low, high) of the editor, less the walk's own value
EVEN: dict[str, tuple[float, float]] = {  # both sides' steps alike: ends where it begins
    "knee": (0.1 - UPRIGHT_KNEE, 2.2 - UPRIGHT_KNEE),
    "waist_bend": (-1.2, 1.2),
    "chest_bend": (-1.2, 1.2),
    "nod": (-1.2, 1.2),
}
ODD: dict[str, tuple[float, float]] = {  # towards the swing side: ends with the other sign
    "waist_sway": (-1.2, 1.2),
    "chest_sway": (-1.2, 1.2),
    "tilt": (-1.2, 1.2),
}
PAIRS: dict[
    tuple[str, str], tuple[float, float]
] = {  # swing side, stance side: each ends as the other begins
    ("sw_foot", "st_foot"): (-1.2, 1.2),
    ("sw_arm", "st_arm"): (-3.14, 3.14),
    ("sw_out", "st_out"): (HANGING - 0.12 - 2.0, HANGING - 0.12 + 2.0),
    ("sw_turn", "st_turn"): (-3.3, 3.3),
    ("sw_elbow", "st_elbow"): (-2.5, 0.3),
}
SWUNG: dict[str, tuple[float, float]] = {  # m, of the swing foot in mid-step: nothing at both ends
    "foot_forward": (-0.25, 0.43),
    "foot_out": (-0.09, 0.29),
    "foot_up": (-0.03, 0.24),
}


def random_style(seed: int) -> Style:
    """A style whose every knot is uniform over the editor's limits, symmetric from step to step."""
    draw = np.random.Generator(np.random.Philox(key=seed))
    middle = tuple(x for x in GRID[1:-1] if draw.uniform() < KEYED)
    curves: dict[str, Knots] = {}

    def values(limits: tuple[float, float], count: int) -> list[float]:
        return [round(float(v), 3) for v in draw.uniform(*limits, count)]

    for name, limits in EVEN.items():
        end, *inner = values(limits, 1 + len(middle))
        curves[name] = _knots(middle, end, inner, end)
    for name, limits in ODD.items():
        end, *inner = values(limits, 1 + len(middle))
        curves[name] = _knots(middle, end, inner, -end)
    for (swing, stance), limits in PAIRS.items():
        first, last, *inner = values(limits, 2 + 2 * len(middle))
        curves[swing] = _knots(middle, first, inner[: len(middle)], last)
        curves[stance] = _knots(middle, last, inner[len(middle) :], first)
    for name, limits in SWUNG.items():
        curves[name] = _knots(middle, 0.0, values(limits, len(middle)), 0.0)
    return Style(f"style-{seed}", f"Drawn at random, seed {seed}.", {}, curves)


def _knots(middle: tuple[float, ...], first: float, inner: list[float], last: float) -> Knots:
    return ((0.0, first), *zip(middle, inner, strict=True), (1.0, last))


def styled(style: Style, skill: str = WALK, values: Mapping[str, float] | None = None) -> str:
    """The skill that a style is: another walk than its own, with values for what the style leaves out."""
    free = {name: x for name, x in (values or {}).items() if name not in (*LIVE, *style.curves)}
    given = "".join(f"{name} = {x:.12f}, " for name, x in free.items())
    return style_text(style).replace(f"{WALK}(", f"{skill}({given}")


def walk_styles(
    skill: str,
    many: int,
    seed: int,
    *,
    body: str | None = None,
    preset: str | None = None,
    seconds: float = SECONDS,
    threads: int = 2,
    progress: Progress | None = None,
) -> Survey:
    """Let one body walk in styles drawn at random, at its comfortable speed, without disturbances.

    Args:
        skill: The walk that takes a style: a library name or a path.
        many: How many styles.
        seed: Which draw.
        body: Another body than the skill's own.
        preset: A preset of the skill; what a style says goes before it.
        seconds: Length of each run.
        threads: Runs at once.
        progress: Called with the share that is done.

    Raises:
        FootfallError: The skill or the body cannot be read, or there is no such preset.
    """
    began = time.perf_counter()
    plain = compile_skill(skill)
    subject_body = load_body(body or plain.body or "human")
    speed = comfortable_speed(subject_body)
    values = {} if preset is None else plain.preset(preset)

    def job(k: int) -> Callable[[], WalkResult]:
        def run() -> WalkResult:
            style = random_style(SEEDS * seed + k)
            program = compile_text(styled(style, skill, values), name=style.name)
            draws: dict[str, Any] = {name: [list(k) for k in knots] for name, knots in style.curves.items()}
            return walk(program, subject_body, speed, seconds, style.name, draws)

        return run

    results = run_all([job(k) for k in range(many)], threads, progress)
    settings = {"styles": many, "seed": seed, "seconds": seconds, "body": subject_body.name, "preset": preset}
    return Survey(plain.name, settings, tuple(results), time.perf_counter() - began)
