"""The page in a real browser, after the first five minutes: files, several pages, a lost server."""

from __future__ import annotations

from footfall.script import find_skill
from tests.studio.sitting import MARKS, Sitting, serve

pytestmark = MARKS


def test_duplicate_and_save_write_plain_files(sitting: Sitting) -> None:
    sitting.gallery()
    sitting.at("duplicate-simbicon/walk").click()
    made = sitting.folder / "walk.skill"
    sitting.until("a file", made.is_file)
    sitting.until("its name", lambda: "simbicon/" not in sitting.at("open-name").inner_text())
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" Mine.")
    sitting.page.keyboard.press("Control+s")
    sitting.until("saved", lambda: "Mine." in made.read_text())


def test_proportions_are_saved_with_the_script(sitting: Sitting) -> None:
    sitting.gallery()
    sitting.at("duplicate-simbicon/slow-walk").click()
    made = sitting.folder / "slow-walk.skill"
    sitting.until("a copy", made.is_file)
    sitting.until("its name", lambda: "slow-walk" in sitting.at("open-name").inner_text())
    sitting.at("tab-body").click()
    mass = sitting.ask("s.scene.mass")
    slider = sitting.page.locator('[data-testid="proportion-weight"] .value')
    slider.fill("1.2")
    slider.press("Enter")
    sitting.until("heavier", lambda: sitting.ask("s.scene.mass") > 1.15 * mass)
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("Control+s")
    build = made.with_name(made.name + ".body.toml")
    sitting.until("saved", lambda: build.is_file() and "weight = 1.2" in build.read_text())
    sitting.open("simbicon/walk")
    assert abs(sitting.ask("s.scene.mass") - mass) < 0.1
    sitting.show_by(f"file-{made.name}", made.name)
    assert sitting.ask("s.scene.mass") > 1.15 * mass


def test_a_classic_script_runs_and_can_be_edited(sitting: Sitting) -> None:
    text = find_skill("classic/walk.s").text
    (sitting.folder / "old.s").write_text(text)
    sitting.gallery()
    sitting.at("duplicate-moves/stand").click()  # has the list of files made again
    sitting.until("a copy", lambda: (sitting.folder / "stand.skill").is_file())
    sitting.until("its name", lambda: "stand" in sitting.at("open-name").inner_text())
    sitting.show_by("file-old.s", "old.s")
    assert sitting.ask("s.program.classic") and sitting.ask("s.text") == text
    before = sitting.time()
    sitting.until("time goes on", lambda: sitting.time() > before + 0.5)
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("Home")
    sitting.page.keyboard.type("% ")
    sitting.until("checked", lambda: sitting.ask("s.text").startswith("% "))
    sitting.at("undo").click()
    sitting.until("undone", lambda: sitting.ask("s.text") == text)


PAD = """([axes, down]) => {
  const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: down.includes(i), value: 0 }));
  navigator.getGamepads = () => [{ connected: true, axes, buttons }];
  window.dispatchEvent(new Event("gamepadconnected"));
}"""


def test_a_gamepad_steers_and_pushes(sitting: Sitting) -> None:
    sitting.open("simbicon/walk3d")
    heading = sitting.ask("s.values.heading")
    sitting.page.evaluate(PAD, [[-1, 0], []])
    sitting.until("it turns left", lambda: sitting.ask("s.values.heading") > heading + 0.2)
    sitting.page.evaluate(PAD, [[0, 0], [0]])
    sitting.until("a push", lambda: sitting.ask("s.pose.forces.length") > 0)
    sitting.page.evaluate("() => { navigator.getGamepads = () => []; }")


def test_two_pages_share_one_script(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    other = sitting.page.context.browser.new_page(viewport={"width": 1000, "height": 700})
    sitting.watch(other)
    other.goto(f"{sitting.origin}/?quality=low")
    second = Sitting(other, sitting.folder, sitting.port, sitting.server)
    second.until("the same text", lambda: second.ask("s.text") == sitting.ask("s.text"))
    second.at("gallery-close").click()
    second.page.locator(".cm-line").first.click()
    second.page.keyboard.press("End")
    second.page.keyboard.type(" Two.")
    sitting.until("the first follows", lambda: " Two." in sitting.ask("s.text"))
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" One.")
    second.until("and the second", lambda: " One." in second.ask("s.text"))
    assert " Two." in second.ask("s.text") and second.ask("s.text") == sitting.ask("s.text")
    other.close()


def test_keys_palette_and_tour(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
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
    sitting.open("simbicon/walk")
    wide = "document.documentElement.scrollWidth <= innerWidth"
    for width, height in ((1440, 900), (1280, 800), (640, 400)):  # 640: a window of 1280 at 200 %
        sitting.page.set_viewport_size({"width": width, "height": height})
        for name in ("phases", "live", "curves", "graph", "body", "search"):
            sitting.at(f"tab-{name}").click()
            assert sitting.ask(wide), f"{name} is wider than {width}"
            panel = "document.getElementById('panel')"
            assert sitting.ask(f"{panel}.scrollWidth <= {panel}.clientWidth + 1"), f"{name}, {width}"
    sitting.page.set_viewport_size({"width": 1280, "height": 800})


def test_what_was_typed_while_the_server_was_away_counts(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.stop_server()
    sitting.until("it is noticed", lambda: sitting.ask("s.link") == "lost")
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" Later.")
    sitting.complaints[:] = [c for c in sitting.complaints if "ERR_CONNECTION" not in c]
    sitting.server = serve(sitting.folder, sitting.port)
    sitting.until("it is back", lambda: sitting.ask("s.link") == "open")
    sitting.until("and has the text", lambda: "Later." in sitting.ask("s.program.doc"))
    assert "Later." in sitting.ask("s.text")
    sitting.until("time passes", lambda: sitting.time() > 0.3)
    # a browser says by itself that it could not connect
    sitting.complaints[:] = [c for c in sitting.complaints if "ERR_CONNECTION" not in c]


def test_no_complaint_and_no_request_elsewhere(sitting: Sitting) -> None:
    assert sitting.complaints == []
    assert sitting.outside == []
