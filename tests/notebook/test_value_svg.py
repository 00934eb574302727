"""A plain Value's picture in a notebook: no widgets, nothing that the Values do not hold."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from backpulse.engine import Value, nn, value
from backpulse.engine.plugins import registered


def words(root: Value) -> list[str]:
    """The texts of its picture."""
    picture = root._repr_svg_()
    assert picture is not None
    return [text for element in ElementTree.fromstring(picture).iter() for text in element.itertext()]


def example() -> Value:
    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    return (a + b) * c


def test_values_are_there_and_gradients_once_they_are() -> None:
    root = example()
    assert "−10" in words(root)
    assert "--" in words(root)
    root.backward()
    assert "--" not in words(root)
    assert words(root).count("10") >= 2


def test_gradients_of_another_pass_are_not_shown_as_this_one_s() -> None:
    root = example()
    inner = root.inputs[0]
    root.backward()
    assert inner.grad == 10
    assert "--" in words(inner)


def test_what_was_not_computed_anew_is_not_drawn() -> None:
    root = example()
    root.inputs[1].data = 7.0
    assert root._repr_svg_() is None


def test_a_number_alone_and_a_large_graph_are_text() -> None:
    assert Value(1.0)._repr_svg_() is None
    out = nn.MLP(3, [8, 8, 1])([1.0, 2.0, 3.0])
    assert isinstance(out, Value)
    assert out._repr_svg_() is None
    deep = Value(1.0)
    for _ in range(50_000):
        deep = -deep
    assert deep._repr_svg_() is None


def test_the_plain_text_is_as_ever() -> None:
    assert repr(Value(2.0)) == "Value(data=2.0, grad=0.0)"


def test_an_engine_alone_has_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "registered", lambda group, name: None)
    assert example()._repr_svg_() is None


def test_who_draws_writes_and_serves_is_declared() -> None:
    for group, name in (("renderers", "svg"), ("formats", "json"), ("processes", "playground")):
        entry = registered(f"backpulse.{group}", name)
        assert entry is not None, "declared in pyproject.toml since the last installation: run make setup"
        assert callable(entry.load())
    assert registered("backpulse.renderers", "gif") is None
