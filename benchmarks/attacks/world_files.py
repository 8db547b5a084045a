"""Worlds (.env, .hf) and states (.sav, .traj) of the classic language."""

from __future__ import annotations

import random
from functools import cache

from benchmarks.attacks import corpus
from benchmarks.attacks.case import LINK, PIPE, Bench, Case
from benchmarks.attacks.mutate import EXTREMES, listed, mutate_bytes, mutate_text
from footfall.script.classic.saved import JOINT_ORDER, PART_ORDER, read_saved, read_trajectory

_WORDS = (
    *listed(
        "ENTITIES DEFINE Box Sphere Stairs 2DPlane Heightfield GROUND = ( ) { } ; , .friction( # hills.hf"
    ),
    *EXTREMES,
    "../outside/keep.hf",
)
_SCRIPT = "BEGINSCRIPT x(void)\nPHASE 0\n  {}\n  TRANSITION to(-1).after(complete);\nENDPHASE\nENDSCRIPT\n"
_BALLS = "".join(f"S{k} = Sphere(1, .1, 0, {k * 0.2 + 1:.1f}, -10);" for k in range(400))


class Worlds:
    """Environment files with height fields."""

    name = "worlds"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        crafted = _crafted_worlds()
        if number < len(crafted):
            return Case(self.name, crafted[number])
        env, heights = rng.choice(corpus.environments()), corpus.HEIGHTS
        if rng.random() < 0.6:
            env = mutate_text(rng, env, corpus.environments(), _WORDS)
        if rng.random() < 0.5:
            heights = mutate_text(rng, heights, (), _WORDS)
        data = mutate_bytes(rng, env.encode()) if rng.random() < 0.1 else env.encode()
        return Case(self.name, {"attack.env": data, "hills.hf": heights.encode()})

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        from footfall.engine.sim import Sim
        from footfall.world import parse_env

        with bench.work("read"):
            world = parse_env("attack.env")
        if bench.physics:
            with bench.work("simulate"):
                Sim("moves/stand", world=world).run(0.1).report()
        return True


class Saved:
    """Saved states and goal trajectories."""

    name = "states"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        crafted = _crafted_states()
        if number < len(crafted):
            return Case(self.name, crafted[number])
        valid = rng.choice((_sav(rng), _sav(rng), own_state(), _traj(rng)))
        text = mutate_text(rng, valid, (_traj(rng),), EXTREMES).encode()
        return Case(self.name, _states(mutate_bytes(rng, text) if rng.random() < 0.1 else text))

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        from footfall.engine.sim import Sim
        from footfall.errors import FootfallError

        accepted = 0
        for read in (read_saved, read_trajectory):
            try:
                with bench.work("read"):
                    read("attack.sav")
                accepted += 1
            except FootfallError:
                pass
        if bench.physics:
            with bench.work("simulate"):
                Sim("attack.s").run(0.1).report()
            return True
        return accepted > 0


def _states(data: bytes) -> dict[str, bytes]:
    return {"attack.sav": data, "attack.s": _SCRIPT.format("LOAD attack.sav;").encode()}


def _sav(rng: random.Random) -> str:
    """A state of the original: each part upright at some place, all joints off."""
    rows = ["0 1 0 0 0 0 0 0 0 0 0 0"]
    for k in range(len(PART_ORDER)):
        place = f"{rng.uniform(-1, 1):.3f} {rng.uniform(0, 2):.3f} 0"
        rows.append(f"{k} {place} 1 0 0 0 0 1 0 0 0 0 1 0 {rng.uniform(-1, 1):.2f} 0 0 0 0 0")
    rows += ["1 0 0 300 30 0" for _ in JOINT_ORDER]
    return "\n".join(rows) + "\n"


def _traj(rng: random.Random) -> str:
    frames = rng.choice((1, 3, 20))
    row = " ".join(f"{rng.uniform(-1, 1):.3f}" for _ in range(rng.choice((3, 4, 20))))
    return f"0.01 {frames}\n" + f"{row}\n" * frames


