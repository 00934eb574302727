"""What nodes are called: as written, or as opening would be written."""

from __future__ import annotations

import pytest

from backpulse.view.expression import of_text
from backpulse.view.node_names import expansion


@pytest.mark.parametrize(
    ("source", "hidden"),
    [
        ("a - b", "a + b * -1"),
        ("a - (b + c)", "a + (b + c) * -1"),
        ("a / -2", "a * (-2) ** -1"),
        ("-(a * b)", "(a*b) * -1"),
        ("sqrt(relu(a))", "relu(a) ** 0.5"),
        ("d = a + b\nsigmoid(d)", "(1 + exp(d * -1)) ** -1"),
        ("a + b", None),
        ("relu(a)", None),
        ("a", None),
    ],
)
def test_what_a_derived_op_hides(source: str, hidden: str | None) -> None:
    subject = of_text(source)
    graph = subject.graph
    shown = expansion(graph, graph.nodes[graph.root], subject.labels)
    assert (shown or "").replace(" ", "") == (hidden or "").replace(" ", "")


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("a - b", ["a", "b", "-1", "b * -1", "a + b * -1"]),
        ("a - (b - c)", ["c * -1", "b + c * -1", "(b + c * -1) * -1", "a + (b + c * -1) * -1"]),
        ("a / (b / c)", ["c ** -1", "b * c ** -1", "(b * c ** -1) ** -1", "a * (b * c ** -1) ** -1"]),
        ("sqrt(-a)", ["a * -1", "(a * -1) ** 0.5"]),
        ("a + (b - c)", ["b + c * -1", "a + (b - c)"]),
        ("d = a - b\nd * d", ["d = a + b * -1", "d * d"]),
        ("relu(a - b)", ["a + b * -1", "relu(a - b)"]),
    ],
)
def test_texts_of_opened_ops(source: str, texts: list[str]) -> None:
    """A node that was there before keeps the text that was written; one that opening made gets its own."""
    shown = of_text(source, expand=True).texts
    assert [text for text in shown if text in texts] == texts


def test_opened_nodes_point_at_what_they_were_made_of() -> None:
    source = "a * (b - c)"
    subject = of_text(source, expand=True)
    spans = dict(zip(subject.texts, subject.spans, strict=True))
    assert spans["c * -1"] == spans["b + c * -1"] == (4, 11)


def test_labels_are_the_last_name_or_the_text() -> None:
    assert of_text("c = a * 2\nc += 1\nc").labels == ["a", "2", "c", "1", "c"]


def test_texts_stay_short_however_deep() -> None:
    source = "\n".join(f"x = sin(x - {i})" if i else "x = sin(y)" for i in range(60))
    assert max(map(len, of_text(source, expand=True).texts)) <= 125
    assert max(map(len, of_text("-(" * 200 + "a" + ")" * 200, expand=True).texts)) <= 120
