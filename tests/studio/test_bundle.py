"""The built page is made from the sources that lie beside it, and asks nobody else for anything."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import zlib
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


def test_the_page_is_a_few_files_with_plain_names() -> None:
    names = {"index.html", "app.js", "app.css", "build.json", "THIRD_PARTY.md"}
    assert {p.name for p in STATIC.iterdir()} == names


def test_every_library_in_the_page_is_named_with_its_licence() -> None:
    text = (STATIC / "THIRD_PARTY.md").read_text(encoding="utf-8")
    sections = {s.split("\n", 1)[0]: s for s in text.split("\n## ")[1:]}
    for title, section in sections.items():
        assert "Copyright" in section and "Permission is hereby granted" in section, title
    assert len(sections) >= 15
    if not WEB.is_dir():
        return
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for name in json.loads((WEB / "package.json").read_text())["dependencies"]:
        assert f"{name} {lock[f'node_modules/{name}']['version']}" in sections


def test_the_source_distribution_holds_the_pages_source_and_not_the_films() -> None:
    if not (ROOT / "pyproject.toml").is_file():
        pytest.skip("this is an installed package")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sdist = project["tool"]["hatch"]["build"]["targets"]["sdist"]
    assert "/web" in sdist["include"] and {"/docs/media", "/web/node_modules"} <= set(sdist["exclude"])
    for file in project["project"]["license-files"]:
        assert (ROOT / file).is_file()

    def kept(path: Path) -> bool:
        name = "/" + path.relative_to(ROOT).as_posix()
        skipped = ("__pycache__", "node_modules", ".vitest", ".sav")
        return not any(name.startswith(x + "/") for x in sdist["exclude"]) and not any(
            x in name for x in skipped
        )

    included = [ROOT / name.lstrip("/") for name in sdist["include"]]
    files = [f for top in included for f in (top.rglob("*") if top.is_dir() else [top]) if f.is_file()]
    packed = sum(len(zlib.compress(f.read_bytes())) for f in files if kept(f))
    assert packed < 6_000_000, f"the source distribution would have {packed} bytes"


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
