"""Exported pictures and diagrams where they are drawn: SVG in a browser and by resvg, Mermaid by Mermaid."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from playwright.sync_api import Browser, Page
from tests.view.exported import hostile, pictures
from tests.view.samples import perceptron

from backpulse.view.exports import FORMATS, Snapshot
from backpulse.view.exports.diagrams import label_of, lines_of
from backpulse.view.expression import of_value

MERMAID = Path(__file__).parents[2] / "web" / "page" / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"
LARGE = "a perceptron of 116 nodes"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    yield page
    context.close()


MEASURE = """
(files) => files.map((text) => {
  document.body.innerHTML = text;
  const svg = document.querySelector("svg");
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const whole = box(svg);
  const inside = (a, b) => a[0] >= b[0] - .5 && a[1] >= b[1] - .5 && a[2] <= b[2] + .5 && a[3] <= b[3] + .5;
  const lip = 14;
  const overlap = (a, b) => a[0] < b[2] - 1 && a[2] > b[0] + 1 && a[1] < b[3] - lip && a[3] > b[1] + lip;
  const wrong = [];
  for (const element of svg.querySelectorAll("text, rect, path, circle, polygon"))
    if (!inside(box(element), whole)) wrong.push(["cut off", element.outerHTML]);
  const groups = [...svg.querySelectorAll("g.card, g.pill")];
  for (const group of groups) {
    const rects = [...group.querySelectorAll("rect")].map(box);
    const room = [0, 1, 2, 3].map((i) => (i < 2 ? Math.min : Math.max)(...rects.map((rect) => rect[i])));
    const texts = [...group.querySelectorAll("text")].map(box);
    for (const text of texts) if (!inside(text, room)) wrong.push(["beyond its card", group.textContent]);
    texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => {
      if (a[0] < b[2] - .5 && a[2] > b[0] + .5 && a[1] < b[3] - lip / 2 && a[3] > b[1] + lip / 2)
        wrong.push(["text on text", group.textContent]);
    }));
  }
  const boxes = groups.map((group) => {
    const rects = [...group.querySelectorAll(":scope > rect")].map(box);
    return [0, 1, 2, 3].map((i) => (i < 2 ? Math.min : Math.max)(...rects.map((rect) => rect[i])));
  });
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
    if (overlap(a, b)) wrong.push(["one on another", groups[i].textContent, groups[i + 1 + j].textContent]);
  }));
  const count = (kind) => svg.querySelectorAll(kind).length;
  return { wrong, cards: count("g.card"), pills: count("g.pill") };
})
"""


def samples() -> list[tuple[str, Snapshot]]:
    """Every picture, and larger ones."""
    large = of_value(perceptron(3, 4, 4, 1).values[-1])
    return [*pictures(), (LARGE, Snapshot(large, large.starts))]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_svg_is_complete_and_nothing_is_cut_off_or_hidden(page: Page, theme: Any) -> None:
    chosen = samples()[theme == "light" :: 2]
    files = [
        FORMATS["svg"].write(Snapshot(picture.expression, picture.leaves, theme=theme))
        for _, picture in chosen
    ]
    page.set_content("<!doctype html><body>")
    for (name, picture), seen in zip(chosen, page.evaluate(MEASURE, files), strict=True):
        assert seen["wrong"] == [], name
        assert seen["cards"] == len(picture.graph.nodes), name
        arrows = sum(map(picture.carries, picture.graph.edges))
        assert seen["pills"] >= arrows, name


def test_svg_at_every_moment(page: Page) -> None:
    picture = dict(pictures())["named steps"]
    files = [
        FORMATS["svg"].write(Snapshot(picture.expression, picture.leaves, direction, t))  # type: ignore[arg-type]
        for direction, count in (("forward", 7), ("backward", 7))
        for t in range(count + 1)
    ]
    page.set_content("<!doctype html><body>")
    seen = page.evaluate(MEASURE, files)
    assert [one["wrong"] for one in seen] == [[]] * len(files)
    assert [one["pills"] for one in seen] == [0] * 8 + [0, 0, 1, 2, 3, 4, 5, 6]


def test_svg_runs_nothing(page: Page) -> None:
    """A label is text, whatever it is, also where an SVG could do more."""
    page.set_content(FORMATS["svg"].write(hostile()))
    assert page.locator("script, a, image, foreignObject, style").count() == 0
    assert page.locator("svg").evaluate("(svg) => [...svg.querySelectorAll('*')].every((e) => !e.onload)")


COMPARE = """
async ([png, svg]) => {
  const pixels = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(800, Math.round((800 * image.naturalHeight) / image.naturalWidth));
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [theirs, ours] = [await pixels(png), await pixels(`data:image/svg+xml,${encodeURIComponent(svg)}`)];
  const at = (image, x, y) => [...image.data.slice(4 * (y * image.width + x), 4 * (y * image.width + x) + 3)];
  const { width, height } = theirs;
  const frame = new Set();
  const [top, bottom, left, right] = [[1, 8], [height - 9, height - 2], [1, 8], [width - 9, width - 2]];
  for (let x = 0; x < width; x++) for (const y of [...top, ...bottom]) frame.add(String(at(theirs, x, y)));
  for (let y = 0; y < height; y++) for (const x of [...left, ...right]) frame.add(String(at(theirs, x, y)));
  let apart = 0;
  for (let i = 0; i < ours.data.length; i++) apart += Math.abs(ours.data[i] - theirs.data[i]) > 60;
  const colours = new Set();
  for (let i = 0; i < theirs.data.length; i += 4) colours.add(String([...theirs.data.slice(i, i + 3)]));
  return { frame: [...frame], apart: apart / ours.data.length, colours: colours.size };
}
"""


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", ["sum times c", "log of a negative"])
def test_another_renderer_draws_the_same(page: Page, name: str, theme: Any) -> None:
    """resvg and the browser agree but for the edges of letters, and nothing reaches the picture's edge."""
    picture = dict(pictures())[name]
    svg = FORMATS["svg"].write(Snapshot(picture.expression, picture.leaves, theme=theme))
    png = base64.b64encode(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=800))).decode()
    page.set_content("<!doctype html><body>")
    seen = page.evaluate(COMPARE, [f"data:image/png;base64,{png}", svg])
    board = (17, 21, 27) if theme == "dark" else (246, 247, 249)
    for colour in seen["frame"]:
        assert tuple(map(int, colour.split(","))) == pytest.approx(board, abs=2)
    assert seen["apart"] < 0.02
    assert seen["colours"] > 100


