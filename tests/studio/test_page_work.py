"""The page in a real browser, after the first five minutes: files, several pages, a lost server."""

from __future__ import annotations

from footfall.script import find_skill
from tests.studio.sitting import MARKS, Sitting, serve

pytestmark = MARKS


def test_duplicate_and_save_write_plain_files(sitting: Sitting) -> None:
    made = sitting.copy("simbicon/walk")
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" Mine.")
    sitting.page.keyboard.press("Control+s")
    sitting.until("saved", lambda: "Mine." in made.read_text())


def test_proportions_are_saved_with_the_script(sitting: Sitting) -> None:
    made = sitting.copy("simbicon/slow-walk")
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
    sitting.copy("moves/stand")  # has the list of files made again
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
    # A push is over in a fifth of a second, which a busy machine may not show: it is looked for step by step.
    sitting.page.evaluate(PAD, [[0, 0], []])
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("Space")
    sitting.until("paused", lambda: not sitting.ask("s.pose.playing"))
    sitting.page.evaluate(PAD, [[0, 0], [0]])

    def a_step_on() -> bool:
        before = sitting.time()
        sitting.page.keyboard.press("ArrowRight")
        sitting.until("a step", lambda: sitting.time() > before)
        return bool(sitting.ask("s.pose.forces.length"))

    sitting.until("a push", a_step_on)
    sitting.page.evaluate("() => { navigator.getGamepads = () => []; }")
    sitting.page.keyboard.press("Space")


