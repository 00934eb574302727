"""Remedies: formulas are found as people write them, and what is offered is the same function, everywhere."""

import math
from collections.abc import Callable
from decimal import Decimal, localcontext

import pytest

from backpulse.engine import compile_graph, graph_of
from backpulse.engine import remedies as table
from backpulse.engine.remedies import Remedy, remedies
from backpulse.parser import parse

WRITTEN: list[tuple[str, Remedy, int]] = [
    ("log(sigmoid(u))", table.LOG_OF_SIGMOID, 2),
    ("log(1 / (1 + exp(-u)))", table.LOG_OF_SIGMOID, 5),
    ("log((exp(-u) + 1) ** -1)", table.LOG_OF_SIGMOID, 5),
    ("log(reciprocal(1 + exp(u)))", table.MINUS_SOFTPLUS, 4),
    ("log(1 + exp(u))", table.SOFTPLUS, 3),
    ("log(exp(u) + 1)", table.SOFTPLUS, 3),
    ("log1p(exp(u))", table.SOFTPLUS, 2),
    ("sqrt(u**2)", table.ROOT_OF_SQUARE, 2),
    ("(u*u)**0.5", table.ROOT_OF_SQUARE, 2),
    ("sqrt(square(u))", table.ROOT_OF_SQUARE, 2),
    ("sqrt(abs(u))**2", table.SQUARE_OF_ROOT, 2),
    ("square(sqrt(u * u + exp(u)))", table.SQUARE_OF_ROOT, 2),
    ("sqrt(max(u, 1))*sqrt(max(u, 1))", table.SQUARE_OF_ROOT, 0),
    ("r = sqrt(max(u, 1) + min(u * u, 2) * relu(u))\nr * r", table.SQUARE_OF_ROOT, 2),
    ("sqrt(u)**2", table.SQUARE_OF_ROOT_OF_ANY, 2),
    ("sqrt(1 / abs(u))**2", table.SQUARE_OF_ROOT_OF_ANY, 2),
    ("sqrt(u**2 + v**2)", table.NORM, 1),
    ("(u*u + v*v + square(w)) ** 0.5", table.NORM, 1),
    ("1 / (1 + exp(-u))", table.SIGMOID_BY_HAND, 3),
]


@pytest.mark.parametrize(("text", "remedy", "count"), WRITTEN)
def test_it_is_found_as_it_is_written(text: str, remedy: Remedy, count: int) -> None:
    found = list(remedies(graph_of(parse(text).root)))
    if count == 0:  # two roots that are written apart are two
        assert found == []
        return
    assert [(match.remedy, len(match.nodes)) for match in found] == [(remedy, count)]


@pytest.mark.parametrize(
    "text",
    [
        "log(2 + exp(u))",
        "log(1 + exp(-abs(u)))",
        "log1p(exp(-(u * u)))",
        "sqrt(u**2 + 1)",
        "sqrt(u**2 + v)",
        "sqrt(u**3)",
        "sqrt(u * v)",
        "(u**0.25)**2",
        "2 / (1 + exp(-u))",
        "sigmoid(log(u))",
    ],
)
def test_nothing_is_wrong_with_these(text: str) -> None:
    assert list(remedies(graph_of(parse(text).root))) == []


def test_none_is_named_inside_another() -> None:
    graph = graph_of(parse("sqrt(u**2 + v**2)**2 + sqrt(u**2)").root)
    assert [match.remedy for match in remedies(graph)] == [table.ROOT_OF_SQUARE, table.SQUARE_OF_ROOT]


def sigma(x: Decimal) -> Decimal:
    return 1 / (1 + (-x).exp())


def sign(x: Decimal) -> Decimal:
    return Decimal((x > 0) - (x < 0))


TRUTH: list[tuple[Remedy, Callable[[Decimal], Decimal], Callable[[Decimal], Decimal]]] = [
    (table.LOG_OF_SIGMOID, lambda x: -(1 + (-x).exp()).ln(), lambda x: sigma(-x)),
    (table.SOFTPLUS, lambda x: (1 + x.exp()).ln(), sigma),
    (table.MINUS_SOFTPLUS, lambda x: -(1 + x.exp()).ln(), lambda x: -sigma(x)),
    (table.ROOT_OF_SQUARE, lambda x: (x * x).sqrt(), sign),
    (table.SQUARE_OF_ROOT, lambda x: x, lambda x: Decimal(1)),
]
POINTS = [0.0, 1e-300, 1e-17, 1e-9, 0.3, 1.0, 2.5, 19.999, 20.0, 20.001, 36.7, 40.0, 700.0, 745.2, 800.0, 1e6]


@pytest.mark.parametrize(("remedy", "value", "derivative"), TRUTH)
@pytest.mark.parametrize("point", [*POINTS, *(-point for point in POINTS)])
def test_what_is_offered_is_the_function_meant(
    remedy: Remedy,
    value: Callable[[Decimal], Decimal],
    derivative: Callable[[Decimal], Decimal],
    point: float,
) -> None:
    """Value and gradient, to rounding, at corners and extremes too."""
    graph = graph_of(parse(remedy.formula).root)
    numbers = compile_graph(graph).run([point])
    given, grad = numbers.values[graph.root], numbers.grads[graph.leaves[0]]
    with localcontext() as context:
        context.prec = 400
        exact, slope = float(value(Decimal(point))), float(derivative(Decimal(point)))
    assert given == pytest.approx(exact, rel=1e-15, abs=5e-324)
    assert grad == pytest.approx(slope, rel=1e-15, abs=5e-324)


def test_every_remedy_is_found_and_every_formula_is_held_to_the_truth() -> None:
    every = {each for each in vars(table).values() if isinstance(each, Remedy)}
    assert {remedy for _, remedy, _ in WRITTEN} == every
    assert {remedy for remedy, _, _ in TRUTH} == {remedy for remedy in every if remedy.formula}


def test_infinite_arguments() -> None:
    for remedy, at, expected in [
        (table.LOG_OF_SIGMOID, math.inf, 0.0),
        (table.LOG_OF_SIGMOID, -math.inf, -math.inf),
        (table.SOFTPLUS, math.inf, math.inf),
        (table.SOFTPLUS, -math.inf, 0.0),
    ]:
        graph = graph_of(parse(remedy.formula).root)
        assert compile_graph(graph).run([at]).values[graph.root] == expected
