"""Bodies: .toml files of ours, and MJCF of others with a table of roles."""

from __future__ import annotations

import random
from functools import cache

from benchmarks.attacks import corpus, samples
from benchmarks.attacks.case import LINK, PIPE, Bench, Case
from benchmarks.attacks.mutate import EXTREMES, listed, mutate_bytes, mutate_text

_PLANAR = ("simbicon/walk", "moves/stand", "moves/walk")
_SPATIAL = ("simbicon/walk3d", "genbicon/walk", "genbicon/stand", "simbicon/run3d")
_TOML = (
    *listed('[ ] [[ ]] = { } , " . # true false mass at to size role side parent kp kd limit low high rest'),
    *listed('"pelvis" "foot" "thigh" "left" "right" "capsule" "box" "sphere" inf -inf 1979-05-27 """'),
    *EXTREMES,
    "\n",
)
_XML = (
    *listed(
        "< > /> </body> <body> <joint <geom <freejoint/> <inertial <include mass= size= axis= range= name="
    ),
    *('"0 0 0"', '""', '"1e300"', '"nan nan nan"', '"-1"', 'type="mesh"', 'file="../outside/keep.skill"'),
    *(
        'type="ball"',
        'type="slide"',
        "<mesh ",
        "<!--",
        "-->",
        "&",
        "]]>",
        '<include file="robot.xml"/>',
        *EXTREMES,
    ),
)


def try_body(order: list[str], bench: Bench) -> bool:
    """Load the body of a case, show it, change its proportions and run a skill on it.

    Raises:
        FootfallError: It is refused.
    """
    from footfall.body import load_body, scale_mass
    from footfall.cli.body import facts
    from footfall.engine.sim import Sim

    with bench.work("load"):
        body = load_body("./attack.toml")
        scale_mass(body, 1.3)
    with bench.work("show"):
        facts(body)
    if bench.physics:
        with bench.work("simulate"):
            skill = order[0] if body.planar else order[1]
            Sim(skill, body=body).run(0.2).report()
    return True


class Bodies:
    """Body files."""

    name = "bodies"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        order = [rng.choice(_PLANAR), rng.choice(_SPATIAL)]
        crafted = _crafted_bodies()
        if number < len(crafted):
            return Case(self.name, crafted[number], order)
        texts = list(corpus.bodies().values())
        data = mutate_text(rng, rng.choice(texts), texts, _TOML).encode("utf-8", "replace")
        if rng.random() < 0.05:
            data = mutate_bytes(rng, data)
        return Case(self.name, {"attack.toml": data}, order)

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        return try_body(case.orders, bench)


class Wrapped:
    """Models of others, and the tables that give them roles."""

    name = "mjcf"
    reads_inside = False  # a table may name a model that lies elsewhere

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        order = [rng.choice(_PLANAR), rng.choice(_SPATIAL)]
        crafted = _crafted_wrapped()
        if number < len(crafted):
            return Case(self.name, crafted[number], order)
        xml, table = rng.choice(samples.MODELS)
        xmls = [one for one, _ in samples.MODELS]
        if rng.random() < 0.75:
            xml = mutate_text(rng, xml, xmls, _XML)
        if rng.random() < 0.4:
            table = mutate_text(rng, table, [t for _, t in samples.MODELS], _TOML)
        return Case(self.name, _wrapped(xml, table), order)

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        return try_body(case.orders, bench)


def _wrapped(xml: str, table: str) -> dict[str, bytes]:
    return {"robot.xml": xml.encode("utf-8", "replace"), "attack.toml": table.encode("utf-8", "replace")}


