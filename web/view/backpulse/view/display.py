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


def clip(text: str, longest: int, *, trim: bool = False) -> str:
    """A text of at most so many characters, `…` in place of what is cut; `trim`: with no space before it."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    return (kept.rstrip() if trim else kept) + "…"


def typeset_minus(sentence: str) -> str:
    """A sentence of the engine's with a real minus before its infinities; programs in it stay as typed."""
    return sentence.replace("-∞", "−∞")
