"""What is done once per entry of a phase, and what learns."""

from __future__ import annotations

from .common import SHARE
from .rows import Arg, Clause, Statement

SAVE = Statement(
    word="SAVE",
    op="save",
    subject="text",
    writes=True,
    args=(),
    doc=(
        "Write the state of the body to a .sav file in the script's folder, once per entry of the phase. "
        "Replays, searches and the studio keep it in memory, where a LOAD of the same run finds it."
    ),
    example="SAVE standing.sav;",
)

LOAD = Statement(
    word="LOAD",
    op="load",
    subject="text",
    args=(),
    keep=True,
    doc=(
        "Put the body into a saved state, once per entry of the phase. After KEEP the joints also hold the "
        "poses that they were saved with, until others are kept."
    ),
    example="LOAD standing.sav;",
)

TOGGLE = Statement(
    word="TOGGLE",
    op="toggle",
    subject="text",
    args=(Arg("what", "word", words=("visible", "collidable"), doc="what is switched"),),
    doc="Switch whether an entity of the world is seen, or collides, once per entry of the phase.",
    example="TOGGLE BOX(collidable);",
)

LEARN = Statement(
    word="LEARN",
    op="learn",
    subject="servo",
    learns=True,
    args=(
        Arg(
            "rate",
            "number",
            legal=SHARE,
            doc="share of the feedback torque that is given in advance the next time; 0: learn no more",
        ),
    ),
    clauses=(
        Clause(
            "every",
            (Arg("seconds", "time", legal=(1e-4, 10.0), default=0.01),),
            "width of the table's bins",
        ),
    ),
    many=True,
    doc=(
        "Feedback-error learning: the torque that a servo gives in this phase is stored over the time "
        "since the phase began, and given in advance the next time; the servo only has to correct what "
        "is left. For a joint, or for the pelvis (trunk) that a VPD with `.close` holds. The table has "
        "128 bins for each side; `footfall run --learn` saves it, and a run that finds it begins "
        "with it. With a rate of 0 the table is used as it is, also with softer gains."
    ),
    example="LEARN pelvis(.1);",
)
