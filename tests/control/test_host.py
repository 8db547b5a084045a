"""Statements that the host carries out: once per entry of their phase, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control.host import load, save, toggle


@pytest.mark.parametrize("statement", [save, load, toggle])
def test_the_kernel_is_told_which_statement_asks(plain: Callable[..., Any], statement: Any) -> None:
    c = SimpleNamespace(scratch=np.zeros((5, 2)), request=np.zeros(1, np.int64))
    c.scratch[2, 0] = 1.0  # it has been carried out in this phase
    plain(statement)(c, 0, 2)
    assert c.request[0] == 0
    plain(statement)(c, 0, 3)
    assert c.request[0] == 3 + 1
    plain(statement)(c, 0, 4)
    assert c.request[0] == 3 + 1  # one after the other
