"""What a program outside drives the joints with: a learned policy, say, from Python.

It is an input like a live parameter: kept from tick to tick until it is changed, part of the State, and so
of every snapshot.
"""

from __future__ import annotations

from footfall.control.columns import GAIN_KP, OUTSIDE_SHIFT, OUTSIDE_TORQUE, SERVO_ON
from footfall.control.compile import njit

BESIDES, INSTEAD = 1, 2  # of `driven`: the torques are added to those of the script, or they replace them


@njit
def shifted(c, dof):
    """By how much the target of a joint's servo is shifted from outside, rad."""
    if c.driven[0] != BESIDES:
        return 0.0
    return c.outside[dof, OUTSIDE_SHIFT]


@njit
def outside_torques(c):
    """Add the torques from outside after all that the script asks for, or put them in its place.

    They come after the root's closing sum: the stance hip does not take back what was added to it. A joint
    that no servo holds, because a VPD drives it in the world's frame, is shifted by the torque that the
    body's own stiffness gives for the angle: kp · shift.
    """
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        if c.driven[0] == INSTEAD:
            c.tau[dof] = c.damp[dof] = 0.0
        elif c.servo[dof, SERVO_ON] == 0.0:
            c.tau[dof] += c.gain[dof, GAIN_KP] * c.outside[dof, OUTSIDE_SHIFT]
        c.tau[dof] += c.outside[dof, OUTSIDE_TORQUE]
