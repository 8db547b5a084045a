"""One thread at a time, and nothing after a fault: what keeps a Sim from being torn.

The kernel holds no Python lock and reads memory that belongs to the Sim. A second thread that steps the
same Sim, or replaces its program meanwhile, would end the process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from footfall.engine.session import Session
from footfall.errors import FootfallError

Method = TypeVar("Method", bound=Callable[..., Any])


def alone(method: Method) -> Method:
    """A method of a Sim that refuses at once while another thread is in one."""

    @wraps(method)
    def call(sim: Session, *args: Any, **kwargs: Any) -> Any:
        if not sim.lock.acquire(blocking=False):
            raise FootfallError(
                f"this Sim is running in another thread; {method.__name__} has to wait for it",
                where=sim.first[0].name,
                help="use one Sim per thread, or a lock of your own (ff.Batch runs many at once)",
            )
        try:
            return method(sim, *args, **kwargs)
        finally:
            sim.lock.release()

    return cast(Method, call)


def guarded(sim: Session, kernel: Callable[..., int], *arguments: Any) -> int:
    """Call the kernel; after a fault inside it the Sim does not go on from what is half done.

    Only with FOOTFALL_CHECKS=1 can it raise: it then checks every index.

    Raises:
        RuntimeError: The kernel failed, now or earlier.
    """
    if sim.broken:
        raise RuntimeError(sim.broken)
    try:
        return int(kernel(*arguments))
    except Exception as problem:
        sim.broken = f"the kernel failed in tick {sim.tick} of {sim.first[0].name}: {problem}"
        raise RuntimeError(sim.broken) from problem