@cache
def _crafted_bodies() -> list[dict[str, bytes]]:
    human = corpus.bodies()["human"]
    planar = corpus.bodies()["planar7"]
    changes = (
        *(("mass = ", f"mass = {value} # ") for value in listed("0 -1 nan inf 1e300 1e-300 1e20 true")),
        *(("size = ", f"size = {value} # ") for value in listed("[] [1e20,1e20,1e20] [nan] [0] 1e20 -1")),
        *(("kp = ", f"kp = {value}, kq = ") for value in ("1e300", "-1", "nan")),
        *(("limit = ", f"limit = {value} # ") for value in ("0", "1e300", "-1")),
        ('"foot"', '"hand"'), ("dt = ", "dt = 1e-300 # "), ("dt = ", "dt = 1e300 # "), ("name", "n\\u0000me"),
    )  # fmt: skip
    out = [
        {"attack.toml": text.replace(old, new).encode()} for text in (human, planar) for old, new in changes
    ]
    out += [
        {"attack.toml": data} for data in (b"", b"\0", b"\xff\xfe", b"[" * 100_000, b"a = " + b"[" * 50_000)
    ]
    out += [{"attack.toml": b"a" * 999_999}, {"attack.toml": b"a.b" * 100_000 + b" = 1"}, {}]
    out += [{"attack.toml": b"x = 1\n" * 50_000}, {"attack.toml": b"[a]\n" * 50_000}]
    out += [{"attack.toml": PIPE}, {"attack.toml": LINK + b"/dev/zero"}, {"attack.toml/x": b""}]
    return [*out, {"attack.toml": (human * 60).encode()}, {"attack.toml": human.encode("utf-16")}]


_HILLS = '<hfield name="h" nrow="9999999" ncol="9999999" size="1 1 1 1"/>'


@cache
def _crafted_wrapped() -> list[dict[str, bytes]]:
    xml, table = samples.MODELS[0]
    no_ankle = xml.replace('<joint name="ankle_L" axis="0 1 0"/>', "")
    bad = (
        *("", "<mujoco/>", "<mujoco", "<" * 100_000, "<a>" * 50_000, "\0", xml * 2, xml[: len(xml) // 2]),
        no_ankle,
        no_ankle.replace('<joint name="ankle_R" axis="0 1 0"/>', ""),
        xml.replace("<freejoint/>", ""),
        xml.replace("<freejoint/>", '<joint type="ball"/>'),
        xml.replace("<freejoint/>", "<freejoint/><freejoint/>"),
        xml.replace('axis="0 1 0"', 'axis="0 0 0"'),
        xml.replace('axis="0 1 0"', 'axis="nan nan nan"'),
        xml.replace('mass="5"', 'mass="1e300"'),
        xml.replace('mass="5"', 'mass="0"'),
        xml.replace('mass="5"', 'mass="-5"'),
        xml.replace('size="0.05"', 'size="1e20"'),
        xml.replace('pos="0 0 -0.4"', 'pos="1e300 nan 0"'),
        xml.replace("<worldbody>", '<include file="robot.xml"/><worldbody>'),
        xml.replace("<worldbody>", '<include file="pipe.xml"/><worldbody>'),
        xml.replace("<worldbody>", '<asset><mesh name="m" file="/dev/zero"/></asset><worldbody>'),
        xml.replace("<worldbody>", f"<asset>{_HILLS}</asset><worldbody>"),
        xml.replace("<worldbody>", '<size memory="1P"/><worldbody>'),
        xml.replace("<worldbody>", '<size nconmax="2147483647" njmax="2147483647"/><worldbody>'),
        xml.replace("<worldbody>", '<option timestep="0"/><worldbody>'),
        xml.replace("<worldbody>", '<option timestep="1e300" gravity="nan nan nan"/><worldbody>'),
        xml.replace("<worldbody>", '<extension><plugin plugin="mujoco.pid"/></extension><worldbody>'),
        xml.replace("</worldbody>", '<body><freejoint/><geom size="1" mass="1"/></body></worldbody>'),
    )  # fmt: skip
    out = [{**_wrapped(text, table), "pipe.xml": PIPE} for text in bad]
    tables = (
        table.replace("robot.xml", name) for name in (".", "", "pipe.xml", "attack.toml", "/dev/zero", "no")
    )
    out += [{**_wrapped(xml, text), "pipe.xml": PIPE} for text in tables]
    return [*out, {"attack.toml": table.encode()}]
