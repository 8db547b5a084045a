from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from footfall.script.help.codes import CODES


def test_a_code_is_explained(footfall: Callable[..., Any]) -> None:
    answer = footfall("explain", "e040")
    assert answer.code == 0 and answer.out.startswith("error E040: an unknown joint\n")


def test_all_codes_are_listed(footfall: Callable[..., Any]) -> None:
    rows = footfall("explain").out.splitlines()
    assert [row.split()[0] for row in rows[:-1]] == list(CODES)
    assert rows[-1].startswith("Statements: POSE, VPD, ")
    found = json.loads(footfall("explain", "--json").out)
    assert {c["code"] for c in found["codes"]} == set(CODES)


def test_an_unknown_code_offers_the_nearest(footfall: Callable[..., Any]) -> None:
    answer = footfall("explain", "E04O")
    assert answer.code == 2 and "did you mean 'E" in answer.err


def test_a_statement_is_explained(footfall: Callable[..., Any]) -> None:
    answer = footfall("explain", "step")
    assert answer.code == 0 and answer.out.startswith("STEP PART(speed, [side]);\n")
    assert "gain (number, 0 to 1; 0.07 when left out)" in answer.out
    found = json.loads(footfall("explain", "STEP", "--json").out)["statement"]
    trim = next(c for c in found["clauses"] if c["name"] == "trim")
    assert trim["expert"] and trim["args"][0]["default"] == 0.07
