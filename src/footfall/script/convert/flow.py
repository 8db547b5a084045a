"""Which poses a script must keep: those that a phase after it relies on."""

from __future__ import annotations

from ..classic.acts import Act, acts_of
from ..classic.names import JOINTS, PARENTS, PARTS, is_ancestor
from ..names import JOINT_OF_PART
from ..syntax.tree import Phase, Project

PhaseKey = tuple[int, str]  # unit, name of a phase
ROOT = 0  # unit of the script that nothing calls
SERVOS = ("pose", "match", "hold")

# joint -> the part that it moves
_CHILD = {JOINT_OF_PART[part]: part for part in PARTS if part in PARENTS}


def moves(joint: str, part: str) -> bool:
    """Whether a part is on the child's side of a joint.

    >>> moves("rHip", "rFoot"), moves("rHip", "uTorso")
    (True, False)
    """
    child = _CHILD[joint]
    return child == part or is_ancestor(child, of=part)


def released(act: Act) -> tuple[str, ...]:
    """The joints whose pose a statement switches off."""
    if act.op == "vpd_raw":
        joint = act.names["joint_joint"].text
        return (joint, reacting(act)) if reacting(act) else (joint,)
    if act.op != "ik":
        return ()
    chain, part = [], act.names["part"].text
    while part in PARENTS:
        chain.append(JOINT_OF_PART[part])
        if chain[-1] == act.names["base_joint"].text:
            break
        part = PARENTS[part]
    return tuple(chain)


def reacting(act: Act) -> str:
    """The hip that takes the reaction of a VPD with ``.flags(s)``; "" without."""
    joint = act.names["joint_joint"].text
    if "flags_flags" not in act.names or joint[0] not in "lr" or joint not in JOINTS:
        return ""
    return f"{'r' if joint[0] == 'l' else 'l'}Hip"


def driven(act: Act) -> tuple[str, ...]:
    """The joints whose pose a statement sets or switches off."""
    return (act.names["joint"].text,) if act.op in SERVOS else released(act)


class Flow:
    """The ways through a project, from one phase that acts to the next."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._phases = {(s.unit, p.name.text): p for s in project.scripts for p in s.phases}
        self._driven = {place: _driven(phase) for place, phase in self._phases.items()}

    def relied_on(self, unit: int, phase: Phase) -> frozenset[str]:
        """The joints whose pose some next phase does not set itself."""
        after = self._after(unit, phase)
        if after is None:
            return frozenset(JOINTS)
        relied_on: frozenset[str] = frozenset()
        for place in after:
            relied_on |= frozenset(JOINTS) - self._driven[place]
        return relied_on

    def _after(self, unit: int, phase: Phase) -> set[PhaseKey] | None:
        """The phases that act next; None when anything may: what calls a script is not looked at.

        So the text of a skill depends on its own script and on what that calls, and on nothing else.
        """
        found: set[PhaseKey] = set()
        seen: set[PhaseKey] = set()
        waiting = [(unit, to.target.text) for to in phase.transitions]
        if unit != ROOT and (unit, "end") in waiting:
            return None
        while waiting:
            place = waiting.pop()
            if place in seen or place[1] == "end":
                continue
            seen.add(place)
            call = self._phases[place].call
            callee = self._project.callee(call) if call else None
            if call is None:
                found.add(place)
            elif callee is not None:
                waiting.append((callee.unit, str(call.start[0])))
        return found


def _driven(phase: Phase) -> frozenset[str]:
    return frozenset(joint for act in acts_of(phase) for joint in driven(act))
