from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import SimpleNamespace

import numpy as np
import pytest

from footfall.script import DictLoader, Program, ScriptError, check, compile_skill, compile_text, skill_names
from footfall.script.program import END, Mark
from footfall.script.statements import BY_WORD, opcodes


@pytest.fixture
def program(walk: str, loader: DictLoader) -> Program:
    return compile_text(walk, name="simbicon/walk3d", loader=loader)


def statement(program: Program, key: str) -> tuple[dict[str, float], dict[str, str]]:
    """A statement's values (by name, parameters' defaults filled in) and refs, as the linker reads them."""
    row = program.statements[program.statement_keys.index(key)]
    table = BY_WORD[key.split("/")[-3]]
    inputs = [program.params[p.slot] for p in program.units[0].parameters]
    registers = [*program.params, *inputs]
    values = {}
    for i, name in enumerate(table.values):
        register = program.args[row[1] + i]
        if register >= 0:
            values[name] = float(registers[register])
    refs = {}
    for i, name in enumerate(table.refs):
        ref = program.refs[row[2] + i]
        if ref >= 0:
            refs[name] = name if name.endswith("shared") else program.names[ref]
    return values, refs


def test_header_goes_into_the_program(program: Program) -> None:
    assert (program.name, program.body, program.start) == ("simbicon/walk3d", "human", "walking")
    assert program.fall is not None and program.goal is None
    assert [u.name for u in program.units] == ["simbicon/walk3d", "moves/curl"]
    assert program.units[0].doc == "Walks straight; recovers from pushes."


def test_register_regions_follow_each_other(program: Program) -> None:
    assert program.n_inputs == 3
    assert program.n_frame == 3
    assert program.input_offset == len(program.params) == len(program.slots)
    assert program.frame_offset == program.input_offset + 3
    sensed = program.frame_offset + program.n_frame
    written = program.code[:, 1]
    assert written.min() >= sensed
    assert written.max() < program.n_registers
    senses = program.code[program.code[:, 0] == 22]
    assert np.array_equal(senses[:, 1], sensed + senses[:, 2])


def test_arrays_have_their_shapes(program: Program) -> None:
    assert program.code.shape[1] == 4
    assert program.phases.shape == (4, 12)
    assert program.transitions.shape == (5, 7)
    assert program.statements.shape == (14, 5)
    arrays = (
        program.code,
        program.phases,
        program.transitions,
        program.statements,
        program.args,
        program.refs,
    )
    assert all(a.dtype == np.int32 for a in arrays)
    empty = compile_text("SKILL a() PHASE x")
    assert empty.code.shape == (0, 4) and empty.statements.shape == (0, 5)
    assert empty.transitions.shape == (0, 7) and empty.args.shape == (0,)


def test_statement_values_and_names(program: Program) -> None:
    values, refs = statement(program, "simbicon/walk3d/lift/VPD/swThigh/0")
    assert values == BY_WORD["VPD"].defaults | {
        "angle": -0.5,
        "feedback_cd": 0.5,
        "feedback_cv": 0.2,
        "lateral_cd": 0.5,
        "lateral_cv": 0.2,
        "limits_low": -1.6,
        "limits_high": 0.4,
    }
    assert refs == {"part": "swThigh", "by_joint": "swHip"}
    values, refs = statement(program, "simbicon/walk3d/lift/VPD/pelvis/0")
    assert values == BY_WORD["VPD"].defaults | {"angle": 0.08, "yaw_angle": 0.0}
    assert refs == {"part": "pelvis", "close_joint": "stHip", "close_shared": "close_shared"}


def test_clause_decides_the_opcode(program: Program) -> None:
    codes = opcodes()
    keys = list(program.statement_keys)
    opcode = {k: program.statements[i, 0] for i, k in enumerate(keys)}
    assert opcode["simbicon/walk3d/lift/POSE/swKnee/0"] == codes["pose"]
    assert opcode["simbicon/walk3d/lift/VPD/swThigh/0"] == codes["vpd"]
    assert opcode["simbicon/walk3d/lift/VPD/pelvis/0"] == codes["vpd_close"]


