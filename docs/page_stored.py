"""Pages that are filled with tables that a benchmark has stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def stored_tables(script: str, found: Mapping[str, Any], fill: Mapping[str, Callable[[Any], str]]) -> str:
    """Each table with the command that makes it, or the command alone where nothing is stored.

    Args:
        script: The benchmark, a path from the root.
        found: What is stored, by table.
        fill: How each table is written, in the order of the page.
    """
    blocks = []
    for name, write in fill.items():
        command = f"python {script} {name}"
        if name not in found:
            blocks.append(f"Not measured yet: `{command} --store`.")
            continue
        blocks.append(f"{write(found[name])}\n\nMeasured by `{command}`.")
    return "\n\n".join(blocks)
