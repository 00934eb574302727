"""The real server in a process of its own, and a real browser that looks at its page."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from chrome import ARGS, find

T = TypeVar("T")

_SERVE = "from backpulse.server.cli import app; app(['serve', '--port', '0', '--no-browser'])"
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the playground is served for this run."""
    command = [sys.executable, "-u", "-c", _SERVE]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    try:
        for line in server.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                break
        else:
            pytest.fail("the server did not say its address")
        yield found.group(0)
    finally:
        server.terminate()
        server.wait(timeout=10)
        server.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(ARGS))
        yield browser
        browser.close()


class Playground:
    """The page as a person has it: what stands there, and what can be done."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str, picture: bool = True) -> Playground:
        self.page.goto(address)
        self.page.wait_for_selector("[data-testid=scene][data-draw-calls]" if picture else "[data-testid^='node-']")
        return self

    def at(self, testid: str):  # type: ignore[no-untyped-def]
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

    def becomes(self, read: Callable[[], T], wanted: T) -> None:
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

    def rest(self) -> None:
        """Wait until nothing moves: the scene stands, sharp."""
        self.page.wait_for_timeout(500)


@pytest.fixture
def make(browser: Browser, address: str) -> Iterator[object]:
    """Opens playgrounds; none may log an error, ask another host for anything, or throw."""
    contexts = []
    troubles: list[str] = []

    def open_one(viewport: ViewportSize = WIDE, init_script: str = "", picture: bool = True, **options: object) -> Playground:
        context = browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        if init_script:
            page.add_init_script(init_script)
        page.set_default_timeout(20_000)
        page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: None if _ours(request.url, address) else troubles.append(request.url))
        return Playground(page).open(address, picture)

    yield open_one
    for context in contexts:
        context.close()
    assert troubles == []


def _ours(url: str, address: str) -> bool:
    host = address.removeprefix("http://")
    return url.startswith(("data:", "blob:")) or url.split("://", 1)[1].startswith(host)


@pytest.fixture
def playground(make) -> Playground:  # type: ignore[no-untyped-def]
    """The page in a window of 1440 by 900."""
    return make()  # type: ignore[no-any-return]


@pytest.fixture
def still(make) -> Playground:  # type: ignore[no-untyped-def]
    """The page for a person who wants no motion: every step is there at once."""
    return make(reduced_motion="reduce")  # type: ignore[no-any-return]
