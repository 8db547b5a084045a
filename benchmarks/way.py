"""The way of a walk through the code: which of our modules `footfall run` enters.

    python benchmarks/way.py                         of `footfall run simbicon/walk3d --seconds 1`
    python benchmarks/way.py run moves/walk --json   of another command

A module is entered when one of its functions is called; importing it is not enough, so the command runs
twice and the second time counts. What is compiled is not seen. The fewer there are, the less somebody must
read to know what happens.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import footfall

PACKAGE = Path(footfall.__file__).parent
DEFAULT = ["run", "simbicon/walk3d", "--seconds", "1"]


def entered(words: list[str]) -> list[str]:
    """The modules that a command enters, as paths below the package, in order of their names."""
    from footfall.cli.main import main

    files: set[str] = set()

    def notice(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    for profile in (None, notice):
        threading.setprofile(profile)
        sys.setprofile(profile)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                main(words)
        except SystemExit as leaving:
            if leaving.code:
                raise
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    ours = (Path(name) for name in files)
    return sorted(p.relative_to(PACKAGE).as_posix() for p in ours if p.is_relative_to(PACKAGE))


def show() -> None:
    """Count and print."""
    words = [word for word in sys.argv[1:] if word != "--json"] or DEFAULT
    found = entered(words)
    if "--json" in sys.argv:
        print(json.dumps({"command": ["footfall", *words], "modules": len(found), "names": found}))
        return
    folders = sorted({name.rpartition("/")[0] for name in found})
    for folder in folders:
        inside = [
            name.rpartition("/")[2].removesuffix(".py") for name in found if name.rpartition("/")[0] == folder
        ]
        print(f"{folder or '.':<16}{len(inside):>3}  {', '.join(inside)}")
    print(f"{len(found)} modules are entered by `footfall {' '.join(words)}`")


if __name__ == "__main__":
    show()
