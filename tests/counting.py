"""How much work a call does, as a count: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

Trace = Callable[[FrameType, str, object], Any]
"""What `sys.settrace` takes, and gives back for the lines of a function."""


def calls(work: Callable[[], object]) -> int:
    """How many functions, Python's and C's, are called while `work` runs."""
    count = 0

    def seen(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def lines(work: Callable[[], object]) -> int:
    """How many lines of Python are run while `work` runs, each turn of a comprehension being one more.

    It sees the loops in which nothing is called. It does not see the loops within C: joining, sorting.
    """
    count = 0

    def seen(_frame: FrameType, _event: str, _argument: object) -> Trace:
        nonlocal count
        count += 1
        return seen

    before = sys.gettrace()
    sys.settrace(seen)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
