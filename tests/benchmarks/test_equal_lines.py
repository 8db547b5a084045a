"""No run of twelve equal lines stands twice in the sources."""

from __future__ import annotations

import pytest

from benchmarks.equal_lines import LEAST, ROOT, SUFFIXES, equal_runs, lines_of

RUN = "\n".join(f"    line {k}" for k in range(LEAST))


def test_a_run_that_stands_twice_is_found_whatever_its_indent() -> None:
    (pair,) = equal_runs([("a.py", f"x\n\n{RUN}\n\ny\n"), ("b.py", f"{RUN.replace('    ', '')}\nz\n")])
    assert (pair.one, pair.other, pair.count) == (("a.py", 3), ("b.py", 1), LEAST)


def test_a_run_that_stands_twice_in_one_file_is_found_once_and_whole() -> None:
    (pair,) = equal_runs([("a.py", f"{RUN}\nmore\nend a\n{RUN}\nmore\nend b\n")])
    assert pair.count == LEAST + 1


@pytest.mark.parametrize("other", ["", RUN.replace("line 5", "line five"), "\n".join(RUN.splitlines()[1:])])
def test_shorter_runs_are_left_alone(other: str) -> None:
    assert equal_runs([("a.py", RUN), ("b.py", other)]) == []


def test_blank_lines_and_imports_do_not_count() -> None:
    text = "from a import (\n    b,\n    c,\n)\nimport d\n\nfrom e import f, \\\n\nx = 1\n"
    assert [line for _, line in lines_of(text)] == ["x = 1"]
    assert [line for _, line in lines_of("from a import b\nx = (\n    1,\n)\n")] == ["x = (", "1,", ")"]


def test_nothing_in_the_sources_stands_twice() -> None:
    paths = [p for p in sorted((ROOT / "src").rglob("*")) if p.suffix in SUFFIXES]
    assert [str(p) for p in equal_runs((p.as_posix(), p.read_text(encoding="utf-8")) for p in paths)] == []
