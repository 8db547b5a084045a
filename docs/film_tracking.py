"""The film strips and tables of clips for tracking.md: ``python docs/film_tracking.py``.

With ``--captures FOLDER`` also the table of real captures, from BVH files of the CMU database in that folder;
with ``--pushed`` only the strip of a clip that is pushed, and steps.
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
# Generations that the paper's searches took (Table 3).
PAPER = {
    "stand": 7,
    "arm": 2,
    "wave": 2,
    "squat": 27,
    "bow": 37,
    "hips": 33,
    "single": 62,
    "kick": 61,
    "side": 307,
    "dance": 600,
}
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
    parser.add_argument("--pushed", action="store_true", help="only the strip of a clip that is pushed")
    options = parser.parse_args()
    if options.pushed:
        make_pushed()
        return
    folder = options.captures
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


def make_pushed(kind: str = "wave", newtons: float = 180.0, seed: int = 1) -> None:
    """The strip of a clip with the numbers that step, under two pushes of the paper's Table 3."""
    from footfall.body import load_body
    from footfall.engine.sim import Sim
    from footfall.learn.track.known import KNOWN, with_numbers
    from footfall.learn.track.search import Pushing
    from footfall.learn.track.skill import skill_text
    from footfall.script import compile_text
    from footfall.script.source import LIBRARY, DictLoader

    body = load_body("human")
    reference = (LIBRARY / "tracked" / f"{kind}.ref").read_text(encoding="utf-8")
    text = skill_text(kind, body, doc=f"Tracks {kind}.")
    program = compile_text(text, loader=DictLoader({f"{kind}.ref": reference}))
    sim = Sim(with_numbers(program, KNOWN["stepping"], body.mass))
    sim.reset(pushes=Pushing(force=newtons).pushes(seed, 3.0))
    path = MEDIA / "steps.png"
    sim.run(3.0).strip(path, start=0.95, end=2.75, frames=16)
    film.shrink(path)


def measured(clips: Iterable[tuple[str, str]], *, strips: bool = False) -> Iterable[dict[str, Any]]:
    """What the report says of clips on the human.

    Args:
        clips: Kind, and name or file.
        strips: Whether to draw them.
    """
    from footfall.body import load_body
    from footfall.engine.sim import Sim
    from footfall.motion.clips.check import check_reference
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.views import view_reference
    from footfall.motion.samples import RecordingLike
    from footfall.motion.strip import film_strips

    body = load_body("human")
    figure = Figure(body)
    for kind, name in clips:
        ref = retarget(replace(read_clip(name), kind=kind), body)
        report = check_reference(ref, figure)
        values = {finding.name: finding.value for finding in report.findings}
        if strips:
            path = MEDIA / f"{kind}.png"
            shown: list[tuple[str, RecordingLike]] = [
                ("the clip", view_reference(ref, figure)),
                ("simulated", Sim(f"tracked/{kind}").run(ref.seconds)),
            ]
            film_strips(shown, path, frames=FRAMES, start=0.0, seconds=ref.seconds)
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


def _tracked() -> str:
    """The library's skills on five fresh seeds."""
    rows = _stored("tracked.json")
    cells = [
        (row["kind"], *(f"{r:.2f}" for r in row["seeds"]), str(PAPER[kind])) for kind, row in rows.items()
    ]
    head = ("clip", *(f"seed {k}" for k in range(1, 6)), "generations in the paper")
    return f"{table(head, cells)}\n\nMeasured by `python benchmarks/tracking.py --own`."


def _kinds() -> str:
    """The captures on five fresh seeds."""
    rows = _stored("kinds.json")
    cells = [
        (
            f"{kind} ({row['file']})",
            row["body"],
            f"{row['begin']:g} to {row['end']:g} s" if row["end"] else "all",
            " ".join(f"{r:.2f}" for r in row["seeds"]),
            f"{row['generations']} ({PAPER[kind]})",
            f"{row['cpu_seconds']:.0f} s",
            _filter(row),
            f"{row['kept']} of {row['joints']}",
            ", ".join(row.get("lost", ())),
        )
        for kind, row in rows.items()
    ]
    head = (
        "kind",
        "body",
        "part",
        "R of five fresh seeds",
        "generations (paper)",
        "processor",
        "filter",
        "joints kept",
        "not kept",
    )
    good = sum(row["good"] >= 4 for row in rows.values())
    spent = sum(row["cpu_seconds"] for row in rows.values()) / 60
    near = sum(sum(r >= 1.5 for r in row["seeds"]) >= 4 for row in rows.values()) - good
    words = f"{good} of {len(PAPER)} kinds reach 1.8 on four of five seeds, {near} more 1.5; "
    words += f"{spent:.0f} minutes in sum."
    command = "python benchmarks/tracking.py --captures FOLDER"
    return f"{table(head, cells)}\n\n{words} Measured by `{command}`."


def _filter(row: dict[str, Any]) -> str:
    """Cut-offs of limbs and of pelvis, trunk and head."""
    limbs, spine = row.get("filter", ("?", "?"))
    return f"{limbs} Hz" if limbs == spine else f"{limbs} Hz, spine {spine} Hz"


def _walks() -> str:
    """Walks of captures that go on."""
    rows = {name: row for name, row in _stored("walks.json").items() if "held" in row}
    cells = [
        (
            f"{row['what']} ({name})",
            f"{row['period']:.2f} s",
            f"{row['explained']:.0%}",
            f"{row['numbers']['mocap']:.0%}",
            f"{row['held']} of 5",
            f"{row['speed']:.2f} of {row['wanted']:.2f} m/s",
            f"{row['pushes']} of 8" if row["held"] == 5 else "not tried",
            f"{row['diagonal_stood']} of {row['diagonal_tried']}" if row["held"] == 5 else "not tried",
        )
        for name, row in rows.items()
    ]
    head = (
        *("gait", "stride", "explained", "share of the clip", "60 s", "speed", "100 N, sides"),
        *("350 N diagonal",),
    )
    good = sum(row["goes_on"] for row in rows.values())
    words = f"{good} of six go on for 60 s from five starts at a speed within 15 % of the clip's."
    command = "python benchmarks/tracking_walks.py --captures FOLDER"
    return f"{table(head, cells)}\n\n{words} Measured by `{command}`."


def _live() -> str:
    """Captures that were streamed."""
    rows = _stored("live.json")
    cells = [
        (
            kind,
            row["body"],
            "fell after " + f"{row['seconds']:.1f} s" if row["fell"] else "upright",
            f"{100 * row['error']:.1f} cm",
            f"{100 * row['still']:.1f} cm",
            f"{1000 * row['delay']:.0f} ms",
        )
        for kind, row in rows.items()
    ]
    head = ("kind", "body", "at the end", "pose error", "of standing still", "delay")
    words = f"{sum(row['met'] for row in rows.values())} of {len(rows)} as wanted."
    return (
        f"{table(head, cells)}\n\n{words} Measured by `python benchmarks/tracking_live.py --captures FOLDER`."
    )


def _stored(name: str) -> dict[str, dict[str, Any]]:
    path = MEDIA / name
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


PARTS: dict[str, Callable[[], str]] = {
    "walks": _walks,
    "live": _live,
    "own-clips": _table("own"),
    "captures": _table("captures"),
    "clip-strips": _strips,
    "tracked": _tracked,
    "kinds": _kinds,
}

if __name__ == "__main__":
    main()
