from __future__ import annotations

import json

import pytest

from footfall.errors import FootfallError
from footfall.script import Edit, ScriptError, apply_edits, check, compile_text
from footfall.script.diagnostics import MAX_FINDINGS, Findings
from footfall.script.program import Span
from footfall.script.source import Source

WRONG = "SKILL a()\nPHASE x\n\tPOSE lKne(1);\n"


def test_rendering_points_at_the_place() -> None:
    (finding,) = check(WRONG, name="a.skill")
    assert finding.where == "a.skill:3:7"
    rows = finding.render().splitlines()
    assert rows[0] == "error[E040]: there is no joint 'lKne'"
    assert rows[1].strip() == "--> a.skill:3:7"
    assert rows[3].index("lKne") == rows[4].index("^")
    assert "^^^^ not a joint" in rows[4]
    assert rows[5].endswith("= help: did you mean 'lKnee'?")


def test_colour_changes_nothing_but_colour() -> None:
    import re

    (finding,) = check(WRONG)
    coloured = finding.render(color=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == finding.render()


def test_terminal_escapes_in_a_script_are_not_printed() -> None:
    (finding,) = check("SKILL a() PHASE x POSE lKne(1); # \x1b[31m \u202e")
    assert "\x1b" not in finding.render()
    assert "\u202e" not in finding.render()


def test_long_line_is_cut_around_the_caret() -> None:
    text = "SKILL a() PHASE x POSE " + "lKnee(1), " * 500 + "lKne(1);"
    found = [d for d in check(text) if d.code == "E040"]
    rows = found[0].render().splitlines()
    assert max(len(r) for r in rows) < 250
    assert rows[3][rows[4].index("^") :].startswith("lKne(")


def test_json_form_is_plain_data() -> None:
    (finding,) = check(WRONG, name="a.skill")
    data = json.loads(json.dumps(finding.as_dict()))
    assert (data["code"], data["severity"], data["line"], data["column"]) == ("E040", "error", 3, 7)
    assert (data["end_line"], data["end_column"]) == (3, 11)
    assert WRONG[data["start"] : data["end"]] == "lKne"
    assert data["edit"]["text"] == "lKnee"


def test_script_error_is_a_footfall_error_with_the_first_error() -> None:
    with pytest.raises(FootfallError) as caught:
        compile_text(WRONG.replace("(1)", "(60)") + "TO y WHEN time > 1;", name="a.skill")
    error = caught.value
    assert isinstance(error, ScriptError)
    assert [d.code for d in error.diagnostics] == ["E040", "W004", "E030"]
    assert error.where == "a.skill:3:7"
    assert str(error).endswith("2 errors, 1 warning")


def test_warnings_of_a_good_script_become_notes() -> None:
    program = compile_text("SKILL a() PHASE x POSE lKnee(60);")
    assert len(program.notes) == 1
    assert program.notes[0].startswith("warning[W004]")


def test_edits_apply_from_left_to_right_and_skip_overlaps() -> None:
    edits = [
        Edit(Span(0, 4, 5), "E"),
        Edit(Span(0, 0, 2), "AB"),
        Edit(Span(0, 1, 3), "??"),
        Edit(Span(0, 3, 3), "-"),
    ]
    assert apply_edits("abcde", edits) == "ABc-dE"


def test_many_warnings_do_not_push_out_an_error() -> None:
    findings = Findings(Source("a", "", "x" * 500))
    for i in range(2 * MAX_FINDINGS):
        findings.add("W004", Span(0, i, i + 1), "large")
    findings.add("E040", Span(0, 0, 1), "wrong")
    findings.add("E040", Span(0, 0, 1), "wrong")
    assert len(findings.items) == MAX_FINDINGS + 1
    assert findings.errors == 1
