"""Wind that blows over a world, and how it is written on the command line."""

from __future__ import annotations

from dataclasses import dataclass

from footfall.errors import FootfallError
from footfall.world.numbers import read_number

MOST_WIND = 1e5  # N
_FORM = "write N[:GUST], e.g. 40 or -20:30; N along x, on each body"


@dataclass(frozen=True)
class Wind:
    """A force along x on every body, spread over its parts by their mass.

    Attributes:
        force: N; the mean over time. Above 0 it blows from behind on who walks along x.
        gust: N by which it is stronger and weaker at most; gusts come and go within seconds.
    """

    force: float
    gust: float = 0.0


def parse_wind(text: str) -> Wind:
    """Reads ``N[:GUST]``.

    Raises:
        FootfallError: For anything else.
    """
    where = f"wind '{text}'"
    fields = text.split(":")
    if len(fields) > 2:
        raise FootfallError(f"wind has one or two fields, not {len(fields)}", where=where, help=_FORM)
    force = read_number(fields[0], "the wind", where, low=-MOST_WIND, high=MOST_WIND, help=_FORM)
    gust = 0.0
    if len(fields) == 2:
        gust = read_number(fields[1], "the gust", where, low=0, high=MOST_WIND, help=_FORM)
    return Wind(force, gust)
