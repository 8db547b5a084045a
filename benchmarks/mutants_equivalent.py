"""Mutants that change nothing anyone can observe, each with the reason (benchmarks/mutants.py)."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {}
