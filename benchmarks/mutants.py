"""Mutants of the primitives: does each one's own test file notice when its results are wrong?

    python benchmarks/mutants.py                     all of them; goes on where it was stopped
    python benchmarks/mutants.py --only virtual ik   some modules of src/footfall/control
    python benchmarks/mutants.py --jobs 2 --json     one object on stdout
    python benchmarks/mutants.py --list              print the mutants and stop

A mutant negates or zeroes one thing: a value that a primitive returns, or one that it writes into an
array. It is caught when a test of tests/control/…/test_MODULE.py (or test_MODULE_….py) fails. Primitives run
without the compiler here, so a mutant is a changed code object in a fork, and takes a fraction of a second;
tests marked `long` are left out. The exit code is 1 if one survives.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import hashlib
import importlib
import io
import json
import os
import resource
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT
from benchmarks.mutants_equivalent import EQUIVALENT

CONTROL = ROOT / "src" / "footfall" / "control"
TESTS = ROOT / "tests" / "control"
STORE = ROOT / "out" / "mutants.json"  # what is known, by the texts it depends on
PATIENCE = 90  # s of processor time; a mutant that runs longer is caught: it hangs
NEGATED, ZEROED = "negated", "zeroed"
SURVIVED, CAUGHT = "survived", "caught"


@dataclass(frozen=True)
class Mutant:
    """One change of one primitive.

    Attributes:
        module: Of footfall.control.
        function: The primitive.
        line: Where, in the module.
        place: Which changeable value of the module, in the order of its text.
        how: NEGATED or ZEROED.
        text: The value's source.
    """

    module: str
    function: str
    line: int
    place: int
    how: str
    text: str

    @property
    def key(self) -> str:
        """What names it in the list of equivalent ones, whatever its line."""
        return f"{self.module}.{self.function}: {self.text} {self.how}"

    def __str__(self) -> str:
        path = source_of(self.module).relative_to(ROOT)
        return f"{path}:{self.line} {self.function}: {self.text} {self.how}"


def source_of(module: str) -> Path:
    """The file of a module: names are unique among all folders of control."""
    return next(CONTROL.rglob(f"{module}.py"))


def negated(value: Any) -> Any:
    """The opposite of a number, a truth or each of several."""
    if isinstance(value, tuple):
        return tuple(negated(v) for v in value)
    if isinstance(value, (bool, np.bool_)):
        return not value
    return -value


def zeroed(value: Any) -> Any:
    """Nothing, of the same kind."""
    if isinstance(value, tuple):
        return tuple(zeroed(v) for v in value)
    if isinstance(value, (bool, np.bool_)):
        return False
    return 0 * value if value == value else 0.0


CHANGES = {NEGATED: negated, ZEROED: zeroed}


def changeable(tree: ast.Module) -> Iterator[tuple[str, ast.AST, str, int | None]]:
    """(function, node, field, index) of each value that a primitive returns or writes into an array."""
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or not any(
            isinstance(d, ast.Name) and d.id == "njit" for d in function.decorator_list
        ):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from _values(function.name, node, node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
                yield function.name, node, "value", None
            elif isinstance(node, ast.Assign):
                target = node.targets[0]
                if isinstance(target, ast.Subscript):
                    yield function.name, node, "value", None
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for i, part in enumerate(target.elts):
                        if isinstance(part, ast.Subscript):
                            yield function.name, node.value, "elts", i
                elif isinstance(target, ast.Tuple) and any(isinstance(t, ast.Subscript) for t in target.elts):
                    yield function.name, node, "value", None


def _values(name: str, node: ast.AST, value: ast.expr) -> Iterator[tuple[str, ast.AST, str, int | None]]:
    if isinstance(value, ast.Tuple):
        for i in range(len(value.elts)):
            yield name, value, "elts", i
    else:
        yield name, node, "value", None


def _get(node: ast.AST, field: str, index: int | None) -> ast.expr:
    found = getattr(node, field)
    value: ast.expr = found if index is None else found[index]
    return value


def _constant(value: ast.expr) -> float | None:
    """The number that a literal is; None for anything else. A truth is no number."""
    try:
        number = ast.literal_eval(value)
    except ValueError:
        return None
    return None if isinstance(number, bool) or not isinstance(number, (int, float)) else float(number)


def mutants_of(module: str) -> list[Mutant]:
    """All of a module. A zero stays as it is, and a flag (a literal that is written) is only zeroed."""
    tree = ast.parse(source_of(module).read_text(encoding="utf-8"))
    found = []
    for place, (function, node, field, index) in enumerate(changeable(tree)):
        value = _get(node, field, index)
        number = _constant(value)
        if number == 0.0:
            continue
        text = " ".join(ast.unparse(value).split())
        flag = number is not None and not isinstance(node, ast.Return)
        hows = (ZEROED,) if flag else (NEGATED, ZEROED)
        if isinstance(value, ast.Constant) and isinstance(value.value, bool):
            hows = (NEGATED,)
        found += [Mutant(module, function, value.lineno, place, how, text) for how in hows]
    return found


def changed_code(mutant: Mutant) -> CodeType:
    """The code of the mutant's function, with its one change."""
    path = source_of(mutant.module)
    tree = copy.deepcopy(ast.parse(path.read_text(encoding="utf-8")))
    _, node, field, index = list(changeable(tree))[mutant.place]
    value = _get(node, field, index)
    change = ast.copy_location(ast.Call(ast.Name(f"_{mutant.how}", ast.Load()), [value], []), value)
    if index is None:
        setattr(node, field, change)
    else:
        getattr(node, field)[index] = change
    made = compile(ast.fix_missing_locations(tree), str(path), "exec")
    (code,) = (
        c for c in made.co_consts if isinstance(c, CodeType) and c.co_name.split(".")[-1] == mutant.function
    )
    return code


