from __future__ import annotations

import pytest

from footfall.script.help.explain import explain
from footfall.script.help.manual import clause_form, facts, manual, manual_data
from footfall.script.statements import BY_WORD


@pytest.mark.parametrize("word", BY_WORD)
def test_every_part_of_a_statement_is_explained(word: str) -> None:
    row, text = BY_WORD[word], explain(word.lower())
    assert text == manual(row) and text.count(row.example) == 1
    assert all(clause_form(c) in text for c in row.clauses)
    plain = " ".join(text.split())
    assert all(f"{a.name} ({facts(a)})" in plain for _, a in row.all_args)
    assert max(map(len, text.splitlines())) <= 88 or len(row.example) > 84


def test_unit_range_and_default_are_said() -> None:
    args = {f"{clause} {arg.name}": facts(arg) for clause, arg in BY_WORD["STEP"].all_args}
    assert args["width distance"] == "length, m, 0 to 10000; 0.15 * body.leg when left out"
    assert args["trim most"] == "number, natural speeds, 0 to 10; 0.3 when left out"
    assert args[" speed"] == "speed, m/s"
    assert facts(BY_WORD["VPD"].clauses[3].args[1]) == "shared or grounded"


def test_the_same_as_data() -> None:
    data = manual_data(BY_WORD["GRASP"])
    most = next(c for c in data["clauses"] if c["name"] == "most")["args"][0]
    assert (most["default"], most["of"], most["unit"], most["most"]) == (0.8, "weight", "N", 1e6)
