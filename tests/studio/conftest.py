"""Runs for tests: the planar walk, which is quick, and what a player says."""

from __future__ import annotations

import pytest

from footfall.script import find_skill
from footfall.studio.moments import Setup
from footfall.studio.orders import Begin
from footfall.studio.player import Player


def setup_of(skill: str = "simbicon/walk") -> Setup:
    source = find_skill(skill)
    from footfall.script import compile_source

    return Setup(source.name, source.path, source.text, compile_source(source).body or "human")


class Heard(list[object]):
    """What was said, in order."""

    def of(self, kind: type) -> list[object]:
        return [message for message in self if isinstance(message, kind)]

    def last(self, kind: type) -> object:
        return self.of(kind)[-1]


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def player(heard: Heard) -> Player:
    """A player of the planar walk, at its start."""
    return Player(Begin(setup_of(), version=1, scene=0), heard.append)
