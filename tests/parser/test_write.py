"""From Values back to text: what is written reads as the same graph."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpulse.engine import OPS, Value, apply, graph_of
from backpulse.engine.op import packed
from backpulse.parser import parse
from backpulse.parser.write import source_of


def structure(root: Value) -> list[tuple[Any, ...]]:
    """Everything that makes two graphs the same, nodes in forward order."""
    return [
        (node.kind, node.op, node.param, node.inputs, node.data if node.kind == "const" else None)
        for node in graph_of(root).nodes
    ]


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("(a + b) * c", "a = 1\nb = 1\nc = 1\n(a + b) * c\n"),
        ("a = 2; b = -3.5\na - (b - a)", "a = 2\nb = -3.5\na - (b - a)\n"),
        ("q = x*x; L = 3*(2*q) + q", "x = 1\nq = x * x\nL = 3 * (2 * q) + q\n"),
        ("c = a; c *= b; c += c", "a = 1\nb = 1\nc = a * b\nc2 = c + c\n"),
        ("relu(a)*relu(a)", "a = 1\nrelu(a) * relu(a)\n"),
        ("a.max(b)**-2", "a = 1\nb = 1\nmax(a, b) ** -2\n"),
        ("-(3) * -a**2 / --3", "a = 1\n-(3) * -a ** 2 / --3\n"),
        ("(-3)**2", "(-3) ** 2\n"),
        ("a = 5", "a = 5\na\n"),
        ("3", "3\n"),
    ],
)
def test_programs_are_written_plainly(source: str, written: str) -> None:
    assert source_of(parse(source).root) == written
    assert structure(parse(written).root) == structure(parse(source).root)


def test_values_from_python_get_names() -> None:
    a, b, c = Value(2.0), Value(3.0, label="..."), Value(4.0, label="v1")
    shared = a * b
    source = source_of(shared * shared + c + Value(1.0, label="relu"))
    assert source == "v2 = 2\nv3 = 3\nv1 = 4\nrelu_ = 1\nv4 = v2 * v3\nv4 * v4 + v1 + relu_\n"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("w", "w"),
        ("w[0, 1]", "w_0_1"),
        ("the loss", "the_loss"),
        ("layer1.w", "layer1_w"),
        ("2nd", "_2nd"),
        ("x₁", "x1"),
        ("Δ", "Δ"),
        ("∂L/∂w", "L_w"),
        ("__x__", "__x__"),
        ("if", "if_"),
        ("tanh", "tanh_"),
        ("Value", "Value_"),
        ("print", "print_"),
        ("\n", "v1"),
        ("+", "v1"),
        ("", "v1"),
    ],
)
def test_a_label_becomes_the_name_nearest_to_it(label: str, name: str) -> None:
    source = source_of(Value(2.0, label=label) * 3)
    assert source == f"{name} = 2\n{name} * 3\n"
    assert list(parse(source).leaves) == [name]


def test_labels_that_become_the_same_name_are_told_apart() -> None:
    a, b, c, d, e = (Value(1.0, label=label) for label in ("x y", "x_y2", "x-y", "x_y", "x_y"))
    names = ["x_y4", "x_y2", "x_y5", "x_y", "x_y3"]
    assert list(parse(source_of(a * b * c * d * e)).leaves) == names


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_numbers_beyond_all_are_written_as_constants_and_refused_in_ops(number: float) -> None:
    source = source_of(Value(1.0, label="a") * number)
    assert repr(parse(source).root.data) == repr(number)
    with pytest.raises(ValueError, match="cannot be written"):
        source_of(Value(1.0, label="a") ** number)


def test_what_constants_come_to_is_written_as_its_number_where_it_would_need_a_name() -> None:
    """A number with a name is a leaf when the text is read."""
    once, twice = (apply("abs", Value.const(-3.0)) for _ in range(2))
    assert source_of(Value(2.0, label="a") * once) == "a = 2\na * abs(-3)\n"
    assert source_of(Value(2.0, label="a") * twice + twice) == "a = 2\na * 3 + 3\n"


@st.composite
def graphs(draw: st.DrawFn) -> Value:
    """Any small graph: shared values, constants of any sign, labels that clash or cannot be names."""
    finite = st.floats(allow_nan=False, allow_infinity=False)
    labels = st.sampled_from(
        ["", "a", "b", "c", "θ", "x y", "x_y", "relu", "relu_", "if", "v1", "c2", "print", "2", "μ", "µ", "+"]
    )
    values = [Value(draw(finite), label=draw(labels)) for _ in range(draw(st.integers(1, 3)))]
    for _ in range(draw(st.integers(0, 12))):
        op = OPS[draw(st.sampled_from(sorted(OPS)))]
        inputs = [
            Value.const(draw(finite)) if draw(st.integers(0, 3)) == 0 else draw(st.sampled_from(values[-5:]))
            for _ in range(op.arity)
        ]
        if all(one.kind == "const" for one in inputs):
            inputs[-1] = draw(st.sampled_from(values))  # what constants come to has a test of its own
        value = apply(op.name, *inputs, param=packed([draw(finite) for _ in op.constants]))
        value.label = draw(labels)
        values.append(value)
    return values[-1]


@settings(max_examples=120, derandomize=True, deadline=None)
@given(graphs())
def test_round_trip_of_any_graph(root: Value) -> None:
    source = source_of(root)
    parsed = parse(source)
    assert structure(parsed.root) == structure(root)
    again = source_of(parsed.root)
    assert structure(parse(again).root) == structure(root)
    leaves = [node for node in graph_of(root).nodes if node.kind == "leaf"]
    assert list(parsed.given.values()) == [node.data for node in leaves]
