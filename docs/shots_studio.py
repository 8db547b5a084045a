"""Take the pictures of docs/studio.md: each panel of the studio's page, in a real browser.

    python docs/shots_studio.py                       those of the documentation, into docs/media/studio
    python docs/shots_studio.py --all --out FOLDER    all, light and dark, and at 200 % zoom, to look at

Needs Chromium and playwright; takes a few minutes where there is no graphics card.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.studio_serve import browsing, serving  # noqa: E402

MEDIA = ROOT / "docs" / "media" / "studio"
WIDE, HIGH = 1440, 900
PATIENCE = 90.0  # s


@dataclass
class Camera:
    """A page and where its pictures go."""

    page: Any
    folder: Path

    def at(self, testid: str) -> Any:
        """An element by its test id."""
        return self.page.locator(f'[data-testid="{testid}"]').first

    def until(self, expression: str) -> None:
        """Wait for something about `window.__studio`, named s."""
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(f"(() => {{ const s = window.__studio; return {expression}; }})()"):
            if time.monotonic() > end:
                raise RuntimeError(f"waited in vain: {expression}")
            time.sleep(0.1)

    def open(self, skill: str, seconds: float = 2.5) -> None:
        """Show a skill, some seconds after its start."""
        if self.at("gallery").count() == 0:
            self.at("gallery-button").click()
        scene = self.page.evaluate("window.__studio.scene ? window.__studio.scene.id : -1")
        self.at(f"open-{skill}").click()
        self.until(f"s.scene && s.scene.id !== {scene} && s.pose && s.pose.time > {seconds}")
        # Where pictures are drawn slowly, slow motion has trails and curves drawn through all moments.
        self.at("speed").select_option("0.25")
        self.page.wait_for_timeout(3000)

    def shoot(self, name: str) -> None:
        """Keep what is seen, in few colours: a quarter of the bytes, and no difference to the eye."""
        self.page.wait_for_timeout(600)
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        few = picture.quantize(256, dither=Image.Dither.NONE)
        few.save(self.folder / f"{name}.png", optimize=True)
        print(f"wrote {name}.png", file=sys.stderr)


def gallery(camera: Camera) -> None:
    """The start page."""
    camera.page.wait_for_timeout(1500)


def panel(tab: str, skill: str = "simbicon/walk3d") -> Callable[[Camera], None]:
    """A tab of the right side."""

    def show(camera: Camera) -> None:
        if skill.partition("/")[2] not in camera.at("open-name").inner_text() or camera.at("gallery").count():
            camera.open(skill)
        camera.at(f"tab-{tab}").click()

    return show


def ghost(camera: Camera) -> None:
    """An edit, and what comes of it in the next two seconds."""
    camera.open("simbicon/walk3d")
    camera.at("play").click()  # it stands still, so that the body does not walk through its ghosts
    camera.at("tab-live").click()
    field = camera.page.locator('[data-testid="parameter-lean"] .value')
    text = camera.page.evaluate("window.__studio.text")
    field.fill("0.2")
    field.press("Enter")
    camera.until(f"s.text !== {text!r}")
    camera.until("s.timings.ghost.length > 0")


def broken(camera: Camera) -> None:
    """A mistake in the text, and how to mend it."""
    camera.open("simbicon/walk")
    line = camera.page.locator(".cm-line", has_text="swKnee(").first
    line.dblclick(position={"x": 60, "y": 8})
    camera.page.keyboard.type("swKne")
    camera.until("s.problems.length > 0")


def searching(camera: Camera) -> None:
    """A search that is under way."""
    camera.open("simbicon/walk")
    camera.at("tab-search").click()
    camera.at("term-effort").check()
    camera.at("search-start").click()
    tried = camera.at("search-progress").locator(".stat b").first
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and int(tried.inner_text()) < 25:
        camera.page.wait_for_timeout(500)


def overlay(key: str, testid: str) -> Callable[[Camera], None]:
    """Something that a key opens over the page."""

    def show(camera: Camera) -> None:
        camera.at("canvas").focus()
        camera.page.keyboard.press(key)
        camera.at(testid).wait_for()

    return show


def moves(camera: Camera) -> None:
    """The graph of the moves, on the way to a squat from a walk."""
    camera.open("moves/walk")
    camera.at("tab-moves").click()
    node = camera.page.locator('[data-testid="moves-graph"] [data-node="squat"]')
    node.wait_for()
    node.click()
    camera.at("going-to").wait_for()


def shadows(camera: Camera) -> None:
    """The stage alone, drawn as well as can be: soft shadows."""
    camera.open("simbicon/walk3d")
    camera.at("canvas").focus()
    camera.page.keyboard.press("m")


def export(camera: Camera) -> None:
    """The list of exports."""
    camera.at("open-export").click()


def close(camera: Camera) -> None:
    """Nothing over the page, and no search."""
    camera.page.keyboard.press("Escape")
    if camera.at("going-stop").count():
        camera.at("going-stop").click()
    if camera.at("search-stop").count():
        camera.at("search-stop").click()
        camera.at("search-start").wait_for()


SCENES: dict[str, Callable[[Camera], None]] = {
    "gallery": gallery,
    "phases": panel("phases"),
    "live": panel("live"),
    "graph": panel("graph", "simbicon/big-step"),
    "curves": panel("curves", "simbicon/run3d"),
    "moves": moves,
    "body": panel("body"),
    "shadows": shadows,
    "ghost": ghost,
    "broken": broken,
    "search": searching,
    "keys": overlay("?", "keys"),
    "palette": overlay("Control+k", "palette-input"),
    "export": export,
}
OVERLAYS = ("keys", "palette", "export")  # looked at, but not in the documentation
DARK = ("phases", "curves")  # those of the documentation that are shown dark


def take(names: list[str], folder: Path, *, dark: bool, zoom: int, suffix: str) -> None:
    """Take pictures in one sitting.

    Args:
        names: Of `SCENES`.
        folder: Where to.
        dark: The theme.
        zoom: 1, or 2 for 200 %.
        suffix: Of the files' names.
    """
    with serving("simbicon/walk3d") as studio, browsing() as browser:
        page = browser.new_page(
            viewport={"width": WIDE // zoom, "height": HIGH // zoom},
            device_scale_factor=zoom,
            color_scheme="dark" if dark else "light",
        )
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"{studio.link}&quality=high")
        page.locator('[data-testid="gallery"]').wait_for()
        camera = Camera(page, folder)
        for name in names:
            SCENES[name](camera)
            camera.shoot(name + suffix)
            close(camera)


def main() -> None:
    """Take what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Take the pictures of the studio.")
    parser.add_argument("--all", action="store_true", help="every panel, light and dark, at 100 and 200 %%")
    parser.add_argument("--only", nargs="+", choices=SCENES, metavar="NAME", help=", ".join(SCENES))
    parser.add_argument("--out", type=Path, default=MEDIA)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    shown = SCENES if arguments.all else [name for name in SCENES if name not in OVERLAYS]
    names = list(arguments.only or shown)
    if arguments.all:
        for dark in (False, True):
            for zoom in (1, 2):
                take(
                    names,
                    arguments.out,
                    dark=dark,
                    zoom=zoom,
                    suffix=f"-{'dark' if dark else 'light'}-{zoom}",
                )
        return
    for dark in (False, True):
        chosen = [name for name in names if (name in DARK) == dark]
        if chosen:
            take(chosen, arguments.out, dark=dark, zoom=1, suffix="")


if __name__ == "__main__":
    main()
