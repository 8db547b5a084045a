"""The generated parts of docs/moves.md and docs/graph.md: the figures of the paper, and ours beside them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import film_paper

from footfall.script.source import find_skill

SKILLS = "../src/footfall/skills"


def moves() -> str:
    """The figures about single moves."""
    found = _found()
    blocks = [
        _figure("1", "the script of a step-up, and the motion", _script("step-up"), "moves/step-up.png"),
        _figure("2", "the script of a somersault", _script("somersault"), "moves/somersault.png"),
        _figure("7", "strips of a walk, a backflip and a forward walkover", "The same three.",
                "moves/walk.png", "moves/backflip.png", "moves/forward-walkover.png"),
        _figure("8", "the backflip on slopes: it succeeds at 7.5°, fails at 8° and at -4°",
                _each(found["8"]), "paper/figure-8.png"),
        _figure("9", "walk, skip, fast walk and run over ground of varying slope",
                _each(found["9"]), "paper/figure-9.png"),
    ]  # fmt: skip
    return "\n\n".join(blocks)


def graph() -> str:
    """The figures about the graph and its transitions."""
    found = _found()
    walks = "\n".join(f"- {' → '.join(path)}" for path in found["4"].values())
    way = f'`footfall go "{found["6"]["sentence"]}"` went {" → ".join(found["6"]["path"])}.'
    blocks = [
        _figure("4", "sequences of moves that random walks made",
                f"Ours, of seeds 1, 2 and 3 (`footfall graph walk --moves 12 --seed 1`):\n\n{walks}"),
        _figure("5", "the graph of the controllers", "Ours is at the head of this page."),
        _figure("6", "a way through the graph beside its motion", way, "paper/figure-6.png"),
        _figure("10", "walk to forward walkover: the plain hand-over falls, the learned one does not",
                _ways(found["10"]), "paper/figure-10.png"),
        _figure("11", "walk to stand: the plain hand-over falls, the learned one stands",
                "*At once* means without a step: `moves/stand` itself takes steps, and holds. "
                + _ways(found["11"]), "paper/figure-11.png"),
        _figure("12", "walk to run: the plain one works with an awkward dip of the speed, the learned one "
                "without", _ways(found["12"]) + " The curves are the speed of the centre of mass.",
                "paper/figure-12.png", "transitions-speed.png"),
        _figure("13", "a walk on hands into the second half of the walkover: the learned one sways less",
                _ways(found["13"]), "paper/figure-13.png"),
        _figure("14", "forward walkover to run: the plain one steps back first, the learned one does not",
                _ways(found["14"]), "paper/figure-14.png"),
        _figure("15", "skip to walk, repaired from the state in which a random walk lost it",
                _ways(found["15"]), "paper/figure-15.png"),
    ]  # fmt: skip
    return "\n\n".join(blocks)


def _found() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(film_paper.MEASURED.read_text(encoding="utf-8"))
    return found


def _figure(number: str, theirs: str, ours: str, *pictures: str) -> str:
    shown = [f"![Figure {number}, ours](media/{path})" for path in pictures]
    return "\n\n".join([f"**Figure {number}** shows {theirs}. {ours}", *shown])


def _script(name: str) -> str:
    lines = [line for line in find_skill(f"moves/{name}").text.splitlines() if line.strip()]
    return f"Ours is [{name}.skill]({SKILLS}/moves/{name}.skill), {len(lines)} lines."


def _each(found: dict[str, str]) -> str:
    return "Ours: " + "; ".join(f"{name}: {because}" for name, because in found.items()) + "."


def _ways(found: dict[str, str]) -> str:
    words = [f"{way}: {because}" for way, because in found.items() if because]
    missing = "" if found.get("learned") else " A learned one is not in the library yet."
    return "Ours, " + "; ".join(words) + "." + missing


PARTS: dict[str, Callable[[], str]] = {"figures-moves": moves, "figures-graph": graph}
