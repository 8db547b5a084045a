"""Every way to make a run, recorded, and run again in a fresh process in another, empty folder.

    python benchmarks/replays.py [--only WORD] [--json]

A case makes a recording in a project folder of its own: from Python, by the command line, or in a session of
the studio (driven without a browser). The project is removed, and `footfall replay` runs the recording in an
empty folder. It must come to the same hash, and there must be nothing in the folder afterwards. The exit code
is 1 when one of them does not.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from footfall.body import load_body
from footfall.body.grown import body_text
from footfall.body.proportions import default_proportions, random_proportions
from footfall.body.transform import scale_length, stretch
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec
from footfall.script import compile_skill, compile_source, find_skill
from footfall.studio.playback.exports import record
from footfall.studio.playback.player import Player
from footfall.studio.playback.restore_point import Setup
from footfall.studio.protocol import messages as m
from footfall.studio.protocol.process_messages import (
    ExportRequest,
    GetRestorePoint,
    RestorePointReply,
    StartRun,
    SwapScript,
)
from footfall.world import Balls, Push, World, parse_env, parse_ground

PLANAR = find_skill("simbicon/walk").text
SPACE = find_skill("simbicon/walk3d").text
OUT = "out.npz"


@dataclass(frozen=True)
class Outcome:
    """How a case went.

    Attributes:
        name: The case.
        kind: api, command or studio.
        first, again: The hashes.
        wrote: Files that the replay left behind.
        size: Of the recording, bytes.
        trouble: What went wrong, "" when nothing did.
    """

    name: str
    kind: str
    first: str
    again: str
    wrote: tuple[str, ...]
    size: int
    trouble: str

    @property
    def held(self) -> bool:
        """Whether it came to the same hash and left nothing behind."""
        return not self.trouble and self.first == self.again and not self.wrote


# -- from Python ----------------------------------------------------------------------------------


def scaled_mass() -> Recording:
    return Sim("simbicon/walk", scale_mass=1.2).run(0.5)


def scaled_length() -> Recording:
    return Sim("simbicon/walk3d", body=scale_length(load_body("human"), 1.05), seed=3).run(0.5)


def reproportioned() -> Recording:
    body = stretch(load_body("human"), {"shins": 1.1, "weight": 1.3, "girth": 0.9})
    return Sim("simbicon/walk3d", body=body).run(0.5)


def drawn() -> Recording:
    Path("drawn.toml").write_text(body_text(random_proportions(7, 0.5), "drawn"))
    return Sim("genbicon/walk", body="drawn.toml").run(0.5)


def grown() -> Recording:
    Path("grown.toml").write_text(body_text(default_proportions(), "grown"))
    return Sim("genbicon/walk", body="grown.toml").run(0.5)


def made_in_python() -> Recording:
    human = load_body("human")
    physics = replace(human.physics, timestep=5e-4, friction=0.7)
    return Sim("simbicon/walk3d", body=replace(human, name="mine", path="", physics=physics)).run(0.4)


def wrapped() -> Recording:
    (Path("meshes")).mkdir()
    Path("meshes/chest.obj").write_text(_TETRAHEDRON)
    Path("parts.xml").write_text('<mujoco><asset><mesh name="chest" file="chest.obj"/></asset></mujoco>')
    Path("robot.xml").write_text(_MJCF)
    Path("robot.toml").write_text(_ROLES)
    return Sim("moves/stand", body="robot.toml").run(0.4)


def environment(ground: str) -> Callable[[], Recording]:
    def make() -> Recording:
        Path("hills.hf").write_text("-5 60 241\n" + " ".join(f"{0.01 * (k % 7)}" for k in range(241)))
        text = f"ENTITIES {{\n G = {ground};\n POST = Box(20, .2, .2, .2, 2, .3, 0);\n}}\n"
        Path("place.env").write_text(text)
        return Sim("simbicon/walk", world=parse_env("place.env")).run(0.6)

    return make


def bumps_and_balls() -> Recording:
    shove = Push(None, 0.3, 0.1, (30.0, 0.0, 0.0))
    world = World(
        ground=parse_ground("bumps:0.02", 5),
        friction=0.9,
        pushes=(shove,),
        balls=Balls(0.5, 5.0, 0.1),
        ball_pool=3,
    )
    return Sim("simbicon/walk3d", world=world, seed=5).run(0.5)


def calls() -> Recording:
    _neighbours()
    return Sim("a.skill").run(0.6)


def classic_calls() -> Recording:
    Path("outer.s").write_text(_CLASSIC.format(name="outer", body="> inner.t(void);", after="complete"))
    inner = "ACTIONS\nPOSE lKnee(.3), rKnee(.3);\nENDACTIONS"
    Path("inner.t").write_text(_CLASSIC.format(name="inner", body=inner, after="time .2"))
    return Sim("outer.s").run(0.5)


def swap_to_a_neighbour() -> Recording:
    _neighbours()
    sim = Sim("c.skill")
    return sim.record(600, at=[(200, lambda: sim.swap(Path("a.skill").read_text()))])


def loaded() -> Recording:
    Path("save.skill").write_text(_SAVING)
    Path("load.skill").write_text(_LOADING)
    Sim("save.skill").run(0.5)
    return Sim("load.skill").run(0.5)


def saved_and_loaded() -> Recording:
    Path("both.skill").write_text(
        _SAVING.replace("TO end WHEN time > .3;", "TO back WHEN time > .1;") + _BACK
    )
    sim = Sim("both.skill")
    sim.run(0.15)
    return sim.run(0.4)


def switched() -> Recording:
    Path("slow.skill").write_text(PLANAR.replace("SKILL walk(", "SKILL slow("))
    sim = Sim("simbicon/walk")
    sim.then("slow.skill", at=0.4)
    sim.then("simbicon/fast-walk", at=1.0)
    sim.run(0.5)
    return sim.run(1.5)


def swapped_body() -> Recording:
    sim = Sim("simbicon/walk")
    sim.run(0.3)
    sim.swap(body=scale_length(load_body("human"), 0.97))
    return sim.run(0.3)


def restored() -> Recording:
    sim = Sim("simbicon/walk3d")
    sim.step(300)
    here = sim.state()
    sim.push(left=150, seconds=0.2)
    sim.swap(SPACE.replace("PHASE strike", "PHASE  strike"))
    sim.set(heading=0.4)
    sim.step(300)
    sim.restore(here)
    return sim.run(0.4)


def reset_with() -> Recording:
    program = compile_skill("simbicon/walk")
    sim = Sim(program)
    sim.step(200)
    sim.reset(params=program.params * 1.01, seed=4, pushes=(Push(0.1, None, 0.1, (50.0, 0.0, 0.0)),))
    return sim.run(0.5)


def edited_by_hand() -> Recording:
    sim = Sim("simbicon/walk")
    sim.data.qpos[1] += 0.05
    sim.push(forward=60, seconds=0.1, time=0.3)
    sim.step(100)
    return sim.run(0.5)


def actors() -> Recording:
    casts = (
        ActorSpec("simbicon/walk3d", at=(0.0, 1.5), set={"heading": 0.1}),
        ActorSpec("simbicon/walk3d", body=scale_length(load_body("human"), 1.03), at=(0.5, -1.5)),
    )
    return Sim(casts, seed=2).run(0.4)


def elsewhere() -> Recording:
    return Sim((ActorSpec("simbicon/walk3d", at=(3.0, -2.0)),), world="slope:3").run(0.4)


def everything_on_the_way() -> Recording:
    sim = Sim("simbicon/walk3d", world=World(balls=Balls(1.0, 1.0, 1e6), ball_pool=2))
    edited = SPACE.replace("PHASE strike", "PHASE  strike")
    steps = [
        (50, lambda: sim.set(heading=0.2)),
        (100, lambda: sim.push(left=120, seconds=0.2)),
        (150, lambda: sim.throw(1, 6.0, 2.0)),
        (200, lambda: sim.key("A")),
        (250, lambda: sim.swap(edited)),
        (300, lambda: sim.then("simbicon/march3d")),
        (900, lambda: sim.swap("SKILL ragdoll()\nIDLE limp\nPHASE limp\n")),
        (1800, sim.go_on),
        (1800, lambda: sim.swap(edited)),
    ]
    return sim.record(2000, go_on=True, at=steps)


# -- the command line -----------------------------------------------------------------------------


def command(*arguments: str) -> Callable[[], Recording]:
    def make() -> Recording:
        Path("drawn.toml").write_text(body_text(random_proportions(3, 0.4), "drawn"))
        Path("place.env").write_text("ENTITIES { G = 2DPlane(-200, -8, 200, 9); }\n")
        Path("save.skill").write_text(_SAVING)
        _neighbours()
        _footfall(*arguments, "--seconds", "0.6", "--save", OUT)
        return Recording.load(OUT)

    return make


# -- the studio -----------------------------------------------------------------------------------


def session(skill: str, *steps: object, first: float = 0.0) -> Callable[[], Recording]:
    """A session: messages of the page, and seconds that pass between them; then the export of a stretch.

    Args:
        skill: What is open.
        steps: Messages, and seconds.
        first: Where the export begins, s.
    """

    def make() -> Recording:
        source = find_skill(skill)
        body = compile_source(source).body or "human"
        said: list[object] = []
        player = Player(StartRun(Setup(source.name, source.path, source.text, body), 1, 0), said.append)
        for step in steps:
            if isinstance(step, float):
                for _ in range(round(60 * step)):
                    player.display()
            else:
                player.handle(step)
        player.handle(GetRestorePoint(1, None, first))
        point = next(one for one in reversed(said) if isinstance(one, RestorePointReply)).point
        begin = int(round(first / player.run.sim.dt))
        return record(ExportRequest(point, begin, "recording", OUT))

    return make


_SHOVE = m.Push(part="trunk", force=(60.0, 0.0, 0.0), seconds=0.15)
_EDITED = SwapScript(2, PLANAR.replace("PHASE strike", "PHASE  strike"), False, None)
CASES: dict[str, tuple[str, Callable[[], Recording]]] = {
    "masses scaled": ("api", scaled_mass),
    "lengths scaled": ("api", scaled_length),
    "proportions": ("api", reproportioned),
    "drawn body": ("api", drawn),
    "grown body": ("api", grown),
    "body made in Python": ("api", made_in_python),
    "wrapped MJCF, include and mesh": ("api", wrapped),
    ".env, sloped plane": ("api", environment("2DPlane(-200, -7.3, 200, 9.1)")),
    ".env, slope through the origin": ("api", environment("2DPlane(-100, -5.7, 100, 5.7)")),
    ".env, height field": ("api", environment("Heightfield(hills.hf)")),
    "bumps, balls, a push that waits": ("api", bumps_and_balls),
    "file skill calls file skill": ("api", calls),
    "classic file calls classic file": ("api", classic_calls),
    "swap to text that calls a neighbour": ("api", swap_to_a_neighbour),
    "LOAD from another folder": ("api", loaded),
    "SAVE before, LOAD in the recording": ("api", saved_and_loaded),
    "switches": ("api", switched),
    "body swapped": ("api", swapped_body),
    "restored": ("api", restored),
    "reset(params, seed, pushes)": ("api", reset_with),
    "edited by hand before": ("api", edited_by_hand),
    "two actors": ("api", actors),
    "ActorSpec(at=…)": ("api", elsewhere),
    "every event, ragdoll, get up": ("api", everything_on_the_way),
    "run": ("command", command("run", "simbicon/walk")),
    "run, file calls file": ("command", command("run", "a.skill")),
    "run, drawn body": ("command", command("run", "genbicon/walk", "--body", "drawn.toml", "--seed", "2")),
    "run, .env": ("command", command("run", "simbicon/walk", "--env", "place.env")),
    "run, SAVE": ("command", command("run", "save.skill")),
    "run, all options": (
        "command",
        command(
            *("run", "simbicon/walk3d", "--ground", "bumps:0.02", "--seed", "3", "--scale-mass", "1.1"),
            *("--push", "0.2:0.1:0,90", "--balls", "0.5:5:0.2", "--friction", "0.8", "--set", "heading=0.1"),
            *(
                "--set",
                "heading=0.3@0.3",
                "--prop",
                "crate.box(.2,.2,.2).at(2,0,.1).mass(5)",
                "--dt",
                "0.0008",
            ),
            *("--then", "simbicon/march3d@0.2"),
        ),
    ),
    "play": ("command", command("play", "simbicon/walk", "--no-window", "--then", "simbicon/fast-walk@0.2")),
    "from the start": ("studio", session("simbicon/walk", 0.3, _SHOVE, 0.3, _EDITED, 0.4)),
    "from the middle": ("studio", session("simbicon/walk", 0.4, _SHOVE, 0.5, _EDITED, 0.4, first=0.5)),
    "throw": (
        "studio",
        session("simbicon/walk", 0.4, m.Throw(mass=1.0), 0.4, m.Throw(mass=1.0), 0.4, first=0.4),
    ),
    "ground": ("studio", session("simbicon/walk", 0.4, m.SetGround(ground="slope:4"), 0.5, first=0.4)),
    "proportions on the way": (
        "studio",
        session(
            "simbicon/walk3d", 0.3, m.SetProportions(values={"shins": 1.15, "weight": 1.4}), 0.4, first=0.3
        ),
    ),
    "ragdoll on and off": (
        "studio",
        session("simbicon/walk", 0.4, m.SetRagdoll(on=True), 1.5, m.SetRagdoll(on=False), 0.3),
    ),
    "back and on": ("studio", session("simbicon/walk", 0.5, _SHOVE, 0.5, m.Branch(time=0.4), 0.5, first=0.2)),
    "reset": ("studio", session("simbicon/walk", 0.4, _SHOVE, _EDITED, m.Reset(), 0.5)),
    "parameters and keys": (
        "studio",
        session(
            "simbicon/walk", 0.3, m.SetParameter(name="lean", value=0.15), m.Key(name="A", down=True), 0.4
        ),
    ),
}


# -- running them ---------------------------------------------------------------------------------


def main() -> int:
    """Run the cases and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="only cases whose name holds this")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    began, outcomes = time.perf_counter(), []
    for name, (kind, make) in CASES.items():
        if options.only in f"{kind} {name}":
            outcomes.append(tried(name, kind, make))
            if not options.json:
                print(line(outcomes[-1]), flush=True)
    held, seconds = sum(one.held for one in outcomes), time.perf_counter() - began
    if options.json:
        rows = [{**one.__dict__, "held": one.held} for one in outcomes]
        print(json.dumps({"held": held, "of": len(outcomes), "seconds": round(seconds, 1), "cases": rows}))
    else:
        print(f"{held} of {len(outcomes)} replay to the same hash and write nothing ({seconds:.0f} s)")
    return 0 if held == len(outcomes) and outcomes else 1


