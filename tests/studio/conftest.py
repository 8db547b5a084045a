"""A player of the planar walk, and what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from footfall.studio.orders import Begin
from footfall.studio.player import Player
from tests.studio.runs import Heard, setup_of
from tests.studio.sitting import Sitting, sit


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def player(heard: Heard) -> Player:
    """At its start."""
    return Player(Begin(setup_of(), version=1, scene=0), heard.append)


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    """One page for a file of tests. The driver's event loop ends with it: other tests have their own."""
    yield from sit(tmp_path_factory.mktemp("project"))
