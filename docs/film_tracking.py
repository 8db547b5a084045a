"""The film strips and tables of clips for tracking.md: ``python docs/film_tracking.py``.

With ``--captures FOLDER`` also the table of real captures, from BVH files of the CMU database in that folder.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import film

from footfall.script.help.reference import table

MEDIA = Path(__file__).resolve().parent / "media" / "tracking"
STORE = MEDIA / "clips.json"
FRAMES = 8
# The takes of the CMU database that stand for the kinds of the paper's Table 1.
CAPTURES = {
    "stand": "140_07",
    "arm": "80_10",
    "wave": "143_25",
    "squat": "23_14",
    "bow": "113_02",
    "hips": "32_21",
    "single": "49_18",
    "kick": "144_05",
    "side": "135_11",
    "dance": "143_35",
}
HEAD = ("clip", "s", "on both feet", "COM inside the soles", "feet slide", "top speed", "not as in the clip")


def main() -> None:
    """Make what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Make the strips and tables of tracking.md.")
    parser.add_argument("--captures", type=Path, help="a folder with BVH files of the CMU database")
    folder = parser.parse_args().captures
    found = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    found["own"] = make_strips()
    if folder is not None:
        files = ((kind, str(folder / f"{take}.bvh")) for kind, take in CAPTURES.items())
        found["captures"] = list(measured(files))
    STORE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def make_strips() -> list[dict[str, Any]]:
    """The strip of every clip that comes along.

    Returns:
        What was measured of each.
    """
    from footfall.motion.clips.library import clip_names

    MEDIA.mkdir(parents=True, exist_ok=True)
    return list(measured(((name, name) for name in clip_names()), strips=True))


def measured(clips: Iterable[tuple[str, str]], *, strips: bool = False) -> Iterable[dict[str, Any]]:
    """What the report says of clips on the human.

    Args:
        clips: Kind, and name or file.
        strips: Whether to draw them.
    """
    from footfall.body import load_body
    from footfall.motion.clips.check import check_reference
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.views import view_reference
    from footfall.motion.strip import film_strip

    body = load_body("human")
    figure = Figure(body)
    for kind, name in clips:
        ref = retarget(replace(read_clip(name), kind=kind), body)
        report = check_reference(ref, figure)
        values = {finding.name: finding.value for finding in report.findings}
        if strips:
            path = MEDIA / f"{kind}.png"
            film_strip(view_reference(ref, figure), path, frames=FRAMES, start=0.0, seconds=ref.seconds)
            film.shrink(path)
        yield {
            "kind": kind,
            "clip": ref.name,
            "seconds": round(ref.seconds, 1),
            "both": round(float(ref.stance.all(axis=1).mean()), 2),
            "inside": round(values["COM margin"], 3),
            "slip": round(values["stance slip"], 3),
            "speed": round(values["joint speeds"], 1),
            "lost": [kept.axis for kept in report.kept if not kept.ok],
        }


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    lost = row["lost"]
    words = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
    name = row["kind"] if row["kind"] == row["clip"] else f"{row['kind']} ({row['clip']})"
    return (
        name,
        f"{row['seconds']:.1f}",
        f"{row['both']:.0%}",
        f"{100 * row['inside']:.1f} cm",
        f"{100 * row['slip']:.1f} cm",
        f"{row['speed']:.1f} rad/s",
        words or "–",
    )


def _table(key: str) -> Callable[[], str]:
    def part() -> str:
        rows = json.loads(STORE.read_text(encoding="utf-8")).get(key, [])
        command = "python docs/film_tracking.py" + (" --captures FOLDER" if key == "captures" else "")
        if not rows:
            return f"Not measured yet: `{command}`."
        return f"{table(HEAD, [_row(row) for row in rows])}\n\nMeasured by `{command}`."

    return part


def _strips() -> str:
    from footfall.motion.clips.library import clip_doc, clip_names

    shown = (f"**{name}**: {clip_doc(name)}\n\n![{name}](media/tracking/{name}.png)" for name in clip_names())
    return "\n\n".join(shown)


PARTS: dict[str, Callable[[], str]] = {
    "own-clips": _table("own"),
    "captures": _table("captures"),
    "clip-strips": _strips,
}

if __name__ == "__main__":
    main()
