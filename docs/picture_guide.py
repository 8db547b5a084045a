"""The pictures of docs/guide.md: the states of a walk, and the signs of angles. Both are computed, as SVG.

python docs/picture_guide.py
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.motion import shapes

MEDIA = Path(__file__).resolve().parent / "media"
WALK = "simbicon/walk"
SCALE = 92.0  # px per m
ANGLE = 0.6  # rad that a joint is bent in the picture of the signs
SIDE, FRONT, ABOVE = (0, 2), (1, 2), (0, 1)  # which world axes go right and up
INK, GREY, LEFT, RIGHT = "#262c34", "#c9ced4", "#0072b2", "#d55e00"
STYLE = "text{font:14px sans-serif;fill:#262c34}.small{font-size:11.5px;fill:#5b636d}path{fill:none}"
# joint axis, what a positive angle does, view
SIGNS: tuple[tuple[str, str, tuple[int, int]], ...] = (
    ("rHip.pitch", "thigh back", SIDE),
    ("rKnee.pitch", "knee bends", SIDE),
    ("rAnkle.pitch", "toes down", SIDE),
    ("waist.pitch", "leans forward", SIDE),
    ("neck2head.pitch", "looks down", SIDE),
    ("rShoulder.pitch", "arm back", SIDE),
    ("rElbow.pitch", "forearm back", SIDE),
    ("lHip.roll", "leg outwards", FRONT),
    ("lShoulder.roll", "arm outwards", FRONT),
    ("waist.roll", "leans to the left", FRONT),
    ("lHip.yaw", "toes outwards", ABOVE),
    ("waist.yaw", "turns to the left", ABOVE),
)


def figure(
    model: mujoco.MjModel, qpos: NDArray[np.float64], at: tuple[float, float], view: tuple[int, int], ink: str
) -> str:
    """A figure as strokes; its left limbs are blue and its right ones vermilion when `ink` is ""."""
    data = mujoco.MjData(model)
    data.qpos[:] = qpos
    mujoco.mj_kinematics(model, data)
    root = data.xpos[1].copy()
    across, up = view
    mirror = -1.0 if view == FRONT else 1.0  # as seen from behind: its left is on the left
    strokes = []
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        if body == 0 or not shapes.shown(model, geom):
            continue
        points, radius = shapes.spine(model, data, geom)
        if radius == 0:
            points, radius = _long(shapes.outline(model, data, geom)), 0.02
        name = model.body(body).name
        colour = ink or (LEFT if name.startswith("l") and name[1:2].isupper() and name != "lTorso" else
                         RIGHT if name.startswith("r") and name[1:2].isupper() else INK)  # fmt: skip
        flat = [
            (at[0] + SCALE * mirror * (p[across] - root[across]), at[1] - SCALE * (p[up] - root[up]))
            for p in np.atleast_2d(points)
        ]
        depth = float(points.mean(axis=0)[({0, 1, 2} - {across, up}).pop()])
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (flat if len(flat) > 1 else flat * 2))
        pen = f'stroke="{colour}" stroke-width="{1.6 * SCALE * radius:.1f}" stroke-linecap="round"'
        strokes.append((depth, f'<path d="{path}" {pen}/>'))
    strokes.sort(key=lambda row: row[0] if view != SIDE else -row[0])
    return "".join(text for _, text in strokes)


def _long(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The two ends of a box along its longest edge."""
    middle = points.mean(axis=0)
    _, _, turn = np.linalg.svd(points - middle)
    reach = float(np.abs((points - middle) @ turn[0]).max()) * 0.8
    return np.stack([middle - reach * turn[0], middle + reach * turn[0]])


def page(wide: float, high: float, parts: Sequence[str]) -> str:
    """A whole SVG file."""
    tip = (
        f'<marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="9" markerHeight="9" '
        f'orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0L10 5L0 10z" style="fill:{INK}"/></marker>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
        f'height="{high:.0f}"><style>{STYLE}</style><defs>{tip}</defs>'
        f'<rect width="100%" height="100%" fill="#fff"/>' + "\n".join(parts) + "</svg>\n"
    )


def words(x: float, y: float, text: str, *, small: bool = False, anchor: str = "middle") -> str:
    """A line of text at a point."""
    kind = ' class="small"' if small else ""
    return f'<text{kind} x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(text)}</text>'


