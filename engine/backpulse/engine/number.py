"""Number to text, for every number that is shown; the page has the same rules and the same test vectors."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal

_LONGEST = 8
_WHOLE = 7
_DIGITS = 4


def format_number(x: float) -> str:
    """At most 4 significant digits (integers of up to 7 digits in full), at most 8 characters and a sign.

    Ties are rounded away from zero; trailing zeros are dropped; there is no "-0". Infinities and not-a-number
    are "inf", "-inf" and "nan".
    """
    if math.isnan(x):
        return "nan"
    sign = "-" if x < 0 else ""
    size = abs(x)
    if size == math.inf:
        return f"{sign}inf"
    if size < 10**_WHOLE and size == int(size):
        return f"{sign}{int(size)}"
    exact = Decimal(size)
    for digits in range(_DIGITS, 0, -1):
        text = _plain(exact, digits)
        if len(text) <= _LONGEST:
            break
    return sign + text


def _plain(exact: Decimal, digits: int) -> str:
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).plus(exact)
    exponent = rounded.adjusted()
    if not -4 < exponent < _WHOLE:
        mantissa = rounded.scaleb(-exponent)
        return f"{_trim(f'{mantissa:f}')}e{exponent}"
    decimals = max(0, digits - 1 - exponent)
    return _trim(f"{exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP):f}")


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
