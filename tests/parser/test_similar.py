"""Did you mean …: the right word is found, and looking for it takes little whatever the words are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.counting import calls

from backpulse.parser import SourceError, parse
from backpulse.parser.similar import most_like


def test_the_most_like() -> None:
    assert most_like("wieght", ["bias", "weight", "height"]) == "weight"
    assert most_like("x", ["bias", "weight"]) is None
    assert most_like("w", []) is None
    assert most_like("weigt", ["weigh", "weight"], cutoff=0.95) is None


def test_long_words_are_not_compared() -> None:
    def work(word: str, known: Sequence[str]) -> int:
        return calls(lambda: most_like(word, known))

    word, turned = "ab" * 1000, "ba" * 1000
    assert work(word, [turned]) < 20
    assert work("abab", [turned]) < 100
    many = [f"b{k}" for k in range(10_000)]
    assert work("a1", many) < 1.2 * work("a1", many[:2_000])


def test_nor_are_those_of_a_text() -> None:
    def work(length: int) -> int:
        def refused() -> None:
            with pytest.raises(SourceError):
                parse("ahnt" * length + "(a)")

        return calls(refused)

    work(1)
    assert work(2_000) < 1.1 * work(200)


def test_words_are_compared_in_one_place() -> None:
    root = Path(__file__).parents[2]
    sources = [*root.glob("*/backpulse/**/*.py"), *root.glob("web/view/backpulse/**/*.py")]
    assert len(sources) > 100
    users = [path.name for path in sources if "difflib import" in path.read_text(encoding="utf-8")]
    assert users == ["similar.py"]