DRAW = """
async (files) => {
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict", maxTextSize: 50000 });
  const drawn = [];
  for (const [i, text] of files.entries()) {
    const { diagramType } = await mermaid.parse(text);
    const { svg } = await mermaid.render(`drawn${i}`, text);
    document.body.innerHTML = svg;
    const texts = (kind) => [...document.querySelectorAll(kind)].map((e) => e.innerText.trim()).sort();
    drawn.push({ diagramType, nodes: texts(".nodeLabel"), edges: texts(".edgeLabel p") });
  }
  return drawn;
}
"""


def test_mermaid_draws_every_graph_with_all_that_is_to_be_said(page: Page) -> None:
    chosen = [(name, picture) for name, picture in samples() if name != LARGE][::6]
    chosen.append(("hostile labels", hostile()))
    page.set_content("<!doctype html><body>")
    page.add_script_tag(path=MERMAID)
    drawn = page.evaluate(DRAW, [FORMATS["mermaid"].write(picture) for _, picture in chosen])
    for (name, picture), seen in zip(chosen, drawn, strict=True):
        assert seen["diagramType"] == "flowchart-v2"
        nodes = sorted("\n".join(lines_of(picture, node)) for node in picture.graph.nodes)
        assert seen["nodes"] == nodes, name
        labels = [label_of(picture, edge) for edge in picture.graph.edges]
        assert seen["edges"] == sorted(label for label in labels if label), name
