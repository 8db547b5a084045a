"""The process that looks ahead: from a Moment, a script's next seconds, as fast as it can."""

from __future__ import annotations

from multiprocessing.connection import Connection

import mujoco
import numpy as np

from footfall import faults
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.studio.playback import restore_point
from footfall.studio.playback.pose_reader import bodies_of
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol.packets import pack_ghost
from footfall.studio.protocol.process_messages import GhostMade, GhostOrder

PER_SECOND = 20.0  # samples


class GhostMaker:
    """Makes ghosts; keeps the last Sim, since the next order is nearly always for the same one."""

    def __init__(self) -> None:
        self._sim: Sim | None = None
        self._key: tuple[object, ...] = ()

    def make(self, order: GhostOrder) -> GhostMade:
        """Run an order.

        Raises:
            FootfallError: It cannot be run.
        """
        sim = self._at(order.moment)
        if sim.programs[0].units[0].text != order.text:
            sim.swap(order.text)
            sim.go_on()
        interval = max(1, int(round(1.0 / (PER_SECOND * sim.dt))))
        mujoco.mj_kinematics(sim.model, sim.data)  # a state that was just restored has no places yet
        mujoco.mj_comPos(sim.model, sim.data)
        start, samples, ended = sim.time, [_sample(sim)], False
        for _ in range(max(1, int(round(order.seconds * PER_SECOND)))):
            ran = sim.advance(interval)
            samples.append(_sample(sim))
            if ran < interval:
                ended = True
                break
        verdict = int(sim.actors[0].state.verdict[0])
        data = pack_ghost(
            order.which, order.scene, order.version, start, interval * sim.dt, np.stack(samples), ended
        )
        end = END_WORDS[verdict] if verdict != RUNNING else "time"
        return GhostMade(order.which, order.version, data, end, sim.time - start, order.asked)

    def prepare(self, moment: restore_point.Moment) -> None:
        """Be ready for orders of this run."""
        self._at(moment)

    def _at(self, moment: restore_point.Moment) -> Sim:
        """A Sim at a Moment; quick when it is of the same run as the last."""
        key = moment.setup.key
        sim, self._sim = (self._sim if key == self._key else None), None
        sim = restore_point.go_to(moment, sim)
        self._sim, self._key = sim, key
        return sim


def _sample(sim: Sim) -> np.ndarray:
    """Centre of mass and bodies, (3 + 7 b,); places are those of the last tick's beginning."""
    root = int(sim.actors[0].arrays["root_body"][0])
    return np.concatenate([sim.data.subtree_com[root], bodies_of(sim.data).ravel()]).astype(np.float32)


def look_ahead(pipe: Connection) -> None:
    """Make ghosts until the pipe is closed; of orders that have piled up, only the newest of each kind."""
    maker = GhostMaker()
    pipe.send("ready")
    try:
        while True:
            orders = [pipe.recv()]
            while pipe.poll(0):
                orders.append(pipe.recv())
            for order in {getattr(o, "which", -1): o for o in orders}.values():
                try:
                    if isinstance(order, GhostOrder):
                        pipe.send(maker.make(order))
                    else:
                        maker.prepare(order)
                except FootfallError as problem:
                    pipe.send(problem_of("ghost", problem))
                except (EOFError, BrokenPipeError, ConnectionResetError):
                    raise
                except Exception as error:
                    pipe.send(problem_of("ghost", faults.tell(error, "studio: ghost")))
    except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        return
