"""Each quirk a script relies on gets its warning, and a script without quirks none."""

from __future__ import annotations

from pathlib import Path

import pytest

import footfall.script.classic
from footfall.script import check
from footfall.script.classic.codes import ROWS

from .helpers import END, actions, codes, found, phase, script, when

SAMPLES = Path(__file__).parents[2] / "classic"
LEAF = actions("POSE lKnee(1);")
POSE = "ACTIONS POSE lKnee(1); ENDACTIONS"


def call(transition: str, rest: str = "") -> str:
    return script(phase(f"> a.t(void); {rest}TRANSITION to(-1).after({transition});"), head="SCRIPTS a.t;\n")


# code -> a script that gets this warning and no other; it may call a.t
CASES = {
    "W101": call("iterations 3"),
    "W102": script(phase(POSE + END, 7)),
    "W103": call("fallen > 1"),
    "W104": call("time 1"),
    "W105": actions("POSE lKnee(1, linterp(1, 0, 1, 2, 3), 30);"),
    "W106": actions("LIPOSE lKnee(1).time(0);"),
    "W107": script(phase("TRANSITION to(-1).after(complete);")),
    "W109": "SET X = 1\n" + LEAF,
    "W110": actions("POSEFB lKnee(1, 2).on(part lFoot); POSE lKnee(1);"),
    "W111": actions("POSE lHip(2.3);"),
    "W112": script(f"{phase(POSE + END)}\n{phase(POSE + END, 1)}"),
    "W113": "SCRIPTS a.t;\n" + LEAF,
    "W114": "SCRIPTS gone.t;\n" + LEAF,
    "W116": when("stable"),
    "W118": call("complete", "ACTIONS POSE lElbow(-1); ENDACTIONS "),
    "W120": call("complete").removeprefix("SCRIPTS a.t;\n"),
    "W121": actions("COMFB2 1 2 j lAnkle\nPOSE lKnee(1);"),
    "W122": script(f"{phase(POSE + ' TRANSITION to(1).after(time 1);')}\n{phase(POSE, 1)}"),
    "W123": script(phase(f"{POSE} TRANSITION to(-1).after(complete); {END}")),
    "W124": actions("VPD uTorso(0).joint(lHip); POSE lHip(0);"),
}


@pytest.mark.parametrize("code", CASES)
def test_quirk_gives_its_warning_and_no_other(code: str) -> None:
    (finding,) = found(CASES[code], a_t=LEAF)
    assert finding.code == code and finding.severity == "warning"
    assert finding.message and finding.label and finding.help


def test_torque_limit_stays_unless_the_caller_has_its_own() -> None:
    limited = "SET TORQUELIMIT = 170\n" + LEAF
    assert codes(call("complete"), a_t=limited) == ["W108"]
    assert codes("SET TORQUELIMIT = 1000\n" + call("complete"), a_t=limited) == []


def test_warning_says_how_often_a_call_runs() -> None:
    (finding,) = found(CASES["W101"], a_t=LEAF)
    assert "a.t runs 4 times" in finding.message


def test_nested_linterp_reads_zero() -> None:
    assert codes(actions("POSE lKnee(linterp(linterp(0,0,1,0,1), 0, 1, 0, 1));")) == ["W105"]
    assert codes(actions("POSE lKnee(linterp(1, 0, 1, 0, 1));")) == []


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.[st]")), ids=lambda p: p.name)
def test_samples_have_no_errors(path: Path) -> None:
    assert [d.code for d in check(path.read_text(), path=str(path)) if d.severity == "error"] == []


def test_every_code_is_used_and_explained() -> None:
    folder = Path(footfall.script.classic.__file__).parent
    texts = "".join(p.read_text() for p in folder.glob("*.py") if p.name != "codes.py")
    assert [code for code, _, _ in ROWS if f'"{code}"' not in texts] == []
    assert all(title and text.endswith(".") for _, title, text in ROWS)
    assert len({code for code, _, _ in ROWS}) == len(ROWS)
