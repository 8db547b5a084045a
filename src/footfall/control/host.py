"""SAVE, LOAD and ENVACTIONS: statements that the host carries out, once per entry of their phase."""

from __future__ import annotations

from footfall.control.compile import njit


@njit
def ask_host(c, s):
    """Ask for a statement to be carried out; the kernel stops for it before time passes."""
    if c.scratch[s, 0] == 0.0 and c.request[0] == 0:
        c.request[0] = s + 1


@njit
def save(c, side, s):
    """Write the state to a file."""
    ask_host(c, s)


@njit
def load(c, side, s):
    """Take the state from a file."""
    ask_host(c, s)


@njit
def toggle(c, side, s):
    """Show or hide an entity, or switch its collisions."""
    ask_host(c, s)
