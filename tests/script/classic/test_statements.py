"""Every statement, as its original writes it and as others write it, gives the row it means."""

from __future__ import annotations

import pytest

from .helpers import actions, acts, codes, compiled, evaluate, found


def only(text: str, parameters: str = "void") -> tuple[str, dict, dict]:
    (act,) = acts(compiled(actions(text, parameters)))
    return act


@pytest.mark.parametrize(
    ("text", "op", "values", "names"),
    [
        ("POSE lKnee(1);", "pose", {"angle": 1, "kp": 300, "kd": 30}, {"joint": "lKnee"}),
        ("POSE lHip( -.5, 100. , 0030 ) ;", "pose", {"angle": -0.5, "kp": 100, "kd": 30}, {"joint": "lHip"}),
        ("POSE lHip (+5e-1,1e2);", "pose", {"angle": 0.5, "kp": 100, "kd": 30}, {"joint": "lHip"}),
        (
            "LIPOSE lHip(-.0).time(.5);",
            "pose",
            {"angle": 0, "kp": 1000, "kd": 100, "time_seconds": 0.5},
            {"joint": "lHip"},
        ),
        (
            "POSE rHip(0.0).time(5);",
            "pose",
            {"angle": 0, "kp": 1000, "kd": 100, "time_seconds": 5},
            {"joint": "rHip"},
        ),
        (
            "MATCH lHip.to(rHip);",
            "match",
            {"to_kp": 1000, "to_kd": 100},
            {"joint": "lHip", "to_joint": "rHip"},
        ),
        (
            "MATCH lHip.to( rHip, 5, 6 ) .time(1) ;",
            "match",
            {"to_kp": 5, "to_kd": 6, "time_seconds": 1},
            {"joint": "lHip", "to_joint": "rHip"},
        ),
        ("HOLD waist ;", "hold", {"gains_kp": 1000, "gains_kd": 100}, {"joint": "waist"}),
        (
            "POSEFB lAnkle(1, 2).on(part lFoot);",
            "posefb",
            {"cd": 1, "cv": 2},
            {"joint": "lAnkle", "on_place": "lFoot"},
        ),
        (
            "POSEFB lAnkle(1, 2).on (joint rAnkle);",
            "posefb",
            {"cd": 1, "cv": 2},
            {"joint": "lAnkle", "on_place": "rAnkle"},
        ),
        (
            "VF (1, 2, 3).on(uTorso).by(lAnkle);",
            "vf",
            {"forward": 1, "left": 0, "up": 2},
            {"on_part": "uTorso", "by_joint": "lAnkle"},
        ),
        (
            "VF(1, 2, 3).on(lFArm).by(lShoulder);",
            "vf",
            {"forward": 1, "left": 0, "up": 2},
            {"on_part": "lForearm", "by_joint": "lShoulder"},
        ),
        (
            "VFFB uTorso(2000, 250).by(lAnkle).over(cop);",
            "vffb",
            {"cd": 2000, "cv": 250},
            {"part": "uTorso", "by_joint": "lAnkle", "over_place": "support"},
        ),
        (
            "VFFB uTorso (1, 2).by (lWrist).over (rHand) ;",
            "vffb",
            {"cd": 1, "cv": 2},
            {"part": "uTorso", "by_joint": "lWrist", "over_place": "rHand"},
        ),
        (
            "VFSFB uTorso(5).by(lAnkle).speed(.8);",
            "vfsfb",
            {"cv": 5, "speed_speed": 0.8},
            {"part": "uTorso", "by_joint": "lAnkle"},
        ),
        (
            "IK rHand.targetlocal(.3,-.3,0).base(rShoulder);",
            "ik",
            {
                "local_forward": 0.3,
                "local_left": 0,
                "local_up": -0.3,
                "tolerance_distance": 0.05,
                "gains_kp": 300,
                "gains_kd": 30,
            },
            {"part": "rHand", "base_joint": "rShoulder"},
        ),
        (
            "IK rHand.targetglobal(1,2,-10)\n  .base(rShoulder)\n  .tolerance(.1);",
            "ik",
            {
                "target_x": 1,
                "target_y": 0,
                "target_z": 2,
                "tolerance_distance": 0.1,
                "gains_kp": 300,
                "gains_kd": 30,
            },
            {"part": "rHand", "base_joint": "rShoulder"},
        ),
        ("GC lHand.by(lShoulder);", "gc", {}, {"part": "lHand", "by_joint": "lShoulder"}),
        ("EF head(100, .5, 0.0);", "ef", {"forward": 100, "left": 0, "up": 0.5}, {"part": "head"}),
        ("SAVE my state.sav ;", "save", {}, {"text": "my state.sav"}),
        ("LOAD a.sav;", "load", {}, {"text": "a.sav"}),
        (
            "VPD uTorso(.1).joint(lHip);",
            "vpd_raw",
            {"angle": 0.1, "kp": 300, "kd": 30},
            {"part": "uTorso", "joint_joint": "lHip"},
        ),
        (
            "VPD rThigh(.1,-300,-30).joint( rHip ) .flags( s );",
            "vpd_raw",
            {"angle": 0.1, "kp": -300, "kd": -30},
            {"part": "rThigh", "joint_joint": "rHip", "flags_flags": 0},
        ),
    ],
)
def test_statement_gives_its_row(text: str, op: str, values: dict, names: dict) -> None:
    assert only(text) == (op, values, names)
    assert codes(actions(text)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("VPD uTorso(0, 300, 30).parent(lThigh);", "VPD uTorso(0, 300, 30).joint(lHip);"),
        ("VPD rThigh(.1, 300, 30).parent(lThigh);", "VPD rThigh(.1, -300, -30).joint(rHip).flags(s);"),
        ("VPD rFoot(.1, 50, 5).parent(rShin);", "VPD rFoot(.1, -50, -5).joint(rAnkle);"),
        ("VPD lThigh(.1).parent(pelvis);", "VPD lThigh(.1, -300, -30).joint(lHip);"),
        ("VFFB uTorso(1, 2).by(lAnkle);", "VFFB uTorso(1, 2).by(lAnkle).over(cop);"),
        ("SVF(1, 2, 0).on(lHand).by(lShoulder);", "VF (1, 2, 0).on(lHand).by(lShoulder);"),
    ],
)
def test_older_form_means_the_newer_one_and_says_so(old: str, new: str) -> None:
    assert only(old) == only(new)
    assert codes(actions(old)) == ["W116"]


