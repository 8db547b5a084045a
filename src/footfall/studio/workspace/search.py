"""A search: ``footfall tune`` in a process of its own, which may crash or be stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import structs

from footfall.errors import FootfallError
from footfall.learn.free import free_numbers, with_values
from footfall.learn.objective.options import read_term
from footfall.script import Program, Source, compile_source, rewrite
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.messages import StartSearch, TermChoice

_STOPPING = 30.0  # s that a stopped search has to write its results


def term_text(term: TermChoice) -> str:
    """A term as the command line writes it.

    Raises:
        FootfallError: It is none.
    """
    text = term.kind
    if term.target is not None:
        text += f"={term.target:g}"
    if term.weight is not None:
        text += f"@{term.weight:g}"
    read_term(text)
    return text


class Search:
    """One search.

    Args:
        source: The script.
        request: The objective and its options.
        ground: What it walks on.
        workers: Runs at once.
        on_state: Called with every change.

    Raises:
        FootfallError: The script is wrong, no number is free, or a term is none.
    """

    def __init__(
        self,
        source: Source,
        request: StartSearch,
        ground: str,
        workers: int,
        on_state: Callable[[r.SearchState], None],
    ) -> None:
        self._source, self._request, self._ground, self._workers = source, request, ground, workers
        self._on_state = on_state
        self._terms = [term_text(term) for term in request.terms]
        if not self._terms:
            raise FootfallError("there is nothing to aim for", help="choose a term, such as a speed")
        self.program: Program = compile_source(source)
        self._free = free_numbers(self.program, ",".join(request.free) or None)
        self._process: asyncio.subprocess.Process | None = None
        self._points: list[r.SearchPoint] = []
        self._folder = Path(tempfile.mkdtemp(prefix="footfall-search-"))
        self.text = ""
        self.state = self._make("starting")
        self._task = asyncio.create_task(self._run())

    @property
    def running(self) -> bool:
        """Whether it is running."""
        return self.state.state in ("starting", "running")

    def whole(self) -> r.SearchState:
        """The state with all points, for a page that has just connected."""
        return structs.replace(self.state, points=tuple(self._points))

    def watch(self, on: bool) -> None:
        """Note whether the best candidate is shown on the stage."""
        self._tell(self.state.state, watched=on)

    async def stop(self) -> None:
        """Stop it, and wait until it has written what it found."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._task), _STOPPING)
        self.kill()

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    # -- running --------------------------------------------------------------------------------------

    def _command(self) -> list[str]:
        request, file = self._request, self._folder / Path(self._source.path or "script.skill").name
        beside = Path(self._source.path).parent if self._source.path else None
        for other in sorted(beside.iterdir()) if beside and beside.is_dir() else ():
            inside = beside is not None and other.resolve().is_relative_to(beside.resolve())
            if other.suffix in (".skill", ".s", ".t") and inside and other.is_file():
                shutil.copyfile(other, self._folder / other.name)  # what the script may call
        file.write_text(self._source.text, encoding="utf-8", newline="")
        command = [sys.executable, "-m", "footfall", "tune", str(file), "--json", "--no-pictures"]
        for term in self._terms:
            command += ["--term", term]
        if request.free:
            command += ["--free", ",".join(request.free)]
        command += [
            "--seconds",
            f"{request.seconds:g}",
            "--minutes",
            f"{request.minutes:g}",
            "--seed",
            str(request.seed),
        ]
        command += ["--ground", self._ground, "--workers", str(self._workers)]
        return [*command, "-o", str(self._folder / "result")]

    async def _run(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p or os.getcwd() for p in sys.path)}
        self._process = await asyncio.create_subprocess_exec(
            *await asyncio.to_thread(self._command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment,
            cwd=self._folder,
            start_new_session=True,
            limit=1 << 22,
        )
        assert self._process.stdout and self._process.stderr
        errors = asyncio.create_task(self._process.stderr.read(20_000))
        async for line in self._process.stdout:
            with contextlib.suppress(ValueError):
                self._take(json.loads(line))
        code = await self._process.wait()
        if self.running:
            words = (await errors).decode(errors="replace").strip().splitlines()
            self._tell("failed", reason=(words[0] if words else f"it ended with code {code}")[:300])
        errors.cancel()

    def _take(self, event: dict[str, Any]) -> None:
        kind = event.get("event")
        if kind == "started":
            self._tell("running", workers=int(event["workers"]), free=int(event["free"]))
        elif kind == "generation":
            point = r.SearchPoint(
                evaluations=int(event["evaluations"]),
                best=float(event["best"]),
                mean=float(event["mean"] if event["mean"] is not None else event["best"]),
                seconds=float(event["seconds"]),
            )
            self._points.append(point)
            start = self.state.start_score
            self._tell(
                "running",
                points=(point,),
                evaluations=point.evaluations,
                best=point.best,
                start_score=point.best if start is None else start,
                per_second=float(event["per_second"]),
                seconds=point.seconds,
                seconds_left=event["seconds_left"],
            )
        elif kind == "improved":
            text = self._written(event["vector"])
            self.text = text if text != self._source.text else ""
            self._tell("running", text=self.text, best=float(event["score"]))
        elif kind == "done":
            self._tell("done", reason=str(event["reason"]), best=float(event["score"]), text=self.text)

    def _written(self, vector: list[float]) -> str:
        """The script with a candidate's numbers."""
        params = with_values(self.program.params, self._free, vector)
        return rewrite(self._source.text, 0, self.program, params)

    def _tell(self, state: str, **changes: Any) -> None:
        self.state = structs.replace(self.state, **{"points": (), "state": state, **changes})
        self._on_state(self.state)

    def _make(self, state: Any) -> r.SearchState:
        return structs.replace(IDLE, state=state, free=len(self._free), workers=self._workers)


IDLE = r.SearchState(
    state="idle", free=0, workers=0, evaluations=0, per_second=0.0, best=None, start_score=None, seconds=0.0,
    seconds_left=None, points=(), text="", reason="",
)  # fmt: skip
