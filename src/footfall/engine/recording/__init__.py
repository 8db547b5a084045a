"""Recordings: what a run wrote, with everything needed to run it again."""
