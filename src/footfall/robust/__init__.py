"""Robustness of a skill: the largest push, slope, step, … that it survives, found by bisection."""
