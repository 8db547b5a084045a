"""The ghost process: simulates the next seconds of a script from a RestorePoint, as fast as it can."""

from __future__ import annotations

from multiprocessing.connection import Connection

import mujoco
import numpy as np

from footfall import faults
from footfall.control.columns import VERDICT_CODE
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.studio.playback import restore_point
from footfall.studio.playback.pose_reader import bodies_of
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol.packets import pack_ghost
from footfall.studio.protocol.process_messages import GhostRequest, GhostResult

PER_SECOND = 20.0  # samples


class GhostMaker:
    """Makes ghosts; keeps the last Sim, since the next request is nearly always for the same one."""

    def __init__(self) -> None:
        self._sim: Sim | None = None
        self._key: tuple[object, ...] = ()

    def make(self, request: GhostRequest) -> GhostResult:
        """Carry out a request.

        Raises:
            FootfallError: It cannot be run.
        """
        sim = self._at(request.point)
        if sim.programs[0].units[0].text != request.text:
            sim.swap(request.text)
            sim.go_on()
        interval = max(1, int(round(1.0 / (PER_SECOND * sim.dt))))
        mujoco.mj_kinematics(sim.model, sim.data)  # a state that was just restored has no places yet
        mujoco.mj_comPos(sim.model, sim.data)
        start, samples, ended = sim.time, [_sample(sim)], False
        for _ in range(max(1, int(round(request.seconds * PER_SECOND)))):
            ran = sim.advance(interval)
            samples.append(_sample(sim))
            if ran < interval:
                ended = True
                break
        verdict = int(sim.actors[0].state.verdict[VERDICT_CODE])
        data = pack_ghost(
            request.which, request.scene, request.version, start, interval * sim.dt, np.stack(samples), ended
        )
        end = END_WORDS[verdict] if verdict != RUNNING else "time"
        return GhostResult(request.which, request.version, data, end, sim.time - start, request.asked)

    def prepare(self, point: restore_point.RestorePoint) -> None:
        """Get ready for requests of this run."""
        self._at(point)

    def _at(self, point: restore_point.RestorePoint) -> Sim:
        """A Sim at a RestorePoint; quick when it is of the same run as the last."""
        key = point.setup.key
        sim, self._sim = (self._sim if key == self._key else None), None
        sim = restore_point.restore(point, sim)
        self._sim, self._key = sim, key
        return sim


def _sample(sim: Sim) -> np.ndarray:
    """Centre of mass and bodies, (3 + 7 b,); places are those of the last tick's beginning."""
    root = int(sim.actors[0].arrays["root_body"][0])
    return np.concatenate([sim.data.subtree_com[root], bodies_of(sim.data).ravel()]).astype(np.float32)


def look_ahead(pipe: Connection) -> None:
    """Make ghosts until the pipe is closed; of requests that wait, only the newest of each kind."""
    maker = GhostMaker()
    pipe.send("ready")
    try:
        while True:
            requests = [pipe.recv()]
            while pipe.poll(0):
                requests.append(pipe.recv())
            for request in {getattr(o, "which", -1): o for o in requests}.values():
                try:
                    if isinstance(request, GhostRequest):
                        pipe.send(maker.make(request))
                    else:
                        maker.prepare(request)
                except FootfallError as problem:
                    pipe.send(problem_of("ghost", problem))
                except (EOFError, BrokenPipeError, ConnectionResetError):
                    raise
                except Exception as error:
                    pipe.send(problem_of("ghost", faults.tell(error, "studio: ghost")))
    except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        return
