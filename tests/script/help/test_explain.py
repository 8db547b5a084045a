from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.script.help.codes import CODES
from footfall.script.help.explain import explain, find_code


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    text = explain(code)
    assert CODES[code].title in text.splitlines()[0]
    assert all(len(line) <= 120 for line in text.splitlines())


def test_an_explanation_shows_the_mistake_and_what_is_said_about_it() -> None:
    text = explain("e040")
    assert "    POSE lKne(1);" in text
    assert "did you mean 'lKnee'?" in text


@pytest.mark.parametrize("code", ["E900", "x", "", "E04"])
def test_an_unknown_code_is_refused_with_help(code: str) -> None:
    with pytest.raises(FootfallError) as caught:
        find_code(code)
    assert caught.value.help