def test_two_pages_share_one_script(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    other = sitting.page.context.new_page()  # of the same browser: it has the cookie
    sitting.watch(other)
    other.goto(f"{sitting.origin}/?quality=low")
    second = Sitting(other, sitting.folder, sitting.port, sitting.server)
    second.until("the same text", lambda: second.ask("s.text") == sitting.ask("s.text"))
    second.at("gallery-close").click()
    second.gone("gallery")
    second.page.locator(".cm-line").first.click()
    second.page.keyboard.press("End")
    second.page.keyboard.type("Two.")
    sitting.until("the first follows", lambda: "Two." in sitting.ask("s.text"))
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type("One.")
    second.until("and the second", lambda: "One." in second.ask("s.text"))
    assert "Two." in second.ask("s.text") and second.ask("s.text") == sitting.ask("s.text")
    both_type_at_once(sitting, second)
    other.close()


# Types letters into the second line from a timer, so that both pages do it at the same time.
TYPE = """(letter) => {
  const line = document.querySelectorAll('.cm-line')[1];
  getSelection().collapse(line, line.childNodes.length);
  document.querySelector('.cm-content').focus();
  let left = 40;
  window.__typing = true;
  const timer = setInterval(() => {
    document.execCommand('insertText', false, letter);
    left -= 1;
    if (left === 0) { clearInterval(timer); window.__typing = false; }
  }, 4);
}"""


def both_type_at_once(one: Sitting, two: Sitting) -> None:
    text = one.ask("s.text")
    one.page.evaluate(TYPE, "°")
    two.page.evaluate(TYPE, "¬")
    for page in (one, two):
        page.until("it is typed", lambda page=page: not page.page.evaluate("window.__typing"))  # type: ignore[misc]
        page.settled()
    one.until("the same text", lambda: one.ask("s.text") == two.ask("s.text"))
    now = one.ask("s.text")
    assert (now.count("°"), now.count("¬")) == (40, 40)
    assert now.replace("°", "").replace("¬", "") == text


def test_a_file_that_changed_on_disk_is_shown_and_asked_about(sitting: Sitting) -> None:
    made = sitting.copy("simbicon/run")

    def edit_and_save(words: str) -> None:
        sitting.page.locator(".cm-line").first.click()
        sitting.page.keyboard.press("End")
        sitting.page.keyboard.type(words)
        sitting.settled()
        sitting.page.keyboard.press("Control+s")

    theirs = made.read_text() + "# theirs\n"
    made.write_text(theirs)
    edit_and_save(" Mine.")
    sitting.until("both texts", lambda: "# theirs" in sitting.at("conflict-theirs").inner_text())
    assert " Mine." in sitting.at("conflict-mine").inner_text()
    assert made.read_text() == theirs
    sitting.at("save-as").click()
    sitting.until("a third file", (sitting.folder / "run-mine.skill").is_file)
    sitting.until("its name", lambda: "run-mine" in sitting.at("open-name").inner_text())
    assert made.read_text() == theirs and " Mine." in (sitting.folder / "run-mine.skill").read_text()
    mine = sitting.folder / "run-mine.skill"
    mine.write_text(theirs)
    edit_and_save(" More.")
    sitting.at("take-theirs").click()
    sitting.until("their text", lambda: sitting.ask("s.text") == theirs)
    sitting.at("undo").click()
    sitting.until("which can be undone", lambda: " More." in sitting.ask("s.text"))
    mine.write_text("SKILL other()\nPHASE x\n")
    edit_and_save(" Again.")
    sitting.at("keep-mine").click()
    sitting.until("mine is kept", lambda: " Again." in mine.read_text())
    sitting.gone("conflict")


def test_keys_palette_and_tour(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("?")
    sitting.at("keys").wait_for()
    sitting.page.keyboard.press("Escape")
    sitting.gone("keys")
    sitting.page.keyboard.press("Control+k")
    sitting.at("palette-input").fill("tour")
    sitting.until("it is found", lambda: "tour" in sitting.page.locator(".option").first.inner_text().lower())
    sitting.page.keyboard.press("Enter")
    for step in range(1, 6):
        here = f"{step} of 5"
        sitting.until(here, lambda here=here: here in sitting.at("tour").inner_text())  # type: ignore[misc]
        if step < 5:
            sitting.at("tour-next").click()
    sitting.at("tour-skip").click()
    sitting.gone("tour")


def test_nothing_is_cut_off_at_small_windows_or_large_letters(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    wide = "document.documentElement.scrollWidth <= innerWidth"
    for width, height in ((1440, 900), (1280, 800), (640, 400)):  # 640: a window of 1280 at 200 %
        sitting.page.set_viewport_size({"width": width, "height": height})
        for name in ("phases", "live", "curves", "graph", "body", "search"):
            tab = sitting.at(f"tab-{name}")
            tab.click()
            sitting.until(name, lambda tab=tab: tab.get_attribute("aria-selected") == "true")  # type: ignore[misc]
            sitting.until(f"{name} is no wider than {width}", lambda: sitting.ask(wide))
            panel = "document.getElementById('panel')"
            fits = f"{panel}.scrollWidth <= {panel}.clientWidth + 1"
            sitting.until(f"{name} fits, {width}", lambda fits=fits: sitting.ask(fits))  # type: ignore[misc]
    sitting.page.set_viewport_size({"width": 1280, "height": 800})


def test_what_was_typed_while_the_server_was_away_counts(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.settled()
    sitting.stop_server()
    sitting.until("it is noticed", lambda: sitting.ask("s.link") == "lost")
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" Later.")
    sitting.complaints[:] = [c for c in sitting.complaints if "ERR_CONNECTION" not in c]
    sitting.server = serve(sitting.folder, sitting.port)
    sitting.until("it asks for its new token", lambda: sitting.ask("s.link") == "shut")
    sitting.let_in()  # as a browser does that the studio opens; this page comes in with it
    sitting.until("it is back", lambda: sitting.ask("s.link") == "open")
    sitting.until("and has the text", lambda: "Later." in sitting.ask("s.program.doc"))
    assert "Later." in sitting.ask("s.text")
    sitting.until("time passes", lambda: sitting.time() > 0.3)
    # a browser says by itself that it could not connect
    sitting.complaints[:] = [c for c in sitting.complaints if "ERR_CONNECTION" not in c]


def test_no_complaint_and_no_request_elsewhere(sitting: Sitting) -> None:
    assert sitting.complaints == []
    assert sitting.outside == []
