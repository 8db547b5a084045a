"""Things in the world: a crate that is lifted and carried, and what touches what.

python examples/08_things_to_carry.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import footfall as ff


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)

    # The script brings its crate along: PROP crate…; where it stands is a parameter.
    sim = ff.Sim("genbicon/lift", set={"x": 0.8})
    crate = next(body for k in range(sim.model.nbody) if "crate" in (body := sim.model.body(k).name))
    ground = float(sim.data.body(crate).xpos[2])
    sim.on("phase", lambda notice: print(f"{sim.time:5.2f} s  {notice.name}"))  # told when a phase begins
    highest, hands = ground, set()
    while sim.time < 9 and sim.end == "running":
        sim.step(round(0.1 / sim.dt))
        highest = max(highest, float(sim.data.body(crate).xpos[2]))
        for touch in sim.contacts():  # part, other, where (m), force (N)
            if "crate" in touch.part + touch.other:
                hands |= {touch.part, touch.other} - {crate, "ground"}
    print(f"the crate was lifted by {highest - ground:.2f} m; it was touched by {sorted(hands)}")
    (folder / "touched.txt").write_text("\n".join(sorted(hands)), encoding="utf-8")


if __name__ == "__main__":
    main()
