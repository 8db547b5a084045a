"""Whole messages for common mistakes, as a user sees them.

``FOOTFALL_REGENERATE=1 pytest tests/script/test_golden.py`` writes the files anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from footfall.script import DictLoader, check
from footfall.script.help.mistakes import MISTAKES as MISTAKES_BY_CODE
from footfall.script.help.mistakes import mistakes_loader

GOLDEN = Path(__file__).parent / "golden"
EVERY_CODE = "every_code"  # the file with a message of each code

# file -> (text of the example, what the user wrote instead)
MISTAKES = {
    "unknown_joint": ("swKnee(1.1)", "swKne(1.1)"),
    "unknown_phase": ("TO strike WHEN", "TO strke WHEN"),
    "unknown_statement": ("POSE swKnee(1.1)", "pose swKnee(1.1)"),
    "unknown_clause": (".limits(-1.6, .4);   #", ".limit(-1.6, .4);   #"),
    "unknown_skill": ("DO moves/curl()", "DO moves/crul()"),
    "unknown_name": ("time > dt", "time > td"),
    "part_for_joint": (
        ".by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);   #",
        ".by(swThigh);   #",
    ),
    "missing_semicolon": (
        "stAnkle(0);\n  VPD  pelvis(lean).yaw(heading).close(stHip, shared);   ",
        "stAnkle(0)\n",
    ),
    "missing_joint_of_vpd": (".by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);   #", ";   #"),
    "unclosed_parenthesis": ("swKnee(1.1), ", "swKnee(1.1, "),
    "unclosed_at_the_end": ("  TO end WHEN complete;\n", "  POSE lKnee(1"),
    "number_too_large": ("1.1", "1e400"),
    "not_a_number": ("1.1", "NaN"),
    "bounds_swapped": ("0.05<0,.3>", "0.05<.3,0>"),
    "foreign_unit": ("time > dt", "time > 300 ms"),
    "degrees_forgotten": ("swKnee(1.1)", "swKnee(60)"),
    "number_for_condition": ("time > dt", "com.height"),
    "several": (
        "  TO strike WHEN time > dt;\n",
        "  TO strike time > dt;\n  POSE lnee(1), rKnee(2 3);\n  TO x WHEN 1;\n",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_message_is_as_stored(name: str, walk: str, loader: DictLoader) -> None:
    old, new = MISTAKES[name]
    assert old in walk
    found = check(walk.replace(old, new, 1), name="walk3d.skill", loader=loader)
    text = "\n\n".join(d.render() for d in found) + "\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FOOTFALL_REGENERATE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_message_of_every_code_is_as_stored() -> None:
    blocks = []
    for text in MISTAKES_BY_CODE.values():
        blocks += [d.render() for d in check(text, name="example.skill", loader=mistakes_loader())]
    shown = "\n\n".join(blocks) + "\n"
    path = GOLDEN / f"{EVERY_CODE}.txt"
    if os.environ.get("FOOTFALL_REGENERATE"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_no_stored_message_is_left_over() -> None:
    assert {p.stem for p in GOLDEN.glob("*.txt")} == {*MISTAKES, EVERY_CODE}