def test_negated_gain_of_an_older_form_can_be_written_back() -> None:
    program = compiled(actions("VPD rFoot(.1, 50, 5).parent(rShin);"))
    slots = [s for s, v in zip(program.slots, program.params, strict=True) if v == -50]
    assert [s.factor for s in slots] == [-1.0]
    assert program.units[0].text[slots[0].span.start : slots[0].span.end] == "50"


@pytest.mark.parametrize(
    "text", ["COMFB2 1 2 j rAnkle", "COMFB2 1 2 j rAnkle;", "COMFB2 1 2 j rAnkle # note\n\n"]
)
def test_feedback_joins_the_next_vpd_only(text: str) -> None:
    vpd = "VPD rThigh(.1, -300, -30).joint(rHip);"
    first, second = acts(compiled(actions(f"{text}\n{vpd} {vpd}")))
    assert (first[1]["comfb_cd"], first[1]["comfb_cv"], first[2]["comfb_place"]) == (1, 2, "rAnkle")
    assert "comfb_cd" not in second[1] and "comfb_place" not in second[2]


@pytest.mark.parametrize(
    ("kind", "place"), [("j lAnkle", "lAnkle"), ("p lFoot", "lFoot"), ("c x", "feet"), ("c", "feet")]
)
def test_feedback_knows_three_kinds_of_place(kind: str, place: str) -> None:
    _, _, names = only(f"COMFB2 1 2 {kind}\nVPD uTorso(0).joint(lHip);")
    assert names["comfb_place"] == place


def test_feedback_may_act_in_a_later_phase() -> None:
    from .helpers import END, phase, script

    first = phase("ACTIONS POSE lKnee(1); COMFB2 1 2 j lAnkle\nENDACTIONS TRANSITION to(1).after(time 1);")
    second = phase(f"ACTIONS VPD uTorso(0).joint(lHip); ENDACTIONS {END}", 1)
    text = script(f"{first}\n{second}")
    assert acts(compiled(text))[1][1]["comfb_cd"] == 1
    assert codes(text) == ["W121"]


