"""How classic scripts run: the files of tests/classic, one per quirk of the published language."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from footfall.control.columns import SERVO_CD, SERVO_CV, SERVO_KD, SERVO_KP, SERVO_ON, SERVO_TARGET
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import Source
from footfall.script.classic.saved import JOINT_ORDER, PART_ORDER
from footfall.script.convert import convert
from footfall.world import parse_env

pytestmark = pytest.mark.sim

FOLDER = Path(__file__).parents[1] / "classic"

# file -> (time, depth, phase left, phase entered) of each transition
TIMES: dict[str, list[tuple[float, int, str, str]]] = {
    "positional_phases.s": [(0.05, 0, "0", "1"), (0.1, 0, "1", "2"), (0.15, 0, "2", "end")],
    "actions_in_call_phase.s": [(0.03, 1, "0", "end"), (0.03, 0, "0", "end")],
    "calls_mid_script.s": [(0.05, 1, "1", "end"), (0.05, 0, "0", "end")],
    "iterations_of_calls.s": [*((0.02 * k, 1, "0", "end") for k in (1, 2, 3)), (0.06, 0, "0", "end")],
    "iterations_of_ticks.s": [(0.0101, 0, "0", "1"), (0.0301, 0, "1", "end")],
    "iterations_go_on.s": [
        *[(0.01, 1, "0", "end"), (0.01, 0, "0", "1"), (0.02, 0, "1", "0")],
        *[(0.03, 1, "0", "end"), (0.03, 0, "0", "1"), (0.04, 0, "1", "0")],
        *[(0.05, 1, "0", "end"), (0.05, 0, "0", "end")],
    ],
    "call_runs_again.s": [*((0.02 * k, 1, "0", "end") for k in (1, 2, 3, 4)), (0.08, 0, "0", "end")],
    "guards_on_return.s": [
        *[(0.1, 1, "0", "end"), (0.1, 0, "0", "1"), (0.15, 1, "0", "end"), (0.15, 0, "1", "end")]
    ],
    "empty_phase.s": [(0.02, 0, "0", "1"), (0.02, 0, "1", "2"), (0.04, 0, "2", "end")],
    "returns_at_once.s": [
        *[(0.02, 2, "0", "end"), (0.04, 2, "0", "end"), (0.04, 1, "0", "end")],
        *[(0.04, 0, "0", "1"), (0.04, 0, "1", "2")],
        *[(0.05, 2, "0", "end"), (0.06, 2, "0", "end"), (0.06, 1, "0", "end"), (0.06, 0, "2", "end")],
    ],
    "every_condition.s": [(0.03, 0, "0", "1"), (0.03, 0, "1", "end")],
    "unreached.s": [(0.0, 0, "0", "2"), (0.01, 0, "2", "end")],
    "lipose_without_time.s": [(0.15, 0, "0", "end")],
    "save_and_load.s": [
        *[(0.05, 0, "0", "1"), (0.05, 0, "1", "2"), (0.1, 0, "2", "3")],
        *[(0.1, 0, "3", "4"), (0.11, 0, "4", "end")],
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the files: some write."""
    path = tmp_path_factory.mktemp("classic") / "files"
    shutil.copytree(FOLDER, path)
    return path


def start(folder: Path, name: str, **options: object) -> Sim:
    """A Sim of a file, in the world that stands beside it."""
    world = folder / Path(name).with_suffix(".env")
    if world.is_file():
        options["world"] = parse_env(world)
    return Sim(str(folder / name), **options)  # type: ignore[arg-type]


def moves(sim: Sim, rec: Recording) -> list[tuple[int, int, str, str]]:
    """(tick, depth, phase left, phase entered) of each transition."""
    names = (*sim.programs[0].phase_names, "end")
    return [(int(r[0]), int(r[1]), names[int(r[3])], names[int(r[4])]) for r in rec.trace]


