"""The import rule: cli, studio, gym → learn, motion, skills → engine → control → script, body, world."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import footfall

ROOT = Path(footfall.__file__).parent

# What each package may import besides itself and the modules at the top. A new package needs a row.
DATA = {"script", "body", "world"}
ALLOWED: dict[str, set[str]] = {
    "script": DATA,
    "body": DATA,
    "world": DATA,
    "control": DATA,
    "natural": DATA,
    "engine": DATA | {"control", "natural"},
    "skills": DATA | {"control", "engine"},
    "graph": DATA | {"control", "engine", "skills"},
    "motion": DATA | {"control", "engine", "skills", "natural"},
    "learn": DATA | {"control", "engine", "skills", "graph", "motion", "natural"},
    "robust": DATA | {"control", "engine", "skills", "motion"},
    "gym": DATA | {"control", "engine", "skills", "graph", "motion", "learn"},
    "studio": DATA | {"control", "engine", "skills", "graph", "motion", "learn"},
    "cli": DATA
    | {"control", "engine", "skills", "graph", "motion", "learn", "robust", "studio", "gym", "natural"},
}
# A Recording can draw itself: it asks motion when it is told to, and not before.
LAZY_ONLY = {("engine/recording/recording.py", "motion")}
TOP_LEVEL = {
    "__init__.py",
    "__main__.py",
    "compiling.py",
    "errors.py",
    "faults.py",
    "files.py",
    "quiet.py",
    "reading.py",
    "stored.py",
}

MODULES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))


def imported_packages(source: str, module: str) -> list[tuple[str, bool]]:
    """The packages of footfall that a module imports, each with whether at its top.

    Imports for type checkers only are left out: they do not happen.
    """
    parts = ["footfall", *Path(module).with_suffix("").parts]
    tree = ast.parse(source)
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for statement in block.body
        for node in ast.walk(statement)
    }
    lazy = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for node in ast.walk(function)
    }
    found: list[tuple[str, bool]] = []
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        for name in _names(node, parts):
            pieces = name.split(".")
            if pieces[0] == "footfall" and len(pieces) > 1:
                found.append((pieces[1], id(node) not in lazy))
    return found


def _names(node: ast.AST, parts: list[str]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = parts[: -node.level] if node.level else []
        origin = ".".join([*base, *([node.module] if node.module else [])])
        return [f"{origin}.{alias.name}" for alias in node.names] if origin == "footfall" else [origin]
    return []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_lies_below_it(module: str) -> None:
    if module in TOP_LEVEL:
        return
    package = module.split("/")[0]
    assert package in ALLOWED, f"{package} has no row in ALLOWED"
    for other, at_top in imported_packages((ROOT / module).read_text(encoding="utf-8"), module):
        if other in {package, "__version__", *(name.removesuffix(".py") for name in TOP_LEVEL)}:
            continue
        if (module, other) in LAZY_ONLY:
            assert not at_top, f"{module} must import {other} inside the function that needs it"
            continue
        assert other in ALLOWED[package], f"{module} imports footfall.{other}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import footfall.cli.main", [("cli", True)]),
        ("from footfall import motion", [("motion", True)]),
        ("from ..motion import strip", [("motion", True)]),
        ("from . import sim", [("engine", True)]),
        ("def f():\n    from footfall.motion.strip import film_strip", [("motion", False)]),
        ("if TYPE_CHECKING:\n    from footfall.cli import run", []),
        ("import numpy", []),
    ],
)
def test_the_rule_sees_every_way_to_import(source: str, expected: list[tuple[str, bool]]) -> None:
    assert imported_packages(source, "engine/sim.py") == expected


def test_importing_footfall_loads_no_simulator() -> None:
    heavy = ("mujoco", "numba", "numpy", "matplotlib")
    code = f"import sys, footfall; print([m for m in {heavy} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_every_public_name_exists() -> None:
    for name in footfall.__all__:
        assert getattr(footfall, name) is not None


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Simm"):
        footfall.Simm  # noqa: B018
