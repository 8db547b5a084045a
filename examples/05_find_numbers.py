"""Let the machine find numbers: a slower walk, by a search over the marked numbers of a script.

python examples/05_find_numbers.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import cma
import numpy as np

import footfall as ff

SECONDS, WANTED, TRIES = 4.0, 0.9, 30  # s, m/s, simulations


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)

    # Every number of a script has a slot; those with a mark `~std<low,high>` say what a search may do.
    sim = ff.Sim("simbicon/walk")
    program = sim.programs[0]
    slots = {p.name: program.slots[p.slot] for p in program.units[0].parameters}
    spreads = {name: slot.mark.std for name, slot in slots.items() if slot.mark is not None}
    names, spread = list(spreads), np.array(list(spreads.values()))
    start = np.array([program.params[p.slot] for p in program.units[0].parameters if p.name in spreads])

    def cost(x: np.ndarray) -> float:
        """How wrong the speed is; a walk that does not last costs what is missing of it."""
        sim.reset()  # parameters are slots too: setting them compiles nothing
        sim.set(**dict(zip(names, start + spread * x, strict=True)))
        rec = sim.run(SECONDS)
        return abs(rec.speed - WANTED) + (SECONDS - rec.seconds)

    print(f"before: {cost(np.zeros(len(names))):.2f} m/s off")
    search = cma.CMAEvolutionStrategy(np.zeros(len(names)), 1.0, {"seed": 1, "verbose": -9})
    while search.countevals < TRIES:
        tried = search.ask()
        search.tell(tried, [cost(x) for x in tried])
    best = dict(zip(names, (start + spread * search.result.xbest).round(4).tolist(), strict=True))
    print(f"after:  {search.result.fbest:.2f} m/s off, with {best}")
    words = " ".join(f"--set {name}={value}" for name, value in best.items())
    (folder / "command.txt").write_text(f"footfall run simbicon/walk {words}\n", encoding="utf-8")
    print("`footfall tune` does this with more terms, more starts, several cores, and can be taken up again")


if __name__ == "__main__":
    main()
