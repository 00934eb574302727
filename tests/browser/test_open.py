"""A graph that a Python program opens: in a real browser, from the address that the program prints."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.playground import WIDE, Playground
from tests.scripts import ended, program, shown

NEURON = """
playground._CLOSED = 5  # the page is loaded anew meanwhile, by a processor that may be busy
from backpulse.engine import Value
from backpulse.view import open

x = [Value(2.0, label="x1"), Value(0.0, label="x2")]
w = [Value(-3.0, label="w[0]"), Value(1.0, label="w[1]")]
total = Value(6.881373587019543, label="b")
for xi, wi in zip(x, w):
    total = total + wi * xi
out = total.tanh()
out.label = "out"
open(out)
print("went on")
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must not log an error, nor throw one."""
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert troubles == []


def test_a_program_opens_its_graph(page: Page) -> None:
    with program(NEURON) as process:
        address, name = shown(process)
        playground = Playground(page).open(f"{address}#graph={name}")
        expect(playground.at("source")).to_contain_text("out = tanh(b + w_0 * x1 + w_1 * x2)")
        starts = {"x1": 2, "x2": 0, "w_0": -3, "w_1": 1, "b": 6.881373587019543}
        for leaf, start in starts.items():
            expect(playground.at(f"slider-{leaf}")).to_be_visible()
            assert float(playground.values()[leaf]) == start
        # Karpathy's neuron, and its gradients.
        assert float(playground.values()["out"]) == pytest.approx(math.sqrt(0.5))
        assert float(playground.grads()["x1"]) == pytest.approx(-1.5)
        expect(page).to_have_url(re.compile("#text="))  # an ordinary link from here on

        playground.at("slider-x1").focus()
        page.keyboard.press("End")
        playground.becomes(lambda: playground.values()["out"].startswith("-"), True)

        page.reload()
        page.wait_for_selector("[data-testid=scene][data-draw-calls]")
        expect(playground.at("slider-w_0")).to_be_visible()
        assert process.poll() is None, "a page that is loaded anew is not closed"
        page.close()
        assert ended(process) == "went on\n"
