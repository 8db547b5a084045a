"""Where the figures of docs/simbicon.md are kept: one JSON file for each benchmark."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.commands import ROOT

FOLDER = ROOT / "docs" / "media" / "simbicon"


def store(name: str, result: dict[str, Any]) -> None:
    """Keep what a benchmark measured."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
