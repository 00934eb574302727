"""Remedies as changes of the text: what is offered has been read, and is true."""

from __future__ import annotations

import pytest

from backpulse.answering import limits
from backpulse.answering.compiled import compile_source
from backpulse.answering.messages import Remedy
from backpulse.parser import parse


def changed(source: str, remedy: Remedy) -> str | None:
    if remedy.span is None or remedy.replacement is None:
        assert (remedy.span, remedy.replacement) == (None, None)
        return None
    start, end = remedy.span
    return source[:start] + remedy.replacement + source[end:]


OFFERED = [
    ("log(sigmoid(x))", "min(x, 0) - log1p(exp(-abs(x)))"),
    ("y = log(sigmoid(w*x+b)) # c\n-y*2", "y = min(w*x+b, 0) - log1p(exp(-abs(w*x+b))) # c\n-y*2"),
    ("2*log(1+exp(x*3))", "2*(max(x*3, 0) + log1p(exp(-abs(x*3))))"),
    ("3 - log(sigmoid(x))", "3 - (min(x, 0) - log1p(exp(-abs(x))))"),
    ("x.sigmoid().log().exp()", "(min(x, 0) - log1p(exp(-abs(x)))).exp()"),
    ("log(sigmoid(\n x # this\n))", "min(x, 0) - log1p(exp(-abs(x)))"),
    ("s=sigmoid(x)\nlog(s)", "s=sigmoid(x)\nmin(x, 0) - log1p(exp(-abs(x)))"),
    ("d = x - y\nsqrt(d*d)*d", "d = x - y\nabs(d)*d"),
    ("sqrt((x-y)**2)", "abs(x-y)"),
    ("sqrt(x**2 + y**2)**2", "x**2 + y**2"),
    ("3*sqrt(x**2 + y**2)**2", "3*(x**2 + y**2)"),
    ("x = -800\nlog(sigmoid(x))", "x = -800\nmin(x, 0) - log1p(exp(-abs(x)))"),
]


@pytest.mark.parametrize("expand", [False, True])
@pytest.mark.parametrize(("source", "wanted"), OFFERED)
def test_a_change_of_the_text(source: str, wanted: str, expand: bool) -> None:
    (remedy,) = compile_source(source, expand).remedies
    assert changed(source, remedy) == wanted
    assert parse(wanted).leaves.keys() == parse(source).leaves.keys()


@pytest.mark.parametrize(
    "source",
    [
        "sqrt(x**2 + y**2)",  # there is no such formula
        "sqrt(x)**2",  # it would be another function
        "s = x + 1\nt = sigmoid(s)\ns = x * 2\nlog(t) + s",  # the name has come to mean something else
        "r = sqrt(x * x)\nr **= 2\nlog(r * 0) + sqrt(x)**2",
    ],
)
def test_words_alone_where_no_change_is_true(source: str) -> None:
    found = compile_source(source, False).remedies
    assert found
    assert [changed(source, remedy) for remedy in found if remedy.message] == [None] * len(found)


def test_its_nodes_are_those_of_the_graph_that_is_shown() -> None:
    closed, opened = (compile_source("log(sigmoid(x)) + sigmoid(y)", expand) for expand in (False, True))
    for compiled in (closed, opened):
        (remedy,) = compiled.remedies
        graph, shown = compiled.subject.graph, set(remedy.nodes)
        inputs = {child for node in shown for child in graph.nodes[node].inputs}
        assert {graph.nodes[node].label for node in inputs - shown} == {"x"}
    assert [closed.subject.graph.nodes[node].op for node in closed.remedies[0].nodes] == ["sigmoid", "log"]
    assert len(opened.remedies[0].nodes) > 2


def test_no_more_than_the_limits_allow() -> None:
    many = " + ".join(f"sqrt(x{k}**2)" for k in range(20))
    assert len(compile_source(many, False).remedies) == limits.REMEDIES.most
    long = "log(sigmoid(x)) #" + "c" * limits.CHANGED_SOURCE.most
    large = "log(sigmoid(x)) * " + "-" * limits.DRAWN.most + "a"
    for source in (long, large):
        (remedy,) = compile_source(source, False).remedies
        assert remedy.replacement is None
        assert remedy.message
