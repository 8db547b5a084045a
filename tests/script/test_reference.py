"""References: written and read back, and refused with the line that is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.script import compile_text
from footfall.script.diagnostics import ScriptError
from footfall.script.reference import PLACES, ReferenceTable, parse_reference, reference_text
from footfall.script.source import DictLoader
from footfall.script.stored import program_data, program_from

TABLE = ReferenceTable(
    "wave", "human", 30.0, True, ("lHip.pitch", "waist.yaw"), np.linspace(-1.0, 1.0, 90).reshape(3, -1)
)
TEXT = reference_text(TABLE)
SCRIPT = "SKILL s()\nPHASE p\n  TRACK wave();\n  TO end WHEN time > 1;\n"


def test_a_reference_is_read_as_it_was_written() -> None:
    read = parse_reference(TEXT, "wave.ref")
    assert (read.clip, read.body, read.rate, read.loop, read.axes) == (
        *("wave", "human", 30.0, True),
        TABLE.axes,
    )
    np.testing.assert_allclose(read.rows, TABLE.rows, rtol=0.0, atol=0.51 * 10.0**-PLACES)
    assert read.seconds == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("footfall reference 1", "something else", "this is no reference"),
        ("rate 30\n", "", "the line 'rate' is missing"),
        ("rate 30", "rate 0", "a rate of 0 rows a second"),
        ("rate 30", "rate nan", "'nan' is no number"),
        ("lStance", "left", "its columns are not those of a reference"),
        (TEXT.splitlines()[-1], "1 2 3", "3 numbers, and there are 30 columns"),
        (" 0.9775 ", " inf ", "'inf' is no number"),
        ("\n".join(TEXT.splitlines()[7:]), "", "1 rows"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(FootfallError, match=message) as caught:
        parse_reference(TEXT.replace(old, new, 1), "wave.ref")
    assert caught.value.where.startswith("wave.ref")


def test_a_script_finds_its_reference_and_a_stored_program_needs_no_file() -> None:
    program = compile_text(SCRIPT, loader=DictLoader({"wave.ref": TEXT}))
    assert [source.text for source in program.references] == [TEXT]
    again = program_from(program_data(program))
    assert again.references[0].text == TEXT
    assert np.array_equal(again.refs, program.refs)


@pytest.mark.parametrize(
    ("text", "code", "help"),
    [
        (SCRIPT.replace("wave()", "weave()"), "E060", "put weave.ref beside this script"),
        (SCRIPT.replace("wave()", "wave.dual(1, 2, 3, 4)"), "E060", "write TRACK wave().dual"),
        (SCRIPT.replace("wave()", "broken()"), "E062", "make the file again"),
    ],
)
def test_a_reference_that_is_not_there_or_damaged(text: str, code: str, help: str) -> None:
    loader = DictLoader({"wave.ref": TEXT, "broken.ref": TEXT.replace("loop 1\n", "")})
    with pytest.raises(ScriptError) as caught:
        compile_text(text, loader=loader)
    found = caught.value.diagnostics[0]
    assert (found.code, help in (found.help or "")) == (code, True)
