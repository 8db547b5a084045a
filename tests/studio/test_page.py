"""The page in a real browser: what a person does in the first five minutes, in one sitting."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [
    pytest.mark.sim,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (Debian: apt-get install chromium)"),
    # The tests share one browser and go on from each other: one worker runs them, in order.
    pytest.mark.xdist_group("page"),
]
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
KNEE = "1.15"  # rad: the swing knee of the walk while it lifts, as its script writes it
PATIENCE = 90.0  # s; machines that draw without a graphics card are slow


@dataclass
class Sitting:
    """One page, and what went wrong in it."""

    page: Any
    folder: Path
    origin: str
    complaints: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def at(self, testid: str) -> Any:
        return self.page.locator(f'[data-testid="{testid}"]').first

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(f"(() => {{ const s = window.__studio; return {expression}; }})()")

    def until(self, what: str, true: Callable[[], Any]) -> Any:
        """Wait until something holds.

        Raises:
            AssertionError: It does not hold in time.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = true()
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"waited in vain: {what}")

    def time(self) -> float:
        return float(self.ask("s.pose ? s.pose.time : -1"))

    def open(self, skill: str) -> None:
        if self.at("gallery").count() == 0:
            self.at("gallery-button").click()
        before = self.ask("s.scene ? s.scene.id : -1")
        self.at(f"open-{skill}").click()
        self.until(f"{skill} is open", lambda: skill in self.at("open-name").inner_text())
        self.until("another scene", lambda: self.ask("s.scene.id") != before)
        self.until("time passes", lambda: self.time() > 0.3)
        drawn = self.ask("s.frames")
        self.until("it is drawn", lambda: self.ask("s.frames") > drawn + 2)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 180  # the kernel may have to be compiled
    while time.monotonic() < end:
        assert server.poll() is None, "the studio ended by itself"
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise AssertionError("the studio did not start")


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    folder = tmp_path_factory.mktemp("project")
    port = free_port()
    command = [sys.executable, "-m", "footfall", "studio", "--no-browser", "--port", str(port), str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    origin = f"http://127.0.0.1:{port}"
    try:
        wait_for(origin, server)
        with playwright.sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE * 1000)
            now = Sitting(page, folder, origin)
            page.on("console", lambda m: now.complaints.append(m.text) if m.type == "error" else None)
            page.on("pageerror", lambda e: now.complaints.append(str(e)))
            page.on("request", lambda r: now.outside.append(r.url) if not _ours(r.url, origin) else None)
            page.goto(f"{origin}/?quality=low")
            yield now
            browser.close()
    finally:
        server.terminate()
        server.wait(20)


def _ours(url: str, origin: str) -> bool:
    return url.startswith((origin, origin.replace("http", "ws"), "data:", "blob:"))


def test_the_gallery_is_the_start_page(sitting: Sitting) -> None:
    sitting.until("cards", lambda: sitting.page.locator(".card").count() >= 10)
    sitting.at("gallery-find").fill("squat")
    assert sitting.page.locator(".card").count() == 2  # the squat, and the rise from it
    sitting.at("gallery-find").fill("")
    sitting.open("simbicon/walk")


def test_it_walks(sitting: Sitting) -> None:
    before = sitting.ask("s.pose.com[0]")
    sitting.until("it gets on", lambda: sitting.ask("s.pose.com[0]") > before + 0.5)
    sitting.ask("s.render()")
    colours = sitting.page.evaluate(
        """() => { const c = document.querySelector('[data-testid=canvas]');
        const t = document.createElement('canvas'); t.width = c.width; t.height = c.height;
        const x = t.getContext('2d'); x.drawImage(c, 0, 0);
        const d = x.getImageData(0, 0, t.width, t.height).data; const seen = new Set();
        for (let i = 0; i < d.length; i += 16) seen.add((d[i] >> 4) << 8 | (d[i+1] >> 4) << 4 | d[i+2] >> 4);
        return seen.size; }"""
    )
    assert colours > 15


