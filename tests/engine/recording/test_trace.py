"""The phases that are active at each moment of a run, outermost first."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import DictLoader, compile_text

pytestmark = pytest.mark.sim

CALLED = "SKILL step()\nPHASE lift\n  TO strike WHEN time > .1;\nPHASE strike\n  TO end WHEN time > .1;\n"
CALLER = (
    "SKILL walk()\nFALL time < 0\nPHASE go\n  DO step();\n  TO on WHEN complete;\n"
    "PHASE on\n  DO step();\n  TO rest WHEN complete;\nPHASE rest\n"
)


@pytest.fixture(scope="module")
def rec() -> Recording:
    program = compile_text(CALLER, name="walk", loader=DictLoader({"step": CALLED}))
    return Sim(program, body="planar7").run(0.6)


def test_the_path_leads_from_the_root_to_the_innermost_phase(rec: Recording) -> None:
    told = list(dict.fromkeys(rec.phase_paths))
    assert told == ["go › lift", "go › strike", "on › lift", "on › strike", "rest"]
    for path, phase in zip(rec.phase_paths, rec.phase, strict=True):
        assert path.split(" › ")[-1] == rec.phase_names[phase]


def test_the_report_names_the_path(rec: Recording) -> None:
    program = compile_text(
        CALLER.replace("FALL time < 0", "FALL time > .05"), loader=DictLoader({"step": CALLED})
    )
    assert "go › lift" in Sim(program, body="planar7").run(0.6).report()["because"]


def test_an_older_recording_names_the_innermost(rec: Recording, tmp_path: Path) -> None:
    header = {k: v for k, v in rec.header.items() if k not in ("phase_units", "phase_calls")}
    old = Recording(header, rec.arrays, rec.start, rec.model_xml)
    assert set(old.phase_paths) == {"lift", "strike", "rest"}


def test_calls_in_a_circle_come_to_an_end(rec: Recording) -> None:
    count = len(rec.phase_names)
    header = rec.header | {
        "phase_units": list(range(count)),
        "phase_calls": list(range(count)),
        "first_tick": 1,
    }
    circle = Recording(header, rec.arrays, rec.start, rec.model_xml)
    assert len(circle.phase_paths) == len(rec.phase)
