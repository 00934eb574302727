"""The moment is a link: it is met again exactly, Back brings the one before, no address breaks the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from benchmarks.graphs import cases
from playwright.sync_api import Browser, expect
from tests.browser.playground import PHONE, Playground, link

Make = Callable[..., Playground]

DEFAULT = {"a": "2", "b": "-3", "a + b": "-1", "c": "10", "(a + b) * c": "-10"}
SUM = ("(a + b) * c", {"a": 2, "b": -3, "c": 10})

_MOMENT = """(() => {
    const state = window.backpulse.state();
    const { leaves, nodes } = state.trace.graph;
    const slider = ({ value, min, max, set }) => ({ value, min, max, set });
    const sliders = leaves.map(id => [nodes[id].label, slider(state.leaves[nodes[id].label])]);
    const { text, direction, t, playing, speed, locals, final, expand, selected, panel, frame } = state;
    const switches = { speed, locals, final, expand, selected, panel };
    return JSON.parse(JSON.stringify({ text, sliders, direction, t, playing, switches, frame }));
})()"""


def seen(playground: Playground) -> dict[str, Any]:
    """All of a moment: as the picture, the tables and the page's state have it."""
    return {
        "picture": to_the_thousandth(playground.picture()),
        "nodes": playground.nodes(),
        "sentence": playground.sentence(),
        "steps": playground.at("steps").inner_text(),
        "time": playground.at("timeline").input_value(),
        "edges": [field.input_value() for field in playground.page.locator(".edge").all()],
        "state": playground.page.evaluate(_MOMENT),
        "theme": playground.page.evaluate("document.documentElement.dataset.theme"),
    }


def to_the_thousandth(places: Any) -> Any:
    """Of a pixel: where the camera came from moves the last digits."""
    if isinstance(places, dict):
        return {key: to_the_thousandth(place) for key, place in places.items()}
    if isinstance(places, list):
        return [to_the_thousandth(place) for place in places]
    return round(places, 3) if isinstance(places, float) else places


def test_a_link_brings_the_same_picture_to_the_last_number(make: Make) -> None:
    here = make()
    page = here.page
    here.write("e = a * b\nd = e + t\ntanh(d * 0.1)")
    expect(here.at("slider-t")).to_be_visible()
    here.at("value-a").fill("-1.375")
    page.keyboard.press("Enter")
    here.at("slider-b").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    most = page.get_by_label("Largest value of b")
    most.fill("7.5")
    most.press("Enter")
    here.at("toggle-locals").check(force=True)
    here.at("toggle-expand").check(force=True)
    here.becomes(lambda: page.evaluate("window.backpulse.state().frame.steps.length") > 10, True)
    here.at("speed").select_option("2")
    here.at("theme").click()
    here.at("timeline").fill("3.456")
    here.becomes(lambda: "t=3.456" in here.hash(), True)
    expected = seen(here)
    assert dict(expected["state"]["sliders"])["b"]["max"] == 7.5

    there = make(at=here.hash())
    there.becomes(lambda: there.at("timeline").input_value(), "3.456")
    assert seen(there) == expected
    there.rest()
    assert there.hash() == here.hash()


def test_a_link_brings_the_picture_as_it_was_turned(make: Make) -> None:
    here = make()
    fitted = here.picture()["shown"]
    box = here.at("scene").bounding_box()
    assert box is not None
    mouse, x, y = here.page.mouse, box["x"] + 60, box["y"] + box["height"] - 60
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 90, y - 30, steps=6)
    mouse.up()
    mouse.wheel(0, -120)
    here.becomes(lambda: "&eye=" in here.hash(), True)
    here.rest()
    turned = here.picture()["shown"]
    assert most_apart(turned, fitted) > 20

    there = make(at=here.hash())
    assert most_apart(there.picture()["shown"], turned) < 0.1
    assert there.hash() == here.hash()
    there.at("fit").click()
    there.becomes(lambda: "eye=" in there.hash(), False)
    assert most_apart(there.picture()["shown"], fitted) < 0.1


def most_apart(some: list[dict[str, Any]], others: list[dict[str, Any]]) -> float:
    """Px between the same sides of the same boxes, where they are farthest apart."""
    assert [(box["kind"], box["id"]) for box in some] == [(box["kind"], box["id"]) for box in others]
    pairs = zip(some, others, strict=True)
    sides = ("left", "right", "top", "bottom")
    return max(abs(float(a[side]) - float(b[side])) for a, b in pairs for side in sides)


