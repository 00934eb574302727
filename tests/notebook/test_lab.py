"""The tour in a real JupyterLab, dark and light: the scene is drawn, sliders move it, clicks read it."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, expect
from tests.browser.chrome import chromium
from tests.notebook.lab import EXAMPLES, Lab, serving, wear

from backpulse.view.look import PALETTES, Theme

# How many pixels of a picture are each of some colours, and how many there are.
_COUNT = """async ([png, colours]) => {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const counts = colours.map(() => 0);
  for (let i = 0; i < data.length; i += 4)
    colours.forEach((colour, k) => {
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 14) counts[k]++;
    });
  return [...counts, data.length / 4];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """One JupyterLab for both themes: its folder and its address."""
    folder = tmp_path_factory.mktemp("lab")
    with serving(folder, "light") as address:
        yield folder, address


def counted(lab: Lab, picture: bytes, *colours: str) -> list[int]:
    counts: list[int] = lab.page.evaluate(_COUNT, [base64.b64encode(picture).decode(), list(colours)])
    return counts


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_tour_in_jupyterlab(browser: Browser, served: tuple[Path, str], theme: Theme) -> None:
    troubles: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            troubles.append(message.text)

    palette = PALETTES[theme]
    expect.set_options(timeout=60_000)
    folder, address = served
    wear(folder, theme)
    # A copy each, and so a kernel each.
    (folder / theme).mkdir()
    shutil.copy(EXAMPLES / "tour.ipynb", folder / theme)
    page = browser.new_page(viewport={"width": 1280, "height": 1100})
    page.on("console", heard)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    lab = Lab(page, address, f"{theme}/tour.ipynb")
    view = lab.run(0).locator(f".backpulse.backpulse-{theme}")
    sentence, node = view.locator(".backpulse-sentence"), view.locator(".backpulse-node")
    expect(sentence).to_have_text("Backward: gradients flow from the root to the leaves")
    view.locator("canvas").wait_for()
    page.wait_for_function("document.querySelector('.backpulse canvas').width > 1000")

    # The scene is there: its ground, cards, and numbers of both signs.
    before = lab.picture(view)
    stage, card, plus, minus, every = counted(
        lab, before, palette["stage"], palette["cardTop"], palette["plus"], palette["minus"]
    )
    assert stage > 0.3 * every
    assert card > 0.05 * every
    assert plus > 40
    assert minus > 40

    # One step on: the root's own gradient. A slider, moved with the keyboard: every number follows.
    expect(node).to_contain_text("−10")
    view.locator("button:has(.fa-step-forward)").click()
    expect(sentence).to_have_text("× is the root: its own gradient is 1")
    handle = view.locator(".backpulse-leaf .noUi-handle").first
    handle.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    field = view.locator(".backpulse-leaf input").first
    expect(field).to_have_value("3")
    expect(node).to_contain_text("value0")
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("3.1")
    expect(node).to_contain_text("value1")
    after = lab.picture(view)
    # The root's −10 was orange; only b's −3 is left of that colour.
    assert after != before
    assert counted(lab, after, palette["minus"])[0] < 0.7 * minus

    # A click on the card of a reads it.
    canvas = view.locator("canvas")
    box = canvas.bounding_box()
    assert box is not None
    canvas.click(position={"x": 0.14 * box["width"], "y": 0.25 * box["height"]})
    expect(node.locator("h4")).to_have_text("a")
    expect(node).to_contain_text("grad--")

    # Played to the end by the front end itself, every gradient has arrived.
    view.locator("button:has(.fa-play)").click()
    expect(view.locator(".backpulse-step")).to_have_text("Step 5 of 5")
    expect(view.locator("button:has(.fa-repeat)")).to_be_visible()
    expect(node).to_contain_text("grad10")
    assert counted(lab, lab.picture(view), palette["plus"])[0] > 3 * plus

    # A plain Value's picture, without widgets; the cell run again shows one scene, not two.
    picture = lab.run(4).locator(".jp-RenderedSVG img, .jp-RenderedSVG svg").first
    expect(picture).to_be_visible()
    again = lab.run(0)
    expect(again.locator(".backpulse-step")).to_have_text("Step 0 of 5")
    expect(again.locator(".backpulse")).to_have_count(1)
    page.close()
    assert troubles == []
