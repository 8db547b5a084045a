"""Objectives: terms that a search makes small, and where they are written."""
