"""The script that tracks a clip: gains for each pair of joints and weights of balance, all of them marked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from footfall.body import Body
from footfall.files import write_text
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.table import reference_table
from footfall.script.reference import SUFFIX, reference_text
from footfall.script.syntax.format import format_text

# stiffness and damping that stood in trials on a body of 75 kg, and their joints
GAINS: dict[str, tuple[float, float, tuple[str, ...]]] = {
    "waist": (1200.0, 90.0, ("waist",)),
    "neck": (100.0, 8.0, ("neck2head",)),
    "shoulder": (200.0, 15.0, ("lShoulder", "rShoulder")),
    "elbow": (200.0, 15.0, ("lElbow", "rElbow")),
    "hip": (1500.0, 90.0, ("lHip", "rHip")),
    "knee": (1500.0, 90.0, ("lKnee", "rKnee")),
    "ankle": (1000.0, 60.0, ("lAnkle", "rAnkle")),
    "toe": (200.0, 6.0, ("lToe", "rToe")),
}
MASS = 75.0  # kg, of the body that they are for
WEIGHTS = {"position": 450.0, "velocity": 450.0, "trunk": 150.0, "momentum": 0.0}
CARRIED = 1.0  # share of what the clip takes that is given in advance: weight and accelerations
SOLES = 0.0  # share of the soles in which the point of pressure stays; 0: feet may tip
# seconds of a step, 0 for none; m inside the soles at which it begins; how far it goes; m that
# it is lifted, and that it lands farther out; s that the clip may be late at most
STEPS = {
    "step": (0.0, 0.03, (0.0, 0.6)),
    "inside": (0.02, 0.02, (-0.1, 0.1)),
    "beyond": (1.1, 0.2, (0.5, 2.0)),
    "lift": (0.04, 0.02, (0.01, 0.2)),
    "aside": (0.1, 0.04, (0.0, 0.3)),
    "late": (0.4, 0.2, (0.0, 4.0)),
}
NOISE = 5.0  # N m, as in the paper


def skill_text(
    name: str, body: Body, *, doc: str, numbers: Mapping[str, float] | None = None, begin: str = "clip"
) -> str:
    """A script that tracks the reference NAME.ref beside it.

    Args:
        name: Of the clip and of the script.
        body: Its gains are scaled by the body's mass.
        doc: What the motion is, one sentence.
        numbers: Values of its parameters, where they differ from the usual ones.
        begin: The start.
    """
    given, heavy = numbers or {}, body.mass / MASS
    there = {joint.name for joint in body.joints}
    lines, poses = ["noise = 0"], []
    for group, (kp, kd, joints) in GAINS.items():
        own = [joint for joint in joints if joint in there]
        if not own:
            continue
        lines.append(_marked(f"{group}_kp", given, kp * heavy, 0.35 * kp * heavy, (5.0, 6000.0)))
        lines.append(_marked(f"{group}_kd", given, kd * heavy, 0.35 * kd * heavy, (0.5, 600.0)))
        poses.append(", ".join(f"{joint}(0, {group}_kp, {group}_kd)" for joint in own))
    for stance in ("single", "dual"):
        for what, usual in WEIGHTS.items():
            std = 30.0 if what == "momentum" else 0.5 * usual * heavy
            lines.append(
                _marked(f"{stance}_{what}", given, usual * heavy, std, (-2000.0 * heavy, 5000.0 * heavy))
            )
    lines.append(_marked("carry", given, CARRIED, 0.1, (-0.5, 1.2)))
    lines.append(_marked("soles", given, SOLES, 0.2, (0.0, 1.0)))
    lines += [_marked(name, given, usual, std, ends) for name, (usual, std, ends) in STEPS.items()]
    weights = {s: ", ".join(f"{s}_{what}" for what in WEIGHTS) for s in ("single", "dual")}
    head = ",\n    ".join(", ".join(lines[k : k + 3]) for k in range(0, len(lines), 3))
    body_lines = "\n".join(f"  POSE {pose};" for pose in poses)
    return format_text(
        f"## {doc}\nSKILL {name}({head})\nBODY {body.name}\nSTART {begin}\nFALL com.height < .5\n\n"
        f"PHASE follow\n{body_lines}\n  TRACK {name}().single({weights['single']})\n"
        f"    .dual({weights['dual']}).weight(carry).soles(soles)\n"
        f"    .step({', '.join(STEPS)}).noise(noise);\n"
    )


def write_skill(path: Path, body: Body, reference: Reference, *, doc: str) -> None:
    """Write a script with its usual numbers, and its reference beside it.

    Args:
        path: Of the script, ``wave.skill``; the reference becomes ``wave.ref``.
        body: That the reference is for.
        reference: What it tracks.
        doc: What the motion is, one sentence.
    """
    table = reference_table(reference, name=path.stem, there_and_back=True)
    write_text(path.with_suffix(SUFFIX), reference_text(table))
    write_text(path, skill_text(path.stem, body, doc=doc))


def _marked(
    name: str, given: Mapping[str, float], usual: float, std: float, ends: tuple[float, float]
) -> str:
    value = min(max(given.get(name, usual), ends[0]), ends[1])
    return f"{name} = {_short(value)}~{_short(std)}<{_short(ends[0])},{_short(ends[1])}>"


def _short(value: float) -> str:
    if value == 0.0:
        return "0"
    places = 2 - int(math.floor(math.log10(abs(value))))  # three digits: what a person would write
    return f"{round(value, places):g}"
