"""The README's picture, made by the project itself: `make screenshot` writes docs/backpulse.png."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chrome import ARGS, find  # noqa: E402
from tests.browser.conftest import serving  # noqa: E402
from tests.browser.playground import WIDE, Playground, link  # noqa: E402

MOMENT = link("(a + b) * c", {"a": 2, "b": -3, "c": 10}, t=2.45)


def main() -> None:
    """Half way through the backward pass of the default example."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(ARGS))
        page = browser.new_page(viewport=WIDE, color_scheme="dark", device_scale_factor=1.5)
        playground = Playground(page).open(f"{address}/{MOMENT}")
        playground.becomes(lambda: playground.at("timeline").input_value(), "2.45")
        playground.rest()
        target = ROOT / "docs" / "backpulse.png"
        target.parent.mkdir(exist_ok=True)
        page.screenshot(path=target)
        browser.close()
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
