"""Which body of an MJCF plays which role: from its name, else from where it is in the tree."""

from __future__ import annotations

import re
from dataclasses import dataclass

import mujoco
import numpy as np

from footfall.body.roles import SIDE_ROLES

# Words of names, the more telling ones first; a name is lower case, words joined by _.
_WORDS = (
    ("toe", r"toe"),
    ("foot", r"foot|feet|ankle"),
    ("shank", r"shin|shank|calf|lower_?leg|tibia|knee"),
    ("thigh", r"thigh|upper_?leg|femur|hip(?!s)"),
    ("hand", r"hand|wrist|gripper|palm"),
    ("forearm", r"forearm|lower_?arm|radius|elbow"),
    ("upper_arm", r"upper_?arm|humerus|shoulder"),
    ("head", r"head|skull"),
    ("neck", r"neck"),
    ("pelvis", r"pelvis|hips|butt|pelvic"),
    ("upper_back", r"torso|chest|trunk|thorax|upper_?(?:back|body|waist)|spine"),
    ("lower_back", r"waist|abdomen|lower_?(?:back|body)|lumbar"),
)
_LEFT = re.compile(r"(?:^|_)(?:left|l)(?:_|$)|^left|^l(?=[A-Z])|left")
_RIGHT = re.compile(r"(?:^|_)(?:right|r)(?:_|$)|^right|^r(?=[A-Z])|right")
_ASIDE = 0.02  # m from the middle from which a place tells the side


@dataclass(frozen=True)
class Guess:
    """What a body is taken for.

    Attributes:
        role: One of the roles.
        side: "left", "right" or "".
    """

    role: str
    side: str = ""

    @property
    def words(self) -> str:
        """As a table of roles has it."""
        return f"{self.side} {self.role}".strip()


def guess_roles(model: mujoco.MjModel) -> dict[str, Guess]:
    """The roles of a model's bodies, by body name.

    Args:
        model: With every body named.
    """
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    found: dict[str, Guess] = {}
    for b in range(1, model.nbody):
        name = str(model.body(b).name)
        role = _by_name(name)
        if role is None:
            continue
        side = _side(name, float(data.xpos[b, 1])) if role in SIDE_ROLES else ""
        if role in SIDE_ROLES and not side:
            continue
        guess = Guess(role, side)
        if guess not in found.values():  # of a chain of two thighs (hip_x, thigh) the first in the tree
            found[name] = guess
    _add_pelvis(model, found)
    _settle_trunk(model, found)
    return found


def _by_name(name: str) -> str | None:
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])|[^a-zA-Z]+", "_", name).lower()
    return next((role for role, words in _WORDS if re.search(words, plain)), None)


def _side(name: str, y: float) -> str:
    plain = re.sub(r"[^a-zA-Z]+", "_", name)
    for side, pattern in (("left", _LEFT), ("right", _RIGHT)):
        if pattern.search(plain) or pattern.search(plain.lower()):
            return side
    return "left" if y > _ASIDE else "right" if y < -_ASIDE else ""


def parents(model: mujoco.MjModel, body: int) -> list[int]:
    """A body and those above it, up to the world's child."""
    line = [body]
    while int(model.body_parentid[line[-1]]) != 0:
        line.append(int(model.body_parentid[line[-1]]))
    return line


def _add_pelvis(model: mujoco.MjModel, found: dict[str, Guess]) -> None:
    """Where nobody is called so, the pelvis is the last body that both thighs hang from."""
    if any(guess.role == "pelvis" for guess in found.values()):
        return
    thighs = [model.body(name).id for name, guess in found.items() if guess.role == "thigh"]
    if len(thighs) != 2:
        return
    first, second = (parents(model, thigh)[1:] for thigh in thighs)
    shared = next((b for b in first if b in second), None)
    if shared is not None:
        found[str(model.body(shared).name)] = Guess("pelvis")


def _settle_trunk(model: mujoco.MjModel, found: dict[str, Guess]) -> None:
    """Of several bodies between pelvis and shoulders the one that carries the arms is the upper back."""
    arms = [model.body(name).id for name, guess in found.items() if guess.role == "upper_arm"]
    middle = {name for name, guess in found.items() if guess.role in ("upper_back", "lower_back")}
    if not arms or not middle:
        return
    carries = str(model.body(int(model.body_parentid[arms[0]])).name)
    if found.get(carries) in (Guess("upper_back"), Guess("lower_back")) and len(middle) > 1:
        for name in middle:
            found[name] = Guess("upper_back" if name == carries else "lower_back")
    elif len(middle) == 1 and found.get(carries) == Guess("lower_back"):
        found[carries] = Guess("upper_back")


def heights(model: mujoco.MjModel) -> np.ndarray:
    """(nbody, 3) where the bodies are as the MJCF has them, m."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return np.array(data.xpos)
