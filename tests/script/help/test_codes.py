"""Every code has a script that gives it, and gives nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import footfall.script
from footfall.script import apply_edits, check
from footfall.script.help.codes import CODES
from footfall.script.help.mistakes import MISTAKES, mistakes_loader

# Codes whose edit must mend the script
MENDED = ["E001", "E002", "E003", "E007", "E009", "E010", "E020", "E025", "E040", "E041", "E042"]
MENDED += ["E047", "E068", "E069", "E044", "E045", "E051", "E052", "E057", "E060", "E063", "E073", "W004"]


def codes(text: str) -> list[str]:
    return [d.code for d in check(text, loader=mistakes_loader())]


@pytest.mark.parametrize("code", MISTAKES)
def test_mistake_gives_its_code_once_and_no_other(code: str) -> None:
    assert codes(MISTAKES[code]) == [code]


@pytest.mark.parametrize("code", MENDED)
def test_edit_mends_the_mistake(code: str) -> None:
    (finding,) = check(MISTAKES[code], loader=mistakes_loader())
    assert finding.edit is not None
    assert codes(apply_edits(MISTAKES[code], [finding.edit])) == []


@pytest.mark.parametrize("code", MISTAKES)
def test_every_finding_has_label_and_help(code: str) -> None:
    (finding,) = check(MISTAKES[code], loader=mistakes_loader())
    assert finding.message and finding.label and finding.help
    assert finding.severity == ("warning" if code[0] == "W" else "error")


def test_table_case_list_and_sources_agree() -> None:
    folder = Path(footfall.script.__file__).parent
    written = {
        code
        for path in folder.rglob("*.py")
        if path.name not in ("codes.py", "mistakes.py")
        for code in re.findall(r'"([EW]0\d{2})"', path.read_text())
    }
    assert {code for code in CODES if code[1] == "0"} == set(MISTAKES) == written
    assert all(row.title and row.text.endswith(".") for row in CODES.values())
