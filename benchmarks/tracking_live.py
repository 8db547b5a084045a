"""Poses streamed to a body: ``python benchmarks/tracking_live.py --captures FOLDER``.

Files of the CMU database are streamed at 60 Hz, each line late by up to 20 ms, one in twenty lost. The body
runs by a clock of its own, as fast as it can: what is measured does not depend on the machine. The pose error
is that of Geijtenbeek et al. (2012) against the whole file carried over at leisure; the delay is the one at
which it is least.
``--own`` streams the clips that come along, ``--seed N`` draws other delays and losses; neither is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
STORE = Path(__file__).resolve().parent.parent / "docs" / "media" / "tracking" / "live.json"
FILES = {"stand": "140_07", "wave": "143_25", "arm": "80_10", "bow": "113_02", "squat": "23_14"}
RATE, JITTER, LOST, SEED = 60.0, 0.02, 0.05, 1
ERROR, SHARE, DELAY = 0.06, 1.0 / 3.0, 0.15  # m, of standing still, s


def places(figure: Any, rows: F64) -> F64:
    """(n, parts, 3) parts about the centre of mass, seen from the root's heading, of positions (n, nq)."""
    from footfall.control.rotation import yaw_of
    from footfall.learn.track.reward import turn

    model, data, body = figure.model, figure.data, figure.body
    parts, root = [figure.body_id(link) for link in body.links], figure.body_id(body.root)
    out = np.empty((len(rows), len(parts), 3))
    for i, row in enumerate(rows):
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        out[i] = turn(data.xipos[parts] - data.subtree_com[root], -yaw_of(data.xmat[root]))
    return out


def measure(kind: str, clip: Any, body_name: str, seed: int) -> dict[str, Any]:
    """Stream one clip."""
    from dataclasses import replace

    from footfall.body import load_body
    from footfall.learn.track.live import LiveTracker
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.settings import Settings
    from footfall.motion.clips.stream import Pace, arrivals, read_head, read_pose, stream_lines

    body = load_body(body_name)
    head_lines, frames = stream_lines(clip, RATE)
    head = read_head(iter(head_lines), clip.name)
    come = arrivals(len(frames), RATE, jitter=JITTER, lost=LOST, seed=seed)
    tracker = LiveTracker(read_pose(frames[0], head, 0).clip, body)
    pace, began = Pace(head.step), come[0][1]
    simulated: list[F64] = []
    pace.time(began)

    def up_to(time: float) -> None:
        while len(simulated) / RATE <= time and not tracker.fell:
            tracker.advance(len(simulated) / RATE)
            simulated.append(np.array(tracker.sim.data.qpos))

    for i, when in come[1:]:
        up_to(when - began)
        pose = read_pose(frames[i], head, i).clip
        tracker.feed(pace.time(when) - began, pose.root[0], pose.rotations[0])
    up_to(come[-1][1] + DELAY)
    ref = retarget(replace(clip, kind=kind), body, Settings(rate=RATE))
    figure = tracker.figure.figure
    wanted, done = places(figure, ref.qpos), places(figure, np.array(simulated))
    mass = figure.model.body_mass[[figure.body_id(link) for link in body.links]]
    share = mass / mass.sum()

    def error(late: int) -> float:
        count = min(len(done) - late, len(wanted))
        return float(np.mean(np.linalg.norm(done[late : late + count] - wanted[:count], axis=2) @ share))

    errors = [error(late) for late in range(int(0.4 * RATE))]
    late = int(np.argmin(errors))
    still = float(np.mean(np.linalg.norm(wanted - wanted[:1], axis=2) @ share))
    row = {"kind": kind, "body": body_name, "seconds": round(tracker.sim.time, 2), "fell": tracker.fell}
    row |= {"error": round(errors[late], 4), "still": round(still, 4), "delay": round(late / RATE, 3)}
    good = not tracker.fell and errors[late] <= min(ERROR, SHARE * still) and late / RATE <= DELAY
    return row | {"held": tracker.held, "met": bool(good)}


def main() -> int:
    """Measure, keep and print."""
    from footfall.motion.clips.library import read_clip

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--captures", type=Path, help="a folder with BVH files of the CMU database")
    parser.add_argument("--own", action="store_true", help="the clips that come along, and keep nothing")
    parser.add_argument("--body", default="human-limber")
    parser.add_argument("--seed", type=int, default=SEED, help="of what is late and what is lost")
    parser.add_argument("--only", nargs="*", default=list(FILES), metavar="KIND")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    if options.captures is not None or options.own:
        for kind in options.only:
            clip = read_clip(kind if options.own else str(options.captures / f"{FILES[kind]}.bvh"))
            rows[kind] = measure(kind, clip, options.body, options.seed)
            print(json.dumps(rows[kind]), file=sys.stderr, flush=True)
            if not options.own and options.seed == SEED:
                STORE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    met = [kind for kind, row in rows.items() if row["met"]]
    print(
        json.dumps({"met": met, "rows": rows}) if options.json else f"{len(met)} of {len(FILES)} as promised"
    )
    return int(len(met) < len(FILES))


if __name__ == "__main__":
    raise SystemExit(main())
