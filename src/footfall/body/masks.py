"""Who collides with whom, as MuJoCo's contype and conaffinity bits.

Two shapes collide when the type of one meets the affinity of the other. Bit 0 is the world
(ground, props, balls). Each actor owns two more bits: one for all of its shapes, which the
other actors' affinity contains, and one by which its left leg meets its right leg.
"""

from __future__ import annotations

WORLD = 1
MAX_ACTORS = 15  # two bits each beside bit 0, below the sign bit of a 32-bit integer


def _shape_bit(actor: int) -> int:
    return 1 << (1 + 2 * actor)


def _leg_bit(actor: int) -> int:
    return 1 << (2 + 2 * actor)


_ALL_SHAPES = sum(_shape_bit(actor) for actor in range(MAX_ACTORS))


def body_mask(actor: int, leg: str = "") -> tuple[int, int]:
    """The (contype, conaffinity) of a shape of a body.

    Args:
        actor: 0 to `MAX_ACTORS` - 1.
        leg: "left" or "right" for a shape of a leg that may meet the other leg, else "".
    """
    if not 0 <= actor < MAX_ACTORS:
        raise ValueError(f"actor {actor}: a scene holds at most {MAX_ACTORS}")
    contype = _shape_bit(actor)
    conaffinity = WORLD | (_ALL_SHAPES & ~_shape_bit(actor))
    if leg == "left":
        contype |= _leg_bit(actor)
    elif leg == "right":
        conaffinity |= _leg_bit(actor)
    return contype, conaffinity


def next_actor(contypes: list[int]) -> int:
    """The first actor's number that none of a scene's shapes has yet."""
    used = 0
    for contype in contypes:
        used |= contype
    return next((actor for actor in range(MAX_ACTORS) if not used & _shape_bit(actor)), MAX_ACTORS)
