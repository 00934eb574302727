"""Ops of one's own on their way to the page: a formula is written out, what is made by hand frozen."""

from __future__ import annotations

from backpulse.answering.graphs import text_of
from backpulse.answering.messages import GraphRequest
from backpulse.engine import Value, compile_graph, define
from backpulse.engine.findings import find
from backpulse.engine.ops import TABLE
from backpulse.engine.rules import RULES
from backpulse.view.expression import of_text
from backpulse.view.graph_data import graph_as_data


def test_an_op_made_by_hand_arrives_frozen_and_is_said_to_be() -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    text = text_of(GraphRequest.model_validate(graph_as_data(Value(6.0, (a, b), (3.0, 2.0)) * a)))
    assert text == "a = 2\nb = 3\n(frozen(a, 6, 3) + frozen(b, 0, 2)) * a\n"
    graph = of_text(text).graph
    found = find(graph, compile_graph(graph).run([2.0, 3.0]))
    assert [finding.code for finding in found] == ["frozen", "frozen"]


def test_a_formula_arrives_written_out() -> None:
    root = define("cube", "x**3")(Value(2.0, label="a")) + 1
    try:
        data = graph_as_data(root)
    finally:
        del TABLE["cube"], RULES["cube"]
    assert text_of(GraphRequest.model_validate(data)) == "a = 2\na ** 3 + 1\n"
