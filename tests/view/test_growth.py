"""Layouts, exports and what they are made from: the work grows about as the graph, whatever its shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import pytest
from tests.counting import lines

from backpulse.engine import Value, graph_of
from backpulse.view import show_text
from backpulse.view.exports import FORMATS, Snapshot
from backpulse.view.expression import of_value
from backpulse.view.graph_data import graph_as_data
from backpulse.view.layout import Flow, layout
from backpulse.view.moment import moment_at
from backpulse.view.notebook.times import times_of

SIZE = 150
"""Nodes and arrows of the smaller graph, about: few enough for Mermaid to draw twice as many."""
DRAWN = 3 * SIZE
"""Where layouts are made: below, long edges get dummy nodes, of which there are no more than so many."""
SIZES = {"svg": SIZE + SIZE // 2, "json": DRAWN}
"""By format, where it is another: an SVG's labels take the time, and JSON has the layouts."""
MOST = 2.4
"""How often the work at half the size may be done: n log n gives 2.3 from 150 on, n² 4."""


def leaf(name: str) -> Value:
    """Small enough for no number to become infinite, so that all graphs have the same to say."""
    return Value(0.5, label=name)


def product(size: int) -> Value:
    """`a * a * a * …`: one leaf used by every op, with arrows as long as the chain."""
    a = leaf("a")
    return reduce(lambda so_far, _: so_far * a, range(size // 3), a + leaf("b"))


def tower(size: int) -> Value:
    """`tanh(tanh(…))`: as deep as it is large."""
    return reduce(lambda so_far, _: so_far.tanh(), range(size // 2), leaf("a"))


def total(size: int) -> Value:
    """One sum of many leaves."""
    return reduce(Value.__add__, [leaf(f"a{i}") for i in range(size // 4)])


def fan(size: int) -> Value:
    """One leaf used many times side by side, all of it added up."""
    a = leaf("a")
    return reduce(Value.__add__, [(a * (i / size)).tanh() for i in range(size // 9)])


def ladder(size: int) -> Value:
    """Two rails, and rungs between them."""
    x, y = leaf("x"), leaf("y")
    for _ in range(size // 6):
        x, y = x * y, x - y
    return x * y


def grid(size: int) -> Value:
    """As deep as it is wide, each op between its neighbours of the row before."""
    side = round((size / 3) ** 0.5)
    row = [leaf(f"x{i}") for i in range(side)]
    for _ in range(side):
        made = [row[0].tanh()]
        for value in row[1:]:
            made.append(made[-1] * value)
        row = made
    return row[-1]


Shape = Callable[[int], Value]
SHAPES: dict[str, Shape] = {make.__name__: make for make in (product, tower, total, fan, ladder, grid)}


def extent(value: Value) -> int:
    """Nodes and arrows."""
    graph = graph_of(value)
    return len(graph.nodes) + len(graph.edges)


def growth(shape: Shape, size: int, prepared: Callable[[Value], Callable[[], object]]) -> float:
    """How often the work at `size` is that at twice the size; what is made only once is made before."""
    prepared(shape(size // 5))()
    small, large = shape(size), shape(2 * size)
    assert 1.7 < extent(large) / extent(small) < 2.3
    return lines(prepared(large)) / lines(prepared(small)) * 2 * extent(small) / extent(large)


every_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


@every_shape
@pytest.mark.parametrize("flow", ["right", "down"])
def test_layouts(shape: Shape, flow: Flow) -> None:
    def prepared(value: Value) -> Callable[[], object]:
        graph = graph_of(value)
        return lambda: layout(graph, flow)

    assert growth(shape, DRAWN, prepared) < MOST


@every_shape
@pytest.mark.parametrize("name", FORMATS)
def test_exports(shape: Shape, name: str) -> None:
    written: list[str] = []

    def prepared(value: Value) -> Callable[[], object]:
        subject = of_value(value)
        picture = Snapshot(subject, subject.starts)
        assert picture.numbers
        return lambda: written.append(FORMATS[name].write(picture))

    assert growth(shape, SIZES.get(name, SIZE), prepared) < MOST
    assert len(written[1]) < MOST * len(written[2])


@every_shape
def test_what_they_are_made_from(shape: Shape) -> None:
    def prepared(value: Value) -> Callable[[], object]:
        subject = of_value(value)
        numbers = subject.program.run(subject.starts)
        return lambda: (
            of_value(value),
            moment_at(subject, numbers),
            show_text(value, lines=10 * SIZE),
            graph_as_data(value),
        )

    assert growth(shape, SIZE, prepared) < MOST


@every_shape
def test_when_things_happen_in_a_notebook(shape: Shape) -> None:
    def prepared(value: Value) -> Callable[[], object]:
        times = times_of(graph_of(value))
        return lambda: [times.acts(node.id) for node in times.graph.nodes]

    assert growth(shape, SIZE, prepared) < MOST