def servo(sim: Sim, joint: str) -> np.ndarray:
    """The servo row of a joint."""
    return sim.actors[0].state.servo[dof(sim, joint)]


def dof(sim: Sim, joint: str) -> int:
    return sim.actors[0].anatomy.dof_names.index(f"{joint}.pitch")


def angle(sim: Sim, joint: str) -> float:
    return float(sim.data.qpos[sim.actors[0].arrays["dof_qpos"][dof(sim, joint)]])


def lean(sim: Sim) -> float:
    """Lean of the trunk, rad."""
    mat = sim.data.body("uTorso").xmat
    return float(np.arctan2(mat[2], mat[8]))


def com(sim: Sim) -> float:
    """Where the centre of mass is, m ahead."""
    return float(sim.data.subtree_com[sim.model.body("pelvis").id, 0])


def step_to(sim: Sim, seconds: float) -> None:
    sim.step(round(seconds / sim.dt) - sim.tick)


@pytest.mark.parametrize("name", TIMES)
def test_phases_and_their_times(folder: Path, name: str) -> None:
    sim = start(folder, name)
    rec = sim.run(1)
    expected = TIMES[name]
    assert [m[1:] for m in moves(sim, rec)] == [e[1:] for e in expected]
    for k, ((tick, *_), (time, *_)) in enumerate(zip(moves(sim, rec), expected, strict=True)):
        # each phase may last a tick more: the first tick beyond its time
        assert time - 1e-9 <= tick * sim.dt <= time + (k + 1.01) * sim.dt
    assert rec.end == "done"


def test_there_is_a_file_for_each_of_these(folder: Path) -> None:
    assert all((folder / name).is_file() for name in TIMES)


# -- what persists ---------------------------------------------------------------------------------


def test_poses_gains_and_feedback_persist(folder: Path) -> None:
    sim = start(folder, "poses_persist.s")
    step_to(sim, 0.08)
    assert servo(sim, "lKnee")[[SERVO_TARGET, SERVO_KP, SERVO_KD, SERVO_ON]].tolist() == pytest.approx(
        [0.3, 300, 30, 1]
    )
    assert servo(sim, "rAnkle")[[SERVO_TARGET, SERVO_CD, SERVO_CV]].tolist() == pytest.approx(
        [-0.1, 0.2, 0.1]
    )
    assert servo(sim, "lElbow")[[SERVO_TARGET, SERVO_KP, SERVO_KD]].tolist() == pytest.approx([-0.4, 100, 30])


def test_a_joint_without_a_pose_is_limp(folder: Path) -> None:
    sim = start(folder, "poses_persist.s")
    step_to(sim, 0.08)
    assert servo(sim, "rShoulder")[SERVO_ON] == 0 and sim.actors[0].state.clipped[dof(sim, "rShoulder")] == 0


def test_a_vpd_switches_the_pose_off_for_good(folder: Path) -> None:
    sim = start(folder, "vpd_lets_go.s")
    step_to(sim, 0.02)
    assert servo(sim, "lHip")[SERVO_ON] == 1
    step_to(sim, 0.08)
    state = sim.actors[0].state
    assert servo(sim, "lHip")[SERVO_ON] == 0 and state.clipped[dof(sim, "lHip")] == 0
    assert state.clipped[dof(sim, "rHip")] != 0


def test_a_pose_after_a_vpd_acts_as_well(folder: Path) -> None:
    sim = start(folder, "pose_after_vpd.s")
    expected = 300 * -0.3 - 300 * (0.1 - lean(sim))  # of the joint's servo, and of the trunk's
    sim.step(1)
    assert sim.actors[0].state.clipped[dof(sim, "lHip")] == pytest.approx(expected)
    step_to(sim, 0.05)
    assert servo(sim, "lHip")[[SERVO_ON, SERVO_TARGET]].tolist() == [1, -0.3]


