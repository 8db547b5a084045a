"""A Program: one script and all that it calls, compiled to plain arrays.

A Program knows names only. `engine/link/link.py` turns them into indices of a body.

Every operand is an index into one float64 register file, laid out as

    params | inputs | frame | sensed | temps

`params` are the literals of all scripts, then the defaults of what they leave out;
`inputs` the root skill's parameters (live); `frame` is the window through which a script
sees its own parameters, whichever frame of the call stack it runs in; `sensed` and `temps`
are written by instructions. The first temps are the values that scripts give names (LET).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from footfall.errors import ArgumentError, nearest

if TYPE_CHECKING:
    from .source import Source
    from .syntax.tree import Subject

I32 = NDArray[np.int32]
F64 = NDArray[np.float64]


class Op(IntEnum):
    """Three-operand instructions: ``reg[dst] = a OP b``. Truth is 0 or 1."""

    MOV = 0  # reg[a]
    ADD = 1
    SUB = 2
    MUL = 3
    DIV = 4  # x / 0 is 0: a script cannot make the body diverge by dividing
    NEG = 5
    ABS = 6
    MIN = 7
    MAX = 8
    LT = 9
    LE = 10
    GT = 11
    GE = 12
    EQ = 13
    NE = 14
    AND = 15
    OR = 16
    NOT = 17
    SIN = 18
    COS = 19
    SQRT = 20  # of a negative number: 0
    SIGN = 21
    SHARE = 22  # reg[a] is the share of every BLEND that follows, up to the next SHARE; dst is not written
    BLEND = 23  # reg[a] + share * (reg[b] - reg[a])
    SENSE = 24  # reg[dst] = sense row a (a row of Program.senses, not a register)
    CURVE = 25  # reg[dst] = curve table a (not a register) at x = reg[b]
    RANDOM = 26  # reg[dst] = a fresh uniform number in [0, 1); 1 and none drawn while reg[a] is 0
    COUNT = 27  # classic `iterations` on a call phase: counter a (not a register) against reg[b]
    TICKS = 28  # classic `iterations` on a leaf phase: the same, in the original's ticks of 0.1 ms
    PASSED = 29  # counter a (not a register) remembers reg[b] < 0; 1 when it has and reg[b] > 0
    BEGIN = 30  # counter a (not a register) takes reg[b], once after its phase began; a + 1 remembers that
    RAMP = 31  # counter a (not a register) goes to reg[b] by at most reg[dst] a second, and is the result
    LASTED = 32  # counter a (not a register): seconds for which reg[b] has held without a break
    LATCH = 33  # counter a (not a register) takes reg[dst], once reg[b] holds; a + 1 remembers that


# their operand a is a counter
COUNTED = (Op.COUNT, Op.TICKS, Op.PASSED, Op.BEGIN, Op.RAMP, Op.LASTED, Op.LATCH)


END = -1  # a transition's target: the script returns


@dataclass(frozen=True)
class Span:
    """A stretch of one script's text.

    Attributes:
        unit: Index into `Program.units`.
        start: First character (offset into the text).
        end: One past the last character.
    """

    unit: int
    start: int
    end: int


@dataclass(frozen=True)
class Mark:
    """A search mark ``value~std<lo,hi>`` on a literal, in the literal's own unit."""

    std: float
    lo: float
    hi: float


@dataclass(frozen=True)
class Slot:
    """Where one number of `params` stands in the text.

    Attributes:
        span: The literal, its sign included, without mark and unit; empty when it stands in no text.
        label: A readable name: ``lift/POSE swKnee/pitch``.
        kind: angle, gain, time, length, force, speed or number.
        factor: The literal times this is the value in `params` (pi/180 for ``deg``).
        mark: The search mark, if any.
        legal: The least and the most that the value in `params` may be, where it stands alone.
    """

    span: Span
    label: str
    kind: str
    factor: float = 1.0
    mark: Mark | None = None
    legal: tuple[float, float] = (-math.inf, math.inf)


@dataclass(frozen=True)
class Sense:
    """Something a script can sense: ``com.height``, ``trunk.pitch``, ``contact swFoot``.

    Attributes:
        kind: time, phi, complete, returns, motion, com, part, joint, contact, force, key, near, thing.
        name: The part or joint, as written (``swFoot``); "" where there is none.
        attr: height, x, y, pitch, roll, yaw, speed, side, rise, rate …; "" where there is none.
    """

    kind: str
    name: str = ""
    attr: str = ""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a skill: its name, the slot of its default and its kind."""

    name: str
    slot: int
    kind: str = "number"


@dataclass(frozen=True)
class Preset:
    """Values of a skill's parameters under a name: ``PRESET natural(natural = 1)``; SI units."""

    name: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class Named:
    """A value with a name (LET); its place in `Program.lets` is that among the first temps.

    Attributes:
        name: Its name.
        unit: The script it stands in.
        phase: The phase it stands in, an index into `Program.phases`; -1 at the head.
        span: The statement.
        kind: Kind of number.
    """

    name: str
    unit: int
    phase: int
    span: Span
    kind: str


@dataclass(frozen=True)
class Unit:
    """One script of a Program.

    Attributes:
        name: Its path in the library or its file ("simbicon/walk3d", "my/gait.skill").
        path: Where the text came from ("" when it was given as a string).
        text: The text.
        doc: The ``##`` lines at its head, joined.
        parameters: Its parameters, in order.
        first_phase: Where it starts, an index into `Program.phases`.
        phases: (first, last + 1) of its phases.
        always: (first, last + 1) of its ALWAYS transitions in `Program.transitions`.
        modern: False for the classic dialect.
        torque_limit: Register of its LIMIT (classic SET TORQUELIMIT), -1 without one.
        sets: (first, last + 1) of the code that watches its SETs, at every tick.
    """

    name: str
    path: str
    text: str
    doc: str
    parameters: tuple[Parameter, ...]
    first_phase: int
    phases: tuple[int, int]
    always: tuple[int, int]
    modern: bool = True
    torque_limit: int = -1
    sets: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Rule:
    """A condition: run code[first:last], then read register `value`."""

    first: int
    last: int
    value: int


