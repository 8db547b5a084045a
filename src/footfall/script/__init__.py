"""The language: text in, checked tree, compiled Program out.

syntax      text to tree and back; one tree for both dialects
checks      what is wrong in a modern script
classic     reads the classic dialect into that tree, and checks it
convert     a classic script as modern text
compile     trees to a Program
statements  the table of statements
help        codes, what they mean, the reference
"""

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