def signs() -> str:
    """Each axis bent by a positive angle, before the upright body in grey."""
    from footfall import Sim

    model = Sim("simbicon/walk3d").model
    columns, wide, high = 6, 155.0, 238.0
    parts = [
        f'<defs><g id="at-rest-{k}">{figure(model, model.qpos0, (0.0, 0.0), view, GREY)}</g></defs>'
        for k, view in enumerate((SIDE, FRONT, ABOVE))
    ]
    for k, (axis, what, view) in enumerate(SIGNS):
        x, y = wide * (k % columns + 0.5), high * (k // columns) + 96
        bent = model.qpos0.copy()
        bent[model.joint(axis).qposadr[0]] = ANGLE
        rest = (SIDE, FRONT, ABOVE).index(view)
        parts.append(f'<use href="#at-rest-{rest}" x="{x}" y="{y}"/>' + figure(model, bent, (x, y), view, ""))
        seen = {SIDE: "from its right", FRONT: "from behind", ABOVE: "from above"}[view]
        parts += [words(x, y + 114, axis), words(x, y + 130, f"+{ANGLE:g} rad: {what}", small=True)]
        parts.append(words(x, y - 80, seen, small=True))
    rows = -(-len(SIGNS) // columns)
    return page(columns * wide, rows * high, parts)


def states() -> str:
    """The phases of the walk as states, each with the body in its middle, and when one leads to the next."""
    from footfall import Sim
    from footfall.script import compile_skill

    program = compile_skill(WALK)
    text, names = program.units[0].text, program.phase_names
    ways = {
        int(row[5]): (int(row[3]), bool(row[4]), " ".join(text[a:b].split()))
        for row, (_, a, b) in zip(program.transitions.tolist(), _spans(program), strict=True)
    }
    rec = Sim(WALK).run(6)
    at = [(120.0, 115.0), (510.0, 115.0), (510.0, 400.0), (120.0, 400.0)]
    parts, phase, left = [], 0, True
    for k, (x, y) in enumerate(at):
        moment = _middle(rec, phase, left)
        parts.append(f'<circle cx="{x}" cy="{y}" r="105" fill="#f4f7fa" stroke="{INK}" stroke-width="1.4"/>')
        parts.append(figure(rec.model(), rec.qpos[moment], (x, y - 4), SIDE, ""))
        parts.append(words(x, y - 84, names[phase]))
        parts.append(words(x, y + 98, f"stance {'left' if left else 'right'}", small=True))
        target, swap, when = ways[phase]
        parts += _arrow((x, y), at[(k + 1) % 4], when)
        phase, left = target, left != swap
    return page(800, 520, parts)


def _spans(program: object) -> list[tuple[str, int, int]]:
    """(file, first, last character) of each transition."""
    return [(str(s.unit), int(s.start), int(s.end)) for s in program.transition_spans]  # type: ignore[attr-defined]


def _middle(rec: object, phase: int, left: bool) -> int:
    """The row of a recording in the middle of the last whole run of a phase on one side."""
    inside = (rec.phase == phase) & (rec.side == (0 if left else 1))  # type: ignore[attr-defined]
    edges = np.flatnonzero(np.diff(inside.astype(int)))
    ends = [k for k in edges if inside[k]]
    last = ends[-2]
    first = max(k for k in edges if k < last) + 1
    return int((first + last) // 2)


def _arrow(a: tuple[float, float], b: tuple[float, float], text: str) -> list[str]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = float(np.hypot(dx, dy))
    ux, uy = dx / far, dy / far
    start, end = (a[0] + 108 * ux, a[1] + 108 * uy), (b[0] - 110 * ux, b[1] - 110 * uy)
    path = f"M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}"
    line = f'<path d="{path}" stroke="{INK}" stroke-width="1.6" marker-end="url(#tip)"/>'
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if dx == 0:
        return [line, words(x + 10, y + 4, text, small=True, anchor="start")]
    return [line, words(x, y - 8, text, small=True)]


def make_pictures() -> None:
    """Write both."""
    for name, make in (("signs", signs), ("states", states)):
        (MEDIA / f"{name}.svg").write_text(make(), encoding="utf-8")
        print(f"wrote docs/media/{name}.svg")


if __name__ == "__main__":
    make_pictures()
