"""Recordings of schema 1: they named their body by a file, and began at the first tick of their Sim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from footfall.body import body_names, load_body, scale_mass
from footfall.body.data import body_data
from footfall.body.parse import body_of
from footfall.body.tables import read_text
from footfall.engine.recording.header import SCHEMA
from footfall.errors import FootfallError
from footfall.script import DictLoader, compile_text
from footfall.script.stored import program_data, take_params
from footfall.world import Balls, Prop, Push, World, parse_ground
from footfall.world.data import world_data


def from_schema_1(old: dict[str, Any]) -> dict[str, Any]:
    """A header of schema 1 as one of today: it began at its first tick, and named its body by a file.

    Raises:
        FootfallError: It cannot be made from what it holds.
        KeyError, ValueError, TypeError: It is none.
    """
    if old["actors"] != 1:
        raise FootfallError(
            "the recording has schema 1 and several actors, which was not enough to run it again",
            help="record it anew with this version",
        )
    world, events = old["world"], old["events"]
    made = World(
        ground=parse_ground(world["ground"], old["seed"]),
        friction=world["friction"],
        gravity=tuple(world["gravity"]),
        pushes=tuple(msgspec.convert(p, Push) for p in world["pushes"]),
        balls=msgspec.convert(world["balls"], Balls | None),
        props=tuple(msgspec.convert(p, Prop) for p in world.get("props", ())),
    )
    actor = {"program": _program(old), "body": _body(old), "start": old["start"], "at": [0.0, 0.0]}
    last = old["first_tick"] + old["ticks"]
    ended = old["verdict"] != "running"
    return old | {
        "schema": SCHEMA,
        "actors": [actor],
        "world": world_data(made),
        "step": old["options"]["dt"],
        "begin": {},
        "states": {},
        "watch": None,
        "go_on": ended and old["verdict_tick"] < last,
        "ended": ended,
        "events": [_event(event) for event in events],
        "events_before": 0,
    }


def _body(old: dict[str, Any]) -> dict[str, Any]:
    text = str(old["body_text"])
    path = Path(old["body_path"])
    table = read_text(text, str(path))
    if "mjcf" in table or not text:
        raise FootfallError(
            "the recording has schema 1 and a body that wraps an MJCF file, which it does not hold",
            help="record it anew with this version",
        )
    return body_data(scale_mass(body_of(table, path), float(old["options"].get("scale_mass", 1.0))))


def _program(old: dict[str, Any]) -> dict[str, Any]:
    texts, skill = old["texts"], old["skill"]
    program = compile_text(texts[skill], name=skill, loader=DictLoader(texts))
    take_params(program, old["params"])
    return program_data(program)


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """Swaps and switches named texts and files; now they hold programs and bodies."""
    what, kind = event["what"], event["kind"]
    if kind == "then":
        kept = {key: what[key] for key in ("skill", "tick", "instead")}
        what = {**kept, "program": _program(what)}
    elif kind == "swap" and what.get("body"):
        name = Path(what["body"]).stem
        if name not in body_names():  # a file that somebody else names is not read
            raise FootfallError(
                f"the recording has schema 1 and changes to the body '{name}', which it does not hold",
                help="record it anew with this version",
            )
        what = {"body": body_data(load_body(name))}
    return {**event, "what": what}
