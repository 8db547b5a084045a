"""Terms as data: defaults, and what is refused."""

from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.learn.objective.kinds import KINDS
from footfall.learn.objective.terms import Term, term_from, with_upright


def test_defaults_are_those_of_the_kind() -> None:
    assert term_from({"kind": "energy"}).weight == KINDS["energy"].weight
    assert term_from({"kind": "energy", "weight": 2}).weight == 2.0
    assert term_from({"kind": "tilt", "threshold": 0.5}).weight == 0.0  # its bonus counts


def test_whoever_falls_never_looks_good() -> None:
    terms = with_upright((Term("energy"),))
    assert [t.kind for t in terms] == ["upright", "energy"]
    assert with_upright((Term("upright", weight=3.0),)) == (Term("upright", weight=3.0),)


@pytest.mark.parametrize(
    ("table", "message", "help"),
    [
        ({"kind": "sped"}, "no term 'sped'", "'speed'"),
        ({}, "needs a kind", ""),
        ({"kind": "speed"}, "needs a target", "target = 1.0"),
        ({"kind": "phase"}, "needs a of", 'of = "lift"'),
        ({"kind": "track"}, "needs a file", "walk.npz"),
        ({"kind": "energy", "wieght": 1}, "no 'wieght'", "'weight'"),
        ({"kind": "energy", "weight": -1}, "weight cannot be -1", "not negative"),
        ({"kind": "energy", "weight": float("inf")}, "weight cannot be inf", ""),
        ({"kind": "tilt", "threshold": 0}, "threshold cannot be 0", ""),
        ({"kind": "upright", "threshold": 1}, "takes no threshold", "weight"),
        ({"kind": "track", "file": "a.npz", "weights": [1, 2]}, "three numbers", "100"),
        ({"kind": "phase", "of": 3}, "of takes text", ""),
    ],
)
def test_bad_tables(table: dict[str, object], message: str, help: str) -> None:
    with pytest.raises(FootfallError, match=message) as caught:
        term_from(table, "file.toml: term 1")
    assert caught.value.where == "file.toml: term 1" and help in caught.value.help


def test_every_kind_says_what_it_is() -> None:
    from footfall.control.monitor import QUANTITIES

    for kind in KINDS.values():
        assert kind.what and kind.quantity in ("", *QUANTITIES)
