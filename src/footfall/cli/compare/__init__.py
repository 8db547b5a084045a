"""Comparing two of a kind: skills, recordings, searches, robustness reports."""
