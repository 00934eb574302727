"""Code as people have it, pasted: the lecture's numbers on the page, and beside the text what was skipped."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.playground import Playground
from tests.parser.test_pasted import BY_HAND, NEURON, README, SIGMOID, TORCH

NEURON_GRADS = {"x1": -1.5, "x2": 0.5, "w1": 1.0, "w2": 0.0, "b": 0.5}

SNIPPETS = (
    (BY_HAND, "L", -8.0, {"a": 6.0, "b": -4.0, "c": -2.0, "f": 4.0}),
    (README, "g", 24.70408163265306, {"a": 138.83381924198252, "b": 645.5772594752186}),
    (NEURON, "o", 0.7071067811865476, NEURON_GRADS),
    (TORCH, "o", 0.7071067811865476, NEURON_GRADS),
    (
        SIGMOID,
        "s",
        0.07585818002124355,
        {"w": -0.1402074330902163, "x": 0.10515557481766222, "b": 0.07010371654510815},
    ),
)
"""Each snippet of the lecture, its root, the root's value, and the leaves' gradients."""


def test_the_lectures_snippets_give_the_lectures_numbers(still: Playground) -> None:
    for snippet in SNIPPETS:
        shows(still, *snippet)


def shows(page: Playground, snippet: str, root: str, value: float, grads: dict[str, float]) -> None:
    """The text before may have had the same names at other values: the pasted text's own starts win."""
    page.write(snippet.strip())
    wanted = {root: value} | grads

    def close() -> bool:
        numbers = page.grads() | {root: page.values().get(root, "--")}
        seen = {name: float(numbers.get(name, "--").replace("--", "nan")) for name in wanted}
        return seen == pytest.approx(wanted, rel=1e-12, abs=1e-15)

    page.becomes(close, True)
    expect(page.at("error")).to_have_count(0)
    for name in grads:
        expect(page.at(f"slider-{name}")).to_have_count(1)


def test_what_is_skipped_is_listed_dimmed_and_found_again(still: Playground) -> None:
    still.write(TORCH)
    listed = still.page.get_by_role("region", name="Notes on the text")
    heading = listed.get_by_role("button", name="13 skipped, printed")
    expect(heading).to_have_attribute("aria-expanded", "true")
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
    listed.get_by_role("button", name="13 skipped, printed").click()
    expect(rows).to_have_count(0)
    still.write("a * b")
    expect(listed).to_have_count(0)
    expect(still.page.locator(".skipped-mark")).to_have_count(0)
