"""Reading takes work in proportion to the text: twice as much of anything is not four times the work.

Work is counted in calls of functions, which does not depend on the machine; benchmarks/slow_inputs.py
measures many more texts in seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from footfall.errors import FootfallError
from footfall.script import DictLoader, Source, check, compile_text
from footfall.script.convert import convert
from footfall.script.diagnostics import MAX_FINDINGS, full
from footfall.script.syntax.declarations import MAX_PARAMETERS
from footfall.script.syntax.format import format_text
from footfall.script.syntax.tokens import MAX_PIECES
from footfall.studio.editing.analysis import analyse
from footfall.studio.editing.assist import complete, hover

_HEAD = "SKILL a(b = 1)\nPHASE x\n"
_END = "  TO end WHEN time > 1;\n"


def many(head: str, unit: Callable[[int], str], tail: str, join: str = "") -> Callable[[int], str]:
    return lambda n: head + join.join(unit(i) for i in range(n)) + tail


MODERN = {
    "phases": many("SKILL a()\n", lambda i: f"PHASE p{i}\n", ""),
    "row": many("SKILL a()\n", lambda i: f"PHASE p{i}\n TO p{i + 1} WHEN time > 1;\n", "PHASE p99999\n"),
    "kept": many("SKILL a()\n", lambda i: f"PHASE p{i}\n KEEP POSE lKnee(1);\n TO end WHEN time > 1;\n", ""),
    "unknown DOs": many(_HEAD, lambda i: f" DO n{i}();\n", _END),
    "DOs": many("SKILL a()\n", lambda i: f"PHASE p{i}\n DO c();\n TO p{i} WHEN complete;\n", ""),
    "SAVEs": many(_HEAD, lambda i: f"SAVE {i}.sav;\n", _END),
    "POSEs": many(_HEAD, lambda _: "POSE lKnee(b);\n", _END),
    "unknown joints": many(_HEAD, lambda i: f"POSE n{i}(1);\n", _END),
    "senses": many(_HEAD, lambda i: f"TO end WHEN near e{i} > 1;\n", ""),
    "complete": many(_HEAD, lambda _: "TO end WHEN complete;\n", " DO c();\n"),
    "sums": many(_HEAD, lambda _: "POSE lKnee(" + "+".join(["b"] * 20) + ");\n", _END),
    "LETs": many("SKILL a(b = 1)\n", lambda i: f"LET b{i} = b + 1;\n", _HEAD[_HEAD.index("PHASE") :] + _END),
    "row of LETs": many(
        "SKILL a(c = 1)\nLET b0 = c;\n", lambda i: f"LET b{i + 1} = b{i} + 1;\n", "PHASE x\n"
    ),
    "uses of LETs": many(
        _HEAD.replace("PHASE", "LET c = b;\nLET d(x) = x + c;\nPHASE"), lambda _: "POSE lKnee(d(c));\n", _END
    ),
    "phases with LETs": many(_HEAD, lambda i: f"PHASE p{i}\n LET d = b;\n TO p{i} WHEN time > d;\n", ""),
    "groups": many("SKILL a(b = 1)\n", lambda i: f"PARAMS p{i}(c{i} = 1)\n", "PHASE x\n"),
    "props": many("SKILL a()\n", lambda i: f"PROP p{i}.ball(1).at(1, 0, 1).mass(1)\n", "PHASE x\n"),
    "arguments": many(_HEAD + "DO c(", lambda i: f"n{i}=1", ");" + _END, ","),
    "knots": many("SKILL a()\nPHASE x LASTS 1\nPOSE lKnee(curve(", lambda i: f"{i}:1", "));", ","),
    "comments": many(_HEAD, lambda _: "# c\n", _END),
    "errors": many(_HEAD, lambda _: "POSE lKnee((1;\n", _END),
    "transitions": many(_HEAD, lambda i: f"TO end WHEN time > {i};\n", ""),
}
_BEGIN = "BEGINSCRIPT a(void)\n"
_ACTS = _BEGIN + "PHASE 0\nACTIONS\n"
_OVER = "ENDACTIONS\nTRANSITION to(0).after(1);\nENDPHASE\nENDSCRIPT\n"
CLASSIC = {
    "phases": many(_BEGIN, lambda i: f"PHASE {i}\nTRANSITION to(0).after(1);\nENDPHASE\n", "ENDSCRIPT\n"),
    "empty phases": many(_BEGIN, lambda i: f"PHASE {i} ENDPHASE\n", "ENDSCRIPT\n"),
    "calls": many(
        _BEGIN,
        lambda i: f"PHASE {i}\n> n{i}.t(1);\nTRANSITION to({i + 1}).after(complete);\nENDPHASE\n",
        "ENDSCRIPT\n",
    ),
    "POSEs": many(_ACTS, lambda _: "POSE lKnee(1, 100, 10);\n", _OVER),
    "SAVEs": many(_ACTS, lambda i: f"SAVE {i}.sav;\n", _OVER),
    "unknown joints": many(_ACTS, lambda i: f"POSE n{i}(1, 100, 10);\n", _OVER),
    "includes": many("SCRIPTS ", lambda i: f"n{i}.t ", ";\n" + _ACTS + _OVER),
}
LOADER = DictLoader({"c": "SKILL c()\nPHASE x LASTS 1\n TO end WHEN phi >= 1;\n"})


def calls(job: Callable[[], Any]) -> int:
    """How many functions a job calls, Python's and C's."""
    count = 0

    def see(_: FrameType, event: str, __: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(see)
    try:
        job()
    except FootfallError as error:
        str(error)
    finally:
        sys.setprofile(None)
    return count


def jobs(text: str, path: str) -> dict[str, Callable[[], Any]]:
    source = Source(path, "", text)
    found: dict[str, Callable[[], Any]] = {
        "check": lambda: check(text, name=path, loader=LOADER),
        "compile": lambda: compile_text(text, name=path, loader=LOADER),
        "outline": lambda: analyse(source, 1).outline({}),
        "hover": lambda: hover(1, text, len(text) - 3),
        "complete": lambda: complete(1, text, len(text) - 3, source),
    }
    if path.endswith(".s"):
        return found | {"convert": lambda: convert(source, "new")}
    return found | {"fmt": lambda: format_text(text)}


@pytest.mark.parametrize("name", [*MODERN, *(f"classic {n}" for n in CLASSIC)])
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    classic = name.startswith("classic ")
    text = CLASSIC[name.removeprefix("classic ")] if classic else MODERN[name]
    path = "a.s" if classic else "a.skill"
    for job in jobs(text(2), path).values():  # what is done once only is done now
        calls(job)
    small, large = jobs(text(60), path), jobs(text(120), path)
    for function in small:
        least, most = calls(small[function]), calls(large[function])
        assert most <= 2.2 * least + 500, f"{function}: {least} calls, then {most}"


@pytest.mark.parametrize(
    "deep", ["(" * 10_000, "abs(" * 10_000, "- " * 10_000, "not " * 10_000, "1+" * 10_000]
)
def test_what_is_deep_is_refused_and_not_followed(deep: str) -> None:
    (found, *_) = check(f"SKILL a()\nPHASE x\n  TO end WHEN {deep}1;\n")
    assert found.code == "E008"


@pytest.mark.parametrize("path", ["a.skill", "a.s"])
def test_what_is_too_long_is_refused(path: str) -> None:
    text = "a " * (MAX_PIECES + 1)
    assert [d.code for d in check(text, name=path)] == ["E070"]
    assert len(check("#" * 100_000 + "\n" + text[: MAX_PIECES // 2], name=path)) > 0
    assert "E070" not in [d.code for d in check("a " * (MAX_PIECES - 10), name=path)]


def test_a_script_and_all_that_it_calls_may_not_be_too_long_together() -> None:
    long = "SKILL c()\nPHASE x\n" + ";" * (MAX_PIECES - 100)
    texts = {f"c{i}": long for i in range(10)}
    calling = "SKILL a()\n" + "".join(f"PHASE p{i}\n  DO c{i}();\n" for i in range(10))
    found = [d.code for d in check(calling, loader=DictLoader(texts)) if d.severity == "error"]
    assert found
    assert set(found) == {"E070"}


def test_a_skill_has_a_bounded_number_of_parameters() -> None:
    def codes(n: int) -> list[str]:
        names = ", ".join(f"b{i} = 1" for i in range(n))
        return [d.code for d in check(f"SKILL a({names})\nPHASE x\n") if d.severity == "error"]

    assert codes(MAX_PARAMETERS) == []
    assert codes(MAX_PARAMETERS + 1) == ["E071"]
    many_names = ", ".join(f"b{i}" for i in range(MAX_PARAMETERS + 1))
    classic = f"BEGINSCRIPT a({many_names})\nPHASE 0\nENDPHASE\nENDSCRIPT\n"
    assert "E071" in [d.code for d in check(classic, name="a.s")]


def test_so_many_errors_are_told_as_such() -> None:
    found = check(MODERN["unknown joints"](MAX_FINDINGS + 10), loader=LOADER)
    assert full(found)
    assert not full(check(MODERN["unknown joints"](3), loader=LOADER))


def test_a_long_unknown_name_is_not_compared_with_others() -> None:
    name = "l" * 100_000
    (found, *_) = check(f"SKILL a()\nPHASE x\n  POSE {name}(1);\n")
    assert found.code == "E040"
    assert len(found.render()) < 2000
