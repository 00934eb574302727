"""Numbers and texts as people are shown them: a real minus, words for what is no number, long texts cut."""

from __future__ import annotations

import math

from backpulse.engine.number import format_number

_WORDS = {"inf": "∞", "-inf": "−∞", "nan": "undefined"}


def number_text(number: float | None) -> str:
    """`−0.1402`, `∞`, `undefined`; `--` for what is not known yet (None)."""
    if number is None:
        return "--"
    text = format_number(number)
    return _WORDS.get(text, text.replace("-", "−"))


def sign_of(number: float | None) -> int:
    """-1, 0 or 1, as it is shown: what is not known, not finite, or 0 has no sign's colour."""
    if number is None or not math.isfinite(number) or number == 0:
        return 0
    return 1 if number > 0 else -1
