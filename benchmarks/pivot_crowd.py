"""Twenty characters in one scene: different bodies, ways and styles, who brush against each other.

python benchmarks/pivot_crowd.py            # writes who they are: src/footfall/skills/pivot/crowd.cast
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT
from footfall.control.columns import VERDICT_CODE
from footfall.engine.kernel.ends import FELL
from footfall.engine.sim import Sim

Row = dict[str, Any]
Case = Callable[[], Row]

CROWD = "pivot/crowd"
SECONDS, MANY = 30.0, 20
CONTACTS, FALLS = 10, 2  # at least, at most
LOOK, APART = 0.02, 0.5  # s between two looks; s without a touch after which another contact begins
MIDDLE = (0.0, 2.2)  # m
# Radius m, speed m/s, who: body and style; a number is the seed of a drawn body. Two rings of human bodies
# pass each other closely, the others have room: their bodies take fewer knocks.
RINGS: tuple[tuple[float, float, tuple[str, ...]], ...] = (
    (2.2, 0.5, ("human plain", "robot plain")),
    (3.5, 0.6, ("human-spine happy", "human plain", "biped5 plain", "human proud")),
    (3.98, 0.6, ("human sad", "human-spine plain", "biped5 plain", "human-spine plain")),
    (5.6, 0.6, ("robot proud", "4 plain", "human zombie", "robot plain", "7 proud")),
    (7.1, 0.7, ("1 plain", "human-spine sad", "robot plain", "3 plain", "human proud")),
)
STYLES: Mapping[str, Mapping[str, float]] = {
    "plain": {},
    "sad": {"bend": 0.3, "nod": 0.4, "arm_swing": 0.15, "arms": -0.25, "elbows": 0.1},
    "proud": {"bend": -0.12, "nod": -0.1, "twist": 0.25, "arm_swing": 0.8, "out": 0.2, "elbows": 0.2},
    "happy": {"bend": -0.05, "sway": 0.25, "twist": 0.2, "arm_swing": 1.4, "arms": -0.2, "elbows": 1},
    "zombie": {"bend": 0.1, "nod": 0.15, "sway": 0.25, "arm_swing": 0, "arms": -1.4, "elbows": 0.05},
}


def crowd() -> dict[str, Case]:
    """One scene of twenty."""
    return {f"{MANY} characters, {SECONDS:g} s": measure}


def cast() -> str:
    """The text of crowd.cast: all but the first, who is the skill's own."""
    rows = []
    for ring, (radius, speed, who) in enumerate(RINGS):
        way = 1 if ring % 2 == 0 else -1
        for k, one in enumerate(who):
            angle = 2.0 * math.pi * (k + 0.37 * ring) / len(who) - math.pi / 2
            rows.append(_actor(one, (radius, speed, way), angle))
    return "\n\n".join(("# Made by python benchmarks/pivot_crowd.py.", *rows[1:])) + "\n"


def _actor(who: str, ring: tuple[float, float, int], angle: float) -> str:
    (body, style), (radius, speed, way) = who.split(), ring
    values = {"speed": speed, "radius": radius, "x": MIDDLE[0], "y": MIDDLE[1], "way": way}
    values |= dict(STYLES[style])
    x, y = MIDDLE[0] + radius * math.cos(angle), MIDDLE[1] + radius * math.sin(angle)
    return "\n".join(
        (
            f"[[actor]]  # {style}",
            'skill = "pivot/rounds"',
            f"drawn = {body}" if body.isdigit() else f'body = "{body}"',
            f"at = [{x:.3f}, {y:.3f}]",
            f"facing = {math.degrees(angle + way * math.pi / 2):.1f}",
            f"set = {{ {', '.join(f'{name} = {value:g}' for name, value in values.items())} }}",
        )
    )


def measure(seconds: float = SECONDS) -> Row:
    """Walk, and count who touches whom, with what, and who falls; time is that of one processor."""
    sim = Sim(CROWD)
    owner, part = _owners(sim), _parts(sim)
    last, fallen, busy = dict[tuple[int, int], float](), set[int](), 0.0
    touches = Counter[str]()
    while sim.time < seconds:
        began = time.thread_time()
        sim.step(round(LOOK / sim.dt))
        busy += time.thread_time() - began
        for a, b in _touching(sim, owner):
            pair = (min(owner[a], owner[b]), max(owner[a], owner[b]))
            if sim.time - last.get(pair, -math.inf) > APART:
                touches[" and ".join(sorted((part[a], part[b])))] += 1
            last[pair] = sim.time
        fallen |= {k for k, a in enumerate(sim.actors) if int(a.state.verdict[VERDICT_CODE]) == FELL}
    many, faster = touches.total(), sim.time / max(busy, 1e-9)
    good = many >= CONTACTS and len(fallen) <= FALLS and faster >= 1.0 and len(sim.actors) == MANY
    which = ", ".join(f"{name} {n}" for name, n in touches.most_common(4))
    found = {"contacts": many, "most": which, "falls": len(fallen), "x_realtime": faster}
    return {"characters": len(sim.actors), "seconds": sim.time, **found, "passed": good}


def _owners(sim: Sim) -> list[int]:
    """Whose each geom is; -1: nobody's."""
    roots = {int(sim.model.body_rootid[int(a.arrays["root_body"][0])]): k for k, a in enumerate(sim.actors)}
    return [roots.get(int(sim.model.body_rootid[body]), -1) for body in sim.model.geom_bodyid]


def _parts(sim: Sim) -> list[str]:
    """What each geom belongs to: the name of its link without its side."""
    names = [sim.model.body(int(body)).name.split("/")[-1] for body in sim.model.geom_bodyid]
    return [
        name.removeprefix("left_").removeprefix("right_").removesuffix(".l").removesuffix(".r")
        for name in names
    ]


def _touching(sim: Sim, owner: list[int]) -> list[tuple[int, int]]:
    """Geoms of two characters that touch now."""
    pairs = [(int(a), int(b)) for a, b in np.asarray(sim.data.contact.geom).reshape(-1, 2)]
    return [(a, b) for a, b in pairs if -1 not in (owner[a], owner[b]) and owner[a] != owner[b]]


if __name__ == "__main__":
    target = ROOT / "src" / "footfall" / "skills" / "pivot" / "crowd.cast"
    target.write_text(cast(), encoding="utf-8")
    print(target.relative_to(ROOT))