def test_lists_give_one_statement_per_entry() -> None:
    program = compiled(actions("POSE lKnee(1), rKnee(2,3,4),waist(0);"))
    assert [(v["angle"], n["joint"]) for _, v, n in acts(program)] == [
        (1, "lKnee"),
        (2, "rKnee"),
        (0, "waist"),
    ]


def test_parameters_may_stand_for_numbers() -> None:
    program = compiled(actions("POSE lKnee(a, kp, 5); VFFB uTorso(kp, a).by(lAnkle).over(cop);", "a, kp"))
    frame = program.frame_offset
    second = int(program.statements[1, 1])
    assert program.args[0] == frame
    assert program.args[second : second + 2].tolist() == [frame + 1, frame]


def test_a_stiffness_that_a_parameter_gives_is_held_above_zero() -> None:
    program = compiled(actions("POSE lKnee(a, kp, 5);", "a, kp"))
    first, last = program.phases[0, 2:4].tolist()
    held = int(program.args[1])
    for given, expected in ((-300.0, 0.0), (300.0, 300.0), (1e9, 1e6)):
        assert evaluate(program, first, last, {}, (0.0, given))[held] == expected


def test_negative_gains_of_a_servo_are_refused_and_those_of_a_raw_one_are_not() -> None:
    assert codes(actions("POSE lKnee(1, -300, 30);")) == ["E072"]
    assert codes(actions("VPD rThigh(-.4, -300, -30).joint(rHip);")) == []


@pytest.mark.parametrize(
    "layout",
    [
        "POSE lKnee(1);POSE rKnee(2);#c",
        "POSE lKnee(1); # POSE rHip(3);\n\tPOSE rKnee(2);",
        "POSE lKnee(1);\r\nPOSE rKnee(2);\r\n# note\r\n",
        "POSE\n lKnee\n(\n1\n)\n;\n#\nPOSE rKnee(2) ; # last",
        "POSE lKnee(1) # between\n, rKnee(2);",
    ],
)
def test_layout_is_free(layout: str) -> None:
    assert [v["angle"] for _, v, _ in acts(compiled(actions(layout)))] == [1, 2]
    assert codes(actions(layout)) == []


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("POSE lKne(1);", "E105", "lKne"),
        ("POSE lThigh(1);", "E105", "lThigh"),
        ("VPD uTorzo(1).joint(lHip);", "E106", "uTorzo"),
        ("POSE lKnee(b);", "E107", "b"),
        ("POSE lKnee(1) POSE rKnee(1);", "E103", "P"),
        ("POSE lKnee();", "E112", "()"),
        ("POSE lKnee(1,2,3,4);", "E112", "(1,2,3,4)"),
        ("POZE lKnee(1);", "E104", "POZE"),
        ("LIPOSE lKnee(1);", "E103", "lKnee(1)"),
        ("VPD uTorso(1);", "E103", "VPD uTorso(1)"),
        ("VPD uTorso(1).jont(lHip);", "E104", "jont"),
        ("VPD rThigh(1).joint(rHip).flags(q);", "E104", "q"),
        ("POSE lKnee(1e999);", "E114", "1e999"),
        ("VFFB uTorso(1, 2).by(lAnkle).over(lFot);", "E106", "lFot"),
        ("COMFB2 1 2 k lAnkle\nVPD uTorso(1).joint(lHip);", "E103", "k"),
        ("POSE lKnee(linterp(1,2));", "E112", "linterp(1,2)"),
    ],
)
def test_mistake_is_refused_where_it_stands(text: str, code: str, at: str) -> None:
    (finding,) = found(actions(text))
    assert finding.code == code
    assert finding.source.text[finding.span.start : finding.span.end] == at
    assert finding.label and finding.help


def test_several_mistakes_are_shown_at_once() -> None:
    assert codes(actions("POSE lKne(1); POZE x; POSE rKnee(1); VPD head(1); HOLD wast;")) == [
        "E105",
        "E104",
        "E103",
        "E105",
    ]


@pytest.mark.parametrize("word", ["SAVE", "LOAD"])
@pytest.mark.parametrize("file", ["../other/a.sav", "/tmp/a.sav", "here/../../a.sav"])
def test_a_state_outside_the_scripts_folder_is_refused(word: str, file: str) -> None:
    phase = f"PHASE 0\n{word} {file};\nTRANSITION to(-1).after(complete);\nENDPHASE"
    assert codes(f"BEGINSCRIPT x(void)\n{phase}\nENDSCRIPT") == ["E067"]
