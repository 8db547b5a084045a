"""Every example runs, headless, writes where it is told, and is short."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from footfall.cli.main import app
from footfall.script.help.explain import explain
from footfall.script.statements import STATEMENTS

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("[0-9]*.py"))


def test_there_are_examples() -> None:
    assert [path.name[:3] for path in EXAMPLES] == [f"{k:02}_" for k in range(len(EXAMPLES))]
    assert len(EXAMPLES) == 10


@pytest.mark.sim
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    if "gymnasium" in path.read_text():
        pytest.importorskip("gymnasium")
    out, here = tmp_path / "out", tmp_path / "here"
    here.mkdir()
    ran = subprocess.run(
        [sys.executable, str(path), str(out)], cwd=here, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() and "Traceback" not in ran.stderr
    assert "fell" not in ran.stdout
    assert list(out.iterdir()), "it wrote nothing"
    assert not list(here.iterdir()), "it left something in the working folder"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 60


def test_help_explain_and_examples_agree() -> None:
    commands = typer.main.get_command(app).commands
    said = "\n".join(path.read_text() for path in EXAMPLES)
    for line in re.findall(r"footfall ([a-z]+(?: [^`\n]*)?)`", said):  # a command that an example names
        name, *words = line.split()
        command = getattr(commands[name], "commands", {}).get(words[0] if words else "", commands[name])
        known = {option for parameter in command.params for option in parameter.opts}
        assert [word for word in words if word.startswith("-") and word not in known] == []
    page = " ".join((EXAMPLES[0].parents[1] / "docs" / "language.md").read_text().split())
    for statement in STATEMENTS:  # a word means the same on the terminal and on the page
        told = " ".join(explain(statement.word).split())
        assert statement.example in told and statement.example in page
        assert statement.doc.split(". ")[0] in told and statement.doc.split(". ")[0] in page
