"""What concerns every test."""

from __future__ import annotations

from typing import Any

import pytest

_BROWSER = "studio/test_page"  # files that share one browser
_LONGEST = (_BROWSER, "test_attack", "skills/test_library", "evaluate/test_ray", "control/test_compile.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: not any(name in item.nodeid for name in _LONGEST))


def unit_of(nodeid: str) -> str:
    """What goes to one process together: a file's tests, and all files of the browser."""
    file = nodeid.partition("::")[0]
    return _BROWSER if _BROWSER in file else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file's tests stay together, so that what they share is made once, and one browser serves all pages.

    This is not left to `--dist loadgroup`: from pytest 9.2 on its groups fall apart without a word.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByUnit(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return unit_of(nodeid)

    config.option.loadscopereorder = False  # in the order of the collection: the longest first
    return ByUnit(config, log)
