"""What every layout promises, on the golden expressions and on graphs at random, in both flows."""

from __future__ import annotations

from functools import cache

import pytest
from tests.view import geometry
from tests.view.samples import at_random, graphs

from backpulse.engine import Graph
from backpulse.view.layout import Flow, layout

FLOWS: tuple[Flow, ...] = ("right", "down")
GRAPHS = graphs()
SMALL = {name: graph for name, graph in GRAPHS.items() if len(graph.nodes) <= 12}
LARGE = {name: graph for name, graph in GRAPHS.items() if len(graph.nodes) > 12}


made = cache(layout)


def hard(graph: Graph, flow: Flow) -> list[str]:
    """What no graph of full cards may get wrong."""
    drawn = made(graph, flow)
    return [
        *geometry.wrong_shape(graph, drawn),
        *geometry.wrong_order(graph, drawn, flow),
        *geometry.wrong_ports(graph, drawn, flow),
        *geometry.under_cards(graph, drawn),
        *geometry.labels_on_edges(graph, drawn, own=True),
    ]


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("name", SMALL)
def test_full_cards(name: str, flow: Flow) -> None:
    graph = SMALL[name]
    drawn = made(graph, flow)
    assert not drawn.small
    assert hard(graph, flow) == []
    assert list(geometry.overlaps(graph, drawn, 0.15)) == []


@pytest.mark.parametrize("name", SMALL)
def test_labels_stand_by_their_own_arrow_and_on_no_other(name: str) -> None:
    graph = SMALL[name]
    drawn = made(graph, "right")
    assert list(geometry.labels_on_edges(graph, drawn, own=False)) == []
    assert list(geometry.labels_far(graph, drawn, 1.0)) == []


@pytest.mark.parametrize("name", SMALL)
def test_all_type_is_readable_on_the_stage(name: str) -> None:
    """At 1440 by 900 and 51 px/u: 20 by 12.6 u, and 13.6 wide beside the open panel for up to four ranks."""
    graph = SMALL[name]
    drawn = made(graph, "right")
    left, low, right, high = geometry.reach(drawn)
    ranks = len({round(card.x + card.w / 2, 2) for card in drawn.cards})
    assert right - left <= (13.61 if ranks <= 4 else 20.07)
    assert high - low <= 12.6
    widths = {card.w for node, card in zip(graph.nodes, drawn.cards, strict=True) if node.kind != "const"}
    assert all(2.0 <= width <= 2.3 for width in widths)
    pills = [path.pill for path in drawn.paths if path.pill.w]
    assert all(pill.w >= 2.9 and pill.h >= 0.84 and pill.lines == 2 for pill in pills)


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("name", LARGE)
def test_overviews(name: str, flow: Flow) -> None:
    graph = LARGE[name]
    drawn = made(graph, flow)
    assert drawn.small
    assert list(geometry.wrong_shape(graph, drawn)) == []
    assert list(geometry.wrong_order(graph, drawn, flow)) == []
    assert list(geometry.wrong_ports(graph, drawn, flow)) == []
    assert list(geometry.overlaps(graph, drawn, 0.3)) == []
    assert list(geometry.under_cards(graph, drawn, 0.15)) == []


@pytest.mark.parametrize("flow", FLOWS)
def test_graphs_at_random(flow: Flow) -> None:
    seeds = range(80) if flow == "right" else range(80, 110)
    tried = 0
    for seed in seeds:
        graph = at_random(seed)
        if len(graph.nodes) > 12:
            continue
        tried += 1
        assert hard(graph, flow) == [], seed
        if flow == "right":
            assert list(geometry.overlaps(graph, made(graph, flow))) == [], seed
    assert tried > 20