@cache
def own_state() -> str:
    """A state as SAVE writes it."""
    import os
    import tempfile
    from pathlib import Path

    from footfall.engine.sim import Sim

    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            (Path(folder) / "a.s").write_text(_SCRIPT.format("SAVE a.sav;"))
            Sim("a.s").run(0.05)
            return (Path(folder) / "a.sav").read_text()
        finally:
            os.chdir(before)


_FIELDS = ("", *listed("../outside/keep.hf /etc/passwd . pipe.hf way/keep.hf link.hf big.hf"))


@cache
def _crafted_worlds() -> list[dict[str, bytes]]:
    texts = (
        *("", "{", "ENTITIES", "ENTITIES {", "ENTITIES { }", "ENTITIES { A = A(0,0,0); }", "\0"),
        "DEFINE A { A(0,0,0); } ENTITIES { B = A(0,0,0); }",
        "DEFINE A { B(0,0,0); B(0,0,0); } DEFINE B { A(0,0,0); A(0,0,0); } ENTITIES { C = A(0,0,0); }",
        f"ENTITIES {{ {_BALLS} }}",
        "ENTITIES { " + "B = Box(1,.1,0,0,0);" * 20_000 + "}",
        "ENTITIES { A = Box(1e5, 9e5, 9e5, 9e5, 0, 0, 0); }",
        "ENTITIES { A = Box(1e-300, 1e-300, 1e-300, 1e-300, 0, 0, 0); }",
        "ENTITIES { A = Sphere(1e-300, 1e-300, 0, 0, 0); G = 2DPlane(0, 0, 1e-300, 9e5); }",
        "ENTITIES { G = 2DPlane(-1e-9, 9e5, 1e-9, -9e5); }",
        *(f"ENTITIES {{ G = Heightfield({name}); }}" for name in _FIELDS),
    )  # fmt: skip
    extra = {
        "link.hf": LINK + b"../outside/keep.hf",
        "way": LINK + b"../outside",
        "pipe.hf": PIPE,
        "big.hf": b"0 10 100000\n" + b"0.5 " * 100_000,
    }
    out = [{"attack.env": text.encode(), **extra} for text in texts]
    hills = b"ENTITIES { G = Heightfield(a.hf); }"
    fields = (
        b"",
        b"0",
        b"0 1 2 3",
        b"0 0 2 0 0",
        b"0 -1 2 0 0",
        b"0 1 1e9 0 0",
        b"0 1e-300 2 0 9e3",
        b"\xff" * 9,
    )
    out += [{"attack.env": hills, "a.hf": field} for field in fields]
    return [*out, {"attack.env": PIPE}, {"attack.env": LINK + b"/dev/zero"}, {}, {"attack.env/x": b""}]


@cache
def _crafted_states() -> list[dict[str, bytes]]:
    rng = random.Random(0)
    size = 12 + 22 * len(PART_ORDER) + 6 * len(JOINT_ORDER)
    texts = (
        *(b"", b"0", b"nan " * 600, b"0 " * size, b"1e300 " * size, b"1 " * 1_000_000, b"\xff" * 100),
        _sav(rng).replace("1 0 0 300", "1 1e300 0 1e300").encode(),
        _sav(rng).replace(" 0 0 0 0 0\n", " 1e20 0 0 0 1e20\n").encode(),
        *(b"0 1", b"0 1e18 1 2 3", b"-1 3 1 2 3", b"0 1 " + b"1 " * 20, b"1e-300 1\n1 2 3"),
        own_state().encode(),
        own_state().replace("0", "1e300").encode(),
        b"{}",
        b'{"schema": 1}',
        b"[" * 100_000,
    )
    return [
        *(_states(text) for text in texts),
        _states(PIPE),
        _states(LINK + b"/dev/zero"),
        _states(LINK + b"."),
    ]
