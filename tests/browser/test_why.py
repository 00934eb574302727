"""Why NaN: a person types a formula that goes wrong, looks at the leaf, and reads where and what to do."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect
from tests.browser.conftest import Make
from tests.browser.playground import PHONE, Playground, link


def look_at(playground: Playground, node: int) -> None:
    """Click a node's card in the picture."""
    shown = playground.picture()["shown"]
    (card,) = (one for one in shown if one["kind"] == "card" and one["id"] == node)
    stage = playground.at("scene").bounding_box()
    assert stage is not None
    playground.page.mouse.click(
        stage["x"] + (card["left"] + card["right"]) / 2, stage["y"] + (card["top"] + card["bottom"]) / 2
    )


def places(why: Locator) -> list[str]:
    return [" ".join(said.split()) for said in why.locator("li .arithmetic").all_text_contents()]


def test_where_an_undefined_gradient_comes_from(playground: Playground) -> None:
    playground.write("log(sigmoid(x))")
    playground.becomes(lambda: list(playground.values()), ["x", "sigmoid(x)", "log(sigmoid(x))"])
    playground.at("value-x").fill("-800")
    playground.at("value-x").press("Enter")
    playground.becomes(lambda: playground.grads()["x"], "NaN")
    playground.page.keyboard.press("End")
    look_at(playground, 0)
    why = playground.at("why")
    expect(why.locator("h3")).to_have_text("Why the gradient is undefined")
    assert places(why) == [
        "= −∞",
        "1 × ∞ = ∞",
        "∞ × 0 = undefined",
    ]
    who = why.locator("li .who")
    expect(who).to_contain_text(["log(sigmoid(x))", "sigmoid(x)", "x"])
    expect(playground.at("why-way")).to_contain_text(re.compile(r"log\(sigmoid\(x\)\)\s+sigmoid\(x\)\s+x"))
    # The arrow is marked, of all steps it alone.
    marked = playground.at("steps").locator("tr:has(.trouble)")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-step", "3")
    # It follows the slider.
    playground.at("value-x").fill("-600")
    playground.at("value-x").press("Enter")
    expect(why).to_have_count(0)
    playground.at("value-x").fill("-800")
    playground.at("value-x").press("Enter")
    # What to do: the same function, which is right there.
    why.get_by_role("button", name="Write it so").click()
    expect(playground.at("source")).to_have_text("min(x, 0) - log1p(exp(-abs(x)))")
    playground.becomes(lambda: (playground.values()["x"], playground.grads()["x"]), ("-800", "1"))
    expect(why).to_have_count(0)
    playground.page.keyboard.press("Control+z")
    expect(playground.at("source")).to_have_text("log(sigmoid(x))")
    expect(why).to_be_visible()


def test_it_has_its_room_on_a_phone(make: Make) -> None:
    """The steps are a tab there; a link made where they stood open beside the picture covers nothing."""
    text, at = "log(sigmoid(x))", {"x": -800.0}
    playground = make(PHONE, at=link(text, at, node=0, panel="open"))
    playground.page.get_by_role("tab", name="Steps").click()
    why = playground.at("why")
    why.get_by_role("button", name="Write it so").scroll_into_view_if_needed()
    expect(why).to_be_visible()
    panel, timeline = (
        playground.page.locator(part).bounding_box() for part in (".panel", ".board > .timeline")
    )
    assert panel is not None
    assert timeline is not None
    assert panel["y"] >= timeline["y"] + timeline["height"]
