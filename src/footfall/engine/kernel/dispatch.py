"""Calling a function by its address: the loop is compiled without the primitives, and each of them alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from footfall.control.columns import ACT_OP
from footfall.control.compile import JIT, njit
from footfall.engine.kernel.context import CONTEXT

ARGUMENTS = (CONTEXT, types.int64, types.int64)  # of every primitive: context, side, statement
WATCH = (CONTEXT, types.int64, types.float64)  # of what measures an objective: context, tick, time step
INTERPRETED: dict[int, Callable[..., Any]] = {}  # without the compiler: functions by their "addresses"


def _caller(returns: Any, arguments: tuple[Any, ...]) -> Any:
    """A function that calls another, which numba has compiled for these types, by its address."""
    if not JIT:
        return lambda address, *values: INTERPRETED[int(address)](*values)

    @intrinsic
    def call_at(typing: Any, address: Any, c: Any, a: Any, b: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = context.call_conv.get_function_type(returns, arguments)
            function = builder.inttoptr(args[0], kind.as_pointer())
            status, result = context.call_conv.call_function(builder, function, returns, arguments, args[1:])
            with cgutils.if_unlikely(builder, status.is_error):  # an index out of bounds, with checks on
                context.call_conv.return_status_propagate(builder, status)
            return context.get_dummy_value() if returns is types.none else result

        return returns(types.int64, *arguments), codegen

    return call_at


_call_primitive = _caller(types.none, ARGUMENTS)
call_watch = _caller(types.boolean, WATCH)


@njit
def dispatch(c, side, s):
    """Run one linked statement of an actor; one whose part the body lacks has no primitive."""
    op = c.acts[side, s, ACT_OP]
    if op >= 0:
        _call_primitive(c.entries[op], c, side, s)
