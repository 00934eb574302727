"""Where values stand in the text, and their texts."""

from __future__ import annotations

import pytest

from backpulse.engine import graph_of
from backpulse.parser import parse
from backpulse.parser.excerpt import one_line, place, underline


def standing(source: str) -> list[tuple[str, str]]:
    """Per node in forward order: what its span covers, and its text."""
    parsed = parse(source)
    values = graph_of(parsed.root).values
    return [(source[slice(*parsed.spans[value])], parsed.texts[value]) for value in values]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(a + b) * c", [("a", "a"), ("b", "b"), ("(a + b)", "a + b"), ("c", "c"), ("(a + b) * c",) * 2]),
        ("((a+b))*2", [("a", "a"), ("b", "b"), ("((a+b))", "a+b"), ("2", "2"), ("((a+b))*2",) * 2]),
        ("relu(a * b)", [("a", "a"), ("b", "b"), ("a * b", "a * b"), ("relu(a * b)",) * 2]),
        ("(a*b).relu()", [("a", "a"), ("b", "b"), ("(a*b)", "a*b"), ("(a*b).relu()",) * 2]),
        ("a - -3", [("a", "a"), ("-3", "-3"), ("a - -3",) * 2]),
        ("(a)", [("a", "a")]),
        ("(-3)*a", [("(-3)", "-3"), ("a", "a"), ("(-3)*a",) * 2]),
        ("(a * b)", [("a", "a"), ("b", "b"), ("(a * b)", "a * b")]),
        ("a**-(1/2)", [("a", "a"), ("a**-(1/2)",) * 2]),
        (
            "e = (a*b); d = e + c",
            [("a", "a"), ("b", "b"), ("e = (a*b)",) * 2, ("c", "c"), ("d = e + c",) * 2],
        ),
        ("c = a; c += c + 1", [("a", "a"), ("1", "1"), ("c + 1", "c + 1"), ("c += c + 1",) * 2]),
        # A name in brackets is not what the brackets hold together.
        ("e = a*b\n(e) + c", [("a", "a"), ("b", "b"), ("e = a*b",) * 2, ("c", "c"), ("(e) + c",) * 2]),
        ("a = 2\nx = a   *\tb  # why", [("a", "a"), ("b", "b"), ("x = a   *\tb", "x = a * b")]),
        ("(a +  # one\n   b)", [("a", "a"), ("b", "b"), ("(a +  # one\n   b)", "a + b")]),
        ("max(\n  a,\n  b\n)", [("a", "a"), ("b", "b"), ("max(\n  a,\n  b\n)", "max(a, b)")]),
        (
            "-(Value((2))) * r",
            [("Value((2))", "v1"), ("-(Value((2)))",) * 2, ("r", "r"), ("-(Value((2))) * r",) * 2],
        ),
        ("math.pi * r", [("math.pi", "math.pi"), ("r", "r"), ("math.pi * r",) * 2]),
    ],
)
def test_spans_and_texts(source: str, expected: list[tuple[str, str]]) -> None:
    assert standing(source) == expected


def test_a_leaf_stands_where_its_name_is_first() -> None:
    parsed = parse("b = 3\na * b")
    assert [parsed.spans[leaf] for leaf in parsed.leaves.values()] == [(0, 1), (6, 7)]


def test_long_texts_are_cut() -> None:
    parsed = parse(" + ".join(f"a{k}" for k in range(5000)))
    assert parsed.texts[parsed.root].startswith("a0 + a1 + a2 + ")
    assert len(parsed.texts[parsed.root]) <= 120
    assert parsed.texts[parsed.root].endswith("…")
    assert sum(len(text) for text in parsed.texts.values()) < 5000 * 2 * 130
    assert len(parsed.texts) == 9999


def test_one_line_cuts_after_joining_blanks() -> None:
    source = "a" + " " * 300 + "+ b"
    assert one_line(source, 0, len(source)) == "a + b"
    source = "x" * 119 + " + yy"
    assert one_line(source, 0, len(source)) == "x" * 119 + "…"


def test_places_count_lines_of_every_kind_from_one() -> None:
    source = "a\r\nb\nc\rd"
    assert [place(source, source.index(name)) for name in "abcd"] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert place("", 0) == (1, 1)
    assert place("ab\n", 3) == (2, 1)


def test_carets_keep_tabs_and_count_wide_characters() -> None:
    assert underline("\ta b", (3, 4)) == "\ta b\n\t  ^"
    assert underline("変数 x", (3, 4)) == "変数 x\n     ^"
    assert underline("x̂ y", (3, 4)) == "x̂ y\n  ^"
    assert underline("ab", (2, 2)) == "ab\n  ^"
    assert underline("ab\ncd", (1, 5)) == "ab\n ^"


def test_carets_show_the_part_of_a_long_line_that_matters() -> None:
    line = "x" * 500
    shown, carets = underline(line, (250, 252)).split("\n")
    assert shown == "…" + "x" * 92 + "…"
    assert carets == " " * 61 + "^^"
    shown, carets = underline(line, (0, 500)).split("\n")
    assert len(shown) == 91
    assert carets == "^" * 90


def test_nothing_that_moves_the_cursor_is_shown() -> None:
    assert underline("a\x1b[2J\u202e\ud800 b", (9, 10)).split("\n")[0] == "a\ufffd[2J\ufffd\ufffd b"
