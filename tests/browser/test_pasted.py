"""Code as people have it, pasted: the lecture's numbers on the page, and beside the text what was skipped."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.playground import Playground
from tests.parser.test_pasted import BY_HAND, NEURON, README, SIGMOID, TORCH

NEURON_GRADS = {"x1": "-1.5", "x2": "0.5", "w1": "1", "w2": "0", "b": "0.5"}

SNIPPETS = (
    (BY_HAND, "L", "-8", {"a": "6", "b": "-4", "c": "-2", "f": "4"}),
    (README, "g", "24.7", {"a": "138.8", "b": "645.6"}),
    (NEURON, "o", "0.7071", NEURON_GRADS),
    (TORCH, "o", "0.7071", NEURON_GRADS),
    (SIGMOID, "s", "0.07586", {"w": "-0.1402", "x": "0.1052", "b": "0.0701"}),
)
"""Each snippet of the lecture, its root, the root's value, and the leaves' gradients, as they are shown."""


def test_the_lectures_snippets_give_the_lectures_numbers(still: Playground) -> None:
    for snippet, root, value, grads in SNIPPETS:
        still.write(snippet)
        still.becomes(lambda: still.page.evaluate("window.backpulse.state().message.source"), snippet)
        expect(still.at("error")).to_have_count(0)
        assert still.values()[root] == value
        assert {name: still.grads()[name] for name in grads} == grads
        for name in grads:
            expect(still.at(f"slider-{name}")).to_have_count(1)


def test_what_is_skipped_is_listed_dimmed_and_found_again(still: Playground) -> None:
    still.write(TORCH)
    listed = still.page.get_by_role("region", name="Skipped")
    expect(listed.get_by_role("button", name="13 skipped")).to_have_attribute("aria-expanded", "true")
    rows = listed.get_by_role("listitem")
    expect(rows).to_have_count(13)
    expect(rows.nth(0)).to_contain_text("import torch")
    expect(rows.nth(0)).to_contain_text("nothing has to be imported")
    expect(rows.nth(7)).to_contain_text("the backward pass is always there")
    dimmed = "all => all.map(mark => mark.textContent)"
    marks = still.page.eval_on_selector_all(".skipped-mark", dimmed)
    assert "import torch" in marks
    assert "o.backward()" in marks
    rows.nth(7).get_by_role("button").click()
    expect(still.at("source")).to_be_focused()
    still.page.keyboard.press("Shift+End")
    assert still.page.evaluate("getSelection().toString()") == "o.backward()"
    listed.get_by_role("button", name="13 skipped").click()
    expect(rows).to_have_count(0)
    still.write("a * b")
    expect(listed).to_have_count(0)
    expect(still.page.locator(".skipped-mark")).to_have_count(0)
