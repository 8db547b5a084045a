"""The command line: words, options and values in all sorts of orders, called in this process."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from benchmarks.attacks import corpus
from benchmarks.attacks.case import LINK, PIPE, Bench, Case, Failure
from benchmarks.attacks.mutate import EXTREMES, ODD, listed, mutate_text

# long by nature: with a word too many only
_LONG = (
    *(("bench",), ("demo",), ("warm",), ("doctor",), ("robust",), ("tune",), ("join",)),
    *(("coach",), ("track",), ("basin",), ("compare",), ("film",)),
    *(("graph", "measure"), ("graph", "add")),
)
_READING = ("list", "play")  # these read and compile every skill, or show pictures
_FILES = (
    "good.skill",
    "bad.skill",
    "good.s",
    "body.toml",
    "a.env",
    "rec.npz",
    "pipe.skill",
    "way",
    "nosuch.skill",
)
_VALUES: dict[str, tuple[str, ...]] = {
    "--seconds": ("0.1", "0.02", "0", "-1", "nan", "1e400", "1e9", "x"),
    "--body": ("planar7", "human", "robot", "body.toml", "planer7", "pipe.skill", "", "."),
    "--push": listed("0:.1:50 0:.1:50,10:head @.5:.1:90 1:2 0:nan:1 0:.1:1e300 -1:-1:-1 ::: 0:1:1:x"),
    "--ground": (
        *listed("flat slope:5 stairs:.1,.3,5 bumps:.02 slope:90 slope:nan steps:1=1e9 fig5 :"),
        *("stairs:.1,.3,999999999", "profile:0=0,1=nan", "profile:" + "1=0," * 500),
    ),
    "--env": ("a.env", "nosuch.env", "pipe.skill", "."),
    "--prop": listed("c.box(.4,.4,.4).at(2,0,.2) c.ball(1e20).at(0,0,0).mass(1) c c.box( c.ball(nan)"),
    "--balls": ("1:5:.05", "1e300:1:1", "0:0:0", "nan:1:1", "1:1:1e-300"),
    "--set": ("lean=.1", "lean=nan", "lean=1e300", "lean", "=", "lean=.1@.05", "lean=1@nan", "nosuch=1"),
    "--then": ("walk@.05", "run@.01", "nosuch@1", "walk@nan", "walk", "@", "good.skill@.05", "pipe.skill@.1"),
    "--path": ("0,0;1,1", "nan,1", "1", ";", "1e300,0", "0,0;" * 300),
    "--friction": ("1", "0", "-1", "nan", "1e300"),
    "--dt": ("0.001", "0", "1e-300", "nan", "1", "1e-5"),
    "--scale-mass": ("1.1", "0", "nan", "1e300", "1e-300"),
    "--start": ("rest", "walking", "wakling", ""),
    "--seed": ("0", "1", "-1", "99999999999999999999", "nan"),
    "--seeds": ("1", "0", "-1", "1e9", "x"),
    "--save": ("out.npz", "no/such/a.npz", ".", "good.skill", ""),
    "--strip": ("a.docx", "no/such/a.png", "."),
    "--learned": ("rec.npz", "nosuch.ff.npz", "pipe.skill", "good.skill"),
    "--resume": (".", "nosuch", "way", "pipe.skill"),
    "--objective": ("body.toml", "nosuch.toml", "pipe.skill"),
    "--port": ("0", "-1", "99999"),
    "--moves": ("1", "0", "-1", "x"),
}  # fmt: skip
_USUAL = {
    "run": ("good.skill", "simbicon/walk", "good.s", "bad.skill", "walk3d"),
    "check": ("good.skill", "bad.skill", "good.s", ".", "moves/walk"),
    "fmt": ("good.skill", "bad.skill", "."),
    "convert": ("good.s", "classic/walk.s", "good.skill"),
    "explain": ("E040", "POSE", "lKnee", "W113", "curve", "E999"),
    "replay": ("rec.npz", "good.skill"),
    "studio": ("good.skill", ".", "bad.skill", "moves/walk"),
}
_SKILL = """## Stands.
SKILL good(lean = 0)
BODY planar7
PHASE only
  POSE lKnee(.05), rKnee(.05);
  VPD  pelvis(lean).close(stHip);
  TO end WHEN time > 1;
