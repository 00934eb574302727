"""Sizes and places that the pictures show, determinism, folds, and growth."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.counting import calls
from tests.view import geometry
from tests.view.samples import GOLDEN, perceptron, sum_of

from backpulse.engine import Graph, Value, graph_of
from backpulse.parser import parse
from backpulse.view.layout import Card, Flow, Layout, layout

README = next(case["source"] for case in json.loads(GOLDEN.read_text()) if case["name"] == "micrograd README")


def drawn(source: str, flow: Flow = "right") -> tuple[Graph, Layout, dict[str, Card]]:
    """The graph, its layout, and the cards of named nodes."""
    parsed = parse(source)
    graph = graph_of(parsed.root)
    made = layout(graph, flow)
    return graph, made, {node.label: made.cards[node.id] for node in graph.nodes if node.label}


def test_the_default_example_stands_as_in_the_picture() -> None:
    graph, made, cards = drawn("(a + b) * c")
    a, b, c = cards["a"], cards["b"], cards["c"]
    total, root = made.cards[2], made.cards[graph.root]
    assert (a.w, a.h) == (2.3, 1.56)
    assert a.x == b.x == c.x
    assert [a.y - b.y, b.y - c.y] == pytest.approx([2.55, 2.55])
    assert [total.x - a.x, root.x - total.x] == pytest.approx([3.95, 3.95])
    assert total.y == pytest.approx((a.y + b.y) / 2)
    assert c.y < root.y < total.y
    assert len(made.paths[3].points) == 4, "c reaches the root in one curve"
    above, below = made.paths[0].pill, made.paths[1].pill
    assert above.y > total.y > below.y


def test_the_default_example_on_a_phone() -> None:
    """52 px/u on a stage of 374 by 440 px."""
    graph, made, cards = drawn("(a + b) * c", "down")
    a, b, c = cards["a"], cards["b"], cards["c"]
    assert (a.w, a.h) == (2.0, 1.56)
    assert a.y == b.y == c.y > made.cards[2].y > made.cards[graph.root].y
    assert a.x < b.x < c.x
    left, low, right, high = geometry.reach(made)
    assert right - left <= 6.7
    assert high - low <= 8.0


def test_derived_and_constant_cards() -> None:
    graph, made, _ = drawn("a / 2 + b")
    sizes = {
        node.kind + node.op: (card.w, card.h) for node, card in zip(graph.nodes, made.cards, strict=True)
    }
    assert sizes == {"leaf": (2.3, 1.56), "const": (1.62, 0.62), "opdiv": (2.3, 2.02), "opadd": (2.3, 1.56)}


def test_parallel_arrows_bow_apart() -> None:
    _, made, cards = drawn("a * a")
    a = cards["a"]
    for path, side in zip(made.paths, (1, -1), strict=True):
        assert path.points[0][1] - a.y == pytest.approx(side * 0.34)
        assert path.points[3][1] - a.y == pytest.approx(side * 1.25)
        assert side * (path.pill.y - a.y) > 1.25 + path.pill.h / 2
    assert a.total is not None
    assert a.y - a.h / 2 - (a.total.y + a.total.h / 2) == pytest.approx(0.3)
    assert made.cards[1].total is None


def test_a_constant_stands_by_its_consumer() -> None:
    graph, made, _ = drawn("y = relu(a*b) * 2")
    constant = next(node.id for node in graph.nodes if node.kind == "const")
    relu = next(node.id for node in graph.nodes if node.op == "relu")
    const, card, root = made.cards[constant], made.cards[relu], made.cards[graph.root]
    assert const.x + const.w / 2 == pytest.approx(card.x + card.w / 2)
    assert abs(const.y - root.y) < 1.0


def test_leaves_keep_the_order_of_the_text() -> None:
    _, _, cards = drawn("tanh(x1*w1 + x2*w2 + b)")
    heights = [cards[name].y for name in ("x1", "w1", "x2", "w2", "b")]
    assert heights == sorted(heights, reverse=True)


def test_only_structure_counts() -> None:
    graph, made, _ = drawn("(x + y) * x + tanh(y) / 3")
    assert layout(graph, "right") == made
    other = parse("(u + v) * u + tanh(v) / 7").root
    assert layout(graph_of(other), "right") == made
    nodes = [node._replace(data=node.data * 1e9 + 1, label="") for node in graph.nodes]
    assert layout(replace(graph, nodes=nodes), "right") == made


def test_an_overview() -> None:
    graph, made, _ = drawn(README)
    assert made.small
    assert {(card.w, card.h) for card in made.cards} == {(1.24, 1.02), (1.0, 0.56)}
    columns = sorted({card.x for card in made.cards if card.w == 1.24})
    steps = [b - a for a, b in pairwise(columns)]
    assert steps == pytest.approx([2.3, *[1.68] * (len(steps) - 1)], abs=0.002)
    for column in columns:
        heights = sorted(card.y for card in made.cards if card.x == column)
        assert all(b - a >= 1.699 for a, b in pairwise(heights))
    assert made.cards[graph.root].x == columns[-1]


@pytest.mark.parametrize("flow", ["right", "down"])
def test_wide_ranks_fold_into_depth(flow: Flow) -> None:
    graph = sum_of(40)
    made = layout(graph, flow)
    depths = [made.cards[leaf].z for leaf in graph.leaves]
    assert depths == [0.0, 1.0] * 20
    assert all(made.cards[node.id].z == 0 for node in graph.nodes if node.kind == "op")
    left, low, right, high = geometry.reach(made)
    proportion = (right - left) / (high - low)
    assert 0.7 < proportion < 1.7
    assert list(geometry.wrong_order(graph, made, flow)) == []
    assert list(geometry.overlaps(graph, made, 0.3)) == []
    assert list(geometry.under_cards(graph, made, 0.1)) == []


def test_a_perceptron_keeps_the_proportions_of_the_view() -> None:
    graph = perceptron(3, 6, 6, 1)
    made = layout(graph, "right")
    left, low, right, high = geometry.reach(made)
    assert 1.0 < (right - left) / (high - low) < 2.2
    assert list(geometry.wrong_shape(graph, made)) == []
    assert list(geometry.wrong_order(graph, made, "right")) == []
    assert list(geometry.overlaps(graph, made, 0.3)) == []


def test_a_narrow_rank_does_not_fold() -> None:
    _, made, _ = drawn(" + ".join(f"a{i} * b" for i in range(6)))
    assert {card.z for card in made.cards} == {0.0}


def test_growth_is_about_linear() -> None:
    """Eight times the nodes; a quadratic layout would do 64 times the work."""

    def work(count: int) -> int:
        graph = sum_of(count)
        return calls(lambda: layout(graph, "right"))

    assert work(800) < 16 * work(100)


def test_depth_does_not_overflow() -> None:
    value = Value(1.0, label="a")
    for _ in range(1500):
        value = value.relu()
    made = layout(graph_of(value), "right")
    assert len({card.y for card in made.cards}) == 1
