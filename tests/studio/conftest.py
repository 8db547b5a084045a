"""A player of the planar walk, and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from footfall.studio.playback.player import Player
from footfall.studio.protocol.process_messages import StartRun
from footfall.studio.server.access import Access
from footfall.studio.server.app import make_app
from footfall.studio.session import session
from footfall.studio.workspace.project import Project
from tests.studio.runs import Received, setup_of
from tests.studio.sitting import Sitting, sit
from tests.studio.talk import ADDRESS, Here


@pytest.fixture
def received() -> Received:
    return Received()


@pytest.fixture
def player(received: Received) -> Player:
    """At its start."""
    return Player(StartRun(setup_of(), version=1, scene=0), received.append)


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    """One page for a file of tests. The driver's event loop ends with it: other tests have their own."""
    yield from sit(tmp_path_factory.mktemp("project"))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "projects" / "first")


@pytest.fixture
def client(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(session, "Supervisor", Here)
    access = Access(port=8765)
    with TestClient(make_app(project, "simbicon/walk", access), base_url=ADDRESS) as made:
        made.cookies.set(access.cookie, access.token)
        yield made
