"""The language: text in, checked tree, compiled Program out."""

from __future__ import annotations

from .compile.compiler import check, compile_skill, compile_source, compile_text
from .diagnostics import Diagnostic, Edit, ScriptError, apply_edits
from .program import Program
from .rewrite import rewrite
from .source import (
    DictLoader,
    Loader,
    Source,
    classic_names,
    find_skill,
    is_classic,
    skill_names,
    skill_near,
)
from .syntax.parser import parse

__all__ = [
    "Diagnostic",
    "DictLoader",
    "Edit",
    "Loader",
    "Program",
    "ScriptError",
    "Source",
    "apply_edits",
    "check",
    "classic_names",
    "compile_skill",
    "compile_source",
    "compile_text",
    "find_skill",
    "is_classic",
    "parse",
    "rewrite",
    "skill_names",
    "skill_near",
]
