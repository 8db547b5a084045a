from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.script import ScriptError, compile_text, find_skill, skill_names
from footfall.script.help.mistakes import MISTAKES
from footfall.script.syntax.format import WIDTH, format_text

MESSY = """\

# first


## Doc.
SKILL  t-x( a=1~.1< 0 , 2 >,heading=0deg ) # tail
BODY human;  START walking
FALL com . height<0.6 or trunk touches ground
# about p
PHASE p LASTS - -.6*2

\t# inside
  KEEP POSE waist(0),lHip( - a )
    . time(.2).over(feet); VPD pelvis(0).by( lHip,
  rHip , .3 ); # same line
  VF(0,0,300).on(com).by(stAnkle);
  POSE lKnee(1), # one
     # two
     rHip(.4)
     ;
  SAVE out/my-1.TO.sav;
  TO end WHEN key A or (time>3)and not( motion< .01);
  DO moves/step-up.t(a, b = 3);
# next
PHASE q
  TO p WHEN time > 1;


  TO end WHEN time > 2;
ALWAYS TO q SWAP WHEN abs( trunk.pitch )>60deg;
ALWAYS TO p
 WHEN time>5;
PHASE r
# end"""

NEAT = """\
# first

## Doc.
SKILL t-x(a = 1~.1<0,2>, heading = 0 deg)  # tail
BODY human;
START walking
FALL com.height < 0.6 or trunk touches ground

# about p
PHASE p LASTS --.6 * 2
  # inside
  KEEP POSE waist(0), lHip(-a)
            .time(.2).over(feet);
  VPD  pelvis(0).by(lHip,
       rHip, .3);  # same line
  VF   (0, 0, 300).on(com).by(stAnkle);
  POSE lKnee(1),  # one
       # two
       rHip(.4);
  SAVE out/my-1.TO.sav;
  TO end WHEN key A or (time > 3) and not (motion < .01);
  DO moves/step-up.t(a, b = 3);

# next
PHASE q
  TO p WHEN time > 1;

  TO end WHEN time > 2;

ALWAYS TO q SWAP WHEN abs(trunk.pitch) > 60 deg;
ALWAYS TO p WHEN time > 5;
PHASE r
# end
"""


def test_canonical_layout() -> None:
    assert format_text(MESSY) == NEAT


def test_formatting_twice_changes_nothing() -> None:
    assert format_text(NEAT) == NEAT


def test_line_ends_and_byte_order_mark_are_made_plain() -> None:
    assert format_text("\ufeff" + MESSY.replace("\n", "\r\n")) == NEAT


def test_the_example_of_the_language_is_in_canonical_layout(walk: str, curl: str) -> None:
    assert format_text(walk) == walk
    assert format_text(curl).replace("\n\n", "\n") == curl


@pytest.mark.parametrize("name", skill_names())
def test_the_library_is_in_canonical_layout(name: str) -> None:
    text = find_skill(name).text
    assert format_text(text) == text


def test_meaning_is_unchanged() -> None:
    text = "SKILL a(p=-1~.5<-2,0> deg)PHASE x POSE lKnee(- p+-2*(1- -p)),rKnee(curve(0:1,1:-2)); LASTS"
    text = text.replace("PHASE x", "PHASE x LASTS 2").removesuffix(" LASTS")
    before, after = compile_text(text), compile_text(format_text(text))
    assert before.code.tolist() == after.code.tolist()
    assert before.params.tolist() == after.params.tolist()
    assert [s.mark for s in before.slots] == [s.mark for s in after.slots]


def test_long_statements_are_broken_at_outer_commas() -> None:
    subjects = ", ".join(f"{side}{joint}(max(0.123456, 0.2))" for joint in ("Knee", "Hip") for side in "lr")
    neat = format_text(f"SKILL a() PHASE x POSE {subjects};")
    rows = neat.splitlines()[3:]
    assert len(rows) > 1 and all(len(row) <= WIDTH for row in rows)
    assert all(row.startswith("       ") for row in rows[1:]) and rows[0].endswith("),")
    assert format_text(neat) == neat


def test_a_statement_that_cannot_be_broken_stays_long() -> None:
    total = " + ".join(["0.123456"] * 20)
    assert f"POSE lKnee({total});" in format_text(f"SKILL a() PHASE x POSE lKnee({total});")


def test_a_script_that_cannot_be_read_is_refused_with_its_errors() -> None:
    with pytest.raises(ScriptError) as caught:
        format_text("SKILL a() PHASE x POSE lKnee(1")
    assert caught.value.diagnostics[0].code == "E003"


@pytest.mark.parametrize("code", MISTAKES)
def test_what_only_the_checker_refuses_is_formatted(code: str) -> None:
    try:
        neat = format_text(MISTAKES[code])
    except ScriptError:
        assert code[0] == "E"
    else:
        assert format_text(neat) == neat


PIECES = ["\n", "\n\n\n", "  ", "# c\n", "POSE lKnee(1), rKnee(2);", "VPD trunk(0).by(waist)\n.roll(1);"]
PIECES += [
    "TO end WHEN time > 1 and\nphi < 2;",
    "PHASE p{}\n",
    "ALWAYS TO end WHEN key A; PHASE q{}",
    "DO a/b-c(x = 1);",
]
PIECES += ["POSE lKnee(1), # d\n rKnee(2) # e\n;", ";", "\t# f\n", "## g\n", "VF (1, 2, 3).on(com)# h\n;"]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_arrangement_keeps_its_tokens_and_settles_at_once(pieces: list[str]) -> None:
    body = " ".join(piece.format(i) if "{}" in piece else piece for i, piece in enumerate(pieces))
    neat = format_text("SKILL a()\nPHASE x\n" + body)  # it compares the tokens itself
    assert format_text(neat) == neat
    assert "\n\n\n" not in neat and not neat.startswith("\n") and neat.endswith("\n")
    assert all(row == row.rstrip() for row in neat.splitlines())


def test_a_ground_is_one_line_whatever_stands_in_it() -> None:
    text = "SKILL a()\nGROUND steps VFFB, POSE\n\nPHASE x\n  POSE lKnee(1);\n"
    assert format_text(text) == text
    long = "GROUND steps" + ",1" * 100
    assert max(map(len, format_text(f"SKILL a()\n{long}\nPHASE x\n  POSE lKnee(1);\n").splitlines())) > 200


def test_a_very_long_statement_is_formatted_in_no_time(
    counting: Callable[[], AbstractContextManager[SimpleNamespace]],
) -> None:
    def work(n: int) -> tuple[str, int]:
        text = "SKILL a()\n\nPHASE x\n  POSE " + ", ".join(["lKnee(1, 2, 3)"] * n) + ";\n"
        with counting() as calls:
            neat = format_text(text)
        return neat, calls.n

    (_, few), (neat, many) = work(500), work(2000)
    assert many < 4.5 * few  # it grows with the length, not with its square
    assert max(map(len, neat.splitlines())) <= 110 and format_text(neat) == neat


def test_a_minus_in_the_line_of_a_ground_is_a_sign() -> None:
    text = "## Down.\nSKILL down()\nGROUND steps: 2 = -.1, 2.3 = -.2\n\nPHASE go\n  POSE lKnee(0);\n"
    assert format_text(text) == text
