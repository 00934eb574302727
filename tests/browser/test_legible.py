"""At 1440 by 900 every worked example can be read without zooming: measured from the boxes as projected."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.browser.playground import Playground, link

from backpulse.answering.presets import PRESETS
from backpulse.view.expression import of_text

LEAST = 11.0
"""Height of type on screen, in CSS px."""
SMALL = 12
"""Up to so many nodes all cards and labels are readable at once."""

Box = dict[str, Any]


_DRAWN = "(({ source, t }) => [source, t])(window.backpulse.boxes())"
"""What the picture shows: the graph's text and the moment."""


def overlap(a: Box, b: Box) -> float:
    """How deep two boxes lie in each other, in px; at most 0 when they are apart."""
    across = min(a["right"], b["right"]) - max(a["left"], b["left"])
    down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return float(min(across, down))


def under(point: tuple[float, float], box: Box, margin: float = 1.0) -> bool:
    x, y = point
    inside_x = box["left"] + margin < x < box["right"] - margin
    return bool(inside_x and box["top"] + margin < y < box["bottom"] - margin)


def shown(playground: Playground, name: str, moment: int | None = None) -> dict[str, Any]:
    """Where everything stands at a moment of an example; at its end without one."""
    [preset] = [preset for preset in PRESETS if preset.name == name]
    time = {} if moment is None else {"t": moment}
    playground.go(link(preset.source, preset.values, **time))
    source = "window.backpulse.state().trace.source"
    playground.becomes(lambda: playground.page.evaluate(source), preset.source)
    steps = playground.page.evaluate("window.backpulse.state().frame.steps.length")
    wanted = [preset.source, steps if moment is None else moment]
    playground.becomes(lambda: playground.page.evaluate(_DRAWN), wanted)
    return playground.picture()


def test_small_examples_are_readable_all_at_once(still: Playground) -> None:
    sizes = {preset.name: len(of_text(preset.source).graph.nodes) for preset in PRESETS}
    small = [name for name, size in sizes.items() if size <= SMALL]
    assert len(small) >= 10
    for name in small:
        picture = shown(still, name)
        cards = [box for box in picture["shown"] if box["kind"] == "card"]
        assert len(cards) == sizes[name]
        stage = still.at("scene").bounding_box()
        assert stage is not None
        arrows = [edge for edge in picture["edges"] if _carries(still, edge["child"])]
        pills = {box["id"] for box in picture["shown"] if box["kind"] == "pill"}
        assert pills == {edge["id"] for edge in arrows}, name
        for box in picture["shown"]:
            assert box["type"] >= LEAST, (name, box)
            assert box["left"] >= 0, (name, box)
            assert box["top"] >= 0, (name, box)
            assert box["right"] <= stage["width"], (name, box)
            assert box["bottom"] <= stage["height"], (name, box)
        for a, b in combinations(picture["shown"], 2):
            assert overlap(a, b) <= 0.5, (name, a, b)
        for edge in picture["edges"]:
            for card in cards:
                if card["id"] not in (edge["child"], edge["parent"]):
                    covered = [point for point in edge["points"] if under(point, card)]
                    assert covered == [], (name, edge["id"], card)


def test_the_present_step_of_a_large_example_is_readable(still: Playground) -> None:
    name = "micrograd's README"
    steps = shown(still, name)["t"]
    assert steps > 30
    for moment in range(2, int(steps) + 1, 6):
        picture = shown(still, name, moment)
        frame = still.page.evaluate("window.backpulse.state().frame")
        present = {frame["sender"], *frame["receivers"]}
        labels = [box for box in picture["shown"] if box["kind"] != "card"]
        cards = [box for box in picture["shown"] if box["kind"] == "card" and box["id"] in present]
        assert labels, moment
        for box in [*labels, *cards]:
            assert box["type"] >= LEAST, (moment, box)
        for a, b in combinations([*labels, *cards], 2):
            assert overlap(a, b) <= 0.5, (moment, a, b)


def test_the_number_of_draw_calls_does_not_grow_with_the_graph(still: Playground) -> None:
    calls = set()
    for name in ("Sum times c", "micrograd's README"):
        shown(still, name)
        calls.add(still.at("scene").get_attribute("data-draw-calls"))
    assert calls == {"7"}


def _carries(playground: Playground, node: int) -> bool:
    return bool(
        playground.page.evaluate(
            "id => window.backpulse.state().trace.graph.nodes[id].kind !== 'const'", node
        )
    )
