"""The page in a real browser: what once was broken about it, each in a session that would notice."""

from __future__ import annotations

import json
from pathlib import Path

from tests.studio.sitting import MARKS, Sitting

pytestmark = MARKS

ROOT = Path(__file__).resolve().parents[2]
# asked for again and again: to wait inside the page, its rules of security would have to allow more
THERE = "Boolean(window.__studio && window.__studio.view && window.__studio.scene)"


def hurry(sitting: Sitting, factor: str = "4") -> None:
    sitting.at("speed").select_option(factor)


def type_at_end(sitting: Sitting, words: str) -> None:
    """Type at the end of the first line, which is a comment."""
    sitting.page.locator(".cm-line").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(words)
    sitting.settled()


def resting(sitting: Sitting, expression: str) -> float:
    """A number once it changes no more: cameras glide."""
    seen: list[float] = [float("inf")]

    def rests() -> bool:
        seen.append(float(sitting.ask(f"(s.render(), {expression})")))
        return abs(seen[-1] - seen[-2]) < 1e-3 * abs(seen[-1])

    sitting.until("it rests", rests)
    return seen[-1]


def test_a_finished_move_holds_and_can_be_had_again(sitting: Sitting) -> None:
    sitting.open("moves/rise")
    hurry(sitting)
    sitting.until("it ends", lambda: sitting.at("ended").count())
    end = sitting.ask("s.ended")
    assert end["reason"] == "done" and end["good"]
    assert "good" in sitting.at("ended").get_attribute("class")
    sitting.until("3 s later", lambda: sitting.time() > end["time"] + 3)
    assert sitting.ask("s.pose.com[2] - s.pose.ground") > 0.9  # it still stands
    assert sitting.at("ended").count()
    hurry(sitting, "0.1")  # its beginning lasts long enough for the slowest eye
    sitting.at("again").click()
    sitting.until("it begins again", lambda: sitting.time() < 2 and sitting.at("ended").count() == 0)
    hurry(sitting, "1")