@dataclass(frozen=True)
class Program:
    """One script and all that it calls, compiled. Array shapes are given with each field.

    Attributes:
        name: The root skill.
        units: The scripts, root first.
        params: (P,) the literals' values, in SI units; the last `n_defaults` are those of arguments that
            the scripts leave out, from the table of statements.
        slots: P of them.
        n_inputs: Parameters of the root skill.
        n_frame: Width of the frame window: the most parameters any unit has.
        n_sensed, n_temps: Sizes of those regions.
        code: (C, 4) instructions: op, dst, a, b.
        senses: What SENSE rows mean.
        curves: Tables of knots, each (K, 2): x, y.
        phase_names: For each phase, its name.
        phases: (N, 12): unit, lasts register or -1, action code first, last,
            statements first, last, transitions first, last, callee unit or -1,
            call arguments first, last (into `call_args`), start position of the callee
            (DO … AT, classic .atPhase; else 0).
        transitions: (T, 7): code first, last, condition register, target phase or END,
            swap 0/1, source phase or -1 for ALWAYS, 1 for AT STEP else 0.
        statements: (S, 5): opcode, args first, refs first, phase, 1 for KEEP else 0.
        args: registers of the statements' values, -1 where absent; as many per
            statement as its opcode has.
        refs: indices into `names` (or flag values for words), -1 where absent.
        names: Joint and part names as written; file names of SAVE and LOAD; entities.
        n_counters: How many counters COUNT, TICKS, PASSED and RAMP use.
        call_args: registers of call arguments, one per parameter of the callee.
        fall, goal: The root's rules; None: the body's rule, no goal.
        body, start, ground: The root's BODY, START and GROUND; "" where absent.
        lets: The values that scripts give names.
        presets: The root's PRESET lines.
        references: The texts that TRACK follows; its ref is a name, and that is the position among them.
        props: Props that its scripts declare, each with the unit that does; of one name the first.
        limp: Whether joints that nothing drives are limp (IDLE limp), not held in the rest pose.
        statement_keys, phase_keys: Identities for hot swap.
        statement_spans, transition_spans, phase_spans: Where they stand.
    """

    name: str
    units: tuple[Unit, ...]
    params: F64
    slots: tuple[Slot, ...]
    n_inputs: int
    n_frame: int
    n_sensed: int
    n_temps: int
    code: I32
    senses: tuple[Sense, ...]
    curves: tuple[F64, ...]
    phase_names: tuple[str, ...]
    phases: I32
    transitions: I32
    statements: I32
    args: I32
    refs: I32
    names: tuple[str, ...]
    call_args: I32
    fall: Rule | None
    goal: Rule | None
    body: str
    start: str
    statement_keys: tuple[str, ...] = ()
    phase_keys: tuple[str, ...] = ()
    statement_spans: tuple[Span, ...] = ()
    transition_spans: tuple[Span, ...] = ()
    phase_spans: tuple[Span, ...] = ()
    notes: tuple[str, ...] = field(default=())
    n_counters: int = 0
    ground: str = ""
    limp: bool = False
    props: tuple[tuple[int, Subject], ...] = ()
    n_defaults: int = 0
    lets: tuple[Named, ...] = ()
    references: tuple[Source, ...] = ()
    presets: tuple[Preset, ...] = ()

    def preset(self, name: str) -> dict[str, float]:
        """The values of a preset, by the names of the skill's parameters, SI units.

        Raises:
            ArgumentError: The skill has no such preset.
        """
        for preset in self.presets:
            if preset.name == name:
                return dict(preset.values)
        names = [preset.name for preset in self.presets]
        help = (
            nearest(name, names)
            if names
            else "a line `PRESET name(parameter = value)` in its script makes one"
        )
        raise ArgumentError(f"{self.name} has no preset '{name}'", argument="preset", help=help)

    def with_preset(self, name: str) -> Program:
        """The same with the values of a preset as its parameters' defaults.

        Raises:
            ArgumentError: The skill has no such preset.
        """
        values, params = self.preset(name), self.params.copy()
        for parameter in self.units[0].parameters:
            if parameter.name in values:
                params[parameter.slot] = values[parameter.name]
        return replace(self, params=params)

    @property
    def input_offset(self) -> int:
        """Register of the first input."""
        return len(self.params)

    @property
    def frame_offset(self) -> int:
        """Register of the frame window."""
        return self.input_offset + self.n_inputs

    @property
    def let_offset(self) -> int:
        """Register of the first LET."""
        return self.frame_offset + self.n_frame + self.n_sensed

    @property
    def n_registers(self) -> int:
        """Size of the register file."""
        return self.frame_offset + self.n_frame + self.n_sensed + self.n_temps


def program_data(program: Program) -> dict[str, Any]:
    """All that `stored.program_from` needs, as plain data: nothing is read from files again."""
    units = [{"name": u.name, "path": u.path, "text": u.text} for u in program.units]
    references = [{"name": r.name, "path": r.path, "text": r.text} for r in program.references]
    data: dict[str, Any] = {"units": units, "params": program.params.tolist()}
    return data | ({"references": references} if references else {})
