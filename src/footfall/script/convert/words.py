"""Names that are legal in a modern script, made from those of a classic one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from ..checks.names import TAKEN
from ..syntax.expressions import NOT_NUMBERS
from ..syntax.tokens import KEYWORDS, OPERATOR_WORDS

_LEGAL_PARAMETER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NOT_IN_PATH = re.compile(r"[^A-Za-z0-9_-]+")
_LEGAL_FILE = re.compile(r"[A-Za-z0-9_./-]*[A-Za-z0-9_]", re.ASCII)


def skill_stem(file: str, taken: Iterable[str] = ()) -> str:
    """The name of a skill for a script file, unlike those that are taken.

    >>> skill_stem("1foot2stand.t"), skill_stem("walk.t", ["walk"]), skill_stem("a b+.s")
    ('1foot2stand', 'walk-t', 'a-b')
    """
    path = PurePosixPath(file)
    stem = _NOT_IN_PATH.sub("-", path.stem).strip("-") or "script"
    if _begins_with_keyword(stem):
        stem = f"my-{stem}"
    used = {name.lower() for name in taken}  # some file systems know no case
    suffix = _NOT_IN_PATH.sub("-", path.suffix.lstrip(".")).strip("-")
    choices = [stem, f"{stem}-{suffix}"] if suffix else [stem]
    for choice in choices:
        if choice.lower() not in used:
            return choice
    number = 2
    while f"{stem}-{number}".lower() in used:
        number += 1
    return f"{stem}-{number}"


def parameter_names(names: Iterable[str]) -> dict[str, str]:
    """Legal names of a script's parameters, by their own.

    >>> parameter_names(["dt", "time", "2nd"])
    {'dt': 'dt', 'time': 'my_time', '2nd': 'my_2nd'}
    """
    own = list(names)
    out: dict[str, str] = {}
    for name in own:
        legal = name
        while not _is_free(legal) or (legal != name and legal in own):
            legal = f"my_{legal}"
        out[name] = legal
    return out


def _is_free(name: str) -> bool:
    return bool(_LEGAL_PARAMETER.fullmatch(name)) and name not in TAKEN and name.lower() not in NOT_NUMBERS


def file_name(name: str) -> str:
    """The name of a saved state as SAVE and LOAD can write it.

    >>> file_name("a/b.sav"), file_name("my state.sav"), file_name("GOAL.sav")
    ('a/b.sav', 'my-state.sav', 'my-GOAL.sav')
    """
    if not _LEGAL_FILE.fullmatch(name):
        name = re.sub(r"[^A-Za-z0-9_./-]+", "-", name).strip("-./") or "state"
    return f"my-{name}" if _begins_with_keyword(name) else name


def _begins_with_keyword(name: str) -> bool:
    return re.split(r"[-./]", name)[0] in KEYWORDS


def is_entity(name: str) -> bool:
    """Whether the name of an entity can be written after `near`."""
    return bool(_LEGAL_PARAMETER.fullmatch(name)) and name not in (*KEYWORDS, *OPERATOR_WORDS)


def is_key(name: str) -> bool:
    """Whether a key can be written after `key`."""
    return len(name) == 1 and name.isascii() and name.isalnum()
