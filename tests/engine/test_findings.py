"""Findings: each kind by its smallest expression, at the node that caused it and at no other."""

import math
from collections.abc import Callable
from itertools import pairwise

import pytest

from backpulse.engine import Value, compile_graph, graph_of
from backpulse.engine.findings import EXPLODING, KINDS, Finding, find, find_kinds

V = Value


def findings(root: Value) -> list[Finding]:
    graph = graph_of(root)
    return find(graph, compile_graph(graph).run([graph.nodes[i].data for i in graph.leaves]))


def found(root: Value) -> list[tuple[str, str]]:
    """(op of the node, kind) of each finding."""
    graph = graph_of(root)
    return [(graph.nodes[f.node].op, f.code) for f in findings(root)]


def roots_of_both_signs() -> Value:
    a = V(0.0)
    return a.sqrt() - a.cbrt()


SMALLEST: list[tuple[str, str, Callable[[], Value]]] = [
    ("log-of-zero", "log", lambda: V(0.0).log()),
    ("log-of-negative", "log", lambda: V(-1.0).log()),
    ("division-by-zero", "div", lambda: V(1.0) / V(0.0)),
    ("division-by-zero", "div", lambda: V(0.0) / V(0.0)),
    ("zero-to-negative-power", "pow", lambda: V(0.0) ** -1),
    ("zero-to-negative-power", "pow", lambda: V(0.0) ** -0.5),
    ("root-of-negative", "pow", lambda: V(-4.0) ** 0.5),
    ("root-of-negative", "pow", lambda: V(-4.0) ** 1.7),
    ("root-of-negative", "sqrt", lambda: V(-4.0).sqrt()),
    ("overflow", "exp", lambda: V(1000.0).exp()),
    ("overflow", "pow", lambda: V(10.0) ** 400),
    ("overflow", "pow", lambda: V(-1e200) ** 3),
    ("overflow", "mul", lambda: V(1e200) * V(1e200)),
    ("overflow", "add", lambda: V(1e308) + V(1e308)),
    ("overflow", "sub", lambda: V(-1e308) - V(1e308)),
    ("overflow", "div", lambda: V(1e200) / V(1e-200)),
    ("infinity-minus-infinity", "sub", lambda: V(math.inf) - V(math.inf)),
    ("infinity-minus-infinity", "add", lambda: V(math.inf) + V(-math.inf)),
    ("zero-times-infinity", "mul", lambda: V(0.0) * V(math.inf)),
    ("zero-times-infinity", "mul", lambda: V(-math.inf) * V(0.0)),
    ("infinity-over-infinity", "div", lambda: V(math.inf) / V(-math.inf)),
    ("wave-of-infinity", "sin", lambda: V(math.inf).sin()),
    ("wave-of-infinity", "cos", lambda: V(-math.inf).cos()),
    ("kink", "relu", lambda: V(0.0).relu()),
    ("kink", "abs", lambda: abs(V(0.0))),
    ("tie", "max", lambda: V(2.0).max(V(2.0))),
    ("tie", "min", lambda: V(2.0).min(V(2.0))),
    ("infinite-slope", "sqrt", lambda: V(0.0).sqrt()),
    ("infinite-slope", "pow", lambda: V(0.0) ** 0.5),
    ("log-of-zero", "log1p", lambda: V(-1.0).log1p()),
    ("log-of-negative", "log1p", lambda: V(-2.0).log1p()),
    ("division-by-zero", "reciprocal", lambda: V(0.0).reciprocal()),
    ("zero-to-negative-power", "rsqrt", lambda: V(0.0).rsqrt()),
    ("root-of-negative", "rsqrt", lambda: V(-1.0).rsqrt()),
    ("infinite-slope", "cbrt", lambda: V(0.0).cbrt()),
    ("outside-one", "asin", lambda: V(1.5).asin()),
    ("outside-one", "acos", lambda: V(-1.5).acos()),
    ("infinite-slope-at-one", "asin", lambda: V(1.0).asin()),
    ("infinite-slope-at-one", "acos", lambda: V(-1.0).acos()),
    ("tangent-of-infinity", "tan", lambda: V(math.inf).tan()),
    ("exploding", "tan", lambda: V(math.pi / 2).tan()),
    ("kink", "relu6", lambda: V(0.0).relu6()),
    ("corner", "relu6", lambda: V(6.0).relu6()),
    ("corner", "leaky_relu", lambda: V(0.0).leaky_relu()),
    ("corner", "elu", lambda: V(0.0).elu(2.0)),
    ("corner", "hardtanh", lambda: V(1.0).hardtanh()),
    ("corner", "clamp", lambda: V(2.0).clamp(-1, 2)),
    ("flat", "sign", lambda: V(2.0).sign()),
    ("flat", "floor", lambda: V(2.5).floor()),
    ("flat", "round", lambda: V(2.5).round()),
    ("frozen", "frozen", lambda: Value(8.0, (V(2.0),), "cube")),
    ("frozen", "frozen", lambda: V(math.nan).frozen(8.0, 12.0)),
    ("vanishing", "softplus", lambda: V(-800.0).softplus()),
    ("vanishing", "silu", lambda: V(-800.0).silu()),
    ("vanishing", "gelu", lambda: V(-40.0).gelu()),
    ("vanishing", "gelu_tanh", lambda: V(-40.0).gelu_tanh()),
    ("vanishing", "erf", lambda: V(30.0).erf()),
    ("vanishing", "elu", lambda: V(-800.0).elu()),
    ("vanishing", "expm1", lambda: V(-40.0).expm1()),
    ("vanishing", "tanh", lambda: V(20.0).tanh()),
    ("vanishing", "sigmoid", lambda: V(40.0).sigmoid()),
    ("vanishing", "sigmoid", lambda: V(-800.0).sigmoid()),
    ("vanishing", "exp", lambda: V(-800.0).exp()),
    ("vanishing", "pow", lambda: V(1e-200) ** 3),
    ("vanishing", "pow", lambda: V(1e300) ** -2),
    ("vanishing", "div", lambda: V(1e-200) / V(1e150)),
    ("vanishing", "mul", lambda: (V(3.0) * 1e-200) * 1e-200),
    ("gradient-zero-times-infinity", "sqrt", lambda: V(0.0).sqrt() ** 2),
    ("gradient-infinity-times-zero", "sigmoid", lambda: V(-800.0).sigmoid().log()),
    ("gradient-infinity-minus-infinity", "sqrt", roots_of_both_signs),
    ("undefined-derivative", "gelu_tanh", lambda: V(1e200).gelu_tanh()),
    ("exploding", "mul", lambda: V(3.0) * 1e13),
    ("exploding", "log", lambda: V(1e-13).log()),
    ("exploding", "sqrt", lambda: V(1e-30).sqrt()),
]


