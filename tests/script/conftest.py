"""Scripts that several tests use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from footfall.script import DictLoader

WALK = """\
## Walks straight; recovers from pushes.
SKILL walk3d(heading = 0 deg, lean = 0.08~0.05<0,.3>, dt = 0.3~0.05<.15,.6>)
BODY human                     # default; --body replaces it
START walking                  # a named start of the body: rest, walking, …
FALL com.height < 0.6 or trunk touches ground
GOAL none                      # else a condition: what "success" and `done` mean

PHASE lift                     # sw… / st… names follow the side; SWAP changes it
  POSE swKnee(1.1), swAnkle(-.6), stKnee(.05), stAnkle(0);
  VPD  pelvis(lean).yaw(heading).close(stHip, shared);          # eq. (2)
  VPD  swThigh(-.5).by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);   # eq. (3)
  TO strike WHEN time > dt;

PHASE strike
  POSE swKnee(.05), swAnkle(-.15), stKnee(.1), stAnkle(0);
  VPD  pelvis(lean).yaw(heading).close(stHip, shared);
  VPD  swThigh(.1).by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);
  TO lift SWAP WHEN contact swFoot;

ALWAYS TO down WHEN abs(trunk.pitch) > 60 deg;                  # interrupts, at any call depth
PHASE down
  DO moves/curl();
  TO end WHEN complete;
"""

CURL = """\
SKILL curl(bend = 2 * 45 deg, hold = 0.5)
PHASE fold
  POSE lKnee(bend), rKnee(bend);
  TO end WHEN time > hold;
"""


@pytest.fixture
def walk() -> str:
    """The language's example."""
    return WALK


@pytest.fixture
def curl() -> str:
    """A small skill that the example calls."""
    return CURL


@pytest.fixture
def loader() -> DictLoader:
    """Finds the small skill."""
    return DictLoader({"moves/curl": CURL})


@pytest.fixture(scope="session")
def counting() -> Callable[[], AbstractContextManager[SimpleNamespace]]:
    """``with counting() as calls``: `calls.n` functions were called: the same number on any machine."""

    @contextmanager
    def count() -> Iterator[SimpleNamespace]:
        calls, before = SimpleNamespace(n=0), sys.getprofile()

        def note(frame: Any, event: str, argument: Any) -> None:
            calls.n += event == "call"

        sys.setprofile(note)
        try:
            yield calls
        finally:
            sys.setprofile(before)

    return count