def test_the_address_is_clean_at_first_and_back_goes_through_deliberate_acts(still: Playground) -> None:
    playground, page = still, still.page
    playground.rest()
    assert playground.hash() == ""
    playground.at("slider-a").focus()
    page.keyboard.press("ArrowRight")
    playground.becomes(lambda: "values=a:2.1,b:-3,c:10" in playground.hash(), True)
    playground.preset("The same leaf twice")
    playground.becomes(playground.values, {"a": "3", "a * a": "9"})
    playground.at("direction-forward").click()
    playground.becomes(lambda: playground.values().get("a * a"), "--")
    playground.write("a * a + b")
    playground.becomes(lambda: "a * a + b" in playground.values(), True)

    page.go_back()
    expect(playground.at("source")).to_have_text("a * a")
    playground.becomes(playground.values, {"a": "3", "a * a": "--"})
    page.go_back()
    playground.becomes(playground.values, {"a": "3", "a * a": "9"})
    expect(playground.at("direction-backward")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(playground.at("source")).to_have_text("(a + b) * c")
    playground.becomes(lambda: playground.values().get("(a + b) * c"), "-9")
    page.go_forward()
    playground.becomes(playground.values, {"a": "3", "a * a": "9"})
    # What Back and Forward bring is in the text's own history too.
    playground.at("source").click()
    page.keyboard.press("Control+z")
    expect(playground.at("source")).to_have_text("(a + b) * c")
    playground.becomes(lambda: playground.values().get("(a + b) * c"), "-9")


def test_an_address_typed_by_hand_is_opened_without_loading_the_page(still: Playground) -> None:
    playground = still
    playground.page.evaluate("window.same = true")
    playground.go("#text=θ*θ+x&values=θ:-4,x:.5&t=2")
    playground.becomes(playground.values, {"θ": "-4", "θ*θ": "16", "x": "0.5", "θ*θ+x": "16.5"})
    playground.becomes(lambda: playground.at("timeline").input_value(), "2")
    assert playground.page.evaluate("window.same")


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["wide", "phone"])
def test_an_address_that_cannot_be_read_gives_the_first_example_and_a_sentence(
    make: Make, viewport: Any
) -> None:
    at = link(*SUM, t="soon")
    playground = make(at=at, **({} if viewport is None else {"viewport": viewport}))
    notice = playground.at("notice")
    for bad, why in (
        (None, "t is the time in steps"),
        ("#text=%E0%A4%A", "percent-encoded"),
        ("#z=AAAA", "damaged"),
        ("#text=a&values=a:Infinity", "not a number"),
        (link("a * b", t=-1), "t is the time in steps"),
        ("#__proto__=1", "no text"),
    ):
        if bad is not None:
            playground.go(bad)
        expect(notice).to_contain_text("could not be read")
        expect(notice).to_contain_text(why)
        expect(notice).to_contain_text("The first example is shown instead")
        playground.becomes(playground.values, DEFAULT)
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)
    playground.go(link("a * b", {"a": 2, "b": 3}, t=99))
    expect(notice).to_contain_text("step 99, and there are 3")
    playground.becomes(playground.values, {"a": "2", "b": "3", "a * b": "6"})
    # Names that mean something to JavaScript are names.
    playground.go(link("__proto__ * constructor", {"__proto__": 2, "constructor": 3}))
    playground.becomes(
        playground.values, {"__proto__": "2", "constructor": "3", "__proto__ * constructor": "6"}
    )
    expect(notice).to_have_count(0)


def test_a_graph_that_the_server_does_not_have(browser: Browser, address: str) -> None:
    page = browser.new_page()
    playground = Playground(page).open(f"{address}/#graph=0123456789abcdef")
    expect(playground.at("notice")).to_contain_text("The server does not have this graph, or no longer")
    playground.becomes(playground.values, DEFAULT)
    page.close()


def test_the_button_copies_a_link_to_the_same_moment(make: Make) -> None:
    playground = make(permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce")
    playground.at("slider-c").focus()
    playground.page.keyboard.press("ArrowLeft")
    playground.at("timeline").fill("2")
    button = playground.at("copy-link")
    expect(button).to_contain_text("Copy link")
    button.click()
    expect(playground.page.get_by_text("Link copied", exact=True)).to_have_count(1)
    copied = playground.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/#text=(a%20%2B%20b)%20*%20c&values=a:2,b:-3,c:9.9&ranges=c:-20..20&t=2")
    there = make(at=copied[copied.index("#") :], reduced_motion="reduce")
    there.becomes(lambda: there.at("timeline").input_value(), "2")
    assert seen(there) == seen(playground)


def test_without_a_clipboard_the_link_stands_on_the_page(make: Make) -> None:
    refuse = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
    playground = make(script=refuse)
    playground.at("scene").click(position={"x": 20, "y": 20})
    playground.page.keyboard.press("l")
    field = playground.at("link")
    expect(field).to_be_focused()
    assert field.input_value().endswith("/#text=(a%20%2B%20b)%20*%20c&values=a:2,b:-3,c:10")
    selected = "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))"
    assert field.evaluate(selected) == field.input_value()


def test_a_long_text_is_packed_and_opens(make: Make) -> None:
    """Without a picture, which such a graph takes long for where a processor draws it."""
    text = "\n".join(cases()["mlp1029"]().lines)
    bare = {"script": "HTMLCanvasElement.prototype.getContext = () => null;", "picture": False}
    here = make(**bare)
    here.write(text)
    here.becomes(lambda: len(here.nodes()), 1029)
    here.at("timeline").fill("7")
    here.becomes(lambda: here.hash().startswith("#z=") and here.hash().endswith("&t=7"), True)
    assert len(here.hash()) < len(text) / 2
    there = make(at=here.hash(), **bare)
    there.becomes(lambda: there.at("timeline").input_value(), "7")
    assert there.page.evaluate("window.backpulse.state().text") == text
    assert there.nodes() == here.nodes()


def test_a_links_theme_is_shown_and_not_kept(make: Make) -> None:
    playground = make(at=link(*SUM, theme="light"), color_scheme="dark")
    shade = "getComputedStyle(document.documentElement).colorScheme"
    playground.becomes(lambda: playground.page.evaluate(shade), "light")
    assert playground.page.evaluate("localStorage.getItem('backpulse.theme')") is None
    playground.go("")
    playground.becomes(lambda: playground.page.evaluate(shade), "dark")
    playground.becomes(playground.values, DEFAULT)