def test_the_joints_of_a_reach_are_limp_afterwards(folder: Path) -> None:
    sim = start(folder, "ik_lets_go.s")
    step_to(sim, 0.06)
    assert servo(sim, "rElbow")[SERVO_ON] != 0
    step_to(sim, 0.08)
    limp = [sim.actors[0].state.clipped[dof(sim, j)] for j in ("rShoulder", "rElbow", "rWrist")]
    assert limp == [0, 0, 0]


def test_the_torque_limit_stays_after_the_script_that_set_it(folder: Path) -> None:
    sim = start(folder, "torque_limit_stays.s")
    step_to(sim, 0.06)
    assert set(sim.actors[0].state.limit[[dof(sim, "lKnee"), dof(sim, "waist")]]) == {170}


def test_the_callers_own_torque_limit_comes_back(folder: Path) -> None:
    sim = start(folder, "limit_of_caller.s")
    sim.step(1)
    assert sim.actors[0].state.limit[dof(sim, "lKnee")] == 170
    step_to(sim, 0.04)
    assert sim.actors[0].state.limit[dof(sim, "lKnee")] == 500


def test_the_default_torque_limit(folder: Path) -> None:
    sim = start(folder, "bend.t")
    assert sim.actors[0].state.limit[dof(sim, "lKnee")] == 1000


# -- statements --------------------------------------------------------------------------------------


def test_vpd_signs(folder: Path) -> None:
    sim = start(folder, "vpd_signs.s")
    swing = 300 * (-0.3 - lean(sim))  # part on the child's side: forwards, as asked
    trunk = -300 * (0.05 - lean(sim))  # part on the parent's side: the thigh goes back
    sim.step(1)
    clipped = sim.actors[0].state.clipped
    assert clipped[dof(sim, "rHip")] == pytest.approx(swing)
    assert clipped[dof(sim, "lHip")] == pytest.approx(trunk - swing)  # .flags(s): and the reaction


def test_comfb_acts_on_the_next_vpd_of_the_file(folder: Path) -> None:
    sim = start(folder, "comfb_next_phase.s")
    ahead = com(sim) - sim.data.body("lFoot").xipos[0]
    expected = 300 * (-0.3 - 0.5 * ahead - lean(sim))
    sim.step(1)
    assert sim.actors[0].state.clipped[dof(sim, "rHip")] == pytest.approx(expected, rel=1e-3)
    program = sim.programs[0]  # the VPD of phase 1 has the second one
    law = program.params[program.args[program.statements[1, 1] + 3 :][:2]]
    assert law.tolist() == [0.4, 0.1] and "feet" in program.names


def test_a_pose_switches_its_feedback_off(folder: Path) -> None:
    sim = start(folder, "posefb_order.s")
    sim.step(1)
    assert servo(sim, "lAnkle")[[SERVO_CD, SERVO_CV]].tolist() == [0, 0]
    assert servo(sim, "rAnkle")[[SERVO_CD, SERVO_CV]].tolist() == [2, 1]


def test_pose_with_gains_zero_switches_off_and_targets_are_not_clamped(folder: Path) -> None:
    sim = start(folder, "pose_off.s")
    sim.step(1)
    assert servo(sim, "waist")[SERVO_TARGET] == -2
    step_to(sim, 0.05)
    assert sim.actors[0].state.clipped[dof(sim, "lKnee")] == 0
    assert sim.actors[0].state.clipped[dof(sim, "rKnee")] != 0


def test_lipose_without_time_only_damps(folder: Path) -> None:
    sim = start(folder, "lipose_without_time.s")
    step_to(sim, 0.05)
    tau = sim.actors[0].state.clipped[dof(sim, "lKnee")]
    assert servo(sim, "lKnee")[SERVO_TARGET] == pytest.approx(angle(sim, "lKnee"), abs=0.01)
    assert abs(tau) < 100  # with the whole error of 1 rad it would be at its limit
    assert servo(sim, "rKnee")[SERVO_TARGET] == pytest.approx(0.25, abs=0.02)


