"""Diagnosis: each kind by its smallest expression; the first place named is the first, on any graph."""

import math
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from tests.counting import calls
from tests.parity.programs import build, random_program

from backpulse.engine import Graph, Numbers, Value, compile_graph, graph_of
from backpulse.engine.diagnosis import LINKS, Diagnosis, diagnose, diagnoser

V = Value


def diagnosed(root: Value, label: str = "x") -> tuple[Graph, Numbers, Diagnosis]:
    graph = graph_of(root)
    numbers = compile_graph(graph).run([graph.nodes[i].data for i in graph.leaves])
    (node,) = (node.id for node in graph.nodes if node.label == label)
    return graph, numbers, diagnose(graph, numbers, node)


def told(root: Value, label: str = "x") -> tuple[list[str], list[tuple[str, str]]]:
    """The ops (or labels) of the way forward, and (op that sends, kind) of the way back."""
    graph, _, why = diagnosed(root, label)
    nodes, edges = graph.nodes, graph.edges
    return (
        [nodes[node].op or nodes[node].label for node in why.forward],
        [(nodes[edges[edge].parent].op, kind) for edge, kind in why.backward],
    )


def x(value: float) -> Value:
    return V(value, label="x")


def norm() -> Value:
    return (x(0.0) ** 2 + V(0.0, label="y") ** 2).sqrt() ** 2


def both_signs() -> Value:
    a = x(0.0)
    return a.sqrt() - a.cbrt()


def of_two(result: Callable[[Value], Value], value: float) -> Callable[[], Value]:
    return lambda: result(x(value))


CASES: list[tuple[str, Callable[[], Value], list[str], list[tuple[str, str]]]] = [
    (
        "zero-times-infinity",
        norm,
        [],
        [("pow", "zero-local"), ("sqrt", "zero-times-infinity"), ("add", "passes-on"), ("pow", "passes-on")],
    ),
    (
        "infinity-times-zero",
        lambda: x(-800.0).sigmoid().log(),
        ["log"],
        [("log", "infinite-local"), ("sigmoid", "infinity-times-zero")],
    ),
    (
        "infinity-minus-infinity",
        both_signs,
        [],
        [("cbrt", "infinite-local"), ("sqrt", "infinity-minus-infinity")],
    ),
    ("passes-on", lambda: x(2.0).sin() * 0.0, [], [("mul", "zero-local"), ("sin", "passes-on")]),
    ("undefined-local", lambda: x(1e200).gelu_tanh(), [], [("gelu_tanh", "undefined-local")]),
    ("infinite-local", lambda: x(0.0).sqrt() * 2, [], [("sqrt", "infinite-local")]),
    ("overflow", lambda: (x(0.0) * 1e200) * 1e200, [], [("mul", "overflow")]),
    ("total-overflow", of_two(lambda a: a * 1e308 + a * 1e308, 0.0), [], [("mul", "total-overflow")]),
    ("zero-local", lambda: x(-1.0).relu() * 3, [], [("relu", "zero-local")]),
    ("underflow", lambda: (x(1.0) * 1e-200) * 1e-200, [], [("mul", "underflow")]),
    ("cancels", of_two(lambda a: a * a - a * 6.0, 3.0), [], [("mul", "cancels")]),
    # The where trap: the branch that is not taken.
    (
        "zero-times-infinity",
        lambda: x(0.0).sqrt().max(V(1.0)),
        [],
        [("max", "zero-local"), ("sqrt", "zero-times-infinity")],
    ),
    # What is undefined beside the way reaches it by its local derivative.
    ("undefined-local", lambda: V(-1.0).log() * x(2.0), ["log", "mul"], [("mul", "undefined-local")]),
    ("infinite-local", lambda: V(0.0).log() * x(2.0), ["log", "mul"], [("mul", "infinite-local")]),
    ("zero-local", lambda: x(2.0) / V(0.0).reciprocal(), ["reciprocal"], [("div", "zero-local")]),
]


@pytest.mark.parametrize(("kind", "root", "forward", "backward"), CASES)
def test_each_kind(
    kind: str, root: Callable[[], Value], forward: list[str], backward: list[tuple[str, str]]
) -> None:
    assert kind in {kind for _, kind in backward}
    assert told(root()) == (forward, backward)


def test_every_kind_has_a_case_and_a_way_out() -> None:
    assert {kind for kind, *_ in CASES} == set(LINKS)
    assert all(words.hint or kind == "passes-on" for kind, words in LINKS.items())