def line(one: Outcome) -> str:
    """A row of the table."""
    word = "same" if one.held else "DIFFERENT"
    wrote = f"  wrote {', '.join(one.wrote)}" if one.wrote else ""
    return f"{word:10s} {one.kind:8s} {one.name:38s} {one.size / 1e3:7.0f} kB{wrote}  {one.trouble}".rstrip()


def tried(name: str, kind: str, make: Callable[[], Recording]) -> Outcome:
    """Record in one folder, replay in another."""
    with tempfile.TemporaryDirectory() as folder:
        project, kept, empty = (Path(folder) / part for part in ("project", "kept", "empty"))
        for place in (project, kept, empty):
            place.mkdir()
        file = kept / OUT
        try:
            with inside(project):
                rec = make()
            rec.save(file)
            shutil.rmtree(project)
            answer = json.loads(_footfall("replay", str(file), "--json", folder=empty))
        except (subprocess.CalledProcessError, Exception) as error:  # a case that fails is a row of the table
            trouble = getattr(error, "stderr", None) or f"{type(error).__name__}: {error}"
            return Outcome(name, kind, "", "", (), 0, " ".join(trouble.split())[-300:])
        left = [str(p.relative_to(empty)) for p in empty.rglob("*")]
        left += [str(p) for p in kept.iterdir() if p != file]
        left += [str(project)] if project.exists() else []
        first, again = rec.header["state_hash"], answer["state_hash"]
        return Outcome(name, kind, first, again, tuple(left), file.stat().st_size, "")


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _footfall(*arguments: str, folder: Path | None = None) -> str:
    """Run a command in a process of its own; exit code 1 is a replay that differs."""
    command = [sys.executable, "-m", "footfall", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return done.stdout


def _neighbours() -> None:
    """Three files: a.skill calls b.skill, which is a walk, as is c.skill."""
    for name in ("b", "c"):
        Path(f"{name}.skill").write_text(PLANAR.replace("SKILL walk(", f"SKILL {name}("))
    Path("a.skill").write_text(
        "SKILL a()\nBODY planar7\nSTART walking\nPHASE go\n  DO b(lean = .1);\n  TO end WHEN complete;\n"
    )


_CLASSIC = """SCRIPTS inner.t;
BEGINSCRIPT {name}(void)
PHASE 0
{body}
TRANSITION to(-1).after({after});
ENDPHASE
ENDSCRIPT
"""
_SAVING = """SKILL saving()
BODY planar17
PHASE down
  POSE lKnee(.4), rKnee(.4);
  TO keep WHEN time > .1;
PHASE keep
  SAVE bent.sav;
  TO end WHEN time > .3;
"""
_LOADING = """SKILL loading()
BODY planar17
PHASE wait
  TO there WHEN time > .1;
PHASE there
  LOAD bent.sav;
  TO end WHEN time > 1;
"""
_BACK = """PHASE back
  LOAD bent.sav;
  TO end WHEN time > 1;
"""
_TETRAHEDRON = "v 0 0 0\nv .2 0 0\nv 0 .2 0\nv 0 0 .3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
_LEG = """<body name="thigh_{s}" pos="0 {y} 0">
  <joint name="hip_{s}" axis="0 1 0" range="-1.2 1.9"/>
  <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05" mass="5"/>
  <body name="shin_{s}" pos="0 0 -.4">
    <joint name="knee_{s}" axis="0 1 0" range="0 2.4"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".04" mass="3"/>
    <body name="foot_{s}" pos="0 0 -.4">
      <joint name="ankle_{s}" axis="0 1 0"/><geom type="box" pos=".05 0 -.03" size=".1 .05 .02" mass="1"/>
</body></body></body>"""
_MJCF = f"""<mujoco><compiler angle="radian" meshdir="meshes"/><include file="parts.xml"/><worldbody>
<body name="hips" pos="0 0 1"><freejoint/><geom type="sphere" size=".12" mass="20"/>
<body name="chest" pos="0 0 .15"><joint name="lean" axis="0 1 0" range="-.5 .7"/>
<geom type="mesh" mesh="chest" mass="12.3456789"/></body>
{_LEG.format(s="L", y=0.1)}{_LEG.format(s="R", y=-0.1)}
</body></worldbody></mujoco>"""
_ROLES = """mjcf = "robot.xml"
[roles]
hips = "pelvis"
chest = "upper_back"
thigh_L = "left thigh"
shin_L = "left shank"
foot_L = "left foot"
thigh_R = "right thigh"
shin_R = "right shank"
foot_R = "right foot"
[gains]
default = { kp = 300, kd = 30, limit = 300 }
[root_servo]
kp = 300
kd = 30
"""


if __name__ == "__main__":
    sys.exit(main())
