from __future__ import annotations

import errno
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import footfall as package
from footfall.cli import main as cli
from footfall.errors import FootfallError

COMMANDS = (
    "run",
    "check",
    "fmt",
    "convert",
    "explain",
    "list",
    "body",
    "graph",
    "go",
    "replay",
    "bench",
    "doctor",
    "demo",
    "warm",
)


def test_help_imports_little_and_no_simulator() -> None:
    code = (
        "import sys\nfrom footfall.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n"
        "    heavy = [m for m in ('mujoco', 'numba', 'matplotlib', 'numpy') if m in sys.modules]\n"
        "    print(heavy, len(sys.modules), file=sys.stderr)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy, modules = answer.stderr.rsplit(maxsplit=1)
    assert heavy == "[]"
    assert int(modules) < 500  # benchmarks/must_show.py measures the seconds


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(footfall: Callable[..., Any], command: str) -> None:
    answer = footfall(command, "--help")
    assert answer.code == 0
    assert f"footfall {command}" in answer.out


def test_help_names_every_command(footfall: Callable[..., Any]) -> None:
    answer = footfall("--help")
    assert all(command in answer.out for command in COMMANDS)


def test_version(footfall: Callable[..., Any]) -> None:
    assert footfall("--version").out.strip() == f"footfall {package.__version__}"


def test_no_arguments_print_the_help(footfall: Callable[..., Any]) -> None:
    answer = footfall()
    assert answer.code == 2
    assert "Usage" in answer.out + answer.err


def test_an_error_has_message_place_and_help(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def app(**_: Any) -> None:
        raise FootfallError("no [such] thing", where="here:1:2", help="mend it")

    monkeypatch.setattr(cli, "app", app)
    answer = footfall("list")
    assert answer.code == 2
    assert answer.err.split("\n")[:3] == ["error: no [such] thing", "  --> here:1:2", "  help: mend it"]


def test_ctrl_c_is_quiet() -> None:
    code = (
        "import footfall.cli.main as cli\n"
        "def app(**_): raise KeyboardInterrupt\n"
        "cli.app = app\ncli.main(['list'])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "")


@pytest.mark.sim
def test_ctrl_c_stops_a_simulation_at_once() -> None:
    command = [sys.executable, "-m", "footfall", "run", "simbicon/walk", "--seconds", "30000", "--json"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_interrupts,
    ) as process:
        try:
            assert process.stderr is not None
            assert process.stdout is not None
            assert any("Simulating" in line for line in process.stderr)  # a compile may come before
            process.send_signal(signal.SIGINT)
            assert process.wait() == 130  # else it would run on to its end, and be none
            assert "Traceback" not in process.stderr.read()
            assert process.stdout.read() == ""
        finally:
            process.kill()


def _heed_interrupts() -> None:
    """A test run started in the background hands down that interrupts are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("printer", ["print('x' * 1000000)", "typer.echo('x' * 1000000)"])
def test_a_broken_pipe_is_quiet(printer: str) -> None:
    code = (
        "import typer\nimport footfall.cli.main as cli\n"
        f"cli.app = typer.Typer()\n@cli.app.command()\ndef big():\n    {printer}\n"
        "cli.main([])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_an_unforeseen_fault_is_one_message_a_report_and_70(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def app(**_: Any) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(cli, "app", app)
    monkeypatch.setenv("FOOTFALL_CACHE", str(tmp_path))
    answer = footfall("list", "--json")
    assert answer.code == 70
    assert answer.out == ""
    assert "a fault of Footfall, not yours" in answer.err
    assert "Traceback" not in answer.err
    (report,) = (tmp_path / "reports").iterdir()
    assert str(report) in answer.err.replace("\n", "")
    assert "footfall list --json" in report.read_text(encoding="utf-8")


def test_a_full_disk_is_no_fault_of_ours(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def app(**_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "out.npz")

    monkeypatch.setattr(cli, "app", app)
    answer = footfall("list")
    assert answer.code == 2
    assert "no space left on device" in answer.err
    assert "out.npz" in answer.err


def test_an_exit_from_inside_keeps_its_code(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def app(**_: Any) -> None:
        raise SystemExit(3)

    monkeypatch.setattr(cli, "app", app)
    assert footfall("list").code == 3


def test_what_mujoco_warned_of_is_told_once_a_kind_at_the_end(footfall: Callable[..., Any]) -> None:
    from footfall import quiet

    quiet.take_warnings()
    for k in range(40):
        quiet._keep(f"Nan, Inf or huge value in QACC at DOF {k}.")
    answer = footfall("list")
    assert answer.code == 0
    assert [line for line in answer.err.splitlines() if "QACC" in line] == [
        "MuJoCo: Nan, Inf or huge value in QACC at DOF 0. (40 times)"
    ]
    assert "MuJoCo" not in footfall("list").err
