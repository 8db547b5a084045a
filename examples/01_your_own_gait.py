"""A gait of your own: a skill as text, a live parameter, and an edit while it runs.

python examples/01_your_own_gait.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import footfall as ff

# Two phases, run through by each leg in turn. Names that begin with sw and st mean the swing and
# the stance side; SWAP changes them over. A thigh that swings forward has a negative angle.
MARCH = """
SKILL march(lean = 0, knee = 1.1)
BODY planar7
START walking

PHASE lift                     # raise the swing leg for 0.3 s
  POSE swKnee(knee), swAnkle(-.2), stKnee(.05), stAnkle(-.2);
  VPD  pelvis(lean).close(stHip);
  VPD  swThigh(-.4).by(swHip).feedback(0, .2).limits(-1.6, .4);
  TO strike WHEN time > .3;

PHASE strike                   # and put it down, further ahead the faster the body goes
  POSE swKnee(.05), swAnkle(-.2), stKnee(.1), stAnkle(-.2);
  VPD  pelvis(lean).close(stHip);
  VPD  swThigh(.7).by(swHip).feedback(2.2, 0).limits(-1.6, .4);
  TO lift SWAP WHEN contact swFoot;
"""


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "march.skill"
    file.write_text(MARCH)  # a file of yours is run like one of the library

    sim = ff.Sim(str(file))
    print(f"as written:         {sim.run(6).speed:.2f} m/s")
    sim.set(knee=1.4)  # parameters are live: the next tick knows
    print(f"knees higher:       {sim.run(6).speed:.2f} m/s")
    sim.swap(MARCH.replace("time > .3", "time > .25"))  # the body goes on in mid-step
    rec = sim.run(6)
    print(f"quicker steps:      {rec.speed:.2f} m/s, {rec.end}")
    rec.plot(folder / "march.png")
    print(f"wrote {folder / 'march.png'}")


if __name__ == "__main__":
    main()