"""


@cache
def _grammar() -> dict[tuple[str, ...], tuple[tuple[str, bool], ...]]:
    """Options of each command and whether they take a value, by the words that name it."""
    import typer.main

    from footfall.cli.main import app

    found: dict[tuple[str, ...], tuple[tuple[str, bool], ...]] = {}

    def visit(command: Any, words: tuple[str, ...]) -> None:
        options = tuple(
            (o, not getattr(p, "is_flag", False)) for p in command.params for o in p.opts if o.startswith("-")
        )
        found[words] = options
        for name, inner in getattr(command, "commands", {}).items():
            visit(inner, (*words, name))

    visit(typer.main.get_command(app), ())
    return {words: options for words, options in found.items() if words}


def call(arguments: list[str]) -> int:
    """Run a command in this process; its exit code.

    Raises:
        Failure: The code is none that a user's mistake may have.
    """
    import typer.main

    from footfall.cli.main import main

    if not hasattr(typer.main.get_command, "cache_info"):  # it reads all signatures anew each time
        vars(typer.main)["get_command"] = cache(typer.main.get_command)
    try:
        main(arguments)
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0
    if code not in (0, 1, 2):
        raise Failure(f"exit code {code} of `footfall {arguments[0] if arguments else ''}`")
    return code


class Commands:
    """Arguments of ``footfall``."""

    name = "commands"
    reads_inside = False  # the user may name any file

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        words = ("run",) if rng.random() < 0.4 else rng.choice(sorted(_grammar()))
        arguments = [*words]
        if words[:1] in _LONG or words in _LONG:
            arguments += rng.choice(
                (["--nosuch"], ["a", "b", "c"], ["--json", "--seconds", "nan", "--x"], ["\0"])
            )
        else:
            arguments += self._arguments(rng, words)
        if rng.random() < 0.1:
            rng.shuffle(arguments)
        if rng.random() < 0.1:
            at = rng.randrange(len(arguments))
            arguments[at] = mutate_text(rng, arguments[at], (), (*ODD, *EXTREMES, "--", "-"))
        return Case(self.name, _files(rng), arguments)

    def _arguments(self, rng: random.Random, words: tuple[str, ...]) -> list[str]:
        things = (
            *_FILES,
            "simbicon/walk",
            "moves/stand",
            "walk",
            "wlak",
            "E040",
            "human",
            "",
            "\x1b[31m",
            "x" * 500,
        )
        out = [rng.choice(things) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
        if words[0] in _USUAL and rng.random() < 0.75:
            out = [rng.choice(_USUAL[words[0]])]
        known = _grammar()[words]
        for option, takes_value in rng.sample(known, min(len(known), rng.choice((0, 1, 2, 3)))):
            if option in ("--video", "--plot", "--strip") and rng.random() < 0.9:
                continue
            out.append(option)
            if takes_value and rng.random() < 0.95:
                values = _VALUES.get(option, (*EXTREMES, *_FILES))
                usual = option in _VALUES and rng.random() < 0.6  # the first ones are right, as a rule
                out.append(rng.choice(values[:2] if usual else values))
        if words[0] in ("run", "play") and "--seconds" not in out:
            out += ["--seconds", "0.05"]
        if (*words, *out)[:2] == ("graph", "walk") and "--moves" not in out:  # it would go on for minutes
            out += ["--moves", "1"]
        return out

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        from footfall.studio.server import serve

        run, vars(serve)["run"] = serve.run, lambda *_, **__: None  # it would serve for ever
        try:
            word = str(case.orders[0]) if case.orders else ""
            with bench.work(f"footfall {word}"[:40], 6.0 if word in _READING else 2.0):
                return call([str(word) for word in case.orders]) != 2
        finally:
            vars(serve)["run"] = run


def _files(rng: random.Random) -> dict[str, bytes]:
    return {
        "good.skill": _SKILL.encode(),
        "bad.skill": mutate_text(rng, _SKILL, corpus.modern(), corpus.WORDS).encode("utf-8", "replace"),
        "good.s": corpus.classic()["bend.t"].encode(),
        "body.toml": corpus.bodies()["planar7"].encode(),
        "a.env": rng.choice(corpus.environments()).encode(),
        "hills.hf": corpus.HEIGHTS.encode(),
        "rec.npz": rng.choice((b"", b"PK\3\4", bytes(rng.randrange(256) for _ in range(300)))),
        "pipe.skill": PIPE,
        "way": LINK + b"../outside",
    }
