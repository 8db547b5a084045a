"""One text, several writers: it ends the same for all of them, and nothing is dropped."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footfall.errors import FootfallError
from footfall.studio.editing.shared_text import SharedText, apply, difference
from footfall.studio.protocol.message import MAX_TEXT, Change

START = "SKILL walk()\nPHASE lift\nPHASE strike\n"


@dataclass
class Writer:
    """A page that adds lines; it learns late what the others did."""

    server: SharedText
    log: list[tuple[int, str, tuple[Change, ...]]]
    name: str
    text: str = START
    version: int = 0
    received: int = 0
    mine: list[tuple[int, str]] = field(default_factory=list)  # place in the known text, line; not confirmed
    sent: int = 0

    def type(self, place: int, word: str) -> None:
        starts = [0] + [i + 1 for i, c in enumerate(self.text) if c == "\n"]
        self.mine.append((starts[place % len(starts)], word + "\n"))

    def send(self) -> None:
        """Send the first line that is not confirmed; the server may pass it over."""
        if self.mine:
            place, line = self.mine[0]
            changes = (Change(start=place, end=place, text=line),)
            if self.server.edit(self.version, changes, f"{self.name} {line}"):
                self.log.append((self.server.version, f"{self.name} {line}", changes))

    def receive(self) -> bool:
        if self.received == len(self.log):
            return False
        version, name, changes = self.log[self.received]
        self.received += 1
        self.text, self.version = apply(self.text, changes), version
        if self.mine and name == f"{self.name} {self.mine[0][1]}":
            self.mine.pop(0)
        (change,) = changes
        grown = len(change.text)
        self.mine = [(p + grown if p >= change.start else p, line) for p, line in self.mine]
        return True


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 9)), max_size=60))
def test_all_writers_end_with_the_same_text_and_nothing_is_dropped(steps: list[tuple[int, int, int]]) -> None:
    server, log = SharedText(START), []  # type: ignore[var-annotated]
    writers = [Writer(server, log, name) for name in "abc"]
    words = []
    for k, (who, what, where) in enumerate(steps):
        if what == 0:
            words.append(f"# {k}")
            writers[who].type(where, words[-1])
        elif what == 1:
            writers[who].send()
        else:
            writers[who].receive()
    while any(w.mine for w in writers):
        for writer in writers:
            while writer.receive():
                pass
            writer.send()
    for writer in writers:
        while writer.receive():
            pass
        assert writer.text == server.text
    assert sorted(server.text.split("\n")) == sorted([*START.split("\n"), *words])


def test_only_a_change_of_the_newest_version_counts() -> None:
    shared = SharedText("ab")
    assert shared.edit(0, (Change(start=1, end=1, text="1"),), "x")
    assert not shared.edit(0, (Change(start=1, end=1, text="2"),), "y")
    assert (shared.text, shared.version, list(shared.accepted)) == ("a1b", 1, ["x"])


@pytest.mark.parametrize("version", [2, 10**9, 2**53 - 1])
def test_a_huge_version_silences_nobody(version: int) -> None:
    shared = SharedText("ab", 1)
    assert not shared.edit(version, (Change(start=0, end=2, text="mine"),))
    assert shared.edit(1, (Change(start=0, end=1, text="x"),))
    assert (shared.text, shared.version) == ("xb", 2)


def test_an_edit_that_was_sent_twice_counts_once() -> None:
    shared = SharedText("ab")
    change = (Change(start=0, end=0, text="x"),)
    assert shared.edit(0, change, "one")
    assert not shared.edit(1, change, "one")
    assert shared.text == "xab"


def test_edits_of_an_earlier_script_do_not_count() -> None:
    shared = SharedText("ab")
    shared.put("another")
    assert not shared.edit(0, (Change(start=0, end=2, text=""),))
    assert shared.text == "another"


@pytest.mark.parametrize(
    "changes",
    [
        [(3, 2, "")],
        [(0, 5, "")],
        [(0, 2, ""), (1, 3, "")],
        [(2, 2, ""), (0, 0, "")],
        [(3, 3, "x")],  # within a character that takes two units
    ],
)
def test_changes_that_do_not_fit_are_refused(changes: list[tuple[int, int, str]]) -> None:
    shared = SharedText("ab\U0001f6b6")
    with pytest.raises(FootfallError, match="does not fit"):
        shared.edit(0, [Change(start=s, end=e, text=t) for s, e, t in changes])
    assert (shared.text, shared.version) == ("ab\U0001f6b6", 0)


def test_a_text_cannot_grow_beyond_its_limit() -> None:
    shared = SharedText("x" * (MAX_TEXT - 1))
    with pytest.raises(FootfallError, match="longer"):
        shared.edit(0, [Change(start=0, end=0, text="ab")])
    assert shared.edit(0, [Change(start=0, end=0, text="a")])


@given(st.text("ab\U0001f6b6\n", max_size=12), st.text("ab\U0001f6b6\n", max_size=12))
def test_a_difference_makes_the_one_text_of_the_other(before: str, after: str) -> None:
    assert apply(before, difference(before, after)) == after
