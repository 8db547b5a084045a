"""A newcomer in the studio: what somebody does in the first quarter of an hour, without touching any code.

    python benchmarks/studio_newcomer.py                  all of it; a line of JSON in the end
    python benchmarks/studio_newcomer.py --out FOLDER     pictures of each panel besides, to be looked at:
                                                          light and dark, 1280, 1440, 2560 pixels, 200 %
    python benchmarks/studio_newcomer.py --only axe       one part: walk, axe or pictures

A real browser opens the page, walks, pushes, throws, changes a style and finds it kept, puts stairs under the
body, lets a move finish, records, and exports a GLB and a BVH. axe-core then looks at every panel and dialog,
in both themes; a fault that it calls serious or critical is one. The exit code is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if __package__ in (None, ""):
    sys.path.insert(0, str(ROOT))

from benchmarks.studio_serve import Studio, browsing, serving  # noqa: E402

PATIENCE = 240.0  # s; machines that draw without a graphics card, and are busy, are slow
PANELS = ("phases", "live", "curves", "graph", "moves", "body", "search")
SIZES = {"1280": (1280, 800, 1), "1440": (1440, 900, 1), "2560": (2560, 1300, 1), "200": (640, 400, 2)}
BAD = ("serious", "critical")
AXE = "axe-core@4"


@dataclass
class Newcomer:
    """Somebody with a browser.

    Attributes:
        page: What they see.
        folder: The project on disk.
        done: What they have done, and how many seconds it took.
        complaints: What the browser's console said.
    """

    page: Any
    folder: Path
    done: dict[str, float] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    def at(self, testid: str) -> Any:
        """An element by its test id."""
        return self.page.locator(f'[data-testid="{testid}"]').first

    def ask(self, expression: str) -> Any:
        """Something about `window.__studio`, named s."""
        return self.page.evaluate(f"(() => {{ const s = window.__studio; return {expression}; }})()")

    def until(self, what: str, true: Callable[[], Any]) -> Any:
        """Wait until something holds.

        Raises:
            RuntimeError: It does not, in time.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := true():
                return value
            time.sleep(0.1)
        raise RuntimeError(f"waited in vain: {what}")

    def step(self, what: str, do: Callable[[], None]) -> None:
        """Do something, and note how long it took."""
        began = time.monotonic()
        do()
        self.done[what] = round(time.monotonic() - began, 1)
        print(f"{self.done[what]:7.1f} s  {what}", file=sys.stderr)

    def open(self, skill: str) -> None:
        """Choose a card of the gallery."""
        if self.at("gallery").count() == 0:
            self.at("gallery-button").click()
        before = self.ask("s.scene ? s.scene.id : -1")
        self.at(f"open-{skill}").click()
        self.until(
            "another scene", lambda: self.ask("s.scene && s.pose ? s.scene.id : -1") not in (before, -1)
        )
        self.until("it moves", lambda: self.ask("s.pose ? s.pose.time : 0") > 0.5)

    def set(self, testid: str, value: str) -> None:
        """Type a value into a slider."""
        box = self.page.locator(f'[data-testid="{testid}"] .value')
        box.fill(value)
        box.press("Enter")


def visit(browser: Any, studio: Studio, **how: Any) -> Newcomer:
    """Open the page."""
    page = browser.new_page(**how)
    page.set_default_timeout(PATIENCE * 1000)
    somebody = Newcomer(page, studio.folder)
    page.on("pageerror", lambda e: somebody.complaints.append(str(e)))
    page.on("console", lambda m: somebody.complaints.append(m.text) if m.type == "error" else None)
    page.goto(f"{studio.link}&quality=low")
    page.locator('[data-testid="gallery"]').wait_for()
    return somebody


