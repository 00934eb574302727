"""Code pasted from micrograd, its lecture and PyTorch: read, never run."""

from __future__ import annotations

import pytest

from backpulse.engine import compile_graph, graph_of
from backpulse.parser import Parsed, parse

BY_HAND = """
a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = Value(10.0, label='c')
e = a*b; e.label = 'e'
d = e + c; d.label = 'd'
f = Value(-2.0, label='f')
L = d * f; L.label = 'L'
L
"""

README = """
from micrograd.engine import Value

a = Value(-4.0)
b = Value(2.0)
c = a + b
d = a * b + b**3
c += c + 1
c += 1 + c + (-a)
d += d * 2 + (b + a).relu()
d += 3 * d + (b - a).relu()
e = c - d
f = e**2
g = f / 2.0
g += 10.0 / f
print(f'{g.data:.4f}') # prints 24.7041, the outcome of this forward pass
g.backward()
print(f'{a.grad:.4f}') # prints 138.8338, i.e. the numerical value of dg/da
print(f'{b.grad:.4f}') # prints 645.5773, i.e. the numerical value of dg/db
"""

NEURON = """
# inputs x1,x2
x1 = Value(2.0, label='x1')
x2 = Value(0.0, label='x2')
# weights w1,w2
w1 = Value(-3.0, label='w1')
w2 = Value(1.0, label='w2')
# bias of the neuron
b = Value(6.8813735870195432, label='b')
# x1*w1 + x2*w2 + b
x1w1 = x1*w1; x1w1.label = 'x1*w1'
x2w2 = x2*w2; x2w2.label = 'x2*w2'
x1w1x2w2 = x1w1 + x2w2; x1w1x2w2.label = 'x1*w1 + x2*w2'
n = x1w1x2w2 + b; n.label = 'n'
# ----
e = (2*n).exp()
o = (e - 1) / (e + 1)
# ----
o.label = 'o'
o.backward()
draw_dot(o)
"""

TORCH = """
import torch

x1 = torch.Tensor([2.0]).double()                ; x1.requires_grad = True
x2 = torch.Tensor([0.0]).double()                ; x2.requires_grad = True
w1 = torch.Tensor([-3.0]).double()               ; w1.requires_grad = True
w2 = torch.Tensor([1.0]).double()                ; w2.requires_grad = True
b = torch.Tensor([6.8813735870195432]).double()  ; b.requires_grad = True
n = x1*w1 + x2*w2 + b
o = torch.tanh(n)

print(o.data.item())
o.backward()

print('---')
print('x2', x2.grad.item())
print('w2', w2.grad.item())
print('x1', x1.grad.item())
print('w1', w1.grad.item())
"""

SIGMOID = """
import math
w = torch.tensor(1.5, requires_grad=True, dtype=torch.float64)
x = torch.nn.Parameter(torch.tensor(-2.0))
b = torch.tensor(0.5).requires_grad_()
s = 1 / (1 + torch.exp(-(w*x + b)))
s.retain_grad()
s.backward(retain_graph=True)
"""


def numbers(parsed: Parsed) -> tuple[float, dict[str, float]]:
    graph = graph_of(parsed.root)
    result = compile_graph(graph).run([parsed.given[graph.nodes[leaf].label] for leaf in graph.leaves])
    return result.values[graph.root], {graph.nodes[leaf].label: result.grads[leaf] for leaf in graph.leaves}


NEURON_GRADS = {"x1": -1.5, "x2": 0.5, "w1": 1.0, "w2": 0.0, "b": 0.5}


