"""Twenty characters in one scene: different bodies, ways and styles, who bump into each other."""

from collections.abc import Callable
from typing import Any


def crowd() -> dict[str, Callable[[], dict[str, Any]]]:
    return {}