def walk(browser: Any, studio: Studio) -> dict[str, Any]:
    """The first quarter of an hour."""
    me = visit(browser, studio, viewport={"width": 1440, "height": 900})
    me.step("open", lambda: me.until("cards", lambda: me.page.locator(".card").count() > 10))
    me.step("walk", lambda: _walk(me))
    me.step("push", lambda: _push(me))
    me.step("throw", lambda: _throw(me))
    me.step("change a style, and see it kept", lambda: _style(me))
    me.step("stairs", lambda: _stairs(me))
    me.step("finish a move", lambda: _finish(me))
    for kind, suffix in (("recording", ".npz"), ("glb", ".glb"), ("bvh", ".bvh")):
        me.step(f"export a {kind}", lambda kind=kind, suffix=suffix: _export(me, kind, suffix))  # type: ignore[misc]
    me.page.close()
    return {"steps": me.done, "complaints": me.complaints}


def _walk(me: Newcomer) -> None:
    me.open("simbicon/walk3d")
    start = me.ask("s.pose.com[0]")
    me.until("it gets on", lambda: me.ask("s.pose.com[0]") > start + 1)


def _push(me: Newcomer) -> None:
    me.at("push-menu").click()
    me.at("push-behind").click()
    me.until("it is faster", lambda: me.ask("s.pose.forces.length") or me.ask("s.pose.speed") > 1)
    me.page.keyboard.press("Escape")


def _throw(me: Newcomer) -> None:
    before = me.ask("s.scene.id")
    me.at("ball").click()
    me.until("there are balls", lambda: me.ask("s.scene.id") != before)


def _style(me: Newcomer) -> None:
    me.open("genbicon/styles/happy")
    me.at("tab-curves").click()
    text = me.ask("s.text")
    knot = me.page.locator(".curve-plot .knot").first
    knot.focus()
    for _ in range(5):
        knot.press("ArrowUp")
    me.until("the text follows", lambda: me.ask("s.text") != text and me.ask("s.settled"))
    mine = me.ask("s.text")
    me.at("changed").wait_for()
    me.open("simbicon/walk3d")
    me.open("genbicon/styles/happy")
    if me.ask("s.text") != mine:
        raise RuntimeError("the change was lost")
    me.at("undo").click()
    me.until("it can be undone", lambda: me.ask("s.text") != mine)


def _stairs(me: Newcomer) -> None:
    me.open("simbicon/walk3d")
    me.at("ground-menu").click()
    me.at("ground-stairs").click()
    me.until("stairs", lambda: me.ask("s.scene.ground").startswith(("stairs:", "steps:")))
    me.set("ground-stairs-rise", "0.03")
    me.until("lower ones", lambda: "0.03" in me.ask("s.scene.ground"))
    me.page.keyboard.press("Escape")
    me.until("it climbs", lambda: me.ask("s.pose ? s.pose.ground : 0") > 0.02 or me.at("ended").count())


def _finish(me: Newcomer) -> None:
    me.open("moves/rise")
    me.at("speed").select_option("4")
    me.until("it ends well", lambda: me.at("ended").count() and me.ask("s.ended && s.ended.good"))
    end = me.ask("s.ended.time")
    me.until("a while later", lambda: me.ask("s.pose.time") > end + 2)
    if me.ask("s.pose.com[2] - s.pose.ground") < 0.8:
        raise RuntimeError("it fell after its end")
    me.at("again").wait_for()
    me.at("speed").select_option("1")


def _export(me: Newcomer, kind: str, suffix: str) -> None:
    if me.at("export").count() == 0:
        me.at("open-export").click()
    links = me.page.locator('[data-testid="export-link"]')
    before = links.count()
    me.at(f"export-{kind}").click()
    me.until("a file", lambda: links.count() > before)
    made = [p for p in (me.folder / "exports").rglob(f"*{suffix}") if p.stat().st_size > 500]
    made += [p for p in me.folder.rglob(f"*{suffix}") if p.stat().st_size > 500]
    with me.page.expect_download() as download:
        links.nth(before).click()
    if not made and Path(download.value.path()).stat().st_size < 500:
        raise RuntimeError(f"the {kind} is empty")


# -- what axe-core finds ------------------------------------------------------------------------------------


