"""Numbers as text, by the vectors the page's formatter passes too."""

import json
import math
import random
from pathlib import Path

import pytest

from backpulse.engine.number import format_number

VECTORS = json.loads((Path(__file__).parents[1] / "golden" / "numbers.json").read_text())


@pytest.mark.parametrize(("number", "text"), VECTORS)
def test_vectors(number: float | str, text: str) -> None:
    assert format_number(float(number)) == text


def test_never_long_never_wrong() -> None:
    rng = random.Random(0)
    for _ in range(5000):
        x = rng.choice((-1, 1)) * 10 ** rng.uniform(-300, 300) if rng.random() < 0.5 else rng.gauss(0, 1000)
        text = format_number(x)
        assert len(text.lstrip("-")) <= 8
        assert math.isclose(float(text), x, rel_tol=0.5 if abs(x) < 1e-99 or abs(x) > 1e99 else 0.05)
        assert text.startswith("-") == (x < 0)


def test_integers_stand_in_full() -> None:
    for x in (*range(-2000, 2000), 99999, 123456, 9_999_999):
        assert format_number(float(x)) == str(x)
