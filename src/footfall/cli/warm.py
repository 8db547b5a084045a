"""``footfall warm``: compile the kernel now rather than at the first run."""

from __future__ import annotations


def warm() -> None:
    """Compile the kernel for this machine, once. Other commands do so when they must."""
    from footfall.cli import show
    from footfall.engine import cache

    show.warm_up()
    kept = cache.folder()
    show.note(f"Compiled code is in {kept}" if kept else "Compiled code can be kept nowhere on this machine")
