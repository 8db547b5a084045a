"""Named starts of a body file."""

from __future__ import annotations

from footfall.body.schema import Axis, Joint, Start
from footfall.body.tables import Table
from footfall.errors import nearest


def read_starts(table: Table, joints: tuple[Joint, ...]) -> dict[str, Start]:
    """The starts; a body without any has a still ``rest`` at its rest angles."""
    axes = {axis.name: axis for joint in joints for axis in joint.axes}
    starts = {name: _read_start(table.table(name), name, axes) for name in table.names()}
    if "rest" not in starts:
        starts["rest"] = Start("rest", (0.0, 0.0, 0.0), 0.0, 0.0, {}, {}, "left")
    return starts


def _read_start(table: Table, name: str, axes: dict[str, Axis]) -> Start:
    start = Start(
        name=name,
        velocity=table.vector("velocity", (0.0, 0.0, 0.0)),
        pitch=table.number("pitch", 0.0),
        root_rate=table.number("root_rate", 0.0),
        angles=_by_axis(table.table("angles", needed=False), axes),
        rates=_by_axis(table.table("rates", needed=False), axes),
        stance=table.text("stance", "left", words=("left", "right")),
    )
    for axis_name, angle in start.angles.items():
        low, high = axes[axis_name].low, axes[axis_name].high
        if low is not None and high is not None and not low <= angle <= high:
            table.fail(
                f"{axis_name} = {angle:g} is outside its range",
                key="angles",
                help=f"write an angle from {low:g} to {high:g}",
            )
    table.done()
    return start


def _by_axis(table: Table, axes: dict[str, Axis]) -> dict[str, float]:
    """Numbers by axis name; ``Hip.pitch`` stands for both sides and ``lHip`` for its pitch."""
    flat: dict[str, float] = {}
    for key in table.names():
        for full, value in _entries(table, key):
            names = [n for n in (full, f"l{full}", f"r{full}") if n in axes]
            if not names:
                table.fail(f"the body has no axis '{full}'", help=nearest(full, list(axes)))
            flat.update({n: value for n in names})
    return flat


def _entries(table: Table, key: str) -> list[tuple[str, float]]:
    """A key's entries: ``lHip = 0.1`` is pitch; ``lHip.roll = 0.1`` and ``"lHip.roll" = 0.1`` name it."""
    if isinstance(table.peek(key), dict):
        inner = table.table(key)
        return [(f"{key}.{axis}", inner.number(axis)) for axis in inner.names()]
    return [(key if "." in key else f"{key}.pitch", table.number(key))]
