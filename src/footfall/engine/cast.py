"""A cast: who else is in the scene of a skill, read from NAME.cast beside NAME.skill.

    [[actor]]
    skill = "pivot/rounds"
    body = "robot"            # or drawn = 3, a random body of that seed
    at = [2.0, 0.0]           # m
    facing = 90               # degrees, to the left from x
    set = { speed = 0.6 }

A run of the skill alone brings its cast along: on the command line, in Python and in the studio.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from footfall.body.grown import grown_body
from footfall.body.proportions import random_proportions
from footfall.body.tables import Table, read_toml

if TYPE_CHECKING:
    from footfall.body import Body
    from footfall.engine.spec import ActorSpec

SUFFIX = ".cast"
RANGE = 0.3  # of the proportions' whole range, that bodies are drawn from
MOST = 63  # beside the first


def read_cast(path: Path) -> tuple[ActorSpec, ...]:
    """The actors of a file.

    Raises:
        FootfallError: It cannot be read, or is wrong.
    """
    table = read_toml(path)
    actors = tuple(_actor(row) for row in table.tables("actor"))
    table.done()
    if len(actors) > MOST:
        table.fail(f"a cast has at most {MOST} actors", help="leave some out")
    return actors


def _actor(row: Table) -> ActorSpec:
    from footfall.engine.spec import ActorSpec

    x, y = row.numbers("at", 2, (0.0, 0.0))
    values = row.table("set", needed=False)
    actor = ActorSpec(
        skill=row.text("skill"),
        body=_body(row),
        at=(x, y),
        set={name: values.number(name) for name in values.names()},
        facing=math.radians(row.number("facing", 0.0)),
    )
    row.done()
    return actor


def _body(row: Table) -> str | Body | None:
    if "drawn" not in row:
        return row.text("body") if "body" in row else None
    if "body" in row:
        row.fail("has both body and drawn", help="leave one of them out")
    seed = row.count("drawn")
    return grown_body(random_proportions(seed, RANGE), f"drawn{seed}")
