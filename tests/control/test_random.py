"""Random numbers against SplitMix64 in Python's own integers."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.control.random import BRANCH, NOISE, generator, uniform

WORD = 2**64 - 1


def mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


def by_hand(seed: int, stream: int, counter: int) -> float:
    x = mix((seed + 0x9E3779B97F4A7C15) & WORD)
    x = mix(x ^ (stream * 0xD1B54A32D192ED03 & WORD))
    x = mix((x + counter * 0x9E3779B97F4A7C15) & WORD)
    return (x >> 11) / 2.0**53


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # without the compiler numpy tells
@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_numbers_are_those_of_the_formula(seed: int) -> None:
    got = [uniform(seed, stream, k) for stream in (NOISE, BRANCH) for k in range(50)]
    assert got == [by_hand(seed, stream, k) for stream in (NOISE, BRANCH) for k in range(50)]
    assert len(set(got)) == 100 and min(got) >= 0.0 and max(got) < 1.0
    assert np.mean(got) == pytest.approx(0.5, abs=0.15)


def test_generators_differ_by_seed_and_stream_and_by_nothing_else() -> None:
    first = generator(3, NOISE).random(4)
    assert (generator(3, NOISE).random(4) == first).all()
    assert not (generator(4, NOISE).random(4) == first).any()
    assert not (generator(3, BRANCH).random(4) == first).any()