def _dotted(module: str) -> str:
    """The full name of a module."""
    return ".".join(source_of(module).relative_to(CONTROL.parent.parent).with_suffix("").parts)


def own_tests(module: str) -> list[Path]:
    """The test files of a module."""
    found = {*TESTS.rglob(f"test_{module}.py"), *TESTS.rglob(f"test_{module}_*.py")} - _others(module)
    return sorted(found, reverse=True)  # closed forms first: they are the quickest


def _others(module: str) -> set[Path]:
    """Test files of modules whose names begin with this one's: test_compile_cache.py is not compile's."""
    longer = [p.stem for p in CONTROL.rglob(f"{module}_*.py")]
    return {path for name in longer for path in TESTS.rglob(f"test_{name}*.py")}


def _pytest(*arguments: str) -> int:
    import pytest

    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long"]
    return int(pytest.main([*arguments, *options, "-o", "addopts=--import-mode=importlib"]))


def passes(module: str) -> bool:
    """Run a module's own tests in this process; whether all passed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    return _pytest("-x", *map(str, own_tests(module))) == 0


def warm(modules: list[str]) -> None:
    """Import all that the tests import, once, before the forks."""
    import hypothesis

    # one failure is enough: it need not be made small
    hypothesis.settings.register_profile("mutants", phases=[hypothesis.Phase.generate], derandomize=True)
    hypothesis.settings.load_profile("mutants")
    with contextlib.redirect_stdout(io.StringIO()):
        _pytest("--collect-only", *(str(path) for module in modules for path in own_tests(module)))


def start(mutant: Mutant | None, module: str) -> int:
    """Fork a process that tests a mutant, or the module as it is; returns its id."""
    child = os.fork()
    if child:
        return child
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if mutant is not None:
            loaded = importlib.import_module(_dotted(module))
            loaded.__dict__.update({f"_{how}": change for how, change in CHANGES.items()})
            getattr(loaded, mutant.function).__code__ = changed_code(mutant)
        os._exit(0 if passes(module) else 1)
    finally:  # whatever happens, this process must not go on as a second parent
        os._exit(1)


def run_all(mutants: list[Mutant], jobs: int, known: dict[str, str]) -> dict[Mutant, str]:
    """Test the mutants, several at once; what is known is not tested again."""
    results = {m: known[_name(m)] for m in mutants if _name(m) in known}
    waiting = [m for m in reversed(mutants) if m not in results]
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[start(mutant, mutant.module)] = mutant
        child, status = os.wait()
        mutant = running.pop(child)
        results[mutant] = known[_name(mutant)] = SURVIVED if status == 0 else CAUGHT
        _remember(known)
        mark = "." if results[mutant] == CAUGHT else ("=" if mutant.key in EQUIVALENT else "S")
        print(mark, end="", file=sys.stderr, flush=True)
    return results


def _name(mutant: Mutant) -> str:
    return f"{_texts(mutant.module)} {mutant.place} {mutant.how}"


_hashes: dict[str, str] = {}


def _texts(module: str) -> str:
    """A hash of what decides about a module's mutants: its text and its own tests."""
    if module not in _hashes:
        digest = hashlib.sha256()
        paths = [source_of(module), *own_tests(module), TESTS / "conftest.py"]
        for path in paths:
            digest.update(path.read_bytes())
        _hashes[module] = f"{module}-{digest.hexdigest()[:12]}"
    return _hashes[module]


