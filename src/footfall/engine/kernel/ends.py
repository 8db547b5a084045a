"""How a run ends."""

from __future__ import annotations

RUNNING, TIME, DONE, FELL, THRESHOLD, STUCK, DIVERGED = range(7)
END_WORDS = ("running", "time", "done", "fell", "threshold", "stuck", "diverged")
