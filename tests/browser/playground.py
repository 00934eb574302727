"""The page as a person has it: what stands there, and what can be done."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, ViewportSize

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
TINY: ViewportSize = {"width": 320, "height": 568}


def link(text: str, values: Mapping[str, float] | None = None, **rest: object) -> str:
    """What stands after an address's `#` for this moment: `direction="forward"`, `t=2.45`, `expand="on"` …"""
    pairs = [("text", quote(text, safe="~()*!'"))]
    if values:
        pairs.append(("values", ",".join(f"{quote(name)}:{value!r}" for name, value in values.items())))
    return "#" + "&".join(f"{key}={value}" for key, value in [*pairs, *rest.items()])


class Playground:
    """One open page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str, picture: bool = True) -> Playground:
        """Load the page, at a moment if the address has one (`link`)."""
        self.page.goto(address)
        there = "[data-testid=scene][data-draw-calls]" if picture else "[data-testid^='node-']"
        self.page.wait_for_selector(there, state="attached")
        return self

    def at(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def write(self, text: str) -> None:
        """Replace the text and apply it."""
        self.at("source").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Control+Enter")

    def preset(self, name: str) -> None:
        self.at("preset").select_option(label=name)

    def nodes(self) -> list[dict[str, str]]:
        """The twin: label, value and gradient of every node, as text."""
        script = "all => all.map(n => ({id: n.dataset.testid, ...n.dataset}))"
        return self.page.eval_on_selector_all("[data-testid^='node-']", script)  # type: ignore[no-any-return]

    def values(self) -> dict[str, str]:
        return {node["label"]: node["value"] for node in self.nodes()}

    def grads(self) -> dict[str, str]:
        return {node["label"]: node["grad"] for node in self.nodes()}

    def sentence(self) -> str:
        return " ".join(self.at("sentence").inner_text().split())

    def becomes(self, read: Callable[[], object], wanted: object) -> None:
        """Wait until `read` gives what is wanted; fail with what it gives instead."""
        deadline = time.monotonic() + 15
        while (seen := read()) != wanted and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert seen == wanted

    def hold(self) -> None:
        """Stop a pulse that plays, and go to the start of the direction."""
        self.becomes(lambda: self.page.evaluate("window.backpulse.state().playing") != "no", True)
        self.at("play").click()
        self.at("timeline").fill("0")
        self.becomes(lambda: self.at("timeline").input_value(), "0")

    def go(self, hash: str) -> None:
        """Put this after the address's `#`, as a person does who edits the address: the page stays."""
        self.page.evaluate("hash => { location.hash = hash }", hash)

    def hash(self) -> str:
        """What stands after the address's `#`, with it; nothing for the page as it begins."""
        return str(self.page.evaluate("location.hash"))

    def picture(self) -> dict[str, Any]:
        """Where everything stands on the screen, once the camera has come to rest."""
        before = None
        while (now := self.page.evaluate("window.backpulse.boxes()")) != before:
            before = now
            self.page.wait_for_timeout(150)
        return now  # type: ignore[no-any-return]

    def rest(self) -> None:
        """Wait until nothing moves: the scene stands, drawn for the present moment, sharp."""
        drawn = "window.backpulse.boxes().t === window.backpulse.state().frame.t"
        self.becomes(lambda: self.page.evaluate(drawn), True)
        self.page.wait_for_timeout(500)
