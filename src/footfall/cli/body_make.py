"""``footfall body make`` and ``footfall body random``: bodies from proportions."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.body.proportions import HEAD, SPANS, Span
from footfall.cli import options
from footfall.errors import FootfallError
from footfall.files import write_text

if TYPE_CHECKING:
    from footfall.body.proportions import Proportions

Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="F.toml", help="Where the body file goes.")]


class ShowByDefault(typer.core.TyperGroup):
    """`footfall body NAME` shows a body; `make` and `random` make one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command before a name."""
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


def _unit(span: Span) -> float:
    """What a number of the command line is multiplied by: lengths are given in metres."""
    return 1 / HEAD if span.doc.endswith("head units") else 1.0


def _help(span: Span) -> str:
    scale = 1 / _unit(span)
    what = span.doc.replace("head units", "m")
    pair = "; LEFT,RIGHT may differ" if span.sides else ""
    return f"{what}: {span.low * scale:.3g} to {span.high * scale:.3g}, else {span.default * scale:.3g}{pair}"


def make(out: Out = None, backward_knees: bool = False, **given: str | None) -> None:
    """Make a body from proportions and write its file. Masses come from volume, gains from size."""
    from footfall.body.proportions import backward, default_proportions

    changes = {name: _pair(name, text) for name, text in given.items() if text is not None}
    proportions = default_proportions(**changes)
    _write(backward(proportions) if backward_knees else proportions, "made from proportions", out)


def _pair(name: str, text: str) -> tuple[float, float]:
    where = f"--{name.replace('_', '-')}"
    try:
        numbers = [float(part) * _unit(SPANS[name]) for part in text.split(",")]
    except ValueError:
        raise FootfallError(f"'{text}' is not a number", where=where, help="write 0.9, or 0.9,1.0") from None
    if len(numbers) > 2:
        raise FootfallError(f"'{text}' has too many numbers", where=where, help="write LEFT,RIGHT")
    return numbers[0], numbers[-1]


def _signature() -> inspect.Signature:
    """One option per number of a body, made from the table of proportions."""
    known = list(inspect.signature(make, eval_str=True).parameters.values())[:2]
    known = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in known]
    for name, span in SPANS.items():
        kind = Annotated[
            str | None, typer.Option(f"--{name.replace('_', '-')}", metavar="N", help=_help(span))
        ]
        known.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    return inspect.Signature(known)


make.__signature__ = _signature()  # type: ignore[attr-defined]
make.__annotations__ = {p.name: p.annotation for p in _signature().parameters.values()}


def draw(
    seed: Annotated[int, typer.Option(metavar="N", help="Which body, 0 and up.")] = 0,
    reach: Annotated[
        float, typer.Option("--range", metavar="R", help="How much of each range is drawn from, 0 to 1.")
    ] = 0.5,
    out: Out = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Draw a body at random: each number uniform over its range, shrunk about the default.

    Left and right are drawn apart in every second body (odd seeds).
    """
    from footfall.body.proportions import random_proportions
    from footfall.cli import show

    options.number("--seed", seed, above=-1, most=2**31)
    options.number("--range", reach, above=0, most=1)
    proportions = random_proportions(seed, reach)
    draws = {name: list(pair) if SPANS[name].sides else pair[0] for name, pair in proportions.values.items()}
    if as_json:
        show.print_json({"seed": seed, "range": reach, "draws": draws})
    else:
        for name, value in draws.items():
            pair = value if isinstance(value, list) else [value]
            show.out().print(f"{name:20s} {'  '.join(f'{v:.4g}' for v in pair)}")
    if out is not None or not as_json:
        _write(proportions, f"drawn at random, seed {seed}, range {reach:g}", out)


def _write(proportions: Proportions, title: str, out: Path | None) -> None:
    from footfall.body.grown import body_text
    from footfall.cli import show

    text = body_text(proportions, title)
    if out is None:
        typer.echo(text)
        return
    options.output("--out", out)
    try:
        write_text(out, text)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot write: {reason}", where=f"--out {out}", help="choose another folder"
        ) from problem
    show.out().print(f"  body  [cyan]{out}[/]", soft_wrap=True)
