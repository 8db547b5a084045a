"""What a statement leaves out is a number of its Program: written or not, it is what counts."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import Program, compile_text
from footfall.script.statements import BY_WORD

pytestmark = pytest.mark.sim

SECONDS = 0.4
PHASE = """\
SKILL walk()
PHASE step LASTS .5
  STEP swFoot(.7){step};
  DRIVE stFoot(.7){drive};
  VPD pelvis(0).close(stHip, shared);
  IK lHand.local(.2, 0, -.3).base(lShoulder){ik};
  TO step SWAP WHEN phi >= 1;
"""


def clauses(word: str) -> str:
    """All clauses of a statement whose numbers have defaults, with those written."""
    rows = [c for c in BY_WORD[word].clauses if all(a.default_text for a in c.args)]
    return "".join(f".{c.name}({', '.join(a.default_text for a in c.args)})" for c in rows)


def walked(program: Program) -> Recording:
    return Sim(program, body="human", world="stairs:.1,.3,4", start="walking").run(SECONDS)


def changed(label: str, factor: float) -> Program:
    program = compile_text(PHASE.format(step="", drive="", ik=""))
    program.params[[slot.label for slot in program.slots].index(label)] *= factor
    return program


def test_a_default_that_is_written_moves_the_body_to_the_same_bits() -> None:
    plain = compile_text(PHASE.format(step="", drive="", ik=""))
    whole = compile_text(PHASE.format(step=clauses("STEP"), drive=clauses("DRIVE"), ik=clauses("IK")))
    assert whole.n_defaults < plain.n_defaults - 60
    np.testing.assert_array_equal(walked(plain).qpos, walked(whole).qpos)


@pytest.mark.parametrize(
    "label", ["STEP swFoot/height", "STEP swFoot/press depth", "DRIVE stFoot/most forward"]
)
def test_a_default_that_is_changed_is_recorded_and_replayed(label: str) -> None:
    usual, other = walked(changed(f"step/{label}", 1.0)), walked(changed(f"step/{label}", 1.3))
    assert not np.array_equal(usual.qpos, other.qpos)
    again = other.replay()
    np.testing.assert_array_equal(again.qpos, other.qpos)
    assert again.header["state_hash"] == other.header["state_hash"]
