"""The page in a real browser: what a person does in the first five minutes, in one sitting."""

from __future__ import annotations

from pathlib import Path

from tests.studio.sitting import KNEE, MARKS, Sitting

pytestmark = MARKS


def test_the_gallery_is_the_start_page(sitting: Sitting) -> None:
    sitting.until("cards", lambda: sitting.page.locator(".card").count() >= 10)
    sitting.at("gallery-find").fill("cloud hands")
    sitting.until("only those", lambda: sitting.page.locator(".card").count() == 1)
    sitting.at("gallery-find").fill("")
    sitting.open("simbicon/walk")


def test_it_walks(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
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
    sitting.until("its line", lambda: "line 9" in problem.inner_text())
    wrong = sitting.page.locator(".cm-lintRange-error").first
    sitting.until("the word is underlined", lambda: wrong.inner_text() == "swKne")
    sitting.until("it says so", lambda: "keeps running" in sitting.at("script-state").inner_text())
    before = sitting.time()
    sitting.until("time goes on", lambda: sitting.time() > before + 0.5)
    problem.get_by_role("button", name="Mend it").click()
    sitting.until("mended", lambda: sitting.ask("s.problems.length") == 0)
    assert sitting.ask("s.text") == good


def test_a_number_in_the_text_can_be_dragged(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    box = sitting.place(sitting.page.locator(".cm-number", has_text=KNEE).first)
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
    box = sitting.place(handle)
    sitting.page.mouse.move(box["x"] + 5, box["y"] + 5)
    sitting.page.mouse.down()
    sitting.page.mouse.move(box["x"] - 25, box["y"] - 10, steps=3)
    sitting.page.mouse.up()
    sitting.until("more", lambda: sitting.ask("Number(/swKnee\\(([\\d.]+)/.exec(s.text)[1])") > 1.2)


def test_drag_on_the_body_pushes_it(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("Space")  # it stands still while it is being grabbed
    sitting.until("paused", lambda: not sitting.ask("s.pose.playing"))
    sitting.ask("s.render()")
    seen: list[list[float]] = [[]]  # the camera may still follow

    def still() -> list[float] | None:
        seen.append([round(v) for v in sitting.ask("(s.render(), s.trunkPlace())")])
        return seen[-1] if seen[-1] == seen[-2] else None

    x, y = sitting.until("the body is still", still)
    sitting.page.mouse.move(x, y)
    sitting.page.mouse.down()
    sitting.page.mouse.move(x - 60, y, steps=3)
    label = sitting.until("newtons", lambda: sitting.at("push-label").count() and sitting.at("push-label"))
    sitting.page.keyboard.press("Space")
    sitting.until("a force acts", lambda: sitting.ask("s.pose.forces.length") > 0)
    assert " N · " in label.inner_text()
    sitting.page.mouse.up()
    sitting.until("let go", lambda: sitting.at("push-label").count() == 0)
    sitting.until("it plays", lambda: sitting.ask("s.pose.playing"))


def test_branch_forks_the_history(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.until("some history", lambda: sitting.time() > 3)
    box = sitting.place(sitting.at("track"))

    def scrub(seconds: float) -> list[float]:
        """Show the moment at a place of the track, which is 60 s long."""
        sitting.page.mouse.click(box["x"] + box["width"] * seconds / 60, box["y"] + box["height"] / 2)
        sitting.until("that moment", lambda: abs(sitting.time() - seconds) < 0.1)
        return sitting.bodies()

    after, there = scrub(1.8), scrub(1)
    assert after != there
    assert sitting.ask("s.pose.earlier")
    shown = sitting.time()
    sitting.until(
        "a ghost from there", lambda: abs(sitting.ask("s.ghost ? s.ghost.start : 0") - shown) < 0.05
    )
    sitting.at("tab-live").click()
    lean = sitting.page.locator('[data-testid="parameter-lean"] .value')
    lean.fill("0.18")
    lean.press("Enter")
    sitting.until("an edit", lambda: "lean = 0.18~" in sitting.ask("s.text"))
    assert sitting.time() == shown  # an edit does not leave the moment
    sitting.at("branch").click()
    sitting.until("it goes on from there", lambda: not sitting.ask("s.pose.earlier"))
    sitting.until("and plays", lambda: sitting.ask("s.pose.playing") and sitting.time() > shown + 1)
    assert scrub(1) == there  # the state at the fork is the one that was shown, to the last bit
    assert scrub(1.8) != after  # and what came after it has been replaced
    sitting.at("undo").click()
    sitting.at("play").click()
    sitting.until("it plays", lambda: sitting.ask("s.pose.playing"))


def test_pause_and_step(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
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
    sitting.gone("export")
