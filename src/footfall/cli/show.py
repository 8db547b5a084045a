"""Output shared by the commands: JSON on stdout, everything for people's eyes with rich.

Progress and errors go to stderr, so that stdout can be piped.
"""

from __future__ import annotations

import json
import math
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rich.console import Console
from rich.markup import escape

from footfall.compiling import Work
from footfall.errors import ArgumentError, FootfallError

T = TypeVar("T")
Progress = Callable[[float], None]

_WORKER = "footfall-work"  # name of the thread that works while the main one waits
SPINNER_AFTER = 1.0  # s; quicker work needs no word about it
LINE_AFTER = 2.0  # s; the same where no spinner can turn (a log file, a pipe)


def out() -> Console:
    """The console of stdout."""
    return Console(highlight=False)


def err() -> Console:
    """The console of stderr."""
    return Console(stderr=True, highlight=False)


def print_error(problem: FootfallError) -> None:
    """Print what is wrong, where, and how to mend it, on stderr."""
    from footfall.script.diagnostics import ScriptError

    console = err()
    if isinstance(problem, ScriptError):  # its diagnostics show the line and point at it
        color = console.is_terminal and not console.no_color
        sys.stderr.write(problem.render(color=color) + "\n")
        return
    console.print(f"[bold red]error:[/] {escape(problem.message)}", soft_wrap=True)
    if problem.where:
        console.print(f"  [blue]-->[/] {escape(place(problem))}", soft_wrap=True)
    if problem.help:
        console.print(f"  [cyan]help:[/] {escape(problem.help)}", soft_wrap=True)


def place(problem: FootfallError) -> str:
    """Where something is wrong, in the words of the command line: options for arguments."""
    if isinstance(problem, ArgumentError):
        return "--" + problem.argument.replace("_", "-")
    return problem.where


def print_json(value: Mapping[str, Any]) -> None:
    """Print one object on one line of stdout. NaN and infinities, which JSON lacks, become null."""
    sys.stdout.write(json.dumps(_plain(value), allow_nan=False, ensure_ascii=False) + "\n")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if hasattr(value, "tolist"):  # numpy scalars and arrays
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def note(text: str) -> None:
    """A line for the reader that is no part of the answer, on stderr."""
    err().print(f"[dim]{escape(text)}[/]", soft_wrap=True)


def patiently(label: str, work: Callable[[Progress], T], total: float = 0.0) -> T:
    """Do `work` on a thread while stderr shows that something is going on.

    The kernel runs without Python's lock and does not hear Ctrl-C; the main thread, which
    only waits here, does.

    Args:
        label: What is being done: "Simulating 60 s of simbicon/walk".
        work: Called once, with a function that takes how much is done.
        total: How much there is to do; 0: unknown, no share is shown.

    Returns:
        What `work` returned. What it raised is raised here.
    """
    box: list[T] = []
    failure: list[BaseException] = []
    share = [0.0]
    done = threading.Event()

    def progress(amount: float) -> None:
        share[0] = amount / total if total else 0.0

    def target() -> None:
        try:
            box.append(work(progress))
        except BaseException as problem:  # it is raised again in the waiting thread
            failure.append(problem)
        finally:
            done.set()

    threading.Thread(target=target, daemon=True, name=_WORKER).start()
    _wait(label, done, share)
    if failure:
        raise failure[0]
    return box[0]


def _wait(label: str, done: threading.Event, share: list[float]) -> None:
    """Wait, with a spinner (on a terminal) or one line (elsewhere) if it takes long."""
    console = err()
    if done.wait(SPINNER_AFTER if console.is_terminal else LINE_AFTER):
        return
    if not console.is_terminal:
        note(label + " …")
        while not done.wait(0.1):  # short waits, or some systems would not hear Ctrl-C
            pass
        return
    with console.status(escape(label) + " …") as status:
        while not done.wait(0.1):
            percent = f" {share[0]:.0%}" if share[0] else ""
            status.update(f"{escape(label)} …{percent}")


def compile_aloud(work: Work) -> None:
    """Do work of the compiler and say so, for it takes up to half a minute."""
    began = time.perf_counter()
    console = err()
    console.print("[dim]Compiling for this machine: once, up to half a minute …[/]")

    def progress(text: str) -> None:
        console.print(f"[dim]  {time.perf_counter() - began:5.1f} s  {escape(text)}[/]", soft_wrap=True)

    if threading.current_thread().name == _WORKER:  # somebody waits already, with a spinner
        work(progress)
    else:
        patiently("Compiling", lambda _: work(progress))
    console.print(f"[dim]Compiled in {time.perf_counter() - began:.1f} s.[/]")


def warm_up() -> None:
    """Compile all that any skill may use, if this machine has not yet."""
    from footfall.engine import cache

    cache.warm()
