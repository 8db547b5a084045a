"""A walk that was fitted by Fourier series, written as a SIMBICON script (Yin et al. 2007, section 3.3).

Each joint has a curve over one step, for the side that stands and for the side that swings. The pelvis is
held to its own curve in the world through the hip that stands, which has no servo of its own; the thigh that
swings has foot placement feedback, on what differs from the clip. A servo pulls towards an angle and brakes
all motion: a curve that it follows without being late is ahead of the angle by its rate times damping /
stiffness, and that is what is written. A plain walk is mixed in, as much as the search finds it needs.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from footfall.body import Body
from footfall.learn.track.gait_plain import QUICK, RUNNING, free_numbers, plain_of
from footfall.motion.clips.fourier import Gait, Series
from footfall.motion.clips.rotations import F64
from footfall.script.syntax.format import format_text

KNOTS = 9  # of a curve over one step
STILL = 0.02  # rad: what moves less is written as a plain number
SMALL = 0.01  # rad: a roll or yaw that is less is left out
SLOW, FAST = 0.2, 0.7  # of its speed, from which on it has some of the clip, and all
EARLIEST = 0.6  # of a step: before that a foot that touches the ground is the one that leaves it
BUMP = "curve(0: 0, .35: 1, .75: 0, 1: 0)"  # lifts the foot that swings


class _Writer:
    """Curves of one gait on one body."""

    def __init__(self, gait: Gait, body: Body) -> None:
        self.gait = gait
        self.plain = plain_of(gait)
        self.share = "now" if abs(gait.speed) > QUICK else "mocap"
        self.gains: dict[str, tuple[float, float]] = {}
        for axis in body.axes:
            self.gains[axis.name] = (axis.kp, axis.kd)
        self.gains["lKnee.pitch"] = (free_numbers(gait)["spring"].value, self.plain.damping)
        share = np.linspace(0.0, 1.0, KNOTS)
        self.stance = gait.strike + 0.5 * gait.period * share
        self.swing = self.stance + 0.5 * gait.period

    def sided(self, side: str, name: str) -> str:
        """The curve of a joint's axis, or of a part, of the side that stands ("st") or swings ("sw")."""
        axis = "l" + {"Thigh.pitch": "Hip.pitch", "Thigh.roll": "Hip.roll", "Foot.pitch": "Ankle.pitch"}.get(
            name, name
        )
        times = self.stance if side == "st" else self.swing
        return _curve(_led(self.gait.sides[name], times, self.lag(axis)))

    def lag(self, axis: str) -> float:
        """How late a servo is without help, s; the pelvis is as late as the waist, and no place is late."""
        if "." not in axis:
            return 0.0
        kp, kd = self.gains.get(axis) or self.gains.get("waist.pitch") or (10.0, 1.0)
        return kd / kp

    def middle(self, name: str) -> str:
        """The curve of an axis in the middle, or of the pelvis; roll and yaw are mirrored by each step."""
        values = _led(self.gait.middle[name], self.stance, self.lag(name))
        if name.endswith("pitch"):
            return _curve(values)
        return "" if np.ptp(values) < STILL else f"-swSide * {_curve(values)}"

    def turns(self, side: str, joint: str) -> str:
        """What stands behind a joint's pitch: its roll and yaw, where it has them and they are not small."""
        out = ""
        for axis in ("roll", "yaw"):
            name = f"{joint}.{axis}"
            if name in self.gait.sides:
                text = self.sided(side, name)
            elif name in self.gait.middle:
                text = self.middle(name)
            else:
                continue
            if text and not (_is_number(text) and abs(float(text)) < SMALL):
                out += f".{axis}({text})"
        return out


def gait_text(
    name: str, gait: Gait, body: Body, *, clip: str, numbers: Mapping[str, float] | None = None
) -> str:
    """The script.

    Args:
        name: Of the skill.
        gait: The walk.
        body: Whose joints it moves.
        clip: Where the walk is from.
        numbers: Values of its free numbers, where they differ from the first guess.
    """
    given, w = numbers or {}, _Writer(gait, body)
    free = [f"{key} = {value.text(given.get(key))}" for key, value in free_numbers(gait).items()]
    head = ",\n    ".join(", ".join(free[k : k + 3]) for k in range(0, len(free), 3))
    how = "Runs" if gait.speed > RUNNING else "Walks backwards" if gait.speed < 0.0 else "Walks"
    first = [] if w.share == "mocap" else [_ease(gait.speed)]
    lines = "\n  ".join([*first, *_leg_lines(w), *_upper_lines(w, body), _pelvis_line(w), _swing_line(w)])
    live = "" if gait.veers else "heading = 0 deg, "
    along = f"round a circle at {abs(gait.turn):.2g} rad/s" if not live else "along a live heading"
    return format_text(
        f"## {how} as in the clip {clip}, at {abs(gait.speed):.2g} m/s, {along}.\n"
        f"SKILL {name}({live}{head})\n"
        f"BODY {body.name}\nSTART {w.plain.start}\n"
        "FALL com.height < .6 or trunk touches ground\nGOAL none\n\n"
        f"# Curves are Fourier series of a stride of {gait.period:.3g} s, over one step, ahead of the\n"
        "# angles by what servos are late. mocap: how much of them is the clip's, the rest is a plain gait.\n"
        "# reach, lift, wide: the swing leg further back, higher, further out. bend, spring: the stance\n"
        "# knee. clear, pass: the swing foot goes round the stance leg, and crosses it only when well ahead\n"
        "# of it or behind. brace, bank: the trunk leans against a speed that is not its own. ankle, tip:\n"
        "# the stance ankle answers the body.\n"
        f"PHASE step LASTS dt\n  {lines}\n"
        f"  TO step SWAP WHEN phi > {EARLIEST:g} and contact swFoot;\n"
    )


