"""Bad inputs that must each get one clear message, the place, a suggestion and exit code 2.

Used by must_show.py (as separate processes) and by tests/cli/test_bad_input.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

GOOD_SKILL = """## Stands for a while.
SKILL stand(lean = 0)
BODY planar7
START rest

PHASE only
  POSE lKnee(.05), rKnee(.05);
  VPD  pelvis(lean).close(stHip);
  TO end WHEN time > 1;
"""

GOOD_CLASSIC = """SCRIPTS standVFFB.t;
BEGINSCRIPT good(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1);
    ENDACTIONS
    TRANSITION to(1).after(time .1);
ENDPHASE
PHASE 1
    > standVFFB.t(.1, .1);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
"""


@dataclass(frozen=True)
class Case:
    """One bad input.

    Attributes:
        name: For the table.
        arguments: Makes the command's arguments; may write files into the folder that it is given.
        says: What the message must contain (a regular expression).
    """

    name: str
    arguments: Callable[[Path], list[str]]
    says: str


def _script(text: str | bytes, name: str = "bad.skill") -> Callable[[Path], list[str]]:
    """`footfall run` on a script file with this content."""

    def arguments(folder: Path) -> list[str]:
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return ["run", str(path), "--seconds", "0.1"]

    return arguments


def _edited(old: str, new: str) -> Callable[[Path], list[str]]:
    """`footfall run` on the good script with one change."""
    if old not in GOOD_SKILL:
        raise ValueError(f"{old!r} is not in the good script")
    return _script(GOOD_SKILL.replace(old, new, 1))


def _classic(old: str, new: str) -> Callable[[Path], list[str]]:
    """`footfall run` on the good classic script with one change."""
    if old not in GOOD_CLASSIC:
        raise ValueError(f"{old!r} is not in the good classic script")
    return _script(GOOD_CLASSIC.replace(old, new, 1), "bad.s")


def _options(*options: str) -> Callable[[Path], list[str]]:
    """`footfall run` of the planar walk with these options."""
    return lambda folder: ["run", "simbicon/walk", "--seconds", "0.1", *options]


def _body(pattern: str, replacement: str) -> Callable[[Path], list[str]]:
    """`footfall run` on a copy of planar7 in which one regular expression is replaced everywhere."""

    def arguments(folder: Path) -> list[str]:
        from footfall.body import load_body

        text = Path(load_body("planar7").path).read_text(encoding="utf-8")
        changed, times = re.subn(pattern, replacement, text)
        if not times:
            raise ValueError(f"{pattern!r} is not in planar7's file")
        path = folder / "bad.toml"
        path.write_text(changed, encoding="utf-8")
        return ["run", "simbicon/walk", "--body", str(path), "--seconds", "0.1"]

    return arguments


def _unwritable(option: str, name: str) -> Callable[[Path], list[str]]:
    return lambda folder: [
        "run",
        "simbicon/walk",
        "--seconds",
        "0.1",
        option,
        str(folder / "no" / "such" / name),
    ]


def _tune(*options: str) -> Callable[[Path], list[str]]:
    """`footfall tune` of the planar walk with these options."""
    return lambda folder: ["tune", "simbicon/walk", "-o", str(folder / "out"), *options]


def _tuned_script(old: str, new: str) -> Callable[[Path], list[str]]:
    """`footfall tune` of the good script with one change."""

    def arguments(folder: Path) -> list[str]:
        path = folder / "bad.skill"
        path.write_text(GOOD_SKILL.replace(old, new, 1), encoding="utf-8")
        return ["tune", str(path), "--term", "torque", "-o", str(folder / "out")]

    return arguments


def _objective(text: str) -> Callable[[Path], list[str]]:
    """`footfall tune` with an objective file of this content."""

    def arguments(folder: Path) -> list[str]:
        (folder / "aim.toml").write_text(text, encoding="utf-8")
        return _tune("--objective", str(folder / "aim.toml"))(folder)

    return arguments


CASES: tuple[Case, ...] = (
    Case("missing file", lambda folder: ["run", str(folder / "absent.skill")], "no such file"),
    Case("unknown skill", lambda folder: ["run", "simbicon/wlak"], "simbicon/walk"),
    Case("empty file", _script(""), "empty"),
    Case("binary file", _script(b"\x7fELF\0\0\1\2\3"), "binary"),
    Case("UTF-16 file", _script(GOOD_SKILL.encode("utf-16")), "UTF-16"),
    Case("unknown joint", _edited("lKnee", "lKnie"), "lKnee"),
    Case("unknown phase", _edited("TO end", "TO onyl"), "only"),
    Case("unclosed parenthesis", _edited("rKnee(.05);", "rKnee(.05"), r"\)|;"),
    Case("unclosed statement", _edited("time > 1;", "time > 1"), ";"),
    Case("NaN in a script", _edited("lean = 0", "lean = nan"), "(?i)nan"),
    Case("1e400 in a script", _edited("lean = 0", "lean = 1e400"), "1e400"),
    Case("classic: empty file", _script("", "bad.s"), "empty"),
    Case("classic: unknown joint", _classic("lKnee", "lKnie"), "lKnee"),
    Case("classic: no such phase", _classic("to(-1)", "to(7)"), "7"),
    Case("classic: the file ends early", _classic("ENDSCRIPT", ""), "ENDSCRIPT"),
    Case(
        "classic: unknown script",
        _script(GOOD_CLASSIC.replace("standVFFB", "standVFB"), "bad.s"),
        r"standVFB\.t",
    ),
    Case("classic: wrong number of arguments", _classic("(.1, .1)", "(1, 2, 3)"), "argument"),
    Case("classic: 1e400", _classic("lKnee(.1)", "lKnee(1e400)"), "1e400"),
    Case("classic: NaN", _classic("lKnee(.1)", "lKnee(nan)"), "nan"),
    Case("fmt of a missing file", lambda folder: ["fmt", str(folder / "absent.skill")], "no such file"),
    Case("--env of a missing file", _options("--env", "absent.env"), "no such file"),
    Case("a body with zero mass", _body(r"(?m)^mass\s*=\s*[\d.]+", "mass = 0.0"), "(?i)mass"),
    Case("a body with no feet", _body(r'"foot"', '"hand"'), "(?i)f(oo|ee)t"),
    Case("NaN in a body", _body(r"(?m)^mass\s*=\s*[\d.]+", "mass = nan"), "(?i)mass"),
    Case("--push malformed", _options("--push", "1:2"), "--push|push"),
    Case("--push not a number", _options("--push", "1:0.1:many"), "many"),
    Case("--push NaN", _options("--push", "1:0.1:nan"), "(?i)nan|finite"),
    Case("--push on an unknown part", _options("--push", "1:0.1:100:trnk"), "trunk"),
    Case("--push sideways on a planar body", _options("--push", "1:0.1:0,100"), "(?i)planar|side|lateral"),
    Case("--seconds -1", _options("--seconds", "-1"), "--seconds"),
    Case("--seconds nan", _options("--seconds", "nan"), "--seconds"),
    Case("--seconds 1e400", _options("--seconds", "1e400"), "--seconds"),
    Case("--dt 0", _options("--dt", "0"), "--dt"),
    Case("--scale-mass 0", _options("--scale-mass", "0"), "--scale-mass"),
    Case("--friction -1", _options("--friction", "-1"), "--friction"),
    Case("unknown body", _options("--body", "planer7"), "planar7"),
    Case("unknown ground", _options("--ground", "slop:5"), "slope"),
    Case("--ground malformed", _options("--ground", "stairs:0.1"), "(?i)stairs"),
    Case("unknown start", _options("--start", "wakling"), "walking"),
    Case("--set of an unknown parameter", _options("--set", "nosuch=1"), "nosuch"),
    Case("--set malformed", _options("--set", "lean"), "--set"),
    Case("--balls malformed", _options("--balls", "1:2"), "(?i)balls"),
    Case("--seeds 0", _options("--seeds", "0"), "--seeds"),
    Case("unwritable --strip", _unwritable("--strip", "a.png"), "a.png"),
    Case("unwritable --video", _unwritable("--video", "a.mp4"), "a.mp4"),
    Case("unwritable --plot", _unwritable("--plot", "a.png"), "a.png"),
    Case("unwritable --save", _unwritable("--save", "a.npz"), "a.npz"),
    Case("--strip of an unknown kind", _options("--strip", "a.docx"), ".png"),
    Case("an unknown option", _options("--secnds", "1"), "--seconds"),
    Case("an unknown command", lambda folder: ["rum"], "run"),
    Case("tune without free numbers", _tuned_script("", ""), "no number of this script is free"),
    Case("tune with bounds crossed", _tuned_script("lean = 0", "lean = 0~0.1<1,-1>"), "bound"),
    Case("tune for nothing", _tune(), "nothing to aim for"),
    Case("tune with an unknown term", _objective('[[term]]\nkind = "sped"\n'), "'speed'"),
    Case("tune with a broken objective", _objective("[[term"), "TOML"),
    Case("tune with an unknown phase", _tune("--speed", "1", "--free", "lfit"), "'lift'"),
    Case("tune with an unknown search", _tune("--speed", "1", "--search", "cme"), "cma"),
    Case("tune --resume of no search", lambda folder: ["tune", "--resume", str(folder)], "no search"),
    Case("replay of a missing file", lambda folder: ["replay", str(folder / "a.npz")], "no such file"),
)


def complaint(case: Case, code: int, out: str, err: str) -> str:
    """What is wrong with the answer to a bad input; "" when nothing is.

    Args:
        case: The input.
        code: The exit code.
        out: Everything on stdout.
        err: Everything on stderr.
    """
    checks = (
        (code == 2, f"exit code {code}, not 2"),
        (out == "", "something was printed on stdout"),
        ("Traceback" not in err, "a traceback"),
        ("error" in err.partition("\n")[0], "the first line does not say `error`"),
        ("-->" in err, "the message does not say where"),
        ("help:" in err, "the message has no help"),
        (re.search(case.says, err) is not None, f"the message does not say {case.says!r}"),
    )
    return "; ".join(problem for fine, problem in checks if not fine)