def test_a_slider_changes_the_text_and_the_gait(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("tab-live").click()
    was = sitting.ask("s.program.parameters[0].default")
    lean = sitting.page.locator('[data-testid="parameter-lean"] .value')
    lean.fill("-0.08")
    lean.press("Enter")
    sitting.until("the text follows", lambda: "lean = -0.08~" in sitting.ask("s.text"))
    sitting.until("the program follows", lambda: sitting.ask("s.program.parameters[0].default") == -0.08)
    # Leant back it loses its forward speed: the gait itself has changed, not only the text.
    sitting.until("it slows down", lambda: sitting.ask("s.pose.speed") < 0.3)
    sitting.at("undo").click()
    sitting.until("undone", lambda: f"lean = {was}~" in sitting.ask("s.text"))
    sitting.at("redo").click()
    sitting.until("redone", lambda: "lean = -0.08~" in sitting.ask("s.text"))
    sitting.at("undo").click()


def test_a_broken_script_shows_where_and_the_body_walks_on(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    good = sitting.ask("s.text")
    line = sitting.page.locator(".cm-line", has_text=f"swKnee({KNEE}~").first
    line.dblclick(position={"x": 60, "y": 8})  # selects the word swKnee
    sitting.page.keyboard.type("swKne")
    problem = sitting.until("a problem", lambda: sitting.at("problem").count() and sitting.at("problem"))
    assert "line 9" in problem.inner_text()
    wrong = sitting.page.locator(".cm-lintRange-error").first
    sitting.until("the word is underlined", lambda: wrong.inner_text() == "swKne")
    assert "keeps running" in sitting.at("script-state").inner_text()
    before = sitting.time()
    sitting.until("time goes on", lambda: sitting.time() > before + 0.5)
    problem.get_by_role("button", name="Mend it").click()
    sitting.until("mended", lambda: sitting.ask("s.problems.length") == 0)
    assert sitting.ask("s.text") == good


def test_a_number_in_the_text_can_be_dragged(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    number = sitting.page.locator(".cm-number", has_text=KNEE).first
    box = number.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    sitting.page.mouse.move(x, y)
    sitting.page.mouse.down()
    sitting.page.mouse.move(x + 40, y, steps=4)
    sitting.page.mouse.up()
    sitting.until("it grew", lambda: f"swKnee({float(KNEE) + 0.1:.2f}" in sitting.ask("s.text"))
    sitting.at("undo").click()
    sitting.until("one step back", lambda: f"swKnee({KNEE}~" in sitting.ask("s.text"))


def test_a_handle_of_the_figure_turns_a_joint(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("tab-phases").click()
    handle = sitting.at("phase-lift").locator('[data-testid="handle-swKnee"]')
    handle.focus()
    handle.press("ArrowUp")
    sitting.until("the text follows", lambda: f"swKnee({float(KNEE) + 0.02:.2f}" in sitting.ask("s.text"))
    box = handle.bounding_box()
    sitting.page.mouse.move(box["x"] + 5, box["y"] + 5)
    sitting.page.mouse.down()
    sitting.page.mouse.move(box["x"] - 25, box["y"] - 10, steps=3)
    sitting.page.mouse.up()
    sitting.until("more", lambda: sitting.ask("Number(/swKnee\\(([\\d.]+)/.exec(s.text)[1])") > 1.2)


def test_drag_on_the_body_pushes_it(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    canvas = sitting.at("canvas").bounding_box()
    x, y = canvas["x"] + canvas["width"] / 2, canvas["y"] + canvas["height"] * 0.4
    sitting.ask("s.render()")
    sitting.page.mouse.move(x, y)
    sitting.page.mouse.down()
    sitting.page.mouse.move(x - 60, y, steps=3)
    label = sitting.until("newtons", lambda: sitting.at("push-label").count() and sitting.at("push-label"))
    sitting.until("a force acts", lambda: sitting.ask("s.pose.forces.length") > 0)
    assert " N · " in label.inner_text()
    sitting.page.mouse.up()
    sitting.until("let go", lambda: sitting.at("push-label").count() == 0)


def test_scrub_and_branch(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.until("some history", lambda: sitting.time() > 2)
    box = sitting.at("track").bounding_box()
    sitting.page.mouse.click(box["x"] + box["width"] / 60, box["y"] + box["height"] / 2)
    sitting.until("an earlier moment", lambda: sitting.ask("s.pose.earlier") and sitting.time() < 1.6)
    shown = sitting.time()
    sitting.at("branch").click()
    sitting.until("it goes on from there", lambda: not sitting.ask("s.pose.earlier"))
    assert sitting.ask("s.pose.head") < shown + 30
    sitting.until("and plays", lambda: sitting.ask("s.pose.playing"))


def test_pause_and_step(sitting: Sitting) -> None:
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("Space")
    sitting.until("paused", lambda: not sitting.ask("s.pose.playing"))
    before = sitting.time()
    sitting.page.keyboard.press("ArrowRight")
    sitting.until("one frame on", lambda: before < sitting.time() < before + 0.05)
    sitting.page.keyboard.press("Space")
    sitting.until("playing", lambda: sitting.ask("s.pose.playing"))


def test_proportions_rebuild_the_body_and_can_be_undone(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("tab-body").click()
    mass = sitting.ask("s.scene.mass")
    slider = sitting.page.locator('[data-testid^="proportion-"] .value').last
    slider.fill("1.3")
    slider.press("Enter")
    sitting.until("another body", lambda: abs(sitting.ask("s.scene.mass") - mass) > 1)
    sitting.at("undo").click()
    sitting.until("the first one", lambda: abs(sitting.ask("s.scene.mass") - mass) < 0.1)


def test_a_curve_is_made_and_bent(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.page.locator(".cm-line", has_text="PHASE lift").click(position={"x": 12, "y": 8})
    sitting.page.keyboard.press("Home")
    for _ in range(len("PHASE lift")):
        sitting.page.keyboard.press("ArrowRight")
    sitting.page.keyboard.type(" LASTS 0.3")
    sitting.until("it lasts", lambda: sitting.ask("s.program.phases[0].lasts") >= 0)
    sitting.at("tab-curves").click()
    sitting.at("make-curve-swKnee").click()
    sitting.until("a curve", lambda: f"curve(0: {KNEE}, .5: {KNEE}, 1: {KNEE})" in sitting.ask("s.text"))
    knot = sitting.until("a knot", lambda: sitting.at("knot-1").count() and sitting.at("knot-1"))
    knot.focus()
    knot.press("ArrowUp")
    sitting.until("bent", lambda: f".5: {float(KNEE) + 0.02:.2f}" in sitting.ask("s.text"))
    knot.focus()
    knot.press("Delete")
    sitting.until("gone", lambda: f"curve(0: {KNEE}, 1: {KNEE})" in sitting.ask("s.text"))


def test_a_search_starts_and_stops(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("tab-search").click()
    sitting.at("search-start").click()
    sitting.until("candidates", lambda: sitting.at("search-state").count() and _tried(sitting) > 0)
    sitting.at("search-stop").click()
    sitting.until("stopped", lambda: sitting.at("search-start").count() == 1)


def _tried(sitting: Sitting) -> int:
    return int(sitting.at("search-progress").locator(".stat b").first.inner_text())


def test_a_strip_is_exported(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.until("some history", lambda: sitting.time() > 1)
    sitting.at("open-export").click()
    sitting.at("export-strip").click()
    link = sitting.until("a file", lambda: sitting.at("export-link").count() and sitting.at("export-link"))
    with sitting.page.expect_download() as download:
        link.click()
    assert Path(download.value.path()).stat().st_size > 1000
    sitting.page.keyboard.press("Escape")


def test_duplicate_and_save_write_plain_files(sitting: Sitting) -> None:
    sitting.at("gallery-button").click()
    sitting.at("duplicate-simbicon/walk").click()
    sitting.until("a file", lambda: list(sitting.folder.glob("*.skill")))
    sitting.until("its name", lambda: "simbicon/" not in sitting.at("open-name").inner_text())
    made = next(sitting.folder.glob("*.skill"))
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" Mine.")
    sitting.page.keyboard.press("Control+s")
    sitting.until("saved", lambda: "Mine." in made.read_text())


def test_keys_palette_and_tour(sitting: Sitting) -> None:
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("?")
    assert sitting.at("keys").is_visible()
    sitting.page.keyboard.press("Escape")
    sitting.page.keyboard.press("Control+k")
    sitting.at("palette-input").fill("tour")
    sitting.page.keyboard.press("Enter")
    for _ in range(4):
        sitting.at("tour-next").click()
    assert "5 of 5" in sitting.at("tour").inner_text()
    sitting.at("tour-skip").click()
    assert sitting.at("tour").count() == 0


def test_nothing_is_cut_off_at_small_windows_or_large_letters(sitting: Sitting) -> None:
    wide = "document.documentElement.scrollWidth <= innerWidth"
    for width, height in ((1440, 900), (1280, 800), (640, 400)):  # 640: a window of 1280 at 200 %
        sitting.page.set_viewport_size({"width": width, "height": height})
        for name in ("phases", "live", "curves", "graph", "body", "search"):
            sitting.at(f"tab-{name}").click()
            assert sitting.ask(wide), f"{name} is wider than {width}"
            panel = "document.getElementById('panel')"
            assert sitting.ask(f"{panel}.scrollWidth <= {panel}.clientWidth + 1"), f"{name}, {width}"
    sitting.page.set_viewport_size({"width": 1280, "height": 800})


def test_no_complaint_and_no_request_elsewhere(sitting: Sitting) -> None:
    assert sitting.complaints == []
    assert sitting.outside == []