def _remember(known: dict[str, str]) -> None:
    STORE.parent.mkdir(exist_ok=True)
    part = STORE.with_suffix(".part")
    part.write_text(json.dumps(known, indent=0), encoding="utf-8")
    part.replace(STORE)


def _modules() -> list[str]:
    return [
        path.stem
        for path in sorted(CONTROL.rglob("*.py"))
        if path.stem != "__init__" and mutants_of(path.stem)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Does each primitive's own test file catch its mutants?")
    parser.add_argument("--only", nargs="+", metavar="MODULE", help="modules of src/footfall/control")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--fresh", action="store_true", help="forget what is known")
    arguments = parser.parse_args()
    modules = arguments.only or _modules()
    unknown = sorted(set(modules) - set(_modules()))
    if unknown:
        parser.error(f"there is no primitive in '{unknown[0]}'; there are: {', '.join(_modules())}")
    mutants = [m for module in modules for m in mutants_of(module)]
    if arguments.list:
        print("\n".join(map(str, mutants)))
        return 0
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":  # the modules must be imported without the compiler
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "benchmarks.mutants", *sys.argv[1:]])
    return report(modules, mutants, arguments)


def report(modules: list[str], mutants: list[Mutant], arguments: argparse.Namespace) -> int:
    """Test, print the survivors, and say how it went."""
    sys.path.insert(0, str(ROOT / "src"))
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", tempfile.mkdtemp(prefix="mutants-"))
    warm(modules)
    bare = [m for m in modules if not own_tests(m)]
    failing = [m for m in modules if m not in bare and os.waitpid(start(None, m), 0)[1] != 0]
    for module in failing:
        print(f"the tests of {module} fail without any mutant", file=sys.stderr)
    known = {} if arguments.fresh or not STORE.is_file() else json.loads(STORE.read_text(encoding="utf-8"))
    testable = [m for m in mutants if m.module not in bare and m.module not in failing]
    results = run_all(testable, max(1, arguments.jobs), known)
    print(file=sys.stderr)
    survivors = [m for m in mutants if results.get(m, SURVIVED) == SURVIVED and m.key not in EQUIVALENT]
    excused = [m for m in testable if results[m] == SURVIVED and m.key in EQUIVALENT]
    stale = sorted(set(EQUIVALENT) - {m.key for module in _modules() for m in mutants_of(module)})
    caught = sum(result == CAUGHT for result in results.values())
    if arguments.json:
        summary = {"mutants": len(mutants), "caught": caught, "equivalent": len(excused)}
        print(json.dumps(summary | {"survivors": [str(m) for m in survivors], "stale": stale}))
    else:
        for m in survivors:
            print(f"survived: {m}" + ("  (no test file)" if m.module in bare else ""))
        for key in stale:
            print(f"no such mutant any more: {key}")
        print(f"{caught} of {len(mutants)} caught, {len(excused)} equivalent, {len(survivors)} survived")
    return 1 if survivors or stale or failing else 0


if __name__ == "__main__":
    sys.exit(main())