def test_lipose_and_timed_match_begin_anew_on_entry(folder: Path) -> None:
    sim = start(folder, "lipose_restarts.s")
    step_to(sim, 0.0205)
    left_at = servo(sim, "rKnee")[SERVO_TARGET]
    assert 0.3 < left_at < 0.5
    step_to(sim, 0.0305)  # the second entry begins where the knee is, not at the end of the line
    assert servo(sim, "rKnee")[SERVO_TARGET] == pytest.approx(angle(sim, "rKnee"), abs=0.03)
    step_to(sim, 0.3)
    assert angle(sim, "lKnee") > 0.1  # its goal is read anew each time; at first it was 0


def test_live_match_and_hold(folder: Path) -> None:
    sim = start(folder, "match_and_hold.s")
    held = angle(sim, "waist")
    step_to(sim, 0.05)
    assert servo(sim, "lKnee")[[SERVO_KP, SERVO_KD]].tolist() == pytest.approx([1000, 100])
    assert servo(sim, "lKnee")[SERVO_TARGET] == pytest.approx(angle(sim, "rKnee"), abs=0.02)
    assert servo(sim, "waist")[SERVO_TARGET] == pytest.approx(held)


def test_linterp_reads_zero_in_gains(folder: Path) -> None:
    sim = start(folder, "linterp_zero.s")
    step_to(sim, 0.045)
    assert servo(sim, "lKnee")[[SERVO_TARGET, SERVO_KP, SERVO_KD]].tolist() == pytest.approx([0.18, 0, 30])
    assert servo(sim, "rKnee")[SERVO_TARGET] == pytest.approx(0.18)  # after .032 s


def test_arguments_are_latched_and_rounded(folder: Path) -> None:
    sim = start(folder, "rounded_arguments.s")
    sim.step(1)
    assert sim.actors[0].state.frame_args[1, :2].tolist() == [0.123457, 0.03]


def test_parameters_that_are_set_reach_the_first_call(folder: Path) -> None:
    sim = start(folder, "middle.t", set={"dt": 0.02})
    assert sim.actors[0].state.frame_args[1, :2].tolist() == [0.1, 0.02]
    sim.step(1)
    sim.set(dt=0.5)  # too late: arguments are read at the call
    sim.step(1)
    assert sim.actors[0].state.frame_args[1, 1] == 0.02


# -- transitions -------------------------------------------------------------------------------------


def test_a_phase_with_actions_runs_a_tick_before_it_asks(folder: Path) -> None:
    sim = start(folder, "touching.s")
    (first, *_), (second, *_), (third, *_) = moves(sim, sim.run(1))
    assert (second, third) == (first + 1, first + 2)


def test_the_trunks_lean(folder: Path) -> None:
    sim = start(folder, "leans.s", set={"low": 3, "high": 4})
    rec = sim.run(1)
    assert [m[2:] for m in moves(sim, rec)] == [("0", "1"), ("1", "2"), ("2", "3"), ("3", "end")]
    leans = [float(row[6]) for row in rec.trace]  # what was sensed
    assert leans[1] == pytest.approx(0.15, abs=0.01) and leans[2] == pytest.approx(0.25, abs=0.01)


def test_keys_are_levels_and_are_asked_on_return(folder: Path) -> None:
    sim = start(folder, "keys.s")
    phase = sim.actors[0].state.frame_phase
    sim.step(100)
    assert phase[0] == 0
    sim.key("A")
    sim.step(1)
    assert phase[0] == 1
    sim.key("A", down=False)
    sim.step(20)
    sim.key("A")  # down again when the script returns: it runs once more
    step_to(sim, 0.08)
    assert phase[0] == 1
    sim.key("A", down=False)
    sim.step(50)
    assert phase[0] == 2
    sim.key("A")
    assert sim.run(0.1).end == "done"


