"""The loop without the compiler (NUMBA_DISABLE_JIT=1, for a debugger) does the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import mujoco
import numpy as np
import pytest

from footfall.engine.kernel.context import data_struct
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

SLOWLY = """
import json, sys
from footfall.control.compile import JIT
from footfall.engine.sim import Sim
assert not JIT
out = []
for skill, ticks in (("simbicon/walk", 100), ("simbicon/walk3d", 30)):
    sim = Sim(skill)
    sim.push(forward=20, seconds=.02, time=.01)
    sim.step(ticks)
    state = sim.actors[0].state
    out.append([sim.data.qpos.tolist(), state.floats.tolist(), state.ints.tolist()])
json.dump(out, sys.stdout)
"""


def test_interpreted_and_compiled_loops_agree() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", SLOWLY], env=environment, capture_output=True, text=True, check=True
    )
    for (qpos, floats, ints), skill, ticks in zip(
        json.loads(ran.stdout), ("simbicon/walk", "simbicon/walk3d"), (100, 30), strict=True
    ):
        sim = Sim(skill)
        sim.push(forward=20, seconds=0.02, time=0.01)
        sim.step(ticks)
        state = sim.actors[0].state
        np.testing.assert_allclose(qpos, sim.data.qpos, rtol=0, atol=1e-10)
        np.testing.assert_allclose(floats, state.floats, rtol=1e-6, atol=1e-6)
        np.testing.assert_array_equal(ints, state.ints)


def test_mujocos_memory_is_laid_out_as_we_read_it() -> None:
    sim = Sim("simbicon/walk3d", start="rest")
    sim.step(50)
    struct = data_struct(sim.data)
    assert (struct.ncon, struct.nefc, struct.time) == (sim.data.ncon, sim.data.nefc, sim.data.time)
    arrays = sim.actors[0].arrays
    stride4, geom, _, stride8, pos, frame = arrays["contacts_at"]
    assert sim.data.ncon > 0
    for k in range(sim.data.ncon):
        contact: mujoco.MjContact = sim.data.contact[k]
        ints, floats = arrays["contact_ints"][k * stride4 :], arrays["contact_floats"][k * stride8 :]
        assert ints[geom : geom + 2].tolist() == contact.geom.tolist()
        assert floats[pos : pos + 3].tolist() == contact.pos.tolist()
        assert floats[frame : frame + 9].tolist() == contact.frame.tolist()
