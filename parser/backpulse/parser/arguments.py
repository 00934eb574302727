"""What can stand between the brackets of a call: a value, `name=…`, a value in square brackets."""

from __future__ import annotations

import re
from typing import NamedTuple

from backpulse.engine import Value

NUMBER = re.compile(r"[-+−]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+−]?[0-9]+)?")
"""What a keyword may be set to where a number is asked for."""

Item = tuple[Value, int, int]
"""A Value and its place [start, end) in the text."""


class Keyword(NamedTuple):
    """An argument `name=…`; what follows the sign is passed over, but for the number in `data=2.0`."""

    name: str
    setting: str
    start: int
    end: int


class Boxed(NamedTuple):
    """An argument in square brackets, `[2.0]`."""

    item: Item
    start: int
    end: int


Argument = Item | Keyword | Boxed
