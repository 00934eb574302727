"""The real server in a process of its own, and a real browser that looks at its page."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request, expect
from tests.browser.chrome import chromium
from tests.browser.playground import WIDE, Playground

_SERVE = "from backpulse.server.cli import app; app(['serve', '--port', '0', '--no-browser'])"


@contextmanager
def serving() -> Iterator[str]:
    """The playground served by a process of its own; gives its address."""
    command = [sys.executable, "-u", "-c", _SERVE]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    try:
        said = []
        for line in server.stdout:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield found.group(0)
                return
        raise RuntimeError(f"the server did not say its address, but: {''.join(said)}")
    finally:
        server.terminate()
        server.wait(timeout=10)
        server.stdout.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the playground is served for this run."""
    with serving() as where:
        yield where


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One a file, so that other files' tests can run a loop."""
    with chromium() as browser:
        yield browser


# Pixels made by a busy processor come late; a frame that never comes still fails.
expect.set_options(timeout=20_000)

Make = Callable[..., Playground]


@pytest.fixture
def make(browser: Browser, address: str) -> Iterator[Make]:
    """Opens playgrounds, `at` a moment if wished; none may log a warning, ask another host, or throw."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            troubles.append(message.text)

    def asked(request: Request) -> None:
        if not request.url.startswith(("data:", "blob:", address)):
            troubles.append(request.url)

    def open_one(
        viewport: Any = WIDE, script: str = "", picture: bool = True, at: str = "", **options: Any
    ) -> Playground:
        context = browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        page.set_default_timeout(20_000)
        page.on("console", heard)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", asked)
        return Playground(page).open(f"{address}/{at}", picture)

    yield open_one
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def playground(make: Make) -> Playground:
    """The page in a window of 1440 by 900."""
    return make()


@pytest.fixture
def still(make: Make) -> Playground:
    """The page for a person who wants no motion: every step is there at once."""
    return make(reduced_motion="reduce")
