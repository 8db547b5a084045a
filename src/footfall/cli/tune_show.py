"""How a search is shown: a live table, plain lines where there is no terminal, or JSON events."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.live import Live
from rich.markup import escape
from rich.table import Table

from footfall.cli import show
from footfall.learn.events import Done, Event, Generation, Improved, Note, Started

if TYPE_CHECKING:
    from footfall.learn.job import Bundle, Result
    from footfall.learn.loop import Search

LINE_SECONDS = 5.0  # between plain lines
ROWS = 12  # numbers of the final table


class Printer(ABC):
    """Prints what a search tells, and in the end what it found."""

    def __init__(self, bundle: Bundle, folder: Path) -> None:
        self.bundle, self.folder = bundle, folder
        self._done: Done | None = None

    def on_event(self, event: Event) -> None:
        """Take in one event."""
        if isinstance(event, Done):
            self._done = event
        else:
            self.tell(event)

    @abstractmethod
    def tell(self, event: Event) -> None:
        """Show an event other than the last."""

    def close(self) -> None:  # noqa: B027 - most printers have nothing to close
        """Before the search's results are printed."""

    def finish(self, search: Search, pictures: bool) -> None:
        """Write the folder's results and print them; who was told to end (SIGTERM) has no time for all."""
        self.close()
        assert self._done is not None
        if self._done.reason == "terminated":
            write_found(self.folder, self.bundle, search, self._done)
            show.note(f"told to end: the best is in {self.folder}; go on with --resume {self.folder}")
            self.print_done(self._done, [], [])
            return
        before, after = write_results(self.folder, self.bundle, search, self._done, pictures)
        self.print_done(self._done, before, after)

    @abstractmethod
    def print_done(self, done: Done, before: list[Result], after: list[Result]) -> None:
        """Say what came of it."""


class JsonPrinter(Printer):
    """One JSON object a line; the last has the event "done"."""

    def tell(self, event: Event) -> None:
        """See Printer."""
        show.print_json({"event": type(event).__name__.lower(), **dataclasses.asdict(event)})

    def print_done(self, done: Done, before: list[Result], after: list[Result]) -> None:
        """See Printer."""
        from footfall.learn.result import vector_hash

        show.print_json(
            {
                "event": "done",
                "score": done.score,
                "evaluations": done.evaluations,
                "vector_hash": vector_hash(done.vector),
                "folder": str(self.folder),
                "start_score": done.start_score,
                "reason": done.reason,
                "seconds": done.seconds,
            }
        )


class LinePrinter(Printer):
    """Plain lines on stderr, every few seconds; the result on stdout."""

    def __init__(self, bundle: Bundle, folder: Path) -> None:
        super().__init__(bundle, folder)
        self._last = -LINE_SECONDS

    def tell(self, event: Event) -> None:
        """See Printer."""
        if isinstance(event, Started):
            show.note(started_text(event, self.folder))
        elif isinstance(event, Note):
            show.note(event.text)
        elif isinstance(event, Generation) and event.seconds - self._last >= LINE_SECONDS:
            self._last = event.seconds
            show.note(
                f"{clock(event.seconds)}  {event.evaluations} tried  best {event.best:.4g}  "
                f"mean {event.mean:.4g}  {event.per_second:.2g}/s{left_text(event)}"
            )

    def print_done(self, done: Done, before: list[Result], after: list[Result]) -> None:
        """See Printer."""
        console = show.out()
        sign = (
            "[bold green]better[/]"
            if done.score < done.start_score
            else "[bold yellow]nothing better found[/]"
        )
        console.print(
            f"{sign}: score {done.start_score:.4g} → [bold]{done.score:.4g}[/] "
            f"after {done.evaluations} candidates in {clock(done.seconds)} ({escape(done.reason)})",
            soft_wrap=True,
        )
        if after:
            console.print(terms_table(self.bundle, before, after))
        console.print(numbers_table(self.bundle, done.vector))
        console.print(f"[dim]written to[/] {escape(str(self.folder))}", soft_wrap=True)