def axe_source() -> str:
    """The checker's script: from the page's own packages, else by npm from the registry.

    Raises:
        RuntimeError: It can be had nowhere.
    """
    own = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if own.is_file():
        return own.read_text(encoding="utf-8")
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("axe-core needs npm")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([npm, "install", "--no-save", "--silent", "--prefix", folder, AXE], check=True)
        return (Path(folder) / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def axe(browser: Any, studio: Studio) -> dict[str, Any]:
    """Look at every panel and dialog, light and dark."""
    source, faults, looked = axe_source(), [], 0
    for theme in ("light", "dark"):
        me = visit(browser, studio, viewport={"width": 1440, "height": 900}, color_scheme=theme)
        for name, show in scenes(me):
            show()
            me.page.evaluate(source)
            found = me.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
            looked += 1
            for fault in found["violations"]:
                if fault["impact"] in BAD:
                    where = [node["target"][0] for node in fault["nodes"]][:4]
                    faults.append({"page": f"{name}, {theme}", "rule": fault["id"], "where": where})
                    print(f"{name}, {theme}: {fault['id']} {where}", file=sys.stderr)
        me.page.close()
    return {"looked": looked, "faults": faults}


def scenes(me: Newcomer) -> list[tuple[str, Callable[[], None]]]:
    """Every panel and dialog, by how it is shown."""

    def panel(name: str) -> Callable[[], None]:
        return lambda: me.at(f"tab-{name}").click()

    def begin() -> None:
        me.open("genbicon/styles/happy")
        me.at("tab-phases").click()

    def over(testid: str, shown: str) -> Callable[[], None]:
        def show() -> None:
            if me.page.locator(".veil").count():
                me.page.locator(".veil").first.press("Escape")
            me.at(testid).click()
            me.at(shown).wait_for()

        return show

    def menu() -> None:
        if me.page.locator(".veil").count():
            me.page.locator(".veil").first.press("Escape")
        me.at("ground-menu").click()
        me.at("ground-stairs").click()

    return [
        ("gallery", lambda: me.page.wait_for_timeout(500)),
        ("phases", begin),
        *((name, panel(name)) for name in PANELS[1:]),
        ("ground", menu),
        ("keys", over("open-keys", "keys")),
        ("palette", over("open-palette", "palette-input")),
        ("export", over("open-export", "export")),
        ("projects", over("open-projects", "projects")),
    ]


# -- pictures ----------------------------------------------------------------------------------------------


def pictures(browser: Any, studio: Studio, out: Path) -> dict[str, Any]:
    """Each panel and dialog, light and dark, at four sizes."""
    out.mkdir(parents=True, exist_ok=True)
    count = 0
    for size, (width, height, scale) in SIZES.items():
        for theme in ("light", "dark"):
            me = visit(
                browser,
                studio,
                viewport={"width": width, "height": height},
                device_scale_factor=scale,
                color_scheme=theme,
            )
            for name, show in scenes(me):
                show()
                me.page.wait_for_timeout(700)
                me.page.screenshot(path=out / f"{name}-{size}-{theme}.png")
                count += 1
            me.page.close()
    return {"pictures": count}


def main() -> None:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(description="A newcomer in the studio.")
    parser.add_argument("--out", type=Path, help="a folder for pictures of each panel")
    parser.add_argument("--only", choices=("walk", "axe", "pictures"))
    options = parser.parse_args()
    if options.only == "pictures" and options.out is None:
        parser.error("pictures need a folder: --out FOLDER")
    found: dict[str, Any] = {}
    with serving() as studio, browsing() as browser:
        if options.only in (None, "walk"):
            found["walk"] = walk(browser, studio)
        if options.only in (None, "axe"):
            found["axe"] = axe(browser, studio)
        if options.out is not None:
            found["pictures"] = pictures(browser, studio, options.out)["pictures"]
    print(json.dumps(found))
    bad = found.get("walk", {}).get("complaints", []) or found.get("axe", {}).get("faults", [])
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
