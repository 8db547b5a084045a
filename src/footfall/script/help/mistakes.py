"""One small script for each code: it has that mistake and no other. `explain` shows what is said about it."""

from __future__ import annotations

from ...errors import FootfallError
from ..source import DictLoader, Source


def _phase(statements: str, lasts: str = "") -> str:
    return f"SKILL a()\nPHASE x{lasts}\n  {statements}\n"


def _when(condition: str) -> str:
    return _phase(f"TO end WHEN {condition};")


def _called(statement: str) -> str:
    return _phase(f"{statement}\n  TO end WHEN complete;")


_TWO = "SKILL a()\nPHASE x\n  {}\nPHASE y\n  {}\n"

MISTAKES: dict[str, str] = {
    "E001": _when("time ≥ 1"),
    "E002": _phase("POSE lKnee(1)\n  TO end WHEN time > 1;"),
    "E003": _phase("POSE lKnee(1, rKnee(2);"),
    "E004": "SKILL a()\nPHASE x\n  TO end WHEN",
    "E005": _when("time > > 1"),
    "E006": _phase("POSE lKnee(1e400);"),
    "E007": _when("time > 3 s"),
    "E008": _when("(" * 60 + "time" + ")" * 60 + " > 1"),
    "E009": _phase("POSE lKnee(1~1<2,0>);"),
    "E010": _phase("POSE lKnee(2.5~1<0,2>);"),
    "E011": _phase("POSE lKnee(1~-1<0,2>);"),
    "E012": _phase("POSE lKnee(60 deg~5);"),
    "E020": "PHASE x\n  POSE lKnee(1);\n",
    "E021": "SKILL a()\n",
    "E022": "SKILL a()\nBODY human\nBODY planar7\nPHASE x\n",
    "E023": "SKILL a()\nPHASE x\nBODY human\n",
    "E024": "SKILL a()\n  POSE lKnee(1);\nPHASE x\n",
    "E025": _phase("POZE lKnee(1);"),
    "E026": "SKILL a()\nPHASE x\n  TO y WHEN time > 1;\nPHASE y\nPHASE y\n",
    "E027": "SKILL a(time = 1)\nPHASE x\n",
    "E028": "SKILL a(b = 1, b = 2)\nPHASE x\n  POSE lKnee(b);\n",
    "E029": "SKILL a(b = lKnee)\nPHASE x\n  POSE lKnee(b);\n",
    "E030": _phase("TO lft WHEN time > 1;"),
    "E031": _called("DO moves/curl();\n  DO moves/curl();"),
    "E040": _phase("POSE lKne(1);"),
    "E041": _phase("VPD thrunk(1).by(waist);"),
    "E042": _phase("POSE lThigh(1);"),
    "E043": _phase("POSE lKnee(speed);"),
    "E044": _when("com.heigth > 1"),
    "E045": _when("abz(time) > 1"),
    "E046": _phase("POSEFB lAnkle(.3, .1).on(foot);"),
    "E047": _when("key a"),
    "E048": _phase("GRASP lHand(crate);"),
    "E050": _phase("POSE lKnee();"),
    "E051": _phase("POSE lKnee(1).rol(1);"),
    "E052": _phase("POSE lKnee(1).roll(1).roll(1);"),
    "E053": _phase("VPD lThigh(1);"),
    "E054": _phase("VPD lThigh(1).by(3);"),
    "E055": _when("com.height"),
    "E056": _when("0 < time < 1"),
    "E057": _phase("POSE lKnee(phi);\n  TO end WHEN time > 1;"),
    "E058": _when("complete"),
    "E059": _phase("POSE lKnee(curve(1: 0, 0: 1));\n  TO end WHEN phi >= 1;", " LASTS 1"),
    "E060": _called("DO moves/crul();"),
    "E061": _called("DO circle();"),
    "E062": _called("DO empty();"),
    "E063": _called("DO moves/curl(bnd = 1);"),
    "E064": _phase("VPD lThigh(1).by(lHip), rThigh(1).by(rHip);"),
    "E065": _called("DO deep0();"),
    "E066": _phase("TO end WHEN phi >= 1;", " LASTS 0"),
    "E067": _phase("SAVE ../other/standing.sav;"),
    "E068": _phase("KEEP VPD trunk(0).by(waist);"),
    "E069": _phase("IK lHand.target(1, 0, 1).local(0, 0, -.4).base(lShoulder);"),
    "E070": _phase(";" * 30_001),
    "E071": "SKILL a(" + ", ".join(f"b{i} = 1" for i in range(201)) + ")\nPHASE x\n",
    "E072": _phase("POSE lKnee(1, -300);"),
    "E073": _phase("SAVE standing.skill;"),
    "E074": _phase("POSE lKnee(bent);\n  LET bent = .2 * com.height;"),
    "E075": "SKILL a(bent = 1)\nLET bent = .2 * com.height;\nPHASE x\n  POSE lKnee(bent);\n",
    "E076": "SKILL a(stile.*)\nPARAMS style(bend = 1)\nPHASE x\n  POSE lKnee(1);\n",
    "E077": "SKILL a()\nPARAMS style(bend = 1)\n" + _called("DO moves/curl(style.*);").partition("\n")[2],
    "E078": "SKILL a(bend = 0)\nPRESET low(bent = 1)\nPHASE x\n  POSE lKnee(bend);\n",
    "W001": _TWO.format("TO end WHEN time > 1;", "POSE lKnee(1);"),
    "W002": _phase("TO x WHEN contact lFoot;"),
    "W003": _when("time > 30 deg"),
    "W004": _phase("POSE lKnee(60);"),
    "W005": "SKILL a(b = 2 * 1~1<0,2>)\nPHASE x\n  POSE lKnee(b);\n",
    "W006": _phase("POSE lKnee(1);\n  POSE lKnee(2);"),
    "W007": "SKILL a(b = 1)\nPHASE x\n",
    "W008": _phase("POSE lKnee(-1);"),
    "W009": _phase("TO end WHEN phi > 1;", " LASTS 1"),
    "W010": _TWO.format("POSE lKnee(1);", "POSE lKnee(0);"),
    "W011": _phase("POSE lKnee(1);\n  TO end WHEN time >= 0;"),
    "W012": _phase("KEEP POSE lKnee(1);\n  TO end WHEN time > 1;"),
    "W013": "SKILL a()\nGOAL pelvis.pitch < -4\nPHASE x\n  POSE lKnee(1);\n",
    "W014": _phase("LET bent = .2 * com.height;\n  POSE lKnee(1);"),
}

# What the scripts above call.
CALLED: dict[str, str] = {
    "moves/curl": "SKILL curl(bend = 90 deg)\nPHASE fold\n  POSE lKnee(bend);\n  TO end WHEN time > 1;\n",
    "circle": _called("DO circle2();"),
    "circle2": _called("DO circle();"),
    **{f"deep{i}": _called(f"DO deep{i + 1}();") for i in range(40)},
}


class _MistakesLoader(DictLoader):
    def find(self, name: str, caller: Source) -> Source | None:
        if name == "empty":
            raise FootfallError("the file is empty", where="empty.skill", help="begin with 'SKILL name()'")
        return super().find(name, caller)


def mistakes_loader() -> DictLoader:
    """Finds what the scripts call."""
    return _MistakesLoader(CALLED)
