"""A made-up walk whose figures are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from footfall.natural.motion import Motion

RATE, WEIGHT = 200.0, 700.0


@pytest.fixture
def walker() -> Callable[..., Motion]:
    """Makes a walk of straight sines: cadence, speed and share of double support are what was asked for."""

    def make(cadence: float = 100.0, speed: float = 1.0, both: float = 0.2, seconds: float = 8.0) -> Motion:
        time = np.arange(int(seconds * RATE)) / RATE
        cycle = time * cadence / 120.0
        phases = [np.mod(cycle, 1.0), np.mod(cycle + 0.5, 1.0)]
        stance = 0.5 + 0.5 * both
        stands = np.stack([phase < stance for phase in phases], axis=1)
        loads = WEIGHT * stands / np.maximum(stands.sum(axis=1, keepdims=True), 1)
        angles, rates, torques = {}, {}, {}
        for letter, phase in zip("lr", phases, strict=True):
            wave = 2.0 * np.pi * phase
            shapes = {
                "Hip": -0.5 * np.cos(wave),
                "Knee": 0.5 - 0.5 * np.cos(wave - 4.4),
                "Ankle": 0.2 * np.sin(wave),
            }
            shapes["Shoulder"] = -0.25 * np.cos(wave + np.pi)
            for joint, values in shapes.items():
                name = f"{letter}{joint}.pitch"
                angles[name], rates[name] = values, np.gradient(values, 1.0 / RATE)
                torques[name] = np.full(len(time), 10.0)
        flat = np.zeros((len(time), 3))
        com = np.stack(
            [speed * time, 0.02 * np.sin(np.pi * cycle * 2), 0.9 + 0.02 * np.cos(4 * np.pi * cycle)], 1
        )
        soles = np.where(stands, 0.0, 0.03)
        return Motion(time, com, np.zeros(len(time)), loads, WEIGHT, 0.86, angles, rates, torques, flat, flat,
                      soles, np.zeros((len(time), 2)))  # fmt: skip

    return make
