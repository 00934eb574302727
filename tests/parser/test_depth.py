"""Long and deep programs: nothing overflows, and the work grows with the length only."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest
from tests.counting import calls

from backpulse.engine import graph_of
from backpulse.parser import SourceError, TooLarge, parse
from backpulse.parser.write import source_of

LONG = 10_000

DEEP: dict[str, Callable[[int], str]] = {
    "terms": lambda n: " + ".join(["a"] * n),
    "distinct terms": lambda n: " - ".join(f"a{k}" for k in range(n)),
    "factors": lambda n: "*".join(["a"] * n),
    "brackets": lambda n: "(" * n + "a + b" + ")" * n,
    "nested sums": lambda n: "(a + " * n + "b" + ")" * n,
    "signs": lambda n: "-" * n + "a",
    "plus signs": lambda n: "+" * n + "a",
    "powers": lambda n: "a" + "**1" * n,
    "calls": lambda n: "tanh(" * n + "a" + ")" * n,
    "methods": lambda n: "a" + ".tanh()" * n,
    "statements": lambda n: "c = a\n" + "c += a\n" * n,
    "lines in brackets": lambda n: "(a\n" + "+ a\n" * n + ")",
    "arguments passed over": lambda n: "a\nprint(" + "(" * n + ")" * n + ")",
}


@pytest.mark.parametrize("kind", DEEP)
def test_deep_programs_parse_and_are_written(kind: str) -> None:
    parsed = parse(DEEP[kind](LONG))
    assert len(parsed.texts[parsed.root]) <= 120
    assert len(graph_of(parse(source_of(parsed.root)).root).nodes) == len(graph_of(parsed.root).nodes)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("(" * LONG, "missing-value"),
        ("(" * LONG + "a", "missing-bracket"),
        ("a" + ")" * LONG, "extra-bracket"),
        ("a + " * LONG, "missing-value"),
        ("a " * LONG, "missing-operator"),
        ("relu(" * LONG + "a b", "missing-operator"),
        ("(a)" + "(a)" * LONG, "missing-operator"),
        ("a" + ".relu()" * LONG + " b", "missing-operator"),
        ("x" * LONG + "(a)", "unknown-function"),
        ("9" * LONG, "number"),
        ("'" * (LONG + 1), "text"),
        ("a\n" * LONG + "a b", "missing-operator"),
        ("a.b" + " " * LONG + "(c", "missing-bracket"),
        ("Value(data=" + "9" * LONG + "x)", "missing-operator"),
        # Accents to be put in order, which takes time with the square of those in a row.
        ("x" + "\u0301" * LONG + "\u0316" * LONG, "character"),
        ("print(" + "'\\" * LONG, "text"),
    ],
)
def test_long_mistakes_are_found_and_shown_briefly(source: str, code: str) -> None:
    began = time.process_time()
    with pytest.raises(SourceError) as caught:
        parse(source)
    shown = f"{caught.value.message}\n{caught.value.hint}\n{caught.value.caret(source)}"
    assert time.process_time() - began < 1.0
    assert caught.value.code == code
    assert len(shown) < 700


def test_an_open_bracket_takes_little_memory() -> None:
    with pytest.raises(SourceError):
        parse("(")
    tracemalloc.start()
    try:
        with pytest.raises(SourceError):
            parse("(" * LONG)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 300 * LONG


def test_too_many_nodes_are_refused_in_linear_work() -> None:
    def work(source: str) -> int:
        def refused() -> None:
            with pytest.raises(TooLarge, match="More than 100 nodes"):
                parse(source, max_nodes=100)

        return calls(refused)

    for kind in ("terms", "factors", "methods"):
        work(DEEP[kind](LONG))
        assert work(DEEP[kind](2 * LONG)) < 2.1 * work(DEEP[kind](LONG)), kind


@pytest.mark.parametrize("kind", ["distinct terms", "nested sums", "methods", "statements"])
def test_work_is_linear(kind: str) -> None:
    def work(length: int) -> int:
        source = DEEP[kind](length)
        return calls(lambda: parse(source))

    parse("a")
    # Ten times the length; quadratic work would be a hundred times as much.
    assert work(20_000) < 12 * work(2_000)
