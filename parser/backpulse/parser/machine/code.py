"""What the compiler writes and the machine runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from backpulse.parser.errors import Span

Instruction = tuple[Callable[[int, int, Any], "int | None"], int, int, Any]
"""What to do, the place [start, end) in the text that it comes from, and what it needs to know.

It answers None to go on with the next one, or by how many instructions to jump from there.
"""
Code = list[Instruction]


class CallForm(NamedTuple):
    """How a call is written: its arguments are on the stack in this order, what is called is under them."""

    kinds: tuple[str, ...]
    """Per argument "" for one by place, `*` or `**` for several, or its name."""
    spans: tuple[Span, ...]
    """Per argument its place."""
    called: Span
    """The place of what is called."""


class FunctionForm(NamedTuple):
    """A function as written; its defaults are on the stack when it is made."""

    name: str
    parameters: list[tuple[str, str, bool]]
    """Name, "" or `*` or `**`, and whether it has a default."""
    code: Code
    span: Span
    yields: bool = False
    """Whether a call gives a generator."""
