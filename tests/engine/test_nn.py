"""Neurons, layers and perceptrons as micrograd has them, and the lecture's training loop."""

import random

import pytest

from backpulse.engine import Value, graph_of, nn


def test_a_neuron_is_a_sum_through_relu() -> None:
    random.seed(1)
    neuron = nn.Neuron(2)
    w1, w2, b = neuron.parameters()
    out = neuron([1.0, Value(-2.0)])
    assert out.data == max(0.0, b.data + w1.data - 2 * w2.data)
    assert out.op == "relu"
    assert nn.Neuron(2, nonlin=False)([1.0, 2.0]).op == "add"


def test_shapes_and_names() -> None:
    model = nn.MLP(3, [16, 16, 1])
    assert len(model.parameters()) == 353
    output = model([1.0, 2.0, 3.0])
    assert isinstance(output, Value)
    assert len(graph_of(output).leaves) == 353
    assert repr(model).startswith("MLP of [Layer of [ReLUNeuron(3), ReLUNeuron(3)")
    assert repr(model).endswith("Layer of [LinearNeuron(16)]]")
    outputs = nn.MLP(2, [1, 3])([1.0, 2.0])
    assert isinstance(outputs, list)
    assert len(outputs) == 3
    assert nn.Module().parameters() == []


def test_parameters_start_as_micrograds_do() -> None:
    random.seed(1337)
    layer = nn.Layer(3, 2)
    random.seed(1337)
    for neuron in layer.neurons:
        assert [w.data for w in neuron.w] == [random.uniform(-1, 1) for _ in range(3)]
        assert neuron.b.data == 0.0
        assert neuron.nonlin


def test_inputs_must_be_as_many_as_weights() -> None:
    with pytest.raises(ValueError, match="zip"):
        nn.Neuron(3)([1.0, 2.0])


def test_four_examples_in_twenty_steps() -> None:
    """The lecture's loop: forward, zero the gradients, backward, step."""
    random.seed(1337)
    xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    ys = [1.0, -1.0, -1.0, 1.0]
    model = nn.MLP(3, [4, 4, 1])
    losses: list[float] = []
    for _ in range(20):
        predictions = [model(x) for x in xs]
        loss = sum((p - y) ** 2 for p, y in zip(predictions, ys, strict=True))  # type: ignore[operator,misc]
        assert isinstance(loss, Value)
        model.zero_grad()
        assert all(p.grad == 0 for p in model.parameters())
        loss.backward()
        for p in model.parameters():
            p.data += -0.02 * p.grad
        losses.append(loss.data)
    assert losses[-1] < losses[0] / 4


def test_readme_program_to_all_digits() -> None:
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
    g.backward()
    assert (f"{g.data:.4f}", f"{a.grad:.4f}", f"{b.grad:.4f}") == ("24.7041", "138.8338", "645.5773")
    # micrograd itself: 24.70408163265306 138.83381924198252 645.5772594752186
    assert (g.data, a.grad, b.grad) == (24.70408163265306, 138.83381924198252, 645.5772594752186)


def trace(root: Value) -> tuple[set[Value], set[tuple[Value, Value]]]:
    """The lecture's drawing code, as it is."""
    nodes, edges = set(), set()

    def build(v: Value) -> None:
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.add((child, v))
                build(child)

    build(root)
    return nodes, edges


def test_the_drawing_notebooks_trace_runs() -> None:
    x = Value(1.0)
    y = (x * 2 + 1).relu()
    nodes, edges = trace(y)
    assert len(nodes) == 6
    assert len(edges) == 5
    assert {n._op for n in nodes} == {"", "*", "+", "ReLU"}
    assert all(f"{n.data:.4f} {n.grad:.4f}" for n in nodes)
