"""Every mistake as a person sees it (errors.txt), and that each sentence the parser has is one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from backpulse.parser import Misused, SourceError, TooLarge, parse
from backpulse.parser.errors import MISTAKES

_MARKS = {"⏎": "\n", "␉": "\t", "␀": "\0", "␇": "\u202e", "␂": "", "␃": ""}
_BLOCKS = Path(__file__).with_name("errors.txt").read_text(encoding="utf-8").split("\n=== ")[1:]


def _cases() -> list[tuple[str, str]]:
    cases = []
    for block in _BLOCKS:
        source, _, seen = block.partition("\n")
        for mark, char in _MARKS.items():
            source = source.replace(mark, char)
        cases.append((source, re.sub(r"\n+(## .*\n*)?$", "", seen)))
    return cases


def _seen(source: str) -> str:
    with pytest.raises(SourceError) as caught:
        parse(source)
    error = caught.value
    place = f"{type(error).__name__} {error.code} {error.line}:{error.column}"
    return f"{place}\n{error.message}\n{error.caret(source)}\n{error.hint}"


CASES = _cases()


@pytest.mark.parametrize(("source", "seen"), CASES, ids=lambda text: repr(text)[:40])
def test_as_a_person_sees_it(source: str, seen: str) -> None:
    assert _seen(source) == seen


@pytest.mark.parametrize("row", [row for row in MISTAKES if row != "too-many-nodes"])
def test_every_sentence_is_shown(row: str) -> None:
    kind, message, hint = MISTAKES[row]
    pattern = re.compile(
        rf"{kind.__name__} {row.partition('/')[0]} \d+:\d+\n{_filled(message)}\n.*\n.*\n{_filled(hint)}$"
    )
    assert any(pattern.match(seen) for _, seen in CASES), f"no case in errors.txt shows {row}"


def _filled(template: str) -> str:
    return re.sub(r"\\\{\w+\\\}", ".+", re.escape(template))


def test_spans_are_exact() -> None:
    spans = {
        "(a + b": (6, 6),
        "a +  # more": (3, 3),
        "a ^ 2": (2, 3),
        "a ** (b + 1)": (5, 12),
        "tahn(x) + 1": (0, 4),
        "c == d": (2, 4),
        "": (0, 0),
    }
    for source, span in spans.items():
        with pytest.raises(SourceError) as caught:
            parse(source)
        assert caught.value.span == span


def test_too_many_nodes() -> None:
    assert len(parse("a + b + c", max_nodes=5).spans) == 5
    with pytest.raises(TooLarge) as caught:
        parse("a + b + c", max_nodes=4)
    error = caught.value
    assert (error.code, error.message, error.span) == ("too-many-nodes", "More than 4 nodes", (0, 9))
    with pytest.raises(TooLarge, match="More than 1,000 nodes"):
        parse("+".join(["a"] * 5000), max_nodes=1000)


def test_an_error_in_a_statement_is_not_hidden_by_one_below() -> None:
    with pytest.raises(Misused) as caught:
        parse("relu(a, b)\n(c")
    assert caught.value.code == "arity"
