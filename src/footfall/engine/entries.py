"""The primitives' addresses: each is compiled when a program first uses it."""

from __future__ import annotations

from importlib import import_module
import numpy as np
from numpy.typing import NDArray

from footfall.engine.dispatch import ARGUMENTS
from footfall.script.statements import opcodes

MODULES={"pose":"pose","vpd":"vpd","vpd_close":"close","match":"pose","hold":"pose","posefb":"pose","vf":"virtual","vffb":"virtual","vfsfb":"virtual","ik":"ik","gc":"virtual","ef":"virtual","step":"step","drive":"drive","grasp":"grasp","save":"host","load":"host","toggle":"host","learn":"learn","vpd_raw":"vpd"}
_found = {}

def address(op):
    if op not in _found:
        f = getattr(import_module("footfall.control."+MODULES[op]), op)
        f.compile(ARGUMENTS)
        cres = f.overloads[ARGUMENTS]
        _found[op] = cres.library.get_pointer_to_function(cres.fndesc.llvm_func_name)
        assert _found[op]
    return _found[op]

def entries(used) -> NDArray[np.int64]:
    ops = opcodes()
    out = np.zeros(max(ops.values())+1, np.int64)
    for op, number in ops.items():
        if number in used:
            out[number] = address(op)
    return out
