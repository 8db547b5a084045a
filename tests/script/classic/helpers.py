"""Short ways to write classic scripts in tests."""

from __future__ import annotations

from footfall.script import Diagnostic, DictLoader, Program, check, compile_text
from footfall.script.statements import CLASSIC, STATEMENTS, opcodes

END = " TRANSITION to(-1).after(time 1);"


def script(body: str, parameters: str = "void", head: str = "") -> str:
    return f"{head}BEGINSCRIPT test({parameters})\n{body}\nENDSCRIPT\n"


def phase(commands: str, label: int = 0) -> str:
    return f"PHASE {label}\n{commands}\nENDPHASE"


def actions(statements: str, parameters: str = "void") -> str:
    return script(phase(f"ACTIONS\n{statements}\nENDACTIONS\n{END}"), parameters)


def when(condition: str, parameters: str = "void") -> str:
    moves = f"ACTIONS\nPOSE lKnee(1);\nENDACTIONS\nTRANSITION to(-1).after({condition});"
    return script(phase(moves), parameters)


def compiled(text: str, **others: str) -> Program:
    return compile_text(text, name="root.s", loader=DictLoader(_files(others)))


def found(text: str, **others: str) -> list[Diagnostic]:
    return check(text, name="root.s", loader=DictLoader(_files(others)))


def codes(text: str, **others: str) -> list[str]:
    return [d.code for d in found(text, **others)]


def _files(others: dict[str, str]) -> dict[str, str]:
    """``a_t=text`` is the file ``a.t``."""
    return {f"{name[:-2]}.{name[-1]}": text for name, text in others.items()}


def acts(program: Program) -> list[tuple[str, dict[str, float | None], dict[str, str | int | None]]]:
    """Each statement as (op, values by name, names by name); registers that are no literals as None.

    Defaults of what is left out are left out.
    """
    numbers = {number: op for op, number in opcodes().items()}
    rows = {s.op: s for s in reversed(STATEMENTS + CLASSIC)}
    written = len(program.params) - program.n_defaults
    out = []
    for opcode, first, refs, _, _ in program.statements.tolist():
        row = rows[numbers[opcode]]
        values: dict[str, float | None] = {}
        for name, register in zip(row.values, program.args[first:].tolist(), strict=False):
            if register >= 0 and not 0 <= register - written < program.n_defaults:
                values[name] = float(program.params[register]) if register < written else None
        names: dict[str, str | int | None] = {}
        for name, ref in zip(row.refs, program.refs[refs:].tolist(), strict=False):
            if ref >= 0:
                names[name] = ref if name in ("flags_flags", "what", "of_what") else program.names[ref]
        out.append((numbers[opcode], values, names))
    return out


def evaluate(
    program: Program, first: int, last: int, sensed: dict[str, float], frame: tuple[float, ...] = ()
) -> list[float]:
    """The register file after code[first:last]; senses by ``kind name attr``, joined."""
    from footfall.script.program import Op

    reg = [*program.params.tolist(), *[0.0] * (program.n_registers - len(program.params))]
    for i, value in enumerate(frame):
        reg[program.frame_offset + i] = value
    for op, dst, a, b in program.code[first:last].tolist():
        x = reg[a] if op != Op.SENSE and a >= 0 else 0.0
        y = reg[b] if b >= 0 else 0.0
        if op == Op.SENSE:
            sense = program.senses[a]
            reg[dst] = sensed[" ".join(w for w in (sense.kind, sense.name, sense.attr) if w)]
        else:
            table = {
                Op.ADD: x + y, Op.SUB: x - y, Op.MUL: x * y, Op.DIV: x / y if y else 0.0, Op.NEG: -x,
                Op.ABS: abs(x), Op.LT: x < y, Op.GT: x > y, Op.GE: x >= y,
                Op.AND: bool(x and y), Op.OR: bool(x or y), Op.NOT: not x,
                Op.MAX: max(x, y), Op.MIN: min(x, y),
            }  # fmt: skip
            reg[dst] = float(table[Op(op)])
    return reg