def test_nothing_is_wrong() -> None:
    assert told(x(2.0) * 3) == ([], [])
    assert told((x(2.0) * 3).relu() + V.const(0.0), "x") == ([], [])


def test_a_value_that_went_wrong_is_named_where_its_gradient_did_not() -> None:
    """The root: its gradient is always 1."""
    root = x(-1.0).log() * 2
    graph = graph_of(root)
    why = diagnose(graph, compile_graph(graph).run([-1.0]), graph.root)
    assert [graph.nodes[node].op for node in why.forward] == ["log", "mul"]
    assert why.backward == []


def test_constants_have_no_gradient_to_go_wrong() -> None:
    graph = graph_of(x(2.0) * 0.0)
    (constant,) = (node.id for node in graph.nodes if node.kind == "const")
    why = diagnose(graph, compile_graph(graph).run([2.0]), constant)
    assert (why.forward, why.backward) == ([], [])


def test_the_arrows_that_do_more_than_pass_on() -> None:
    _, _, why = diagnosed(norm())
    assert [kind for _, kind in why.turns] == ["zero-local", "zero-times-infinity"]


def hold(graph: Graph, numbers: Numbers, why: Diagnosis) -> set[str]:
    """The first place is the first, and from there to the node the way is whole. Its kinds."""
    values, grads, locals_, sent, totals = numbers
    node, edges = graph.nodes[why.node], graph.edges
    grad = grads[node.id]
    wrong = node.kind != "const" and (not math.isfinite(grad) or grad == 0)
    assert bool(why.backward) == wrong
    if wrong:
        first, kind = edges[why.backward[0].edge], why.backward[0].kind
        ends = [(edges[link.edge].parent, edges[link.edge].child) for link in why.backward]
        assert ends[-1][1] == node.id
        assert all(child in (then, after) for (_, child), (then, after) in pairwise(ends))
        incoming = grads[first.parent]
        if kind in ("zero-local", "underflow", "cancels"):
            assert incoming != 0
        else:
            assert math.isfinite(incoming)
        before = [edge for edge in edges if edge.child == first.child]
        before.sort(key=lambda edge: (-edge.parent, edge.slot))
        if kind in ("zero-local", "underflow"):
            assert all(sent[edge.id] == 0 for edge in before)
            assert (locals_[first.id] == 0) == (kind == "zero-local")
        elif kind == "cancels":
            assert any(sent[edge.id] for edge in before)
            assert totals[before[-1].id] == 0
        else:
            undefined = math.isnan(totals[first.id])
            harmed = math.isnan if undefined else math.isinf
            assert next(edge for edge in before if harmed(totals[edge.id])) == first
    way = [node.id, *(edges[link.edge].parent for link in reversed(why.backward))]
    if wrong:
        way += graph.nodes[way[-1]].inputs
    bad = [place for place in way if not math.isfinite(values[place])]
    assert bool(why.forward) == bool(bad)
    if bad:
        assert why.forward[-1] == bad[0]
        assert not any(math.isfinite(values[place]) for place in why.forward)
        assert all(math.isfinite(values[child]) for child in graph.nodes[why.forward[0]].inputs)
        assert all(a in graph.nodes[b].inputs for a, b in pairwise(why.forward))
    return {kind for _, kind in why.backward}


def test_the_first_place_is_the_first_on_any_graph() -> None:
    rng = random.Random(0)
    kinds: set[str] = set()
    asked = 0
    for seed in range(600):
        graph = graph_of(build(random_program(seed, max_ops=30)))
        program, diagnose = compile_graph(graph), diagnoser(graph)
        for scale in (1.0, 30.0, 1e-150, 1e150):
            values = [rng.choice((0.0, 1.0, rng.uniform(-scale, scale))) for _ in graph.leaves]
            numbers = program.run(values)
            for node in graph.nodes:
                why = diagnose(numbers, node.id)
                kinds |= hold(graph, numbers, why)
                asked += bool(why.backward)
    assert asked > 1000
    assert kinds >= set(LINKS) - {"undefined-local", "total-overflow"}


def test_the_work_is_linear() -> None:
    def chain(length: int) -> Callable[[], object]:
        value = x(0.0)
        result = value.sqrt() * 0.0
        for _ in range(length):
            result = result.sin() + value
        graph = graph_of(result)
        numbers = compile_graph(graph).run([0.0])
        return lambda: diagnose(graph, numbers, graph.leaves[0])

    short, long = calls(chain(500)), calls(chain(1000))
    assert long < 2.1 * short
