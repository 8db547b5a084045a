"""Seeds: 0 is the exact start, any other draws around it; random numbers depend on nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.body import load_body
from footfall.control.random import STREAMS, generator, uniform
from footfall.engine.scene import noisy
from footfall.engine.sim import Sim
from footfall.errors import FootfallError


def test_seed_zero_is_the_exact_start() -> None:
    body = load_body("human")
    assert noisy(body, body.starts["walking"], 0) == body.starts["walking"]


def test_noise_has_the_promised_size() -> None:
    body = load_body("human")
    start = body.starts["walking"]
    drawn = [noisy(body, start, seed) for seed in range(1, 200)]
    angles = np.array([[d.angles["lHip.pitch"] - start.angles["lHip.pitch"] for d in drawn]])
    rates = np.array([[d.rates[a.name] - start.rates.get(a.name, 0.0) for a in body.axes] for d in drawn])
    velocity = np.array([np.subtract(d.velocity, start.velocity) for d in drawn])
    assert angles.std() == pytest.approx(0.02, rel=0.2) and abs(angles.mean()) < 0.006
    assert rates.std() == pytest.approx(0.1, rel=0.05)
    assert velocity.std() == pytest.approx(0.05, rel=0.1)


def test_noise_stays_inside_the_joint_limits() -> None:
    body = load_body("human")
    for seed in range(1, 30):
        start = noisy(body, body.starts["rest"], seed)
        for axis in body.axes:
            assert axis.low is None or axis.low <= start.angles[axis.name] <= axis.high


def test_a_planar_body_is_not_thrown_sideways() -> None:
    body = load_body("planar7")
    assert noisy(body, body.starts["walking"], 5).velocity[1] == 0.0


@pytest.mark.sim
def test_an_unknown_start_is_refused_with_the_nearest() -> None:
    with pytest.raises(FootfallError, match="walking"):
        Sim("simbicon/walk", start="walkin")


@pytest.mark.sim
def test_uniform_numbers_are_uniform_and_their_streams_apart() -> None:
    draws = np.array([[uniform(7, stream, k) for k in range(2000)] for stream in range(len(STREAMS))])
    assert draws.min() >= 0.0 and draws.max() < 1.0
    np.testing.assert_allclose(draws.mean(axis=1), 0.5, atol=0.03)
    np.testing.assert_allclose(draws.std(axis=1), 12**-0.5, atol=0.02)
    assert np.abs(np.corrcoef(draws) - np.eye(len(STREAMS))).max() < 0.1
    assert uniform(7, 3, 11) == draws[3, 11] != uniform(8, 3, 11)
    assert generator(1, 0).random() == generator(1, 0).random() != generator(1, 1).random()
