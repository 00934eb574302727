"""Ops made by hand, as micrograd's and microgpt's programs make them: frozen in a graph, and said so."""

from __future__ import annotations

import copy
import math
import pickle

import pytest

from backpulse.engine import Value, compile_graph, expand, graph_of
from backpulse.engine.findings import find
from backpulse.engine.graph import name_of
from backpulse.parser import parse
from backpulse.parser.write import source_of


def cube(a: Value) -> Value:
    out = Value(a.data**3, (a,), "cube")

    def _backward() -> None:
        a.grad += 3 * a.data**2 * out.grad

    out._backward = _backward
    return out


def product(*factors: Value) -> Value:
    out = Value(math.prod(x.data for x in factors), factors, "product")

    def _backward() -> None:
        for x in factors:
            x.grad += out.data / x.data * out.grad

    out._backward = _backward
    return out


def test_an_op_with_its_own_backward_differentiates_as_in_micrograd() -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    y = cube(a) * b + a
    y.backward()
    assert (y.data, a.grad, b.grad) == (26.0, 3 * 12.0 + 1, 8.0)
    y.backward()
    assert a.grad == 74.0, "as PyTorch adds a second pass"
    out = cube(a)
    out.grad, a.grad = 2.0, 1.0
    out._backward()
    assert (a.grad, out._op, out._prev) == (25.0, "cube", {a})


def test_a_graph_holds_it_frozen_and_says_so() -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    graph = graph_of(cube(a) * b + a)
    frozen = graph.nodes[1]
    assert (frozen.op, frozen.param, frozen.label) == ("frozen", (8.0, 12.0), "cube")
    program = compile_graph(graph)
    here, moved = program.run([2.0, 3.0]), program.run([5.0, 3.0])
    assert [here.grads[leaf] for leaf in graph.leaves] == [37.0, 8.0]
    assert moved.values[1] == 8.0, "its number stays"
    [said] = find(graph, here)
    assert (said.code, name_of(graph, said.node)) == ("frozen", "cube")
    assert "stay as they are when sliders move" in said.message
    assert a.grad == 0.0, "looking changes no gradient"


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_any_number_of_inputs(count: int) -> None:
    leaves = [Value(2.0 + i, label=f"x{i}") for i in range(count)]
    root = product(*leaves, leaves[0], Value.const(7.0)) ** 2
    root.backward()
    graph = graph_of(root)
    numbers = compile_graph(graph).run([x.data for x in leaves])
    assert numbers.values[-1] == root.data
    assert [numbers.grads[leaf] for leaf in graph.leaves] == pytest.approx([x.grad for x in leaves])
    assert graph_of(expand(root).root).nodes[-1].data == root.data
    again = graph_of(parse(source_of(root)).root)
    assert [(node.op, node.param) for node in again.nodes] == [(node.op, node.param) for node in graph.nodes]


def test_ours_by_its_name_stays_ours() -> None:
    """The lecture's own tanh is the op tanh as long as it sends what ours sends."""

    def tanh(a: Value, factor: float) -> Value:
        out = Value(math.tanh(a.data), (a,), "tanh")

        def _backward() -> None:
            a.grad += factor * (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    a = Value(0.7, label="a")
    assert [node.op for node in graph_of(tanh(a, 1.0) * 2).nodes] == ["", "tanh", "", "mul"]
    wrong = tanh(a, 2.0)
    assert graph_of(wrong).nodes[-1].op == "frozen"
    wrong.backward()
    assert a.grad == pytest.approx(2 * (1 - math.tanh(0.7) ** 2)), "as its program says"


def test_without_backward_nothing_is_sent() -> None:
    a = Value(2.0)
    out = Value(8.0, (a,), "cube")
    out.backward()
    assert (out.grad, a.grad) == (1.0, 0.0)


def test_microgpts_constructor() -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    for z in (Value(6.0, (a, b), (3.0, 2.0)), Value(6.0, children=(a, b), local_grads=(3.0, 2.0))):
        assert (z._children, z._local_grads) == ((a, b), (3.0, 2.0))
    root = z * z
    root.backward()
    assert (a.grad, b.grad) == (36.0, 24.0)
    square = Value(4.0, (a, a), (2.0, 2.0))
    square.backward()
    assert a.grad == 40.0
    assert (a * b)._local_grads == (3.0, 2.0)
    assert (a * 5)._local_grads == (5.0, 0.0)
    assert (a._children, a._local_grads) == ((), ())
    with pytest.raises(ValueError, match="2 children need as many local derivatives, not 1"):
        Value(6.0, (a, b), (3.0,))


def test_a_copy_keeps_the_local_derivatives_and_not_the_closure() -> None:
    """A `_backward` adds to the Values that it was written over."""
    a = Value(2.0, label="a")
    root = cube(a) * 2
    for twin in (copy.deepcopy(root), pickle.loads(pickle.dumps(root))):
        twin.backward()
        leaf = twin.inputs[0].inputs[0]
        assert (leaf.grad, a.grad, twin.inputs[0]._op) == (24.0, 0.0, "cube")
