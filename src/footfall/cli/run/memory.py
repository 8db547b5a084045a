"""Learned torque on the command line: where it is found, and where ``--learn`` puts it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from footfall.cli import options
from footfall.cli.run.simulate import learns
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.sim import Sim
    from footfall.script import Program


@dataclass(frozen=True)
class Memory:
    """Where learned torque is found, and whether it is written.

    Attributes:
        file: The user's own choice of file; None: beside the script (engine/learned.py).
        save: Whether to write it after the run.
    """

    file: Path | None = None
    save: bool = False

    def recall(self, sim: Sim) -> None:
        """Begin with the table that is there; says on stderr whether it is used."""
        from footfall.cli.show import note
        from footfall.engine.learned import learned_path, load_learned

        path = self.file or learned_path(sim.programs[0])
        if not path.is_file():
            return
        refused = load_learned(sim, path)
        note(f"warning: {refused}" if refused else f"begins with the torque learned in {path}")

    def keep(self, sim: Sim) -> list[tuple[str, Path]]:
        """Write the table, if that is wanted.

        Returns:
            What was written, for people, and where.
        """
        from footfall.engine.learned import learned_path, save_learned

        if not self.save:
            return []
        path = self.file or learned_path(sim.first[0])
        save_learned(sim, path)
        return [("learned torque", path)]


def memory_for(program: Program, file: Path | None, save: bool, seeds: int | None) -> Memory:
    """What a run remembers, checked before anything is simulated.

    Args:
        program: What will run.
        file: `--learned`.
        save: `--learn`.
        seeds: How many runs there are; None for a single one.

    Raises:
        FootfallError: It cannot work.
    """
    from footfall.engine.learned import learned_path

    if not learns(program):
        raise FootfallError(
            f"{program.name} learns nothing",
            where="--learn" if save else f"--learned {file}",
            help="add a statement such as LEARN pelvis(.1); or take simbicon/walk-learning",
        )
    if save and seeds is not None:
        raise FootfallError(
            f"--learn is of one run, but --seeds makes {seeds}",
            where="--learn",
            help="learn in one run, then try the table with --seeds",
        )
    if save:
        options.output("--learned", file or learned_path(program))
    elif file is not None and not file.is_file():
        raise FootfallError(
            "there is no such file",
            where=f"--learned {file}",
            help="write one with `footfall run SKILL --learn --learned F.ff.npz`",
        )
    return Memory(file, save)