def test_clauses_may_stand_in_any_order() -> None:
    head = "SKILL a() PHASE x VPD lThigh(1)"
    one = compile_text(f"{head}.by(lHip).roll(2).limits(3, 4);")
    two = compile_text(f"{head}.limits(3, 4).roll(2).by(lHip);")
    assert statement(one, "script/x/VPD/lThigh/0") == statement(two, "script/x/VPD/lThigh/0")


def test_transitions_swap_and_interrupts(program: Program) -> None:
    lift, strike, down, curl = range(4)
    rows = program.transitions[:, 2:].tolist()
    assert [r[1:4] for r in rows] == [
        [strike, 0, lift],
        [lift, 1, strike],
        [END, 0, down],
        [down, 0, -1],
        [END, 0, curl],
    ]
    assert all(r[4] == 0 for r in rows)  # none waits for the end of a step
    assert program.units[0].always == (3, 4)
    assert program.units[1].always == (5, 5)
    assert program.units[1].phases == (3, 4) and program.units[1].first_phase == 3
    for i, span in enumerate(program.transition_spans):
        text = program.units[span.unit].text[span.start : span.end]
        assert text.startswith("ALWAYS TO" if i == 3 else "TO ")


def test_every_literal_has_its_slot_label_kind_and_span(program: Program) -> None:
    by_label = {s.label: (i, s) for i, s in enumerate(program.slots)}
    assert len(by_label) == len(program.slots)
    index, slot = by_label["lift/POSE swAnkle/pitch"]
    assert (slot.kind, program.params[index]) == ("angle", -0.6)
    assert program.units[0].text[slot.span.start : slot.span.end] == "-.6"
    assert by_label["lift/VPD swThigh/feedback cd"][1].kind == "gain"
    assert by_label["FALL"][1].kind == "length"
    index, slot = by_label["ALWAYS TO down"]
    assert (slot.kind, slot.factor) == ("angle", math.pi / 180)
    assert program.params[index] == pytest.approx(math.pi / 3)
    assert by_label["moves/curl: hold"][1].span.unit == 1


def test_parameters_have_kinds_marks_and_defaults(program: Program) -> None:
    heading, lean, dt = program.units[0].parameters
    assert (heading.kind, lean.kind, dt.kind) == ("angle", "angle", "time")
    assert program.slots[lean.slot].mark == Mark(0.05, 0, 0.3)
    assert program.slots[heading.slot].mark is None
    bend, hold = program.units[1].parameters
    assert (bend.kind, hold.kind) == ("angle", "time")
    assert program.params[bend.slot] == pytest.approx(math.pi / 2)
    span = program.slots[bend.slot].span
    assert program.units[1].text[span.start : span.end] == "2 * 45 deg"


def test_mark_stays_in_the_literals_own_unit() -> None:
    program = compile_text("SKILL a(k = -20~5<-45,0> deg) PHASE x POSE lKnee(k);")
    assert program.slots[0].mark == Mark(5, -45, 0)
    assert program.params[0] == pytest.approx(math.radians(-20))


def test_mark_without_bounds_is_unbounded() -> None:
    program = compile_text("SKILL a(k = 1~0.1) PHASE x POSE lKnee(k);")
    assert program.slots[0].mark == Mark(0.1, -math.inf, math.inf)


def call(arguments: str) -> tuple[Program, list[int]]:
    skills = {"b": "SKILL b(p = 1, q = 2, r = 3) PHASE y POSE lKnee(p), rKnee(q), lHip(r);"}
    program = compile_text(f"SKILL a(k = 9) PHASE x DO b({arguments});", loader=DictLoader(skills))
    _, _, _, _, _, _, _, _, callee, first, last, _ = program.phases[0]
    assert callee == 1
    return program, program.call_args[first:last].tolist()