@pytest.mark.parametrize(("code", "op", "build"), SMALLEST)
def test_smallest_expression(code: str, op: str, build: Callable[[], Value]) -> None:
    assert (op, code) in found(build())


@pytest.mark.parametrize(
    ("code", "op", "build"),
    [
        case
        for case in SMALLEST
        if case[0] not in ("overflow", "zero-to-negative-power") and not case[0].startswith("gradient-")
    ],
)
def test_smallest_expression_has_nothing_else(code: str, op: str, build: Callable[[], Value]) -> None:
    assert found(build()) == [(op, code)]


def test_every_kind_has_a_smallest_expression() -> None:
    assert {code for code, _, _ in SMALLEST} == set(KINDS)


@pytest.mark.parametrize("code", KINDS)
def test_messages_name_the_node_and_say_what_to_try(code: str) -> None:
    sentences = KINDS[code].rstrip(".").split(". ")
    assert "{label}" in sentences[0]
    assert len(sentences) == 2
    assert sentences[1].startswith(("Move", "Make", "Look"))


def test_findings_of_arrows_name_both_ends() -> None:
    x, y = V(0.0, label="x"), V(0.0, label="y")
    slope, arrow = findings((x**2 + y**2).sqrt() ** 2)
    assert (slope.code, slope.edge) == ("infinite-slope", None)
    graph = graph_of((x**2 + y**2).sqrt() ** 2)
    assert arrow.code == "gradient-zero-times-infinity"
    assert arrow.edge is not None
    assert graph.nodes[graph.edges[arrow.edge].parent].op == graph.nodes[arrow.node].op == "sqrt"
    assert "sends 0 × ∞ to (…) + (…)" in arrow.message


def test_what_is_undefined_is_found_where_it_becomes_so() -> None:
    """It is not found again at every arrow that passes it on."""
    x = V(-800.0, label="x")
    log, arrow = findings(((x * 2).sin() * 3 - 800).sigmoid().log())
    assert (log.code, arrow.code) == ("log-of-zero", "gradient-infinity-times-zero")


