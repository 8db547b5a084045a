"""Terms of an objective, as data. A search makes their sum small."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from footfall.errors import FootfallError, nearest
from footfall.learn.objective.gait import check_of
from footfall.learn.objective.kinds import KINDS, OVER, Kind
from footfall.learn.scenario import number


@dataclass(frozen=True)
class Term:
    """One term.

    With a weight it adds weight × value to the score. With a threshold, an error above it ends the run, and
    the term adds bonus × (mean error / threshold), or the whole bonus when the run ended early.

    Attributes:
        kind: A key of `KINDS`.
        weight: Times the value.
        target: What the quantity should be; None: 0, or, for a distance, as far as can be.
        threshold: An error above this ends the run; None: nothing does.
        bonus: What staying below the threshold is worth.
        window: Seconds over which the quantity is smoothed; None: as its kind says.
        after: Seconds before it counts.
        of: The phase it is about, or the value at the end.
        bound: "least": the target is the least that is wanted, more costs nothing; "most": the reverse;
            "": the target is to be met.
        over: What of the quantity counts, one of `OVER`; "": as its kind says.
        saturate: The most that its value can come to; it has a slope everywhere. None: no end.
        once: The phase from which on it counts; a run that never gets there has the greatest value.
        name: In reports; the kind when "".
        file: A recording to be tracked.
        start: Seconds of that recording that are cut off its beginning.
        weights: Of centre of mass, trunk and joints, when tracking.
        grace: Seconds to stay up after a push, for it to count as survived.
    """

    kind: str
    weight: float = 1.0
    target: float | None = None
    threshold: float | None = None
    bonus: float = 1.0
    window: float | None = None
    after: float = 0.0
    of: str = ""
    name: str = ""
    file: str = ""
    start: float = 0.0
    weights: tuple[float, float, float] = (100.0, 1.0, 1.0)
    grace: float = 3.0
    bound: str = ""
    over: str = ""
    saturate: float | None = None
    once: str = ""

    @property
    def sign(self) -> int:
        """Of its bound: 1, -1, or 0 without one."""
        return {"least": 1, "most": -1}.get(self.bound, 0)

    @property
    def way(self) -> str:
        """How what is monitored becomes a value."""
        return self.over or self.row.sum

    def error(self, value: float) -> float:
        """How far a value is from the target, or on the wrong side of it."""
        over = value - (self.target or 0.0)
        return max(0.0, -self.sign * over) if self.sign else abs(over)

    @property
    def row(self) -> Kind:
        """What kind it is."""
        return KINDS[self.kind]


_TEXTS = ("kind", "of", "name", "file", "once")
_WORDS = {"bound": ("", "least", "most"), "over": ("", *OVER)}
_POSITIVE = ("threshold", "bonus", "grace", "saturate")
_MAYBE = ("target", "threshold", "window", "saturate")
_SMOOTHED = ("mean", "worst", "best", "most", "least", "end")
_APART = ("step", "shake", "track", "impact")  # quantities that are summed up in ways of their own


def term_from(table: Mapping[str, Any], where: str = "term") -> Term:
    """A term from a table of a TOML or JSON file.

    Raises:
        FootfallError: An unknown kind or key, a missing one, or a value that cannot be.
    """
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        message = "a term needs a kind" if kind is None else f"there is no term '{kind}'"
        raise FootfallError(message, where=where, help=nearest(str(kind), list(KINDS)))
    known = [f.name for f in fields(Term)]
    values: dict[str, Any] = {"weight": _default_weight(table)}
    for key, value in table.items():
        if key not in known:
            raise FootfallError(f"a term has no '{key}'", where=where, help=nearest(key, known))
        values[key] = _value(key, value, where)
    needs = KINDS[kind].needs
    if needs and not (values.get(needs) or values.get(needs) == 0.0):
        example = {"target": "target = 1.0", "of": 'of = "lift"', "file": 'file = "walk.npz"'}[needs]
        raise FootfallError(f"the term '{kind}' needs a {needs}", where=where, help=f"add {example}")
    if values.get("threshold") is not None and not KINDS[kind].quantity:
        raise FootfallError(f"the term '{kind}' takes no threshold", where=where, help="give it a weight")
    if kind == "gait":
        check_of(values["of"], values.get("target"), where)
    row = KINDS[kind]
    plain = row.quantity and row.sum in _SMOOTHED and row.quantity not in _APART
    for key in ("over", "once"):
        if values.get(key) and not plain:
            raise FootfallError(f"the term '{kind}' takes no '{key}'", where=where, help=f"leave {key} out")
    if values.get("bound") and values.get("target") is None:
        raise FootfallError("a bound needs a target", where=where, help="add target = 1.0")
    return Term(**values)


def _default_weight(table: Mapping[str, Any]) -> float:
    """A term with a threshold counts by its bonus unless a weight is given too."""
    return 0.0 if table.get("threshold") is not None else KINDS[str(table["kind"])].weight


def _value(key: str, value: Any, where: str) -> Any:
    if key in _WORDS:
        if value not in _WORDS[key]:
            words = [w for w in _WORDS[key] if w]
            raise FootfallError(f"{key} cannot be {value!r}", where=where, help=nearest(str(value), words))
        return value
    if key in _TEXTS:
        if not isinstance(value, str):
            raise FootfallError(f"{key} takes text, not {value!r}", where=where, help=f'like {key} = "…"')
        return value
    if key == "weights":
        if (
            not isinstance(value, (list, tuple))
            or len(value) != 3
            or not all(number(v) and v >= 0 for v in value)
        ):
            raise FootfallError(
                "weights takes three numbers",
                where=where,
                help="of COM, trunk, joints: weights = [100, 1, 1]",
            )
        return tuple(float(v) for v in value)
    if value is None and key in _MAYBE:
        return None
    least = 0.0 if key != "target" else -1e9
    if not number(value) or value < least or (key in _POSITIVE and value <= 0):
        help = "give a finite number" if key == "target" else "give a number that is not negative"
        raise FootfallError(f"{key} cannot be {value!r}", where=where, help=help)
    return float(value)


def with_upright(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms and, unless there is one, "upright": a run that falls early must never score well."""
    if any(t.kind == "upright" for t in terms):
        return terms
    return (Term("upright", weight=KINDS["upright"].weight), *terms)
