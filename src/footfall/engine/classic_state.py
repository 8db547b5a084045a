"""Loading a saved state of the classic original (.sav) into a running Sim."""

from __future__ import annotations

from pathlib import Path

from footfall.body import ground_gap
from footfall.control.columns import SERVO_KD, SERVO_KP, SERVO_ON, SERVO_TARGET
from footfall.engine.actor import Actor
from footfall.engine.session import Session
from footfall.errors import FootfallError
from footfall.script.classic.saved import parse_saved


def load_classic(sim: Session, actor: Actor, text: str, path: Path) -> None:
    """Put a planar body into a saved state: root, joints, and the poses that were on.

    Files hold bodies that are centimetres inside the ground; stiff contacts would throw them up,
    so the body is lifted by its deepest penetration.

    Raises:
        FootfallError: The file is broken, or the body is not planar.
    """
    saved = parse_saved(text, str(path))
    body, prefix = actor.anatomy.body, actor.anatomy.prefix
    if not body.planar:
        raise FootfallError(
            f"a classic state cannot be loaded into {body.name}", where=str(path), help="run it on planar17"
        )
    pelvis = saved.parts["pelvis"]
    root = {
        "root.x": (pelvis.x, pelvis.vx),
        "root.z": (pelvis.z, pelvis.vz),
        "root.pitch": (pelvis.pitch, pelvis.rate),
    }
    for name, (position, velocity) in root.items():
        view = sim.data.joint(prefix + name)
        view.qpos[0], view.qvel[0] = position, velocity
    for name, joint in saved.joints.items():
        found = body.joint(name)
        if found is None or found.name != name:
            continue
        dof = int(actor.arrays["joint_main"][actor.anatomy.joint(name)])
        sim.data.qpos[actor.arrays["dof_qpos"][dof]] = joint.angle
        sim.data.qvel[dof] = joint.rate
        actor.state.servo[dof, [SERVO_ON, SERVO_TARGET, SERVO_KP, SERVO_KD]] = (
            float(joint.on),
            joint.target,
            joint.kp,
            joint.kd,
        )
    gap = ground_gap(sim.model, sim.data, body, prefix=prefix, ground_height=sim.world.ground.height)
    sim.data.joint(prefix + "root.z").qpos[0] += max(0.0, -gap)
