"""Clearing and copying of arrays as plain loops: numba takes most of a second to compile each slice."""

from __future__ import annotations

from footfall.control.compile import njit


@njit
def clear(values):
    """Set every value to zero. Shape (n,)."""
    for k in range(values.shape[0]):
        values[k] = 0


@njit
def clear_rows(table):
    """Set every value to zero. Shape (n, m)."""
    for k in range(table.shape[0]):
        clear(table[k])


@njit
def copy_to(out, at, values):
    """Write values into a row from a column on. Shapes (n,) and (m,), m <= n - at."""
    for k in range(values.shape[0]):
        out[at + k] = values[k]
