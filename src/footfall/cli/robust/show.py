"""The robustness table, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

if TYPE_CHECKING:
    from footfall.robust.table import Comparison, Row, Table


def print_table(console: Console, table: Table) -> None:
    """Print every row, groups apart, and the sums of the pushes."""
    shown = RichTable(
        title=f"{escape(table.skill)} on {escape(table.body)}", title_justify="left", box=box.SIMPLE_HEAD
    )
    for name in ("what", "limit", "published", "note"):
        shown.add_column(name, justify="right" if name in ("limit", "published") else "left")
    group = ""
    for row in table.rows:
        if group and row.group != group:
            shown.add_section()
        group = row.group
        shown.add_row(escape(row.name), _value(row), _published(row), f"[dim]{escape(row.note)}[/]")
    console.print(shown)
    _print_sums(console, table)
    console.print(f"[dim]{table.seconds:.0f} s[/]")


def _print_sums(console: Console, table: Table) -> None:
    pushes = table.pushes
    if pushes is None:
        return
    from footfall.robust.measure import known_pushes

    for phase, total in zip(pushes.phases, pushes.sums, strict=True):
        known = known_pushes(pushes, phase)
        share = f", {total / sum(known):.0%} of the published {sum(known):.0f} N" if known else ""
        console.print(f"pushes at phase {phase:g}: limits sum to {total:.0f} N{share}")


def _value(row: Row) -> str:
    if row.value is None:
        return "[red]none[/]" if row.reach is not None else "–"
    return f"{row.value:g} {row.unit}".strip()


def _published(row: Row) -> str:
    return "" if row.published is None else f"{row.published:g} {row.unit}".strip()


def print_comparison(console: Console, compared: Comparison) -> None:
    """Print what got worse since the baseline was stored."""
    name = escape(compared.baseline)
    if not compared.worse:
        console.print(f"[green]none of {compared.compared} rows is worse[/] than in {name}", soft_wrap=True)
        return
    console.print(
        f"[red]{len(compared.worse)} of {compared.compared} rows are worse[/] than in {name}:", soft_wrap=True
    )
    for loss in compared.worse:
        console.print(
            f"  {escape(loss.name)}: {loss.before:g} → {loss.now:g} {loss.unit} (-{loss.percent:g} %)"
        )
