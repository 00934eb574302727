"""Traces: the steps in order, in words, and a check that finds every lie."""

import dataclasses
import math
from collections.abc import Callable

import pytest

from backpulse.engine import Numbers, Trace, Value, compile_graph, graph_of, trace
from backpulse.engine.tracing import BackwardEdge, BackwardStep, ForwardStep, check


def trace_of(root: Value) -> Trace:
    graph = graph_of(root)
    return trace(graph, compile_graph(graph).run([graph.nodes[i].data for i in graph.leaves]))


def default() -> Trace:
    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    return trace_of((a + b) * c)


def test_default_example_step_by_step() -> None:
    steps = default()
    assert [step.text for step in steps.forward] == [
        "a = 2",
        "b = -3",
        "2 + -3 = -1",
        "c = 10",
        "-1 * 10 = -10",
    ]
    assert [step.node for step in steps.forward] == [0, 1, 2, 3, 4]
    assert steps.backward == [
        BackwardStep(4, 1.0, [BackwardEdge(2, 10.0, 10.0, 10.0), BackwardEdge(3, -1.0, -1.0, -1.0)]),
        BackwardStep(2, 10.0, [BackwardEdge(0, 1.0, 10.0, 10.0), BackwardEdge(1, 1.0, 10.0, 10.0)]),
    ]
    assert steps.findings == []


def test_forward_texts() -> None:
    a, b = Value(-3.0, label="a"), Value(2.0, label="b")
    roots = (a**2, b**3, -a, -b, a - a, b / 3, (a * b).relu(), a.max(b), a**-0.5, b.exp(), Value(0.5) + 1)
    assert [trace_of(root).forward[-1].text for root in roots] == [
        *["(-3) ** 2 = 9", "2 ** 3 = 8", "-(-3) = 3", "-2 = -2", "-3 - -3 = 0", "2 / 3 = 0.6667"],
        *["relu(-6) = 0", "max(-3, 2) = 2", "(-3) ** -0.5 = nan", "exp(2) = 7.389", "0.5 + 1 = 1.5"],
    ]
    assert [step.text for step in trace_of(Value(0.5) + 1).forward[:2]] == ["0.5", "1"]


def test_constants_have_no_steps_backward() -> None:
    a = Value(3.0, label="a")
    steps = trace_of(2 * a + Value.const(2.0) * 4)
    edges = [arrow.edge for step in steps.backward for arrow in step.edges]
    assert all(steps.graph.nodes[steps.graph.edges[e].child].kind != "const" for e in edges)
    assert [steps.graph.nodes[step.node].op for step in steps.backward] == ["add", "mul"]


def test_the_root_is_there_even_alone() -> None:
    for root in (Value(3.0), Value.const(3.0)):
        steps = trace_of(root)
        assert steps.backward == [BackwardStep(0, 1.0, [])]
        assert check(steps) == []


def test_a_right_trace_passes() -> None:
    a, b = Value(0.7, label="a"), Value(0.0, label="b")
    assert check(default()) == []
    assert check(trace_of((a / b).relu() - (a * a).tanh() + b.log() * a**0)) == []
    assert check(trace_of(a.max(a) * 2 + a.abs() ** 1.5)) == []


def forged(change: Callable[[Trace], Trace]) -> str:
    return "; ".join(check(change(default())))


def with_numbers(steps: Trace, **lists: list[float]) -> Trace:
    return dataclasses.replace(steps, numbers=Numbers(**{**steps.numbers._asdict(), **lists}))


def with_arrow(steps: Trace, **fields: float) -> Trace:
    first = steps.backward[0]
    arrow = dataclasses.replace(first.edges[0], **fields)  # type: ignore[arg-type]
    return dataclasses.replace(
        steps, backward=[dataclasses.replace(first, edges=[arrow, first.edges[1]]), *steps.backward[1:]]
    )


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            lambda t: with_numbers(t, values=[2.0, -3.0, 5.0, 10.0, 50.0]),
            "node 2 is 5.0, its inputs give -1.0",
        ),
        (lambda t: with_numbers(t, grads=[10.0, 9.0, 10.0, -1.0, 1.0]), "node 1 has 9.0, received 10.0"),
        (lambda t: dataclasses.replace(t, forward=t.forward[:-1]), "not every node exactly once"),
        (lambda t: dataclasses.replace(t, forward=t.forward[::-1]), "node 4 before its inputs"),
        (
            lambda t: dataclasses.replace(t, forward=[ForwardStep(0, "a = 3"), *t.forward[1:]]),
            "node 0 says 'a = 3'",
        ),
        (lambda t: dataclasses.replace(t, backward=t.backward[:1]), "not every arrow exactly once"),
        (
            lambda t: dataclasses.replace(t, backward=[t.backward[0], *t.backward]),
            "not every arrow exactly once",
        ),
        (lambda t: dataclasses.replace(t, backward=t.backward[::-1]), "does not begin at the root"),
        (
            lambda t: dataclasses.replace(t, backward=t.backward[::-1]),
            "node 2 sends before its gradient is complete",
        ),
        (lambda t: dataclasses.replace(t, backward=[]), "does not begin at the root"),
        (lambda t: with_arrow(t, local=9.0), "edge 2 says"),
        (lambda t: with_arrow(t, contribution=9.0), "edge 2 says"),
        (lambda t: with_arrow(t, total=math.nan), "edge 2 says"),
        (lambda t: with_arrow(t, edge=0), "edge 0 is not one of node 4"),
        (
            lambda t: dataclasses.replace(
                t, backward=[dataclasses.replace(t.backward[0], incoming=2.0), *t.backward[1:]]
            ),
            "node 4 sends 2.0, it received 1.0",
        ),
    ],
)
def test_a_forged_trace_is_found_out(change: Callable[[Trace], Trace], complaint: str) -> None:
    assert complaint in forged(change)


def test_set_for_add_is_found_out() -> None:
    """The gradient of a repeated leaf overwritten in place of added."""
    a = Value(3.0, label="a")
    steps = with_numbers(trace_of(a * a), grads=[3.0, 1.0], totals=[3.0, 3.0])
    assert check(steps) == ["backward: node 0 has 3.0, received 6.0"]
