"""The documentation says what is so: generated parts are fresh, links lead somewhere, commands exist."""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer

from footfall.cli.main import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    ROOT.glob("docs/*.md")
)
BY_NAME = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def _load_maker() -> ModuleType:
    sys.path.insert(0, str(ROOT / "docs"))  # it imports its neighbours, as when it is run
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / "make_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_docs = _load_maker()


def code(page: Path, language: str) -> list[str]:
    """The code blocks of a language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def shell_lines() -> list[tuple[str, str]]:
    """(page, command) of every command in the documentation's shell blocks."""
    return [
        (page.name, line.partition("#")[0].strip())
        for page in PAGES
        for block in code(page, "sh")
        for line in block.splitlines()
        if line.partition("#")[0].strip()
    ]


@BY_NAME
def test_generated_parts_are_fresh(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert make_docs.filled(text) == text, f"{page.name} is stale: run `python docs/make_docs.py --text`"


@BY_NAME
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    missing = [t for t in targets if "://" not in t and not (page.parent / t.partition("#")[0]).exists()]
    assert missing == [], "pictures are made by `make docs`"


@pytest.mark.parametrize(("page", "line"), [x for x in shell_lines() if x[1].startswith("make ")])
def test_make_targets_exist(page: str, line: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{re.escape(line.split()[1])}:", makefile, flags=re.MULTILINE)


@pytest.mark.parametrize(("page", "line"), [x for x in shell_lines() if x[1].startswith("footfall ")])
def test_commands_and_their_options_exist(page: str, line: str) -> None:
    words = shlex.split(line)
    command = typer.main.get_command(app).commands[words[1]]
    command = getattr(command, "commands", {}).get(words[2], command) if words[2:] else command
    known = {option for parameter in command.params for option in parameter.opts}
    assert [word for word in words[2:] if word.startswith("--") and word not in known] == []


def test_the_example_of_the_language_page_compiles() -> None:
    from footfall.script import compile_text

    assert compile_text(make_docs.example()).phase_names == ("lift", "strike")


def test_every_statement_is_in_the_reference() -> None:
    from footfall.script.statements import STATEMENTS

    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert all(f"### {statement.word}\n" in text for statement in STATEMENTS)


def test_every_word_of_the_language_is_in_the_glossary() -> None:
    from footfall.script.statements import STATEMENTS
    from footfall.script.syntax.tokens import FLOW_WORDS, HEADER_WORDS

    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = [*HEADER_WORDS, *FLOW_WORDS, *(statement.word for statement in STATEMENTS)]
    assert [word for word in words if not re.search(rf"^\| [^|]*`{word}`", text, flags=re.MULTILINE)] == []
    for page in ("README.md", "docs/guide.md"):
        assert "glossary.md)" in (ROOT / page).read_text(encoding="utf-8")


def test_the_glossary_has_one_sentence_for_each_term() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (.+) \| (.+) \|$", text, flags=re.MULTILINE)
    rows = [(term, meaning) for term, meaning in found if meaning != "meaning"]
    assert len(rows) == len({term for term, _ in rows}), "a term is there twice"
    assert [term for term, meaning in rows if not meaning.endswith(".")] == []


def test_the_examples_of_the_table_of_statements_compile() -> None:
    from footfall.script import compile_text
    from footfall.script.statements import STATEMENTS

    for statement in STATEMENTS:
        head = "SKILL s()\nPROP crate.ball(.1).at(1, 0, 1).mass(1)\n"
        compile_text(f"{head}PHASE p\n  {statement.example}\n  TO end WHEN time > 1;\n")


def test_every_statement_has_an_example_that_uses_it() -> None:
    from footfall.script import compile_skill
    from footfall.script.statements import STATEMENTS

    for statement in STATEMENTS:
        path = make_docs.film.example_of(statement.word)
        assert re.search(rf"^  {statement.word}\b", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        compile_skill(str(path))


@pytest.mark.sim
@pytest.mark.parametrize("word", ["POSE", "LOAD", "TOGGLE"])
def test_an_example_runs_to_its_end(word: str) -> None:
    assert make_docs.film.run_example(make_docs.film.example_of(word)).end == "done"


def test_every_move_is_measured_and_shown() -> None:
    text = (ROOT / "docs" / "moves.md").read_text(encoding="utf-8")
    moves = make_docs.film.moves()
    assert len(moves) >= 13
    assert all(f"## {name.removeprefix('moves/')}\n" in text for name in moves)


def test_pictures_are_small() -> None:
    strips = [
        *(ROOT / "docs" / "media" / "statements").iterdir(),
        *(ROOT / "docs" / "media" / "moves").iterdir(),
    ]
    assert sum(path.stat().st_size for path in strips) < 3e6


def test_the_readme_python_is_ten_lines_that_parse() -> None:
    (block,) = code(ROOT / "README.md", "python")
    ast.parse(block)
    assert sum(bool(line.strip()) for line in block.splitlines()) <= 10


@pytest.mark.sim
def test_the_readme_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = code(ROOT / "README.md", "python")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    exec(compile(block.replace("sim.run(10)", "sim.run(1)"), "README.md", "exec"), {})
    assert (tmp_path / "walk.png").is_file()
    assert (tmp_path / "walk.npz").is_file()


@pytest.mark.sim
def test_the_python_of_the_export_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = code(ROOT / "docs" / "export.md", "python")
    monkeypatch.chdir(tmp_path)
    exec(compile(block.replace(".run(4)", ".run(2)"), "export.md", "exec"), {})
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "cycle.glb", "walk.bvh", "walk.csv", "walk.glb", "walk.xml",
    ]  # fmt: skip


def python_blocks() -> list[tuple[str, int, str]]:
    """(page, number, code) of every Python block; those of README and export.md have tests of their own."""
    own = ("README.md", "export.md")
    return [(p.name, k, b) for p in PAGES if p.name not in own for k, b in enumerate(code(p, "python"))]


@pytest.mark.sim
@pytest.mark.parametrize(("page", "number", "block"), python_blocks())
def test_the_python_of_a_page_runs(
    page: str, number: int, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "gym" in block:
        pytest.importorskip("gymnasium")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    for text in code(ROOT / "docs" / page, "toml")[:1]:
        (tmp_path / "aim.toml").write_text(text, encoding="utf-8")  # the file that the page shows first
    exec(compile(block, f"{page}: block {number}", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_skills_of_a_page_compile(page: Path) -> None:
    from footfall.script import compile_text

    whole = re.compile(r"^SKILL .*^PHASE ", flags=re.MULTILINE | re.DOTALL)
    blocks = [block for block in code(page, "") if "…" not in block]
    heads = [re.findall(r"^SKILL ([\w-]+)", block, flags=re.MULTILINE) for block in blocks]
    shown = {name for names in heads for name in names}
    for block in filter(whole.search, blocks):
        if not shown.intersection(re.findall(r"^  DO ([\w-]+)\(", block, flags=re.MULTILINE)):
            compile_text(block, name=page.name)  # what calls a skill of the page is a sketch, like that skill


@BY_NAME
def test_no_page_names_a_place_on_one_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"(?:/home/|/root/|/tmp/|/work/|C:\\)\S*", text) == []


@pytest.mark.sim
@pytest.mark.parametrize("newtons", [0, 400])
def test_the_readme_skill_stands(newtons: float) -> None:
    from footfall import Sim
    from footfall.script import compile_text

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```\n(## Stands.*?)```", text, flags=re.DOTALL)
    assert found is not None
    sim = Sim(compile_text(found[1]))
    sim.push(time=2.0, forward=newtons, seconds=0.1)
    assert sim.run(8).end == "time"