def _ease(speed: float) -> str:
    """A quick walk begins as a plain one, and is one again when something has stopped it."""
    return f"LET now = mocap * share(pelvis.speed, {SLOW * speed:.3g}, {FAST * speed:.3g});"


def _leg_lines(w: _Writer) -> list[str]:
    """Knees and feet."""
    plain = w.plain
    return [
        f"POSE swKnee(blend({w.share}, {plain.sw_knee}, {w.sided('sw', 'Knee.pitch')} + lift * {BUMP}));",
        f"POSE stKnee(bend + blend({w.share}, {plain.st_knee}, {w.sided('st', 'Knee.pitch')}),"
        f" spring, {plain.damping:g});",
        f"VPD swFoot(blend({w.share}, {plain.sw_foot}, {w.sided('sw', 'Foot.pitch')})).by(swAnkle);",
        f"VPD stFoot(blend({w.share}, {plain.st_foot}, {w.sided('st', 'Foot.pitch')})"
        f" + push * {plain.pushes_off} + ankle_cd * pelvis.ahead"
        f" + ankle_cv * (pelvis.speed - {w.gait.speed:.3g}){plain.foot})"
        ".roll(tip_cd * pelvis.aside + tip_cv * pelvis.drift).by(stAnkle);",
    ]


def _upper_lines(w: _Writer, body: Body) -> list[str]:
    """Arms, waist and neck."""
    there, out = {joint.name for joint in body.joints}, []
    for joint in ("Shoulder", "Elbow"):
        if "l" + joint in there:
            for side in ("st", "sw"):
                out.append(f"POSE {side}{joint}({w.sided(side, joint + '.pitch')}){w.turns(side, joint)};")
    for joint in ("waist", "neck2head"):
        if joint in there and f"{joint}.pitch" in w.gait.middle:
            out.append(f"POSE {joint}({w.middle(joint + '.pitch')}){w.turns('', joint)};")
    return out


def _pelvis_line(w: _Writer) -> str:
    """The pelvis in the world, through the hip that stands."""
    roll, yaw = w.middle("pelvis.roll"), w.middle("pelvis.yaw")
    # a way that bends: each step begins where the body faces, and turns on from there
    far = f"pelvis.yaw + {np.copysign(9.0, w.gait.turn):g}"
    heading = f"ramp({far}, abs(turn) * {w.share}, pelvis.yaw)" if w.gait.veers else "heading"
    return (
        f"VPD pelvis(lean - brace * (pelvis.speed - {w.gait.speed:.3g})"
        f" + {w.share} * {w.middle('pelvis.pitch')})"
        f".roll({f'{w.share} * {roll}' if roll else ''} - bank * pelvis.side)"
        + (f".yaw({heading} + {w.share} * {yaw})" if yaw else f".yaw({heading})")
        + f".close(stHip, {w.plain.close});"
    )


def _swing_line(w: _Writer) -> str:
    """The thigh that swings: its curve without the feedback that the clip's own way would give.

    Sideways the foot goes round the leg that stands: `clear` of it, unless it is well ahead or behind.
    """
    pitch = (
        f"reach + {w.sided('sw', 'Thigh.pitch')} - .5 * lift * {BUMP}"
        f" + cd * {w.sided('st', 'ahead')} + cv * {w.gait.speed:.3g}"
    )
    roll = f"{w.sided('sw', 'Thigh.roll')} - side_cd * {w.sided('st', 'aside')}"
    return (
        f"VPD swThigh(blend({w.share}, {w.plain.sw_thigh}, {pitch}))"
        f".roll(max(1.1 * (clear - pelvis.aside) - pass * abs(swFoot.ahead), wide + {w.share} * ({roll})"
        " + side_cd * pelvis.aside + side_cv * pelvis.drift)).by(swHip)"
        ".feedback(cd, cv).lateral(0, 0).limits(-1.6, .6);"
    )


def _led(series: Series, times: F64, lag: float) -> F64:
    return series.at(times) + lag * series.rate(times)


def _curve(values: F64) -> str:
    if np.ptp(values) < STILL:
        return _short(float(np.mean(values)))
    knots = zip(np.linspace(0.0, 1.0, len(values)), values, strict=True)
    return "curve(" + ", ".join(f"{x:.4g}: {_short(float(y))}" for x, y in knots) + ")"


def _short(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"


def _is_number(text: str) -> bool:
    return not text.startswith(("c", "-s"))