def test_call_arguments_by_place_by_name_and_by_default() -> None:
    program, (p, q, r) = call("7, r = k")
    assert program.params[p] == 7
    assert q == program.units[1].parameters[1].slot
    assert r == program.input_offset
    pose = program.args[program.statements[:, 1]]
    assert pose.tolist() == [program.frame_offset + i for i in range(3)]


def test_call_argument_that_is_an_expression_is_in_the_action_code() -> None:
    program, (p, _, _) = call("k * 2")
    first, last = program.phases[0, 2:4]
    assert p in program.code[first:last, 1]


def test_called_twice_is_one_unit() -> None:
    skills = {"b": "SKILL b(p = 1) PHASE y POSE lKnee(p); DO c();", "c": "SKILL c() PHASE z"}
    text = (
        "SKILL a() PHASE x DO b(); TO w WHEN complete; PHASE w DO b(2); TO v WHEN complete; PHASE v DO c();"
    )
    program = compile_text(text, loader=DictLoader(skills))
    assert [u.name for u in program.units] == ["script", "b", "c"]
    assert program.phases[:, 8].tolist() == [1, 1, 2, 2, -1]


def test_kind_of_a_parameter_comes_through_calls() -> None:
    skills = {"b": "SKILL b(p = 1) PHASE y LASTS p"}
    program = compile_text("SKILL a(k = 1) PHASE x DO b(k);", loader=DictLoader(skills))
    assert program.units[0].parameters[0].kind == "time"


def test_keys_count_repeats(program: Program) -> None:
    assert program.phase_keys[:2] == ("simbicon/walk3d/lift", "simbicon/walk3d/strike")
    twice = compile_text("SKILL a() PHASE x POSE lKnee(1), lKnee(2);")
    assert twice.statement_keys == ("script/x/POSE/lKnee/0", "script/x/POSE/lKnee/1")


def test_spans_show_the_statement(program: Program) -> None:
    spans = dict(zip(program.statement_keys, program.statement_spans, strict=True))
    text = program.units[0].text
    pose, vpd = spans["simbicon/walk3d/lift/POSE/swAnkle/0"], spans["simbicon/walk3d/lift/VPD/pelvis/0"]
    assert text[pose.start : pose.end] == "swAnkle(-.6)"
    assert text[vpd.start : vpd.end] == "VPD  pelvis(lean).yaw(heading).close(stHip, shared)"
    assert text[program.phase_spans[1].start :].startswith("PHASE strike")


def test_compiling_twice_gives_the_same_bits(walk: str, loader: DictLoader) -> None:
    one, two = (compile_text(walk, loader=loader) for _ in range(2))
    assert one.code.tobytes() == two.code.tobytes()
    assert one.params.tobytes() == two.params.tobytes()
    assert one.slots == two.slots


def test_all_errors_come_at_once(walk: str, loader: DictLoader) -> None:
    with pytest.raises(ScriptError) as caught:
        compile_text(walk.replace("swKnee", "swKne"), loader=loader)
    assert [d.code for d in caught.value.diagnostics] == ["E040", "E040"]


@pytest.mark.parametrize("name", skill_names())
def test_every_skill_of_the_library_compiles_without_notes(name: str) -> None:
    assert compile_skill(name).notes == ()


def test_three_hundred_lines_are_little_work(
    walk: str, loader: DictLoader, counting: Callable[[], AbstractContextManager[SimpleNamespace]]
) -> None:
    """They take 50 ms: benchmarks/must_show.py measures that."""
    lines = walk.splitlines()
    body = "\n".join(lines[8:12])
    more = "\n".join(f"PHASE p{i}\n{body}" for i in range((300 - len(lines)) // 5 + 1))
    text = walk + more
    assert text.count("\n") >= 299
    with counting() as calls:
        found = check(text, loader=loader)
    assert {d.code for d in found} == {"W001"}
    assert calls.n < 140_000
