"""The film strips and measured numbers of the documentation: one run per statement and per move.

Numbers go to ``media/measured.json``, from which the pages are filled: another processor may round
a run differently, so the pages say what was measured when the pictures were made.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from footfall.script import skill_names
from footfall.script.statements import STATEMENTS

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

DOCS = Path(__file__).resolve().parent
EXAMPLES = DOCS / "examples"
MEDIA = DOCS / "media"
MEASURED = MEDIA / "measured.json"
FRAMES = 7
WIDTH = 800  # px of a strip
COLOURS = 64  # enough for shaded bodies, at a quarter of the size
LONGEST = 6.0  # s that the example of a statement may take
MOVE_SECONDS = 20.0
GAIT_SHOWN = 0.9  # s of a gait in its strip: a bit more than a stride
SHOWN = {  # first second and seconds of the strips of moves that are not gaits; the whole run when left out
    "moves/hop": (1.0, 2.4),
    "moves/one-leg-balance": (0.9, 2.4),
    "moves/squat": (0.0, 2.4),
    "moves/stand": (0.9, 3.0),
    "moves/step": (0.9, 1.5),
    "moves/stop": (3.6, 3.0),
}
PUSHED = {"moves/stand": (1.0, 400.0)}  # s, N forward for 0.1 s: nothing else happens in its strip
AFTER = {
    "moves/ready": ("moves/squat", 3.0, 2.0)
}  # shown after another move: from so many seconds on, for so long
FACTS = ("end", "success", "seconds", "speed", "steps", "distance", "shake")


def example_of(word: str) -> Path:
    """The runnable example of a statement."""
    return EXAMPLES / f"{word.lower()}.skill"


def moves() -> list[str]:
    """The moves of the library."""
    return [name for name in skill_names() if name.startswith("moves/")]


def make_strips() -> None:
    """All strips, and the measured numbers."""
    for statement in STATEMENTS:
        if statement.word == "TEMPLATE":  # no strip shows the pendulum: page_pivot.py draws it
            continue
        rec = run_example(example_of(statement.word))
        _strip(rec, MEDIA / "statements" / f"{statement.word}.png", 0.0, rec.seconds)
    measured = {}
    for name in moves():
        rec, measured[name] = run_move(name)
        if name in PUSHED:
            rec = run_pushed(name)
        if name in AFTER:
            rec = run_after(name)
        path = MEDIA / "moves" / f"{name.removeprefix('moves/')}.png"
        _strip(rec, path, *_window(name, rec))
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def run_example(path: Path) -> Recording:
    """Run an example to its end, in a folder of its own, since it may write files.

    Raises:
        SystemExit: It does not end as it should.
    """
    from footfall import Sim
    from footfall.world import World, parse_env

    env = path.with_suffix(".env")
    world: World | None = parse_env(env) if env.is_file() else None
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copy(path, path.name)
        rec = Sim(path.name, world=world).run(LONGEST)
    if rec.end != "done":
        raise SystemExit(f"{path.name}: {rec.report()['because']}; an example must come to its end")
    return rec


def run_move(name: str) -> tuple[Recording, dict[str, Any]]:
    """Run a move from its own start; what is measured of it.

    Raises:
        SystemExit: It fails.
    """
    from footfall import Sim

    rec = Sim(name).run(MOVE_SECONDS)
    report = rec.report()
    if not report["success"]:
        raise SystemExit(f"{name}: {report['because']}; the documentation shows moves that succeed")
    return rec, {fact: report[fact] for fact in FACTS}


def run_pushed(name: str) -> Recording:
    """Run a move that is pushed, for the picture."""
    from footfall import Sim

    sim = Sim(name)
    time, newtons = PUSHED[name]
    sim.push(time=time, forward=newtons, seconds=0.1)
    return sim.run(sum(SHOWN[name]) + 0.1)


def run_after(name: str) -> Recording:
    """Run a move that takes over from another, for the picture: from standing it has nothing to do."""
    from footfall import Sim

    first, at, seconds = AFTER[name]
    sim = Sim(first)
    sim.step(round(at / sim.dt))
    sim.then(name, now=True)
    return sim.run(seconds, go_on=True)


def _window(name: str, rec: Recording) -> tuple[float, float]:
    """First second and seconds of a move's strip."""
    if name in SHOWN:
        return SHOWN[name]
    if name in AFTER:
        return float(rec.time[0]), float(rec.time[-1] - rec.time[0])
    walks = rec.end == "time" and rec.report()["steps"] > rec.seconds
    return (rec.seconds - GAIT_SHOWN, GAIT_SHOWN) if walks else (0.0, rec.seconds)


def _strip(rec: Recording, path: Path, start: float, seconds: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rec.strip(path, frames=FRAMES, start=start, seconds=seconds)
    shrink(path)


def shrink(path: Path, width: int = WIDTH) -> None:
    """Make a picture small enough for a page: fewer pixels, fewer colours."""
    with Image.open(path) as whole:
        size = (width, round(whole.height * width / whole.width))
        small = whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    few(small).save(path, optimize=True)


def few(picture: Image.Image) -> Image.Image:
    """The same picture in few colours. An octree keeps the hues of small figures; a median cut loses them."""
    return picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
