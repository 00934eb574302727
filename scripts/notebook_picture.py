"""The README's picture of a notebook, made by the project: `make screenshot` writes docs/notebook.png."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chrome import ARGS, find  # noqa: E402
from tests.notebook.lab import Lab, serving  # noqa: E402

_SETTLED = 4000
"""Milliseconds for the last frame, whose pixels are made by the processor."""


def main() -> None:
    """The tour's first example in JupyterLab, half way through an arrow of the backward pass."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "dark") as address:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(), args=list(ARGS))
            page = browser.new_page(viewport={"width": 1240, "height": 1180})
            lab = Lab(page, address, "tour.ipynb")
            view = lab.run(0).locator(".backpulse")
            scrub = view.locator(".backpulse-controls .noUi-handle")
            view.locator("canvas").wait_for()
            scrub.focus()
            # 2.45 steps, of which a key is a twentieth.
            for _ in range(49):
                page.keyboard.press("ArrowRight")
            page.wait_for_timeout(_SETTLED)
            target = ROOT / "docs" / "notebook.png"
            view.scroll_into_view_if_needed()
            page.mouse.move(2, 2)
            page.screenshot(path=target)
            browser.close()
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
