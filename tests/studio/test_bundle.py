"""The built page is made from the sources that lie beside it, and asks nobody else for anything."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "footfall" / "studio" / "static"
SINGLE = ("index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")


def sources_hash(web: Path) -> str:
    """The same hash as web/scripts/stamp.mjs: names and contents, in the order of the names."""
    names = [*SINGLE, *(p.relative_to(web).as_posix() for p in (web / "src").rglob("*") if p.is_file())]
    digest = hashlib.sha256()
    for name in sorted(names):
        digest.update(name.encode())
        digest.update(b"\0")
        digest.update((web / name).read_bytes())
        digest.update(b"\0")
    return digest.hexdigest()


def test_the_bundle_is_fresh() -> None:
    if not WEB.is_dir():
        pytest.skip("the page's sources are not part of this installation")
    built = json.loads((STATIC / "build.json").read_text())["sources"]
    assert built == sources_hash(WEB), "the page is stale: run `npm ci && npm run build` in web/"


def test_a_change_of_the_sources_is_seen(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in SINGLE:
        (tmp_path / name).write_text("x")
    before = sources_hash(tmp_path)
    (tmp_path / "src" / "new.ts").write_text("export {};")
    assert sources_hash(tmp_path) != before


def test_the_page_is_three_files_with_plain_names() -> None:
    assert {p.name for p in STATIC.iterdir()} == {"index.html", "app.js", "app.css", "build.json"}


def test_the_page_loads_nothing_from_elsewhere() -> None:
    page = (STATIC / "index.html").read_text()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert loaded and all(where.startswith(("./", "data:")) for where in loaded)
    style = (STATIC / "app.css").read_text()
    assert not re.search(r"@import|url\((?!data:)", style)


def test_the_lock_file_names_no_registry() -> None:
    if not WEB.is_dir():
        pytest.skip("the page's sources are not part of this installation")
    assert '"resolved"' not in (WEB / "package-lock.json").read_text()
