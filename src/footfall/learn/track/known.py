"""Sets of numbers that are known to track: a small database that is tried before anything is searched.

The paper ends with the idea of such a database. The usual numbers of `learn/track/skill.py` follow all clips
that come along, undisturbed. Those of `pushed` began as the result of searches under pushes, on several clips
at once (`benchmarks/tracking_pushes.py`), were rounded, and their momentum weights and `soles` were set by
hand: softer ankles and waist, stiffer toes, and a balance that answers turning before it answers place.
Between them: the usual ones, with feet that are kept from tipping.

Three sets step. `stepping wide` is `pushed` with steps, searched on under the pushes of the paper's Table 3
(`benchmarks/tune_steps.py`), on eight clips and then on `arm`, `wave`, `hips` and `bow`. `stepping` was
searched on from there, on `arm` and `wave`, together with constants of `control/stepping.py`, `own_legs.py`
and `own_feet.py`, by the reward of runs that no error of the stance ends (`--patient`). `one leg` was
searched on from there, on `single`: shorter, narrower steps, that begin later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from footfall.learn.track.skill import MASS, STEPS
from footfall.script import Program

UNSCALED = ("carry", "soles", "momentum", *STEPS)  # numbers that do not go with the body's mass

# by parameter, for a body of `MASS`; what is not named is as usual
KNOWN: dict[str, dict[str, float]] = {
    "usual": {},
    "soles": {"soles": 0.9},
    "pushed": {
        "waist_kp": 327, "waist_kd": 60, "neck_kp": 113, "neck_kd": 9.6, "shoulder_kp": 242,
        "shoulder_kd": 52, "elbow_kp": 350, "elbow_kd": 27, "hip_kp": 1090, "hip_kd": 170, "knee_kp": 1300,
        "knee_kd": 59, "ankle_kp": 400, "ankle_kd": 58, "toe_kp": 796, "toe_kd": 9.8, "single_position": -54,
        "single_velocity": 831, "single_trunk": 40, "single_momentum": 60, "dual_position": 163,
        "dual_velocity": 187, "dual_trunk": 300, "dual_momentum": 80, "carry": 1.18, "soles": 0.95,
    },
}  # fmt: skip
KNOWN["one leg"] = KNOWN["pushed"] | {
    "step": 0.11, "inside": 0.0175, "beyond": 0.619, "lift": 0.0333, "aside": 0.0867, "late": 0.0584,
    "carry": 1.21, "soles": 1, "waist_kp": 466, "waist_kd": 76.6, "hip_kp": 1250, "hip_kd": 162,
    "knee_kp": 833, "knee_kd": 41.2, "ankle_kp": 329, "ankle_kd": 20.7, "toe_kp": 862,
    "single_position": 506, "single_velocity": 455, "single_trunk": 144, "single_momentum": 15.8,
    "dual_position": 1290, "dual_velocity": 397, "dual_trunk": 705, "dual_momentum": 82.4,
}  # fmt: skip
KNOWN["stepping wide"] = KNOWN["pushed"] | {
    "step": 0.117, "inside": 0.0307, "beyond": 1.07, "lift": 0.0471, "aside": 0.16, "late": 0.4,
    "carry": 0.93, "soles": 1, "waist_kp": 357, "waist_kd": 125, "hip_kp": 1770, "hip_kd": 193,
    "knee_kp": 823, "knee_kd": 79.9, "ankle_kp": 267, "ankle_kd": 30.6, "toe_kp": 771,
    "single_position": 857, "single_velocity": 332, "single_trunk": 75, "single_momentum": 10.3,
    "dual_position": 1440, "dual_velocity": 251, "dual_trunk": 470, "dual_momentum": 107,
}  # fmt: skip
KNOWN["stepping"] = KNOWN["pushed"] | {
    "step": 0.136, "inside": 0.0316, "beyond": 1, "lift": 0.0418, "aside": 0.175, "late": 0.4, "carry": 0.925,
    "soles": 1, "waist_kp": 415, "waist_kd": 136, "hip_kp": 1690, "hip_kd": 181, "knee_kp": 954,
    "knee_kd": 74.8, "ankle_kp": 328, "ankle_kd": 23.4, "toe_kp": 868, "single_position": 746,
    "single_velocity": 337, "single_trunk": 62.9, "single_momentum": 13.3, "dual_position": 1200,
    "dual_velocity": 261, "dual_trunk": 424, "dual_momentum": 103,
}  # fmt: skip


def with_numbers(program: Program, numbers: Mapping[str, float], mass: float) -> Program:
    """A tracking script with other numbers.

    Args:
        program: As `skill_text` writes it; parameters that it has not are left out.
        numbers: By name, for a body of `MASS`.
        mass: Of the body that tracks, kg.
    """
    params = program.params.copy()
    for parameter in program.units[0].parameters:
        if parameter.name in numbers:
            scale = 1.0 if parameter.name.endswith(UNSCALED) else mass / MASS
            params[parameter.slot] = numbers[parameter.name] * scale
    return replace(program, params=params)


def known_programs(program: Program, mass: float) -> tuple[Program, ...]:
    """The script with each set of the database, the usual numbers first.

    Args:
        program: As `skill_text` writes it.
        mass: Of the body that tracks, kg.
    """
    return tuple(with_numbers(program, numbers, mass) for numbers in KNOWN.values())
