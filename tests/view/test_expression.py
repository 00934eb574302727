"""What a text, or a graph built in Python, is before it is drawn: labels, source and names agree."""

from __future__ import annotations

import math

import pytest

from backpulse.engine import Value
from backpulse.parser import SourceError, TooLarge
from backpulse.view.expression import Expression, of_text, of_value


def same_graph(one: Expression, other: Expression) -> bool:
    """Whether two subjects have the same nodes on the same inputs, constants being equal."""
    return [(n.kind, n.op, n.param, n.inputs, n.kind == "const" and n.data) for n in one.graph.nodes] == [
        (n.kind, n.op, n.param, n.inputs, n.kind == "const" and n.data) for n in other.graph.nodes
    ]


def test_a_text() -> None:
    subject = of_text("import math\na = 2\nd = a * b\nd + 1")
    assert subject.names == ["a", "b"]
    assert subject.starts == [2.0, 2.0]
    assert subject.labels == ["a", "b", "d", "1", "d + 1"]
    assert subject.steps == {"d": "d = a * b"}
    assert subject.spans == [(12, 13), (26, 27), (18, 27), (32, 33), (28, 33)]
    assert [span for span, _ in subject.skipped] == [(0, 11)]
    assert subject.program.run([3.0, 4.0]).values[-1] == 13.0


def test_opening_may_be_what_makes_it_too_large() -> None:
    assert len(of_text("tanh(a)", max_nodes=4).graph.nodes) == 2
    with pytest.raises(TooLarge):
        of_text("tanh(a)", expand=True, max_nodes=4)
    with pytest.raises(SourceError):
        of_text("tanh(a", expand=True)


def test_a_value_keeps_its_labels() -> None:
    a, b = Value(2.0, label="a"), Value(-3.0, label="b")
    d = a * b
    d.label = "d"
    subject = of_value(d + a)
    assert subject.source == "a = 2\nb = -3\nd = a * b\nd + a\n"
    assert subject.names == ["a", "b"]
    assert subject.starts == [2.0, -3.0]
    assert subject.labels == ["a", "b", "d", "d + a"]
    assert subject.texts == ["a", "b", "d = a * b", "d + a"]
    assert subject.graph.values[0] is a


def test_leaves_are_called_as_the_source_calls_them() -> None:
    """No label, a label that is no name, the same label twice: the sliders are those of the text."""
    leaves = [Value(1.0), Value(2.0, label="w[0]"), Value(3.0, label="x"), Value(4.0, label="x")]
    subject = of_value(leaves[0] * leaves[1] + leaves[2] * leaves[3])
    assert subject.names == ["v1", "w_0", "x", "x2"] == of_text(subject.source).names
    assert subject.starts == [1.0, 2.0, 3.0, 4.0] == of_text(subject.source).starts
    assert [subject.labels[leaf] for leaf in subject.graph.leaves] == subject.names
    assert same_graph(subject, of_text(subject.source))


def test_an_op_keeps_a_label_that_is_no_name() -> None:
    x, w = Value(2.0, label="x1"), Value(-3.0, label="w1")
    product = x * w
    product.label = "x1*w1\n + more"
    assert of_value(product.tanh()).texts == ["x1", "w1", "x1*w1 + more = x1 * w1", "tanh(x1*w1 + more)"]


def test_a_value_used_twice_is_called_as_in_the_source() -> None:
    a = Value(2.0, label="a")
    square = a * a
    subject = of_value(square + square)
    assert subject.source == "a = 2\nv1 = a * a\nv1 + v1\n"
    assert subject.labels == ["a", "v1", "v1 + v1"]


def test_an_opened_value() -> None:
    a, b = Value(2.0, label="a"), Value(-3.0, label="b")
    difference = a - b
    subject = of_value(difference * difference, expand=True)
    assert subject.texts == ["a", "b", "-1", "b * -1", "v1 = a + b * -1", "v1 * v1"]
    assert same_graph(subject, of_text(subject.source, expand=True))


def test_a_constant_shows_its_number_and_a_leaf_without_one_finds_a_start() -> None:
    three = Value.const(3.0)
    three.label = "three"
    subject = of_value(Value(math.nan, label="a") * three)
    assert subject.labels == ["a", "3", "a * 3"]
    assert subject.starts == of_text("a * 3").starts
    with pytest.raises(ValueError, match="cannot be written"):
        of_value(Value(2.0) ** math.inf)