def test_pass_fires_when_it_is_away_again(folder: Path) -> None:
    sim = start(folder, "pass_box.s")
    rec = sim.run(1)
    (first, *_), _ = moves(sim, rec)
    assert rec.end == "done" and 0.05 < first * sim.dt < 0.5
    assert rec.trace[0][6] > 0.12


def test_random_chooses_by_the_seed(folder: Path) -> None:
    taken = []
    for seed in (1, 1, 2):
        sim = start(folder, "random_branches.s", seed=seed)
        taken.append([m[2:] for m in moves(sim, sim.run(1.5))])
    assert taken[0] == taken[1] != taken[2]
    chosen = Counter(target for source, target in taken[0] if source == "0" and target in "123")
    assert min(chosen.values()) > 0.2 * chosen.total()


# -- the world and files -----------------------------------------------------------------------------


def test_save_and_load(folder: Path) -> None:
    sim = start(folder, "save_and_load.s")
    step_to(sim, 0.05)
    before = sim.data.qpos.copy()
    sim.run(0.05)
    assert abs(sim.data.qpos - before).max() > 0.01
    step_to(sim, 0.102)
    assert sim.data.qpos == pytest.approx(before, abs=0.02)
    assert servo(sim, "lKnee")[SERVO_TARGET] == 0.3  # the poses come back too
    assert (folder / "bent.sav").is_file()


def test_a_saved_state_of_the_original(folder: Path) -> None:
    (folder / "bent.sav").write_text(classic_state({"lThigh": -0.4, "lShin": 0.3}))
    phase = "PHASE 0\nLOADbent.sav;\nTRANSITION to(-1).after(time .1);\nENDPHASE"
    (folder / "load.s").write_text(f"BEGINSCRIPT load(void)\n{phase}\nENDSCRIPT\n")
    sim = start(folder, "load.s")
    sim.step(1)
    assert angle(sim, "lHip") == pytest.approx(-0.4, abs=0.05)
    assert angle(sim, "lKnee") == pytest.approx(0.7, abs=0.05)


def classic_state(leans: dict[str, float]) -> str:
    """A state in the original's format: parts with these leans, poses off."""
    numbers = [0.0] * 12
    for i, name in enumerate(PART_ORDER):
        c, s = np.cos(-leans.get(name, 0.0)), np.sin(-leans.get(name, 0.0))
        numbers += [i, 0.0, 1.0, -10.0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, *[0.0] * 6]
    for _ in JOINT_ORDER:
        numbers += [0.0, 0.0, 0.0, 300.0, 30.0, 0.0]
    return " ".join(f"{n:.9g}" for n in numbers)


def test_what_stands_in_the_world_can_be_switched_off(folder: Path) -> None:
    sim = start(folder, "world_switches.s")
    step_to(sim, 0.3)
    assert com(sim) < 0.15
    step_to(sim, 0.5)
    assert com(sim) > 0.25
    assert sim.model.geom("entity/WALL#0").rgba[3] == 0


def test_what_is_switched_off_still_rests_on_the_ground(tmp_path: Path) -> None:
    """A chair that collides with nobody any more must not fall through the floor."""
    switch = "ENVACTIONS toggleCollidable(BOX); ENDACTIONS"
    phase = f"PHASE 0\n{switch}\nTRANSITION to(1).after(complete);\nENDPHASE\n"
    phase += "PHASE 1\nTRANSITION to(-1).after(time 1);\nENDPHASE"
    (tmp_path / "off.s").write_text(f"BEGINSCRIPT off(void)\n{phase}\nENDSCRIPT\n")
    world = "ENTITIES {{\n GROUND = 2DPlane(-200, 0, 200, 0);\n BOX = Box({}, .4, .4, 1, {}, .21, -10);\n}}\n"
    for mass, at in ((5, 3), (5, 0.2)):  # apart from the body, and where it stands
        (tmp_path / "off.env").write_text(world.format(mass, at))
        sim = Sim(str(tmp_path / "off.s"), world=parse_env(tmp_path / "off.env"))
        sim.run(0.8)
        box = sim.data.geom("entity/BOX#0").xpos
        assert box[2] == pytest.approx(0.2, abs=0.02)
        assert box[0] == pytest.approx(at, abs=0.01)