class LivePrinter(LinePrinter):
    """A table that is redrawn while the search runs."""

    def __init__(self, bundle: Bundle, folder: Path) -> None:
        super().__init__(bundle, folder)
        self._head, self._note = "", ""
        self._now: Generation | None = None
        self._live = Live(console=show.err(), refresh_per_second=8, transient=True)
        self._live.start()

    def tell(self, event: Event) -> None:
        """See Printer."""
        if isinstance(event, Started):
            self._head = started_text(event, self.folder)
        elif isinstance(event, Note):
            self._note = event.text
        elif isinstance(event, Generation):
            self._now = event
        elif isinstance(event, Improved):
            self._note = f"better after {event.evaluations} candidates"
        self._live.update(self._table())

    def close(self) -> None:
        """See Printer."""
        self._live.stop()

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_row("[dim]" + escape(self._head) + "[/]")
        if self._now is not None:
            g = self._now
            table.add_row(
                f"best [bold]{g.best:.4g}[/]   mean {g.mean:.4g}   {g.evaluations} candidates   "
                f"{g.per_second:.2g} a second   {clock(g.seconds)}{left_text(g)}"
            )
        table.add_row(f"[dim]{escape(self._note)}[/]   [dim]Ctrl-C keeps the best[/]")
        return table


@contextmanager
def printer(as_json: bool, bundle: Bundle, folder: Path) -> Iterator[Printer]:
    """The printer that suits where we are."""
    made: Printer
    if as_json:
        made = JsonPrinter(bundle, folder)
    else:
        made = LivePrinter(bundle, folder) if show.err().is_terminal else LinePrinter(bundle, folder)
    try:
        yield made
    finally:
        made.close()


def write_found(folder: Path, bundle: Bundle, search: Search, done: Done) -> None:
    """Write what costs no time: the best script, its numbers, the curve."""
    from footfall.learn import result

    result.write_best(folder, bundle, done.vector)
    result.write_history(folder, search.progress.history())


def write_results(
    folder: Path, bundle: Bundle, search: Search, done: Done, pictures: bool
) -> tuple[list[Result], list[Result]]:
    """Write all that the search found into its folder.

    Returns:
        Results of the unchanged script and of the best candidate, by scenario. Where scenarios draw, both
        are of the first generation's draws: the start score is of those too, and they can be compared.
    """
    from footfall.learn import result
    from footfall.learn.job import Job, evaluate

    write_found(folder, bundle, search, done)
    seed = search.start_seed
    found = result.SearchSummary(
        done.vector, done.score, done.start_score, done.evaluations, done.seconds, done.reason
    )
    before, after = (
        [evaluate(bundle, Job(bundle.hash, v, k, seed)) for k in range(bundle.n_scenarios)]
        for v in ((0.0,) * bundle.n, done.vector)
    )
    result.write_result(folder, bundle, found, before, after)
    if pictures:
        from footfall.learn.pictures import film_before_after, plot_progress

        plot_progress(folder / "progress.png", bundle, search.progress.history(), done.vector)
        film_before_after(folder / "before-after.png", bundle, done.vector, seed)
    return before, after


def started_text(event: Started, folder: Path) -> str:
    """One line about what begins."""
    again = f", going on after {event.evaluations}" if event.evaluations else ""
    counts = [(event.free, "free number"), (event.scenarios, "scenario"), (event.workers, "worker")]
    words = ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in counts)
    return f"{event.search}: {words} ({event.evaluator}){again} → {folder}"


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def left_text(event: Generation) -> str:
    """How long it will go on, if that is known."""
    return "" if event.seconds_left is None else f"   {clock(event.seconds_left)} left"


def terms_table(bundle: Bundle, before: list[Result], after: list[Result]) -> Table:
    """What each term adds to the score, mean over scenarios, before and after."""
    table = Table(box=None, title="score by term", title_justify="left", title_style="bold")
    for name in ("term", "before", "after"):
        table.add_column(name, justify="left" if name == "term" else "right")
    names = list(dict.fromkeys(name for r in (*before, *after) for name in r.terms))
    for name in names:
        table.add_row(name, *(f"{_mean(rows, name):.4g}" for rows in (before, after)))
    return table


def _mean(results: list[Result], name: str) -> float:
    return sum(r.terms.get(name, 0.0) for r in results) / len(results)


def numbers_table(bundle: Bundle, vector: tuple[float, ...]) -> Table:
    """The numbers that moved most."""
    from footfall.script.rewrite import number_text

    table = Table(box=None, title="numbers that moved most", title_justify="left", title_style="bold")
    for name in ("number", "before", "after"):
        table.add_column(name, justify="left" if name == "number" else "right")
    rows: list[tuple[float, Any]] = []
    for free, x, value in zip(bundle.free, vector, bundle.values(vector), strict=True):
        texts = (number_text(v, free.factor, 6) for v in (free.base, value))
        rows.append((-abs(x), (free.name, *texts)))
    for _, row in sorted(rows)[:ROWS]:
        table.add_row(*row)
    return table
