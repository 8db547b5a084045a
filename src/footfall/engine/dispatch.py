"""Calling a primitive by its address: the kernel is compiled without them, and each of them by itself."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from footfall.control.compile import JIT, njit
from footfall.engine.context import CONTEXT, context_at

ARGUMENTS = (CONTEXT, types.int64, types.int64)  # of every primitive: context, side, statement

@intrinsic
def _call(typing: Any, address: Any, c: Any, side: Any, s: Any) -> Any:
    """Call a primitive that numba has compiled, as numba itself would."""
    signature = types.none(types.int64, *ARGUMENTS)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.call_conv.get_function_type(types.none, ARGUMENTS)
        function = builder.inttoptr(args[0], kind.as_pointer())
        status, _ = context.call_conv.call_function(builder, function, types.none, ARGUMENTS, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return signature, codegen


@njit
def dispatch(c, side, s):
    """Run one linked statement of an actor."""
    _call(c.entries[c.acts[side, s, 0]], c, side, s)
