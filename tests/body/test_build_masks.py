from __future__ import annotations

import pytest

from footfall.body.build import MAX_ACTORS, WORLD, body_mask, next_actor


def _meet(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return bool(a[0] & b[1] or b[0] & a[1])


@pytest.mark.parametrize("actor", range(MAX_ACTORS))
def test_every_actor(actor):
    trunk, left, right = (body_mask(actor, leg) for leg in ("", "left", "right"))
    world = (WORLD, WORLD)
    assert all(_meet(shape, world) for shape in (trunk, left, right))
    assert _meet(left, right)
    assert not any(
        _meet(a, b) for a, b in ((trunk, trunk), (trunk, left), (trunk, right), (left, left), (right, right))
    )
    for other in set(range(MAX_ACTORS)) - {actor}:
        assert all(
            _meet(a, body_mask(other, leg)) for a in (trunk, left, right) for leg in ("", "left", "right")
        )
    assert max(trunk + left + right) < 2**31


def test_next_actor():
    assert next_actor([]) == 0
    assert next_actor([WORLD, body_mask(0, "left")[0]]) == 1
    with pytest.raises(ValueError, match="at most"):
        body_mask(next_actor([body_mask(a)[0] for a in range(MAX_ACTORS)]))
