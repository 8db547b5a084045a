"""Every code has a script that gives it, and gives nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import footfall.script
from footfall.script import DictLoader, apply_edits, check
from footfall.script.codes import CODES


def phase(statements: str) -> str:
    return f"SKILL a() PHASE x {statements}"


def when(condition: str) -> str:
    return phase(f"TO end WHEN {condition};")


# code -> a script that has this mistake and no other
CASES = {
    "E001": when("time ≥ 1"),
    "E002": phase("POSE lKnee(1) TO end WHEN time > 1;"),
    "E003": phase("POSE lKnee(1, rKnee(2);"),
    "E004": "SKILL a() PHASE x TO end WHEN",
    "E005": when("time > > 1"),
    "E006": phase("POSE lKnee(1e400);"),
    "E007": when("time > 3 s"),
    "E008": when("(" * 60 + "time" + ")" * 60 + " > 1"),
    "E009": phase("POSE lKnee(1~1<2,0>);"),
    "E010": phase("POSE lKnee(3~1<0,2>);"),
    "E011": phase("POSE lKnee(1~-1<0,2>);"),
    "E020": "PHASE x POSE lKnee(1);",
    "E021": "SKILL a()",
    "E022": "SKILL a() BODY human BODY human PHASE x",
    "E023": "SKILL a() PHASE x BODY human",
    "E024": "SKILL a() POSE lKnee(1); PHASE x",
    "E025": phase("POZE lKnee(1);"),
    "E026": "SKILL a() PHASE x TO y WHEN time > 1; PHASE y PHASE y",
    "E027": "SKILL a(time = 1) PHASE x",
    "E028": "SKILL a(b = 1, b = 2) PHASE x POSE lKnee(b);",
    "E029": "SKILL a(b = lKnee) PHASE x POSE lKnee(b);",
    "E030": phase("TO lft WHEN time > 1;"),
    "E031": phase("DO moves/curl(); DO moves/curl();"),
    "E040": phase("POSE lKne(1);"),
    "E041": phase("VPD thrunk(1).by(waist);"),
    "E042": phase("POSE lThigh(1);"),
    "E043": phase("POSE lKnee(speed);"),
    "E044": when("com.heigth > 1"),
    "E045": when("abz(time) > 1"),
    "E050": phase("POSE lKnee();"),
    "E051": phase("POSE lKnee(1).rol(1);"),
    "E052": phase("POSE lKnee(1).roll(1).roll(1);"),
    "E053": phase("VPD lThigh(1);"),
    "E054": phase("VPD lThigh(1).by(3);"),
    "E055": when("com.height"),
    "E056": when("0 < time < 1"),
    "E057": phase("POSE lKnee(phi);"),
    "E058": when("complete"),
    "E059": "SKILL a() PHASE x LASTS 1 POSE lKnee(curve(1: 0, 0: 1));",
    "E060": phase("DO moves/crul();"),
    "E061": phase("DO circle();"),
    "E062": phase("DO empty();"),
    "E063": phase("DO moves/curl(bnd = 1);"),
    "E064": phase("VPD lThigh(1).by(lHip), rThigh(1).by(rHip);"),
    "E065": phase("DO deep0();"),
    "E066": "SKILL a() PHASE x LASTS 0",
    "W001": "SKILL a() PHASE x PHASE y",
    "W002": phase("TO x WHEN contact lFoot;"),
    "W003": when("time > 30 deg"),
    "W004": phase("POSE lKnee(60);"),
    "W005": "SKILL a(b = 2 * 3~1<2,4>) PHASE x POSE lKnee(b);",
    "W006": phase("POSE lKnee(1); POSE lKnee(2);"),
    "W007": "SKILL a(b = 1) PHASE x",
}

# Codes whose edit must mend the script
MENDED = ["E001", "E002", "E003", "E007", "E009", "E010", "E020", "E025", "E040", "E041", "E042"]
MENDED += ["E044", "E045", "E051", "E052", "E057", "E060", "E063", "W004"]


@pytest.fixture
def skills(tmp_path: Path, curl: str) -> dict[str, str]:
    deep = {f"deep{i}": phase(f"DO deep{i + 1}();") for i in range(40)}
    (tmp_path / "empty.skill").write_text("")
    return {"moves/curl": curl, "circle": phase("DO circle2();"), "circle2": phase("DO circle();")} | deep


def codes(text: str, skills: dict[str, str], folder: Path) -> list[str]:
    path = folder / "a.skill"
    return [d.code for d in check(text, path=str(path), loader=DictLoader(skills))]


@pytest.mark.parametrize("code", CASES)
def test_mistake_gives_its_code_once_and_no_other(code: str, skills: dict[str, str], tmp_path: Path) -> None:
    assert codes(CASES[code], skills, tmp_path) == [code]


@pytest.mark.parametrize("code", MENDED)
def test_edit_mends_the_mistake(code: str, skills: dict[str, str], tmp_path: Path) -> None:
    (finding,) = check(CASES[code], loader=DictLoader(skills))
    assert finding.edit is not None
    assert codes(apply_edits(CASES[code], [finding.edit]), skills, tmp_path) == []


@pytest.mark.parametrize("code", CASES)
def test_every_finding_has_label_and_help(code: str, skills: dict[str, str], tmp_path: Path) -> None:
    path = str(tmp_path / "a.skill")
    (finding,) = check(CASES[code], path=path, loader=DictLoader(skills))
    assert finding.message and finding.label and finding.help
    assert finding.severity == ("warning" if code[0] == "W" else "error")


def test_table_case_list_and_sources_agree() -> None:
    folder = Path(footfall.script.__file__).parent
    written = {
        code
        for path in folder.glob("*.py")
        if path.name != "codes.py"
        for code in re.findall(r'"([EW]\d{3})"', path.read_text())
    }
    assert set(CODES) == set(CASES) == written
    assert all(row.title and row.text.endswith(".") for row in CODES.values())
