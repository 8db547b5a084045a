"""The files that `run`, `replay` and `demo` can make of a Recording."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.recording import Recording


@dataclass(frozen=True)
class Outputs:
    """Where to write what; None: not wanted.

    Attributes:
        strip: The film strip (.png).
        video: The video (.mp4, .gif).
        plot: The plots (.png).
        save: The Recording itself (.npz).
    """

    strip: Path | None = None
    video: Path | None = None
    plot: Path | None = None
    save: Path | None = None

    def check(self) -> None:
        """Raise FootfallError if one of them cannot be written."""
        paths = self.by_option()
        for option, path in paths.items():
            options.output(option, path)
        options.distinct(paths)

    def by_option(self) -> dict[str, Path | None]:
        """The paths by the option that names them."""
        return {"--strip": self.strip, "--video": self.video, "--plot": self.plot, "--save": self.save}

    def wanted(self) -> list[str]:
        """The options that were given."""
        return [option for option, path in self.by_option().items() if path is not None]

    def write(self, rec: Recording) -> list[tuple[str, Path]]:
        """Write them all.

        Returns:
            What each file is, for people, and where it is.
        """
        makers = (
            ("recording", "--save", self.save, rec.save),
            ("film strip", "--strip", self.strip, rec.strip),
            ("plots", "--plot", self.plot, rec.plot),
            ("video", "--video", self.video, rec.video),
        )
        written: list[tuple[str, Path]] = []
        for what, option, path, make in makers:
            if path is None:
                continue
            try:
                # Not on a thread: a GL context belongs to the thread that made it.
                make(str(path))
            except OSError as problem:  # a full disk, a folder that went away
                raise FootfallError(
                    f"cannot write the {what}: {(problem.strerror or str(problem)).lower()}",
                    where=f"{option} {path}",
                    help="make room or write elsewhere",
                ) from problem
            written.append((what, path))
        return written
