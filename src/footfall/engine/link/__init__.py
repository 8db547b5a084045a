"""Linking: a body in numbers, and a Program bound to it."""
