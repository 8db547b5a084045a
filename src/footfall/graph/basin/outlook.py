"""Will this edge work from here? What the basins of the next skills say of the body as it is."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.graph.basin.features import feature_names, features
from footfall.graph.basin.file import code_of, path_of, read_basin
from footfall.graph.basin.model import Basin
from footfall.graph.model import Edge, Graph
from footfall.reading import is_file
from footfall.script import compile_skill

HOPELESS = 0.2  # a chance below which a walk takes another edge, if there is one


class Outlook:
    """Asks the basins of a graph's skills; a skill without one, or changed since, has no say.

    Args:
        graph: The graph.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: dict[str, Basin | None] = {}

    def chances(self, sim: Sim, edges: Iterable[Edge]) -> dict[str, float]:
        """By an edge's name, the chance that its node works from here; what is unknown is left out."""
        found: dict[str, float] = {}
        for edge in edges:
            basin = None if edge.skill else self._basin(self._graph.nodes[edge.to].skill)
            if basin is None or basin.names != feature_names(sim):
                continue
            chance = basin.chance(features(sim))
            if chance is not None:
                found[edge.name] = chance
        return found

    def _basin(self, skill: str) -> Basin | None:
        if skill not in self._known:
            self._known[skill] = _read(skill)
        return self._known[skill]


def _read(skill: str) -> Basin | None:
    try:
        path = path_of(skill)
        if not is_file(path):
            return None
        basin, code, _ = read_basin(path)
    except FootfallError:
        return None
    return basin if code == code_of(compile_skill(skill)) else None
