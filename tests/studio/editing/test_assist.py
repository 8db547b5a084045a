from __future__ import annotations

from pathlib import Path

import pytest

from footfall.script import Source
from footfall.studio.editing.assist import complete, hover

HEAD = "SKILL a(lean = .1)\nBODY human\nPHASE lift\n  "
NOWHERE = Source("a", "", "")


def offers(text: str, source: Source = NOWHERE) -> list[str]:
    """What is offered at the bar in the text."""
    found = complete(1, text.replace("|", ""), text.index("|"), source)
    return [item.label for item in found.items]


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("|", "SKILL", "POSE"),
        ("SKILL a()\nBO|", "BODY", "POSE"),
        ("SKILL a()\nBODY h|", "human", "POSE"),
        ("SKILL a()\nGROUND |", "slope:DEG", "human"),
        (HEAD + "PO|", "POSE", "BODY"),
        (HEAD + "KEEP P|", "POSE", "PHASE"),
        (HEAD + "KEEP V|", "HOLD", "VPD"),
        (HEAD + "POSE sw|", "swKnee", "swFoot"),
        (HEAD + "POSE swKnee(1), |", "stKnee", "swFoot"),
        (HEAD + "POSE swKnee(1).|", "feedback", "close"),
        (HEAD + "POSE swKnee(|", "lean", "POSE"),
        (HEAD + "POSE swKnee(min(|", "lean", "POSE"),
        (HEAD + "VPD pelvis(0).close(|", "stHip", "pelvis"),
        (HEAD + "VPD pelvis(0).close(stHip, |", "shared", "stHip"),
        (HEAD + "TO |", "lift", "WHEN"),
        (HEAD + "TO lift |", "SWAP", "lift"),
        (HEAD + "TO lift WHEN com.|", "height", "pitch"),
        (HEAD + "TO lift WHEN contact |", "swFoot", "swKnee"),
        (HEAD + "TO lift WHEN near |", "hands-and-knees", "swFoot"),
        (HEAD + "TO lift WHEN t|", "time", "lift"),
        (HEAD + "DO |", "moves/stand", "lean"),
        (HEAD + "POSE swKnee(1);\n  |", "TO", "SKILL"),
        (HEAD + "LET bent = |", "lean", "POSE"),
        (HEAD + "LET |", "", "POSE"),
        (HEAD + "LET bent = .1;\n  POSE swKnee(|", "bent", "POSE"),
        (HEAD + "LET bent = .1;\nPHASE drop\n  POSE swKnee(|", "lean", "bent"),
        ("SKILL a()\nLET bent = 1;\nPHASE x\n  POSE swKnee(|", "bent", "POSE"),
    ],
)
def test_what_could_stand_there_is_offered(text: str, wanted: str, unwanted: str) -> None:
    found = offers(text)
    assert (wanted in found or not wanted) and unwanted not in found


def test_a_let_and_a_parameter_show_what_they_are() -> None:
    script = HEAD + "LET bent = 2 * lean;\n  POSE swKnee(bent);\n"
    assert hover(1, script, script.rindex("bent") + 1).text == "LET bent = 2 * lean"
    assert hover(1, script, script.rindex("lean") + 1).text == "lean = .1"


def test_members_of_a_group_are_offered_and_say_where_they_come_from() -> None:
    head = "SKILL a(manner.*)\nPARAMS manner(bend = .1)\nPHASE x\n  "
    assert "bend" in offers(head + "POSE swKnee(|")
    assert "manner.*" in offers(head + "DO moves/stand(|") and "manner.*" not in offers(head + "POSE lKnee(|")
    script = head + "POSE swKnee(bend);\n"
    assert hover(1, script, script.rindex("bend") + 1).text == "bend = .1"
    assert hover(1, script, script.index("manner.*") + 1).text == "PARAMS manner(bend = .1)"


def test_nothing_is_offered_in_a_comment() -> None:
    assert offers(HEAD + "# PO|") == []


def test_the_word_at_the_place_is_replaced() -> None:
    text = "## 🚶\n" + HEAD + "POSE swKn"
    found = complete(4, text, len(text) + 1, NOWHERE)  # the page counts the walker twice
    assert (found.id, found.start, found.end) == (4, len(text) - 3, len(text) + 1)


def test_scripts_of_the_project_can_be_called(tmp_path: Path) -> None:
    (tmp_path / "jump.skill").write_text("SKILL jump()\nPHASE x\n")
    assert "jump" in offers(HEAD + "DO |", Source("a", str(tmp_path / "a.skill"), ""))


@pytest.mark.parametrize(
    ("word", "title", "text"),
    [
        ("POSE", "POSE JOINT(angle, [kp], [kd]), …;", "Servo a joint"),
        ("roll", ".roll(angle)", "sideways angle"),
        ("swKnee", "swKnee", "swing leg"),
        ("height", "com.height", "above the ground"),
        ("time", "time", "since the phase began"),
        ("PHASE", "PHASE", "a state"),
        ("min", "min(x, y, …)", "smallest"),
    ],
)
def test_a_word_explains_itself(word: str, title: str, text: str) -> None:
    script = HEAD + "POSE swKnee(min(1, lean)).roll(2);\n  TO end WHEN com.height < 1 and time > 2;\n"
    found = hover(1, script, script.index(word) + 1)
    assert found.title == title and text in found.text
    assert script[found.start : found.end] == word


def test_a_number_and_the_end_of_the_text_say_nothing() -> None:
    script = HEAD + "POSE swKnee(1);"
    assert hover(1, script, script.index("(1") + 1).title == ""
    assert hover(1, script, len(script)).title == ""


@pytest.mark.parametrize("offset", range(0, len(HEAD) + 40))
def test_no_place_is_too_odd(offset: int) -> None:
    script = HEAD + "POSE swKnee((1).feedback(.5,, ;;.)) §§ TO WHEN"
    complete(1, script, offset, NOWHERE)
    hover(1, script, offset)


def test_hover_says_unit_range_and_default_of_a_clause() -> None:
    text = "SKILL a()\nPHASE x\n  STEP swFoot(.7).trim(.07);\n"
    shown = hover(1, text, text.index("trim") + 1)
    assert shown.title == ".trim(gain, [most], [longest], [forget])"
    assert "gain (number, 0 to 1; 0.07 when left out)" in shown.text
    shown = hover(1, text, text.index("STEP") + 1)
    assert "clauses: .width .height" in shown.text and "for experts: .apart" in shown.text


def test_what_learns_is_completed() -> None:
    text = "SKILL a()\nPHASE x\n  LEARN "
    assert "pelvis" in [item.label for item in complete(1, text, len(text), Source("a", "", text)).items]
