"""What micrograd's users write themselves: neurons, layers and loops of their own on our `Value`.

The numbers are those of the lecture's own class at the same weights.
"""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from backpulse.engine import Value, graph_of

EXAMPLES = ([2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0])
WANTED = (1.0, -1.0, -1.0, 1.0)


def neuron() -> dict[str, Value]:
    """The sum of the lecture's neuron, every part labelled."""
    numbers = {"x1": 2.0, "x2": 0.0, "w1": -3.0, "w2": 1.0, "b": 6.8813735870195432}
    parts = {name: Value(number, label=name) for name, number in numbers.items()}
    for name, left, right in (("x1*w1", "x1", "w1"), ("x2*w2", "x2", "w2")):
        parts[name] = parts[left] * parts[right]
        parts[name].label = name
    parts["n"] = parts["x1*w1"] + parts["x2*w2"] + parts["b"]
    parts["n"].label = "n"
    return parts


SLOPES = {"x1": -1.5, "w1": 1.0, "x2": 0.5, "w2": 0.0, "b": 0.5, "x1*w1": 0.5, "x2*w2": 0.5, "n": 0.5}


@pytest.mark.parametrize("opened", [False, True])
def test_the_neuron_with_its_tanh_whole_and_made_from_exp(opened: bool) -> None:
    parts = neuron()
    if opened:
        e = (2 * parts["n"]).exp()
        out = (e - 1) / (e + 1)
    else:
        out = parts["n"].tanh()
    out.backward()
    assert out.data == pytest.approx(0.7071067811865476, rel=1e-15)
    assert {name: parts[name].grad for name in SLOPES} == pytest.approx(SLOPES, rel=1e-14)


def test_the_neuron_backward_by_hand_in_an_order_found_by_hand() -> None:
    parts = neuron()
    out = parts["n"].tanh()
    order: list[Value] = []

    def visit(value: Value) -> None:
        if value not in order:
            for child in value._prev:
                visit(child)
            order.append(value)

    visit(out)
    assert len(order) == 10
    assert order[-1] is out
    out.grad = 1.0
    for value in reversed(order):
        value._backward()
    assert {name: parts[name].grad for name in SLOPES} == pytest.approx(SLOPES, rel=1e-14)
    written = {f"{{ {v.label} | data {v.data:.4f} | grad {v.grad:.4f} }}" for v in order}
    assert "{ x1*w1 | data -6.0000 | grad 0.5000 }" in written


class OwnNeuron:
    """As anyone would write it after the lecture."""

    def __init__(self, nin: int) -> None:
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x: Sequence[Value | float]) -> Value:
        return sum((wi * xi for wi, xi in zip(self.w, x, strict=True)), self.b).tanh()


def test_own_layers_learn_four_examples_as_they_do_with_the_lectures_class() -> None:
    random.seed(1337)
    layers = [[OwnNeuron(nin) for _ in range(nout)] for nin, nout in ((3, 4), (4, 4), (4, 1))]
    parameters = [p for layer in layers for own in layer for p in [*own.w, own.b]]
    assert len(parameters) == 41

    def predict(x: Sequence[Value | float]) -> Value:
        for layer in layers:
            x = [own(x) for own in layer]
        (out,) = x
        assert isinstance(out, Value)
        return out

    losses = []
    for _ in range(20):
        loss = sum(((predict(x) - y) ** 2 for x, y in zip(EXAMPLES, WANTED, strict=True)), Value(0.0))
        for p in parameters:
            p.grad = 0.0
        loss.backward()
        for p in parameters:
            p.data += -0.1 * p.grad
        losses.append(loss.data)
    known = {0: 6.005402783252284, 5: 0.7000976207724662, 12: 0.03739130933505221, 19: 0.017781874686157665}
    assert {step: losses[step] for step in known} == pytest.approx(known, rel=1e-10)


def test_a_margin_loss_over_numpys_rows_and_targets() -> None:
    """The moons' loss: rows and targets are numpy's numbers, so is the step."""
    rows = np.array([[1.0, 2.0], [-1.0, 0.5], [0.25, -2.0]])
    targets = np.array([1, 0, 1]) * 2 - 1
    w1, w2, b = parameters = [Value(0.5), Value(-0.25), Value(0)]
    scores = [x1 * w1 + x2 * w2 + b for x1, x2 in ([*map(Value, row)] for row in rows)]
    losses = [(1 + -yi * score).relu() for yi, score in zip(targets, scores, strict=True)]
    total = sum(losses) * (1.0 / len(losses)) + 1e-4 * sum(p * p for p in parameters)
    assert isinstance(total, Value)
    assert [score.data > 0 for score in scores] == [False, False, True]
    assert total.data == pytest.approx((1 + 0.375 + 0.375) / 3 + 1e-4 * 0.3125)
    assert type(total.data) is float
    total.backward()
    assert [p.grad for p in parameters] == pytest.approx([-2.25 / 3 + 1e-4, 0.5 / 3 - 5e-5, -1 / 3])
    for p in parameters:
        p.data -= np.float64(0.1) * p.grad
    assert parameters[2].data == pytest.approx(0.1 / 3)
    assert len(graph_of(total).leaves) == 9