def test_unsaved_work_is_kept_with_all_that_can_be_undone(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    first = sitting.ask("s.text")
    assert sitting.at("changed").count() == 0
    type_at_end(sitting, " Mine.")
    sitting.at("changed").wait_for()
    assert sitting.page.title().startswith("•")
    sitting.at("tab-body").click()
    mass = sitting.ask("s.scene.mass")
    sitting.set("proportion-weight", "1.2")
    sitting.until("heavier", lambda: sitting.ask("s.scene.mass") > 1.15 * mass)
    sitting.open("simbicon/slow-walk")
    sitting.gallery()
    sitting.at("draft-simbicon/walk").wait_for()  # its card says so
    sitting.resume("simbicon/walk")
    assert " Mine." in sitting.ask("s.text")
    sitting.until("the same body", lambda: sitting.ask("s.scene.mass") > 1.15 * mass)
    sitting.page.reload()
    sitting.until("a scene", lambda: sitting.page.evaluate(THERE))
    sitting.clear()
    sitting.until("the text", lambda: " Mine." in sitting.ask("s.text"))
    if sitting.at("gallery").count():
        sitting.page.keyboard.press("Escape")
    sitting.at("changed").wait_for()
    sitting.at("undo").click()
    sitting.until("the first body", lambda: abs(sitting.ask("s.scene.mass") - mass) < 0.1)
    sitting.until("a step to undo", lambda: sitting.at("undo").is_enabled())
    while sitting.ask("s.text") != first:
        sitting.at("undo").click()
    sitting.gone("changed")
    sitting.at("redo").click()
    sitting.at("changed").wait_for()
    # a change of the body alone is one, too
    sitting.at("revert").click()
    sitting.gone("changed")
    sitting.at("tab-body").click()
    sitting.set("proportion-weight", "1.1")
    sitting.at("changed").wait_for()
    sitting.at("revert").click()
    sitting.gone("changed")


def test_every_ground_has_sliders(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("ground-menu").click()
    for kind, slider in (("slope", "angle"), ("bumps", "height"), ("profile", "length"), ("steps", "height")):
        sitting.at(f"ground-{kind}").click()
        sitting.until(kind, lambda kind=kind: sitting.ask("s.scene.ground").startswith(kind + ":"))  # type: ignore[misc]
        box = sitting.place(sitting.page.locator(f'[data-testid="ground-{kind}-{slider}"] input[type=range]'))
        assert box["width"] > 60
    sitting.at("ground-stairs").click()
    sitting.until("stairs", lambda: sitting.ask("s.scene.ground").startswith(("stairs:", "steps:")))
    sitting.set("ground-stairs-rise", "0.08")
    sitting.until("they follow", lambda: "0.08" in sitting.ask("s.scene.ground"))
    assert sitting.at("ground-stairs").get_attribute("aria-pressed") == "true"
    sitting.until("treads have edges", lambda: sitting.ask("s.view.edges") >= 10)
    sitting.at("ground-flat").click()
    sitting.until("flat", lambda: sitting.ask("s.scene.ground") == "flat")
    sitting.page.keyboard.press("Escape")
    assert sitting.page.locator('[data-testid="toast"].bad, .toast.bad').count() == 0


SHOULDERS = "s.scene.joints.map((j, i) => /houlder/.test(j.name) ? s.pose.joints[2 * i] : 0)"


def test_editing_a_style_keeps_it(sitting: Sitting) -> None:
    sitting.open("genbicon/styles/hands-up")
    hurry(sitting)
    sitting.until("the style is on", lambda: max(abs(a) for a in sitting.ask(SHOULDERS)) > 1)
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("Space")
    sitting.until("paused", lambda: not sitting.ask("s.pose.playing"))
    before = max(abs(a) for a in sitting.ask(SHOULDERS))
    assert before > 0.8
    sitting.page.locator(".cm-line", has_text="style = amount").click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.type(" twist = curve(0: .1, 1: -.1),")
    sitting.settled()
    sitting.until("it compiles", lambda: "twist" in json.dumps(sitting.ask("s.program.phases")))
    sitting.at("canvas").focus()
    start, least = sitting.time(), before
    while sitting.time() < start + 0.6:
        now = sitting.time()
        sitting.page.keyboard.press("Shift+ArrowRight")
        sitting.until("ten frames on", lambda now=now: sitting.time() > now)  # type: ignore[misc]
        least = min(least, max(abs(a) for a in sitting.ask(SHOULDERS)))
    assert least > 0.75 * before  # the arms do not drop
    sitting.page.keyboard.press("Space")
    hurry(sitting, "1")


def test_a_completion_has_stops_for_the_tab_key(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.page.locator(".cm-line", has_text="PHASE lift").first.click()
    sitting.page.keyboard.press("End")
    sitting.page.keyboard.press("Enter")
    sitting.page.keyboard.type("POS")
    sitting.page.keyboard.press("Control+Space")
    choices = sitting.page.locator(".cm-tooltip-autocomplete li")
    choices.first.wait_for()
    sitting.page.wait_for_timeout(200)  # the editor's list takes no key in its first 75 ms
    sitting.page.keyboard.press("Enter")
    sitting.until("the statement", lambda: "\n  POSE " in sitting.ask("s.text").replace("\n    ", "\n  "))
    assert "${" not in sitting.ask("s.text")
    sitting.page.keyboard.type("swKnee")
    choices.first.wait_for()
    sitting.page.keyboard.press("Escape")  # the list of names, not the script
    sitting.until("the list is gone", lambda: choices.count() == 0)
    sitting.page.keyboard.press("Tab")
    sitting.page.keyboard.type(".7")
    sitting.until("the second field", lambda: "POSE swKnee(.7" in sitting.ask("s.text"))
    # Escape closed a list: letters typed now are text, no throws and pushes
    assert sitting.page.evaluate("document.activeElement.closest('.cm-editor') !== null")
    sitting.page.keyboard.press("Escape")
    assert sitting.page.evaluate("document.activeElement.closest('.cm-editor') !== null")
    sitting.page.keyboard.press("Escape")
    sitting.page.keyboard.press("Escape")
    assert sitting.page.evaluate("document.activeElement.dataset.testid") == "canvas"


def test_lengths_have_units(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("Space")
    sitting.until("paused", lambda: not sitting.ask("s.pose.playing"))
    seen: list[list[float]] = [[]]

    def still() -> list[float] | None:
        seen.append([round(v) for v in sitting.ask("(s.render(), s.trunkPlace())")])
        return seen[-1] if seen[-1] == seen[-2] else None

    x, y = sitting.until("the camera rests", still)
    sitting.page.mouse.move(x, y)
    sitting.page.mouse.down()
    sitting.page.mouse.move(x + 60, y, steps=3)
    sitting.at("push-label").wait_for()
    box = sitting.place(sitting.at("push-label"))
    assert abs(box["x"] + box["width"] / 2 - x - 60) < 80 and abs(box["y"] - y) < 120
    sitting.page.mouse.up()
    sitting.page.keyboard.press("Space")
    sitting.at("open-keys").click()
    sitting.page.get_by_role("button", name="Take the tour").click()
    frame, stage = sitting.place(sitting.at("tour-frame")), sitting.place(sitting.at("stage"))
    assert abs(frame["width"] - stage["width"]) < 20 and abs(frame["x"] - stage["x"]) < 20
    sitting.at("tour-skip").click()


CLICK_ALL = "(all) => all.forEach((one) => document.querySelector(one).click())"
CANCEL = "(rows, all) => all.forEach((k) => rows[k].querySelector('[data-testid=export-cancel]').click())"


def test_exports_wait_in_a_queue_and_can_be_cancelled(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    hurry(sitting)
    sitting.until("much history", lambda: sitting.time() > 15)
    hurry(sitting, "1")
    sitting.at("open-export").click()
    sitting.at("export-video").wait_for()
    # two long films keep both places busy, so that the others wait; all at once, however slow the page is
    kinds = ["video", "video", "strip", "glb", "bvh", "csv"]
    sitting.page.evaluate(CLICK_ALL, [f'[data-testid="export-{kind}"]' for kind in kinds])
    rows = sitting.page.locator('[data-testid="export-row"]')
    sitting.until("six", lambda: rows.count() == 6)
    words = rows.locator('[data-testid="export-text"]')
    sitting.until("the last one waits", lambda: "3 before it" in words.nth(5).inner_text())
    gone = (5, 1, 0)
    rows.evaluate_all(CANCEL, list(gone))
    for which in gone:
        sitting.until("cancelled", lambda which=which: "cancelled" in words.nth(which).inner_text())  # type: ignore[misc]
    links = sitting.page.locator('[data-testid="export-link"]')
    sitting.until("the others are made", lambda: links.count() == 3)
    exports = sitting.folder / "exports"
    # and in a moment nothing is left of the others: a film stops at its next picture
    sitting.until(
        "the three alone", lambda: sorted(p.suffix for p in exports.iterdir()) == [".bvh", ".glb", ".png"]
    )
    sitting.page.keyboard.press("Escape")
    sitting.gone("export")


SEEN = """() => { window.__seen = []; new MutationObserver(() => {
  const e = document.querySelector('[data-testid=starting]');
  if (e) window.__seen.push(e.innerText);
}).observe(document.body, { childList: true, subtree: true, characterData: true }); }"""


def test_the_stage_says_that_the_simulation_starts(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.page.evaluate(SEEN)
    sitting.open("simbicon/run")
    seen = sitting.page.evaluate("window.__seen")
    assert any("simbicon/run" in text and "…" in text for text in seen)
    sitting.gone("starting")


def test_curves_of_styles(sitting: Sitting) -> None:
    sitting.open("genbicon/styles/happy")
    sitting.at("tab-curves").click()
    playhead = sitting.at("playhead")
    playhead.wait_for(state="attached")
    hurry(sitting, "1")
    seen: set[str] = set()

    def moves() -> bool:
        seen.add(playhead.get_attribute("data-phi"))
        return len({phi for phi in seen if 0 < float(phi) < 1}) > 3

    sitting.until("the playhead moves over the whole curve", moves)
    plot = sitting.page.locator(".curve-plot").first
    knots = plot.locator(".knot")
    before, text = knots.count(), sitting.ask("s.text")
    plot.scroll_into_view_if_needed()
    box = sitting.place(plot)
    sitting.page.mouse.dblclick(box["x"] + 0.33 * box["width"], box["y"] + 0.3 * box["height"])
    sitting.until("a knot", lambda: knots.count() == before + 1)
    chosen = "document.activeElement.classList.contains('knot')"
    sitting.until("it is chosen", lambda: sitting.page.evaluate(chosen))
    sitting.page.keyboard.press("Delete")
    sitting.until("it is gone", lambda: knots.count() == before)
    sitting.until("the text is as before", lambda: sitting.ask("s.text") == text)


def test_escape_closes_the_gallery_and_view_keys_frame_the_body(sitting: Sitting) -> None:
    sitting.open("simbicon/walk3d")
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("g")
    sitting.at("gallery").wait_for()
    sitting.page.keyboard.press("Escape")
    sitting.gone("gallery")
    sitting.at("ghost-next").click()  # ghosts would widen the view
    home = resting(sitting, "s.view.distance")
    box = sitting.place(sitting.at("canvas"))
    sitting.page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    sitting.page.mouse.wheel(0, 1500)
    sitting.page.mouse.down(button="right")
    sitting.page.mouse.move(box["x"] + 220, box["y"] + 100, steps=3)
    sitting.page.mouse.up(button="right")
    sitting.until("far away", lambda: sitting.ask("(s.render(), s.view.distance)") > 1.5 * home)
    assert not sitting.ask("s.view.following")
    sitting.page.keyboard.press("2")
    sitting.until("near again", lambda: abs(sitting.ask("(s.render(), s.view.distance)") - home) < 0.2 * home)
    assert sitting.ask("s.view.following")
    x, y = sitting.ask("s.trunkPlace()")
    assert box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
    sitting.at("ghost-next").click()


def test_a_fall_is_explained_and_goes_limp(sitting: Sitting) -> None:
    sitting.open("moves/walk")
    sitting.until("it walks", lambda: sitting.time() > 1)
    sitting.at("push-menu").click()

    def pushed_over() -> bool:
        """Push until it lies: any one push, however strong, may come at an instant at which it survives."""
        if sitting.at("ended").count() == 0:
            sitting.at("push-front").click()
        return bool(sitting.at("ended").count())

    sitting.until("it falls", pushed_over)
    sitting.page.keyboard.press("Escape")
    text = sitting.at("ended").inner_text()
    assert "fell" in text and ("touches" in text or "com.height" in text)
    sitting.until("limp", lambda: sitting.ask("s.pose.ragdoll"))
    lying = sitting.time()
    hurry(sitting)
    sitting.until("it lies", lambda: sitting.time() > lying + 3)
    hurry(sitting, "1")
    height = sitting.ask("s.pose.com[2] - s.pose.ground")
    sitting.at("ragdoll").click()
    sitting.until("driven again", lambda: not sitting.ask("s.pose.ragdoll"))
    again, highest = sitting.time(), 0.0
    while sitting.time() < again + 1.5:
        highest = max(highest, sitting.ask("s.pose.com[2] - s.pose.ground"))
    assert highest < height + 0.2  # it moves, and is not thrown into the air
    sitting.at("get-up").click()
    sitting.gone("ended")
    sitting.until(
        "driven", lambda: not sitting.ask("s.pose.ragdoll")
    )  # that it stands in the end is tested without a browser


def test_the_small_things(sitting: Sitting) -> None:
    made = sitting.copy("simbicon/walk3d")
    assert made.name in sitting.page.title()
    sitting.at("tab-live").click()
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("a")
    value = sitting.page.locator('[data-testid="parameter-heading"] .value')
    sitting.until("degrees", lambda: "°" in value.input_value())
    # a tenth of a radian, once the simulation has answered
    sitting.until("the heading", lambda: abs(float(value.input_value().rstrip("°")) - 5.7) < 0.5)
    # the feet stand above the tools
    tools = sitting.place(sitting.page.locator(".hud.bottom .tools"))
    lowest = "(s.render(), Math.max(...s.view.places.map((p) => p[1])))"
    sitting.until("the camera is there", lambda: sitting.ask(lowest) < tools["y"])
    # a search speaks plainly
    sitting.at("tab-search").click()
    sitting.until("plain words", lambda: "Stay on its feet" in sitting.at("search-panel").inner_text())
    # handles of a figure lie apart
    sitting.at("tab-phases").click()
    sitting.page.locator(".figure .handle").first.wait_for()
    near = sitting.page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.figure')].map((f) => {
        const at = (h) => [+h.getAttribute('cx'), +h.getAttribute('cy')];
        const c = [...f.querySelectorAll('.handle')].map(at);
        return Math.min(...c.flatMap((a, i) => c.slice(i + 1).map((b) => Math.hypot(a[0]-b[0], a[1]-b[1]))));
        }))"""
    )
    assert near > 12


CHANGES = """() => { window.__turns = []; let last = '';
  const look = () => { const e = document.querySelector('.phase-card.running');
    const now = e ? e.dataset.testid : '';
    if (now !== last) window.__turns.push(performance.now());
    last = now;
  };
  const all = { attributes: true, subtree: true, childList: true };
  new MutationObserver(look).observe(document.body, all); }"""


def test_highlights_do_not_strobe(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    sitting.at("tab-phases").click()
    sitting.page.evaluate(CHANGES)
    start = sitting.time()
    hurry(sitting, "2")
    sitting.until("many steps", lambda: sitting.time() > start + 4)
    hurry(sitting, "1")
    turns = sitting.page.evaluate("window.__turns")
    changes = len(turns) - 2  # the first was on already
    # on the whole: where drawing is slow, single ones come late
    assert changes > 2 and (turns[-1] - turns[1]) / changes > 300  # ms


def test_a_searchs_best_can_be_watched(sitting: Sitting) -> None:
    sitting.open("simbicon/walk")
    text = sitting.ask("s.text")
    sitting.at("tab-search").click()
    sitting.at("term-speed").check()
    sitting.page.get_by_label("speed, target").fill("0.6")
    sitting.page.get_by_label("speed, target").press("Enter")
    sitting.at("search-start").click()
    sitting.at("search-watch").wait_for()
    sitting.at("search-watch").check()
    sitting.until("something better", lambda: sitting.at("search-keep").is_enabled())
    sitting.until("the stage shows it", lambda: sitting.at("search-watch").is_checked())
    assert sitting.ask("s.text") == text  # the script stays
    sitting.at("search-stop").click()
    sitting.until("stopped", lambda: sitting.at("search-start").count() == 1)


def test_the_stage_alone_panes_and_wide_windows(sitting: Sitting) -> None:
    sitting.open("simbicon/walk3d")
    sitting.at("canvas").focus()
    sitting.page.keyboard.press("m")
    sitting.until("alone", lambda: sitting.place(sitting.at("stage"))["width"] > 1200)
    sitting.page.keyboard.press("m")
    sitting.until("with the rest", lambda: sitting.place(sitting.at("stage"))["width"] < 700)
    sitting.at("close-code").click()
    sitting.at("close-panels").click()
    sitting.until("wider", lambda: sitting.place(sitting.at("stage"))["width"] > 1150)
    sitting.at("open-code").click()
    sitting.at("open-panels").click()
    sitting.page.set_viewport_size({"width": 2560, "height": 1300})
    sitting.until("much stage", lambda: sitting.place(sitting.at("stage"))["width"] > 0.42 * 2560)
    sitting.page.set_viewport_size({"width": 1280, "height": 800})
    # a child's forces look like a giant's: arrows are in shares of the weight
    mass, metres = sitting.ask("[s.scene.mass, s.view.metresPerNewton]")
    assert abs(metres * mass * 9.81 - 0.7) < 0.01
    # ghosts are in the picture
    sitting.page.keyboard.press("3")
    alone = resting(sitting, "s.view.distance")
    type_at_end(sitting, " ")
    sitting.until("ghosts", lambda: sitting.ask("s.view.ghostEnd"))
    sitting.until("farther away", lambda: sitting.ask("(s.render(), s.view.distance)") > 1.05 * alone)


def test_shadows_are_soft_and_loops_are_large(sitting: Sitting) -> None:
    other = sitting.page.context.new_page()
    sitting.watch(other)
    other.goto(f"{sitting.origin}/?start=stage&quality=high")
    sitting.until("a scene", lambda: other.evaluate(THERE))
    assert other.evaluate("window.__studio.view.shadows") == 3  # by variance: soft at the edge
    other.close()
    index = json.loads((ROOT / "src/footfall/studio/thumbnails/index.json").read_text())
    assert all(row["width"] >= 288 for row in index.values())
    walks = [row["seconds"] for name, row in index.items() if name.startswith("genbicon/styles/")]
    assert sum(0.3 < seconds < 3.0 for seconds in walks) > 0.8 * len(walks)  # a cycle, not the first seconds


def test_a_click_on_a_move_goes_there(sitting: Sitting) -> None:
    sitting.open("moves/stand")
    sitting.at("tab-moves").click()
    node = sitting.page.locator('[data-testid="moves-graph"] [data-node="squat"]')
    node.wait_for()
    hurry(sitting)
    node.click()
    sitting.until("on its way", lambda: sitting.at("going-to").inner_text() == "squat")
    sitting.until("it is there", lambda: sitting.at("going-here").inner_text() == "squat")
    sitting.until("low", lambda: sitting.ask("s.pose.com[2] - s.pose.ground") < 0.75)
    assert "here" in node.get_attribute("class")
    sitting.at("going-stop").click()
    sitting.gone("going-to")
    sitting.until("up again", lambda: sitting.ask("s.pose.com[2] - s.pose.ground") > 0.9)
    sitting.open("simbicon/walk")  # another body
    sitting.until("it is said", lambda: "planar17" in sitting.at("moves-panel").inner_text())
    hurry(sitting, "1")
    sitting.at("tab-phases").click()


def test_no_complaint_and_no_request_elsewhere(sitting: Sitting) -> None:
    assert sitting.complaints == []
    assert sitting.outside == []
