"""The browser that the tests drive: where it is, and how it is started. `python chrome.py` prints where."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

ARGS: tuple[str, ...] = (
    # Pixels made by the processor: the same on every machine, and there without a graphics card.
    "--enable-unsafe-swiftshader",
    "--use-angle=swiftshader",
    # Nothing but the page under test.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
)
"""What it is started with."""


def find() -> str:
    """Path of an installed Chromium or Chrome; BACKPULSE_BROWSER names another. LookupError without any."""
    for name in (os.environ.get("BACKPULSE_BROWSER"), *_NAMES, *_MAC):
        path = shutil.which(name) if name else None
        if path:
            return path
    raise LookupError(
        "The browser tests need Chromium or Chrome, and none was found. "
        "Install one, or say where it is with BACKPULSE_BROWSER=/path/to/it."
    )


@contextmanager
def chromium() -> Iterator[Browser]:
    """It, started. As long as it is open its loop runs in this thread, and no test of asyncio's can."""
    # `make browser` asks where it is before anything else need be there.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(ARGS))
        yield browser
        browser.close()


if __name__ == "__main__":
    try:
        print(find())
    except LookupError as error:
        sys.exit(str(error))
