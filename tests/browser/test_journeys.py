"""What a person does: type, err and recover, drag, play, step, toggle, choose, and never lose anything."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect
from tests.browser.playground import PHONE, WIDE, Playground

Make = Callable[..., Playground]

DEFAULT = {"a": "2", "b": "-3", "a + b": "-1", "c": "10", "(a + b) * c": "-10"}


def node(playground: Playground, label: str) -> Locator:
    """The twin entry of a node."""
    return playground.page.locator(f"[data-label='{label}']").first


def test_the_first_paint_is_a_complete_worked_example(playground: Playground) -> None:
    playground.becomes(playground.values, DEFAULT)
    playground.becomes(playground.grads, {"a": "10", "b": "10", "a + b": "10", "c": "-1", "(a + b) * c": "1"})
    expect(playground.at("source")).to_have_text("(a + b) * c")
    for label in ("slider-a", "slider-b", "slider-c", "play", "timeline", "steps", "sentence", "fit"):
        expect(playground.at(label)).to_be_visible()


def test_typing_a_new_expression_shows_its_graph(playground: Playground) -> None:
    playground.write("a * a + b")
    expect(playground.at("slider-c")).to_have_count(0)
    playground.becomes(playground.values, {"a": "2", "a * a": "4", "b": "-3", "a * a + b": "1"})
    playground.becomes(lambda: playground.grads()["a"], "4")


def test_a_pause_in_typing_applies_the_text(playground: Playground) -> None:
    playground.at("source").click()
    playground.page.keyboard.press("End")
    playground.page.keyboard.type(" + a")
    expect(node(playground, "(a + b) * c + a")).to_have_attribute("data-value", "-8")


def test_a_mistake_is_said_where_it_stands_and_nothing_is_lost(playground: Playground) -> None:
    playground.at("timeline").fill("2")
    before = playground.at("timeline").input_value()
    assert before == "2"
    playground.write("(a + b")
    error = playground.at("error")
    expect(error).to_be_visible()
    expect(error).to_contain_text("Missing )")
    expect(error).to_contain_text("Add")
    expect(playground.at("source")).to_have_text("(a + b")
    playground.becomes(playground.values, DEFAULT)
    expect(playground.page.get_by_text("Stale", exact=False).first).to_be_visible()
    playground.write("(a + b) * c")
    expect(error).to_have_count(0)
    playground.becomes(playground.values, DEFAULT)
    assert playground.at("timeline").input_value() == before


def test_dragging_in_mid_backward_changes_numbers_and_not_the_time(
    playground: Playground,
) -> None:
    timeline = playground.at("timeline")
    timeline.fill("2")
    playground.becomes(playground.sentence, "* sends 1 × c = 10 to a + b")
    slider = playground.at("slider-c")
    slider.focus()
    for _ in range(3):
        playground.page.keyboard.press("ArrowRight")
    entry = playground.at("value-c")
    playground.becomes(lambda: float(entry.input_value()) > 10.25, True)
    moved = float(entry.input_value())
    expect(node(playground, "(a + b) * c")).to_have_attribute("data-value", f"{-moved:g}")
    expect(node(playground, "a + b")).to_have_attribute("data-grad", f"{moved:g}")
    playground.becomes(lambda: playground.grads()["c"], "--")
    assert timeline.input_value() == "2"


def test_dragging_with_the_pointer_sends_every_number_along(playground: Playground) -> None:
    box = playground.at("slider-a").bounding_box()
    assert box is not None
    mouse, y = playground.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * 0.6, y)
    mouse.down()
    seen = set()
    for k in range(8):
        mouse.move(box["x"] + box["width"] * (0.6 + 0.04 * k), y)
        playground.page.wait_for_timeout(60)
        seen.add(playground.values()["(a + b) * c"])
    mouse.up()
    assert len(seen) >= 4
    a = float(playground.values()["a"])
    expect(node(playground, "(a + b) * c")).to_have_attribute("data-value", f"{(a - 3) * 10:g}")


def test_a_step_of_the_slider_is_a_round_number(playground: Playground) -> None:
    slider = playground.at("slider-a")
    slider.focus()
    for _ in range(7):
        playground.page.keyboard.press("ArrowRight")
        text = playground.values()["a"]
        assert len(text) <= 5, text


def test_playing_backward_to_the_end_reveals_every_gradient(playground: Playground) -> None:
    playground.at("speed").select_option("4")
    playground.at("direction-backward").click()
    playground.becomes(lambda: playground.grads()["a"], "--")
    expect(node(playground, "b")).to_have_attribute("data-grad", "10")
    expect(node(playground, "c")).to_have_attribute("data-grad", "-1")


def test_stepping_forward_and_back(still: Playground) -> None:
    playground = still
    playground.at("timeline").fill("0")
    playground.becomes(lambda: set(playground.grads().values()), {"--"})
    for sentence in (
        "* is the root: its own gradient is 1",
        "* sends 1 × c = 10 to a + b",
        "* sends 1 × (a + b) = −1 to c",
        "+ sends 10 × 1 = 10 to a",
        "+ sends 10 × 1 = 10 to b",
    ):
        playground.at("step").click()
        playground.becomes(playground.sentence, sentence)
    playground.at("step-back").click()
    playground.becomes(playground.grads, {"a": "10", "b": "--", "a + b": "10", "c": "-1", "(a + b) * c": "1"})


def test_the_running_total_of_a_leaf_used_twice(still: Playground) -> None:
    playground = still
    playground.preset("The same leaf twice")
    expect(node(playground, "a * a")).to_have_attribute("data-value", "9")
    for moment, total in (("0", "--"), ("1", "--"), ("2", "3"), ("3", "6")):
        playground.at("timeline").fill(moment)
        playground.becomes(lambda: playground.grads()["a"], total)
    playground.becomes(playground.sentence, "* sends 1 × a = 3 to a, which adds up: 3 + 3 = 6")


def test_keys(still: Playground) -> None:
    playground, page = still, still.page
    playground.at("scene").click(position={"x": 20, "y": 20})
    page.keyboard.press("f")
    expect(playground.at("direction-forward")).to_have_attribute("aria-pressed", "true")
    playground.becomes(lambda: playground.values()["a + b"], "--")
    page.keyboard.press("End")
    playground.becomes(playground.values, DEFAULT)
    page.keyboard.press("b")
    expect(playground.at("direction-backward")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    playground.becomes(playground.sentence, "* is the root: its own gradient is 1")
    page.keyboard.press("ArrowLeft")
    playground.becomes(lambda: playground.grads()["(a + b) * c"], "--")


def test_final_gradients_are_off_and_reveal_all_at_once(playground: Playground) -> None:
    playground.at("direction-forward").click()
    playground.hold()
    toggle = playground.at("toggle-final")
    expect(toggle).not_to_be_checked()
    playground.becomes(lambda: set(playground.grads().values()), {"--"})
    toggle.check(force=True)
    playground.becomes(playground.grads, {"a": "10", "b": "10", "a + b": "10", "c": "-1", "(a + b) * c": "1"})


def test_opening_derived_ops_keeps_the_leaves_gradients(playground: Playground) -> None:
    playground.write("a - b / c")
    expect(node(playground, "a - b / c")).to_have_count(1)
    closed = {k: v for k, v in playground.grads().items() if k in ("a", "b", "c")}
    count = len(playground.nodes())
    playground.at("toggle-expand").check(force=True)
    expect(playground.page.locator("[data-testid^='node-']")).not_to_have_count(count)
    assert len(playground.nodes()) > count
    assert {k: v for k, v in playground.grads().items() if k in ("a", "b", "c")} == closed


def test_local_derivatives_can_be_shown(playground: Playground) -> None:
    playground.at("timeline").fill("0")
    count = "window.backpulse.boxes().shown.length"
    playground.becomes(lambda: playground.page.evaluate(count), 5)
    playground.at("toggle-locals").check(force=True)
    playground.becomes(lambda: playground.page.evaluate(count), 9)


def test_every_preset_works(playground: Playground) -> None:
    names = playground.at("preset").locator("option").all_inner_texts()
    assert len(names) >= 10
    for name in names[1:]:
        playground.preset(name)
        source = playground.page.evaluate(
            "name => window.backpulse.state().presets.find(p => p.name === name).source", name
        )
        playground.becomes(lambda: playground.page.evaluate("window.backpulse.state().trace.source"), source)
        assert playground.at("error").count() == 0
        assert "--" not in playground.values().values()


def test_an_entry_takes_exact_numbers_and_refuses_others_gently(playground: Playground) -> None:
    entry = playground.at("value-a")
    entry.fill("0.125")
    entry.press("Enter")
    expect(node(playground, "a")).to_have_attribute("data-value", "0.125")
    entry.fill("two")
    entry.press("Enter")
    playground.becomes(lambda: playground.values()["a"], "0.125")


def test_undo_takes_back_typing_and_dragging_alike(playground: Playground) -> None:
    playground.at("slider-a").focus()
    playground.page.keyboard.press("ArrowRight")
    expect(node(playground, "a")).not_to_have_attribute("data-value", "2")
    playground.write("a * b")
    expect(node(playground, "a * b")).to_have_count(1)
    playground.page.keyboard.press("Control+z")
    expect(playground.at("source")).to_have_text("(a + b) * c")
    playground.page.keyboard.press("Control+z")
    expect(node(playground, "a")).to_have_attribute("data-value", "2")
    playground.page.keyboard.press("Control+Shift+Z")
    expect(node(playground, "a")).not_to_have_attribute("data-value", "2")


def test_numbers_off_the_number_line_are_words_and_explained(playground: Playground) -> None:
    playground.write("a = 0\nlog(a)")
    expect(node(playground, "log(a)")).to_have_attribute("data-value", "-Infinity")
    expect(playground.page.get_by_text("log of 0", exact=False).first).to_be_visible()


def test_the_theme_follows_the_system_and_the_button(make: Make) -> None:
    playground = make(color_scheme="light")
    shade = "getComputedStyle(document.documentElement).colorScheme"
    playground.becomes(lambda: playground.page.evaluate(shade), "light")
    playground.at("theme").click()
    playground.becomes(lambda: playground.page.evaluate(shade), "dark")
    playground.page.reload()
    playground.becomes(lambda: playground.page.evaluate(shade), "dark")


def test_the_page_never_scrolls_and_the_graph_is_in_it(make: Make) -> None:
    for viewport in (WIDE, PHONE):
        playground = make(viewport)
        playground.rest()
        page = playground.page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        stage = playground.at("scene").bounding_box()
        assert stage is not None
        assert stage["x"] >= 0
        assert stage["y"] >= 0
        assert stage["x"] + stage["width"] <= viewport["width"]
        assert stage["y"] + stage["height"] <= viewport["height"]
        shown = page.evaluate("window.backpulse.boxes().shown")
        assert len(shown) >= 9
        for box in shown:
            assert box["left"] >= 0
            assert box["top"] >= 0
            assert box["right"] <= stage["width"], box
            assert box["bottom"] <= stage["height"], box


def test_reduced_motion_gives_discrete_steps(still: Playground) -> None:
    playground = still
    playground.at("direction-forward").click()
    playground.at("direction-backward").click()
    for moment in ("0", "1", "2"):
        playground.becomes(lambda: playground.at("timeline").input_value(), moment)
        playground.at("step").click()
    playground.becomes(lambda: playground.grads()["a + b"], "10")


def test_a_graph_too_large_to_draw_shows_its_tables(playground: Playground) -> None:
    playground.write(" + ".join(f"x{k % 40}" for k in range(1600)))
    expect(playground.page.get_by_text("too large to draw", exact=False).first).to_be_visible()
    rows = playground.at("steps").locator("tr")
    assert rows.count() > 50


def test_without_webgl_the_page_works_and_says_why(make: Make) -> None:
    """A browser that refuses the context, as one without a graphics driver does."""
    playground = make(script="HTMLCanvasElement.prototype.getContext = () => null;", picture=False)
    expect(playground.page.get_by_text("WebGL", exact=False).first).to_be_visible()
    playground.at("slider-a").focus()
    playground.page.keyboard.press("ArrowRight")
    expect(node(playground, "a")).not_to_have_attribute("data-value", "2")
    playground.write("a * b")
    expect(node(playground, "a * b")).to_have_count(1)


def test_the_rows_of_the_steps_are_reached_by_keys(playground: Playground) -> None:
    playground.page.get_by_role("group", name="Steps: up and down", exact=False).focus()
    for key, time in (("ArrowUp", "4"), ("ArrowUp", "3"), ("ArrowDown", "4")):
        playground.page.keyboard.press(key)
        expect(playground.at("timeline")).to_have_value(time)
    expect(playground.page.locator("tr[aria-current=step]")).to_have_attribute("data-step", "4")
