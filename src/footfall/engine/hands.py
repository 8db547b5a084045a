"""The hands of a body: which link grips, and where on it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Link

HANDS = ("lHand", "rHand")
_GRIP = 0.8  # of the way from the elbow to the fingertips: the middle of a hand


def hand_tables(body: Body, parts: dict[str, int], part_body: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """Tables of the hands, by the names of Context fields.

    Args:
        body: The body.
        parts: Link name -> row of the part tables.
        part_body: (P,) body of the model of each part.
    """
    index = np.full(2, -1, np.int32)
    model_body = np.full(2, -1, np.int32)
    at = np.zeros((2, 3))
    for k, name in enumerate(HANDS):
        hand, forearm = body.part(name), body.part(name[0] + "Forearm")
        link = hand or forearm
        if link is None:
            continue
        index[k] = parts[link.name]
        model_body[k] = part_body[index[k]]
        at[k] = hand.com if hand else _end(link)
    return {"hand_part": index, "hand_body": model_body, "hand_at": at}


def _end(forearm: Link) -> NDArray[np.float64]:
    """The middle of the hand that a forearm's shapes end in."""
    far = np.array([0.0, 0.0, forearm.com[2] * 2])
    for shape in forearm.shapes:
        size = shape.size[2] if shape.kind in ("box", "ellipsoid") else shape.size[0]
        for end in (shape.at, shape.to):
            if end[2] - size < far[2]:
                far = np.array([end[0], end[1], end[2] - size])
    return _GRIP * far