@pytest.mark.parametrize(
    ("source", "value", "grads"),
    [
        (BY_HAND, -8.0, {"a": 6.0, "b": -4.0, "c": -2.0, "f": 4.0}),
        (README, 24.70408163265306, {"a": 138.83381924198252, "b": 645.5772594752186}),
        (NEURON, 0.7071067811865476, NEURON_GRADS),
        (TORCH, 0.7071067811865476, NEURON_GRADS),
        (
            SIGMOID,
            0.07585818002124355,
            {"w": -0.1402074330902163, "x": 0.10515557481766222, "b": 0.07010371654510815},
        ),
    ],
    ids=["by hand", "README", "neuron", "torch", "sigmoid"],
)
def test_the_lectures_snippets_give_the_lectures_numbers(
    source: str, value: float, grads: dict[str, float]
) -> None:
    got_value, got_grads = numbers(parse(source))
    assert got_value == pytest.approx(value, rel=1e-12)
    assert got_grads == pytest.approx(grads, rel=1e-9, abs=1e-15)


def test_what_is_skipped_is_listed_with_its_reason() -> None:
    parsed = parse(TORCH)
    listed = [(TORCH[slice(*span)], reason) for span, reason in parsed.skipped]
    assert listed[0] == ("import torch", "nothing has to be imported")
    assert listed[1] == ("x1.requires_grad = True", "every leaf gets a gradient")
    assert listed[6] == ("print(o.data.item())", "every value is shown")
    assert listed[7] == ("o.backward()", "the backward pass is always there; it starts here")
    assert listed[-1] == ("print('w1', w1.grad.item())", "every value is shown")
    assert len(listed) == 13
    assert parse("a + b").skipped == []


@pytest.mark.parametrize(
    "statement",
    [
        "import torch",
        "import torch.nn.functional as F",
        "from micrograd.engine import Value  # the engine",
        "print()",
        "print(f'{a.grad:.4f}', \"(\", {x: [1, 2]}, a if b else c, *args, sep='\\'')",
        "print(\n  a,\n  b\n)",
        "display(a)",
        "a.grad",
        "a.data",
        "a.grad.item()",
        "a.grad = 0.0",
        "a.grad += 1",
        "a.label = 'the first'",
        "a.requires_grad = True",
        "a.zero_grad()",
        "a.retain_grad()",
        "(a * b).grad",
    ],
)
def test_these_are_skipped(statement: str) -> None:
    for source in (
        f"a*b\n{statement}",
        f"{statement}\na*b",
        f"{statement}; a*b" if "#" not in statement else "a*b",
    ):
        parsed = parse(source)
        assert parsed.texts[parsed.root] == "a*b"
        assert len(parsed.skipped) == (statement in source)
        for span, reason in parsed.skipped:
            assert source[slice(*span)] == statement.partition("  #")[0]
            assert reason


def test_backward_names_the_root() -> None:
    parsed = parse("e = a * b; d = e + c; unused = e * 2; e.backward()")
    assert parsed.texts[parsed.root] == "e = a * b"
    assert list(parsed.leaves) == ["a", "b"]


def test_a_name_that_is_only_read_is_no_leaf() -> None:
    assert list(parse("a * b\nx.grad").leaves) == ["a", "b"]


@pytest.mark.parametrize(
    ("source", "leaves", "ops"),
    [
        ("F.relu(a)", ["a"], ["relu"]),
        (
            "import torch.nn.functional as F\nF.tanh(F.relu(a)) + F.relu(b)",
            ["a", "b"],
            ["relu", "tanh", "relu", "add"],
        ),
        # A variable F keeps its methods.
        ("F.relu()", ["F"], ["relu"]),
        ("F.max(a)", ["F", "a"], ["max"]),
        ("F = m * a\nF.relu()", ["m", "a"], ["mul", "relu"]),
        ("F = a\nF.max(b)", ["a", "b"], ["max"]),
        ("F.relu(a) * F", ["a", "F"], ["relu", "mul"]),
    ],
)
def test_f_is_torchs_functional_where_it_is_no_variable(
    source: str, leaves: list[str], ops: list[str]
) -> None:
    parsed = parse(source)
    assert list(parsed.leaves) == leaves
    assert [value.op for value in graph_of(parsed.root).values if value.kind == "op"] == ops


def test_names_that_only_look_like_code_are_names() -> None:
    assert list(parse("printer * important + fromage + mathematics + npx + nn").leaves) == [
        "printer",
        "important",
        "fromage",
        "mathematics",
        "npx",
        "nn",
    ]