def test_a_converted_load_brings_its_poses(tmp_path: Path) -> None:
    text = classic_state({}).split()
    knee = len(text) - 6 * (len(JOINT_ORDER) - JOINT_ORDER.index("lKnee"))
    text[knee : knee + 5] = ["1", "0.7", "0", "250", "20"]
    (tmp_path / "bent.sav").write_text(" ".join(text))
    phase = "PHASE 0\nLOAD bent.sav;\nTRANSITION to(1).after(complete);\nENDPHASE\n"
    phase += "PHASE 1\nACTIONS POSE rKnee(.1); ENDACTIONS\nTRANSITION to(-1).after(time 1);\nENDPHASE"
    classic = f"BEGINSCRIPT load(void)\n{phase}\nENDSCRIPT\n"
    (tmp_path / "load.s").write_text(classic)
    modern = convert(Source("load.s", str(tmp_path / "load.s"), classic), "load").skills[0].text
    (tmp_path / "load.skill").write_text(modern)
    targets = []
    for name in ("load.s", "load.skill"):
        sim = Sim(str(tmp_path / name))
        sim.step(20)
        dof = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
        targets.append(sim.actors[0].state.servo[dof, [SERVO_ON, SERVO_TARGET, SERVO_KP, SERVO_KD]].tolist())
    assert targets[0] == targets[1] == pytest.approx([1.0, 0.7, 250.0, 20.0])


# -- the paper ---------------------------------------------------------------------------------------


def test_the_papers_step_up(folder: Path) -> None:
    sim = start(folder, "paper_step_up.s", set={"x": 0.35, "y": 0.3})
    rec = sim.run(6)
    assert rec.end == "done"
    assert [m[2:] for m in moves(sim, rec) if m[1] == 0] == [
        *[("0", "1"), ("1", "2"), ("2", "3"), ("3", "4"), ("4", "end")]
    ]
    foot = sim.data.body("rFoot").xipos
    assert foot[0] == pytest.approx(0.35, abs=0.1) and foot[2] == pytest.approx(0.225, abs=0.01)
    assert sim.actors[0].state.com[2] > 0.9


def test_the_papers_walk(folder: Path) -> None:
    sim = start(folder, "paper_walk.s")
    rec = sim.run(5)
    assert rec.end == "time" and sim.actors[0].state.com[2] > 0.8
    assert sim.actors[0].state.com[0] > 4
    cycles = [tick * sim.dt for tick, depth, *_ in moves(sim, rec) if depth == 0]
    assert np.diff(cycles[2:]) == pytest.approx(0.67, rel=0.15)


def test_the_papers_stand_with_one_argument(folder: Path) -> None:
    sim = start(folder, "paper_stand.s")
    rec = sim.run(3)
    assert rec.end == "time" and len(rec.trace) > 2
    assert sim.actors[0].state.com[2] == pytest.approx(0.99, abs=0.03)


def test_older_forms_run(folder: Path) -> None:
    sim = start(folder, "older_forms.t")
    assert [m[2:] for m in moves(sim, sim.run(0.1))] == [("0", "1")]


def test_all_forces_together(folder: Path) -> None:
    sim = start(folder, "forces.s")
    sim.step(1)
    clipped = sim.actors[0].state.clipped
    driven = ("lAnkle", "rAnkle", "rShoulder", "lShoulder", "lTorso2uTorso")
    assert all(clipped[dof(sim, joint)] != 0 for joint in driven)
    assert sim.run(0.2).end == "done"
