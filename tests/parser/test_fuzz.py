"""Any text gives a graph or one of our errors, soon, and never anything else."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from backpulse.engine import graph_of
from backpulse.parser import Parsed, SourceError, parse

PIECES = [
    *(
        "a",
        "b",
        "x1",
        "θ",
        "x₁",
        "x²",
        "½",
        "relu",
        "max",
        "tahn",
        "exp",
        "if",
        "lambda",
        "print",
        "Value",
        "math",
    ),
    *(
        "2",
        ".5",
        "1e3",
        "1e999",
        "1..2",
        "0x1",
        "(",
        ")",
        "[",
        "]",
        "{",
        ",",
        ".",
        ";",
        "\n",
        "\r\n",
        "=",
        "+",
        "-",
    ),
    *("*", "/", "**", "^", "//", "%", "@", "!", "|", "×", "÷", "−", "—", "+=", "-=", "*=", "/=", "**=", "=="),
    *(
        ":=",
        "->",
        "<",
        "<<",
        "'",
        '"',
        "“",
        "'s'",
        "#",
        "\\",
        "\\\n",
        " ",
        "\t",
        "\u00a0",
        "\ufeff",
        "\0",
        "\u202e",
    ),
    *(
        ".grad",
        ".data",
        ".relu",
        ".relu()",
        ".max(",
        ".backward()",
        ".label",
        "torch.",
        "np.pi",
        "print(",
        "import x",
    ),
    *(
        "draw_dot(",
        "label=",
        "☃",
        "👍",
        "\ud800",
        "__",
        "relu(",
        "max(a, ",
        "a ** ",
        "a = 2\n",
        "a = ",
        "(a + b)",
    ),
]


def _read(source: str) -> None:
    began = time.process_time()
    result: Parsed | SourceError
    try:
        result = parse(source)
    except SourceError as error:
        result = error
    assert time.process_time() - began < 1.0
    if isinstance(result, SourceError):
        _check_error(source, result)
    else:
        _check_parsed(source, result)


def _check_error(source: str, error: SourceError) -> None:
    start, end = error.span
    assert 0 <= start <= end <= len(source)
    assert error.line >= 1
    assert error.column >= 1
    line, _, carets = error.caret(source).partition("\n")
    assert ("^" in carets) == bool(source.strip())
    assert len(line) <= 152
    for sentence in (error.message, error.hint):
        assert sentence.isprintable()
    assert error.hint.endswith((".", "?"))
    assert not error.message.endswith(".")


def _check_parsed(source: str, parsed: Parsed) -> None:
    values = graph_of(parsed.root).values
    for value in values:
        start, end = parsed.spans[value]
        assert 0 <= start < end <= len(source)
        assert 0 < len(parsed.texts[value]) <= 120
        assert "\n" not in parsed.texts[value]
    leaves = {value for value in values if value.kind == "leaf"}
    assert leaves == set(parsed.leaves.values())
    assert all(leaf.label == name for name, leaf in parsed.leaves.items())
    assert set(parsed.given) <= set(parsed.leaves)


@settings(max_examples=600, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_any_mixture_of_pieces(source: str) -> None:
    _read(source)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_text(source: str) -> None:
    _read(source)
