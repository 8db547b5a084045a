"""The repository's own scripts, bodies and worlds: what mutations begin with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from footfall.script.help.mistakes import CALLED, MISTAKES
from footfall.script.statements import STATEMENTS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "footfall"
_THING = "PROP crate.ball(.1).at(1, 0, 1).mass(1)"  # for examples that take one
_WORDS = """
    SKILL PHASE TO WHEN SWAP ALWAYS DO KEEP LASTS BODY START IDLE limp LIMIT FALL GOAL GROUND end none
    deg and or not curve( linterp( ramp( min( max( abs( sign( clamp( passed(
    POSE VPD LIPOSE MATCH HOLD POSEFB VF VFFB VFSFB IK GC EF SAVE LOAD TOGGLE LEARN STEP .by( .close( .time(
    .over( .on( .to( PROP GRASP crate .box( .at( .mass( .fixed() crate.x crate.held human planar7 planar17
    lKnee swHip trunk swFoot com.height phi time complete returns motion random key A near BOX contact touches
    ground ( ) , ; . : ~ < > <= == = - + * / 0 1 -1 .5 1e9 1e400 nan # ## é ° { } " ' -1e9 1e-9 10000
    BEGINSCRIPT ENDSCRIPT ACTIONS ENDACTIONS ENDPHASE SCRIPTS SET TORQUELIMIT TRANSITION to( .after( COMFB2
    SVF void iterations stable fallen anglerange press release pass x .joint( .parent( .flags(s) >>>>> <<<<<
    toggleCollidable ../outside/keep moves/../../outside/keep
"""
WORDS = (*_WORDS.split(), " ", "\n", "\r\n", "\t", "\0", "\ufeff", "\u2028")


@cache
def mistakes() -> tuple[str, ...]:
    """Scripts with a mistake; some call those of `CALLED`."""
    return tuple(text for _, text in sorted(MISTAKES.items()))


@cache
def scripts() -> tuple[tuple[str, str], ...]:
    """(path, text) of every valid script: the library, and the tests' files."""
    found = [("called.skill", CALLED["moves/curl"])]
    found += [(f"{s.word}.skill", f"SKILL a()\n{_THING}\nPHASE x\n  {s.example}\n") for s in STATEMENTS]
    for folder in (PACKAGE / "skills", ROOT / "tests" / "classic", ROOT / "tests" / "script"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".skill", ".s", ".t"):
                found.append((str(path), path.read_text(encoding="utf-8")))
    return tuple(found)


@cache
def modern() -> tuple[str, ...]:
    """Texts of modern scripts, right ones."""
    return tuple(text for path, text in scripts() if path.endswith(".skill"))


@cache
def classic() -> dict[str, str]:
    """Texts of classic scripts by file name."""
    return {Path(path).name: text for path, text in scripts() if not path.endswith(".skill")}


@cache
def bodies() -> dict[str, str]:
    """Texts of the library's bodies, by name."""
    return {p.stem: p.read_text("utf-8") for p in sorted((PACKAGE / "body" / "data").glob("*.toml"))}


@cache
def environments() -> tuple[str, ...]:
    """Texts of .env files."""
    found = sorted((ROOT / "tests" / "classic").glob("*.env"))
    return (*(path.read_text("utf-8") for path in found), HILLS)


HILLS = """DEFINE Pile { Box(10, .2, .1, .5, 0, .05, -10); Sphere(2, .1, .3, .1, -10); }
ENTITIES {
    GROUND = Heightfield(hills.hf);
    HEAP = Pile(1, 0, 0);
    UP = Stairs(2, .3, .1, 5);
    BALL = Sphere(5, .2, 1.5, 1, -10).friction(.5);
}
"""
HEIGHTS = "-5 10 11\n0 0.01 0.02 0 -0.02 0 0 0.03 0.05 0 0\n"
