"""What stands above the engine and is asked for from below: declared as entry points, loaded when first used.

Groups: `backpulse.renderers` (`svg` takes a `Value` and gives its picture, or None), `backpulse.formats`
(`json` takes an expression and its leaves' values and gives text), `backpulse.processes` (`playground` serves
until its standard input ends). Each is declared in `pyproject.toml`; other projects may declare more.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points


@cache
def registered(group: str, name: str) -> EntryPoint | None:
    """The entry point of that name; None where nothing installed declares it."""
    return next(iter(entry_points(group=group, name=name)), None)