def test_a_gradient_vanishes_only_where_0_arrives() -> None:
    x = V(-800.0, label="x")
    assert "vanishing" not in [f.code for f in findings(x.sigmoid().log())]  # ∞ × 0 arrives
    assert "vanishing" not in [f.code for f in findings((x.exp() * 0.0).log())]
    # It is the arrow to the divisor that brings 0, and here the divisor is a constant.
    assert found(V(1e-200) / V.const(1e150)) == []


def test_a_finding_is_not_everything_downstream_of_it() -> None:
    a, b = V(0.0, label="a"), V(2.0, label="b")
    assert found((a.log() * b + 1).tanh() - b) == [
        ("log", "log-of-zero"),
        # The gradient goes wrong on its own: tanh of -∞ sends 0, which meets two infinite local derivatives.
        ("log", "gradient-zero-times-infinity"),
        ("mul", "gradient-zero-times-infinity"),
    ]
    assert found((V(-1.0).log() * b).exp() / b) == [("log", "log-of-negative")]
    assert found((V(1000.0).exp() * b + 3) * b) == [("exp", "overflow")]
    assert found((b / a).relu() + b) == [("div", "division-by-zero")]


def test_infinities_that_meet_are_findings_of_their_own() -> None:
    big = V(1000.0)
    assert found(big.exp() - V(1000.0).exp()) == [
        ("exp", "overflow"),
        ("exp", "overflow"),
        ("sub", "infinity-minus-infinity"),
    ]


def test_gradients_found_where_they_are_made() -> None:
    """A large gradient is the doing of the op that made it large, not of those it passes through."""
    a = V(2.0)
    turned = -(a * 1e7)
    result = (-turned) * 1e7
    assert found(result) == [("mul", "exploding")]
    graph = graph_of(result)
    numbers = compile_graph(graph).run([2.0])
    ((node, _),) = find_kinds(graph, numbers)
    assert graph.nodes[node].inputs[0] == graph.leaves[0]


def test_many_gradients_that_add_up_to_too_much() -> None:
    a = V(2.0, label="a")
    total = a * 4e11 + a * 4e11 + a * 4e11
    assert findings(total)[0].message.startswith("the gradient explodes at a:")
    assert [f.code for f in findings(total)] == ["exploding"]


def test_large_sums_of_moderate_numbers_are_no_finding() -> None:
    leaves = [V(1.0) for _ in range(20)]
    total = leaves[0] * 1e11
    for one in leaves[1:]:
        total = total + one * 1e11
    assert found(total) == []
    assert found(V(1.7e308) + V(-1.7e308)) == []
    assert found(V(1.7e308) * 1.0 + V(1.7e308) * 0.01) == []


def test_a_shut_relu_is_no_vanishing_gradient() -> None:
    a = V(-2.0)
    assert found((a * 3).relu() * 2) == []
    assert found((a * 3).tanh() * V(0.0)) == []


def test_a_saturated_op_that_receives_nothing_is_no_finding() -> None:
    assert found((V(50.0).tanh() * 0.0) + 1) == []


def test_slopes_of_constants_do_not_matter() -> None:
    a = V(2.0)
    assert found(V.const(0.0).relu() + V.const(0.0).sqrt() + V.const(1.0).max(V.const(1.0)) + a) == []
    assert found(V.const(0.0).log() * a) == [("log", "log-of-zero")]


def test_names() -> None:
    a, b = V(1.0, label="a"), V(0.0, label="b")
    assert [f.message for f in findings(a / b)] == ["a / b divides by 0. Move the divisor away from 0."]
    quotient = a / b
    quotient.label = "q"
    assert findings(quotient)[0].message.startswith("q divides by 0.")
    graph = graph_of(quotient)
    numbers = compile_graph(graph).run([1.0, 0.0])
    labels = ["", "", "(a) over (b)"]
    assert find(graph, numbers, labels)[0].message.startswith("(a) over (b) divides by 0.")


def test_in_order_of_nodes_and_kinds() -> None:
    a = V(0.0, label="a")
    listed = findings(a.sqrt() + a.log() + a.relu() + 1 / a)
    codes = list(KINDS)
    order = [(f.edge is not None, f.edge or f.node, codes.index(f.code)) for f in listed]
    assert all(x < y for x, y in pairwise(order))
    assert len(listed) == 6  # and the two infinities meet, forward and backward


def test_ordinary_numbers_have_none() -> None:
    a, b = V(2.0), V(-3.0)
    assert (
        found((a * b + 1).tanh() * (a - b).sigmoid() / b + a.log() + (b * b).sqrt() + abs(b) + a.max(b)) == []
    )
    assert EXPLODING == 1e12
