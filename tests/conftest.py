"""What concerns every test."""

from __future__ import annotations

import pytest

_LONGEST = ("studio/test_page", "test_attack", "evaluate/test_ray", "control/test_compile.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With `--dist loadgroup` a file's tests stay together, so that what they share is made once.

    Files of one group (`xdist_group`: the browser's) go to one process, one after the other. What takes
    longest comes first, so that nobody waits for it at the end.
    """
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    items.sort(key=lambda item: not any(name in item.nodeid for name in _LONGEST))
