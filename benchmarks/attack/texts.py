"""The texts that are sent: each made by its size, and by a number that makes it another one."""

from __future__ import annotations

import re
from functools import cache

from benchmarks.graphs import cases

NODES = 25_000
"""As many as a graph may have."""


def quoted(times: int) -> str:
    """Quotes that each begin a text and never end it."""
    return "print(" + "'\\" * times


def large(nodes: int = NODES, number: int = 0) -> str:
    """A sum of products, of so many nodes or one to four fewer."""
    return "+".join([f"a{number}*b"] * ((nodes - 1) // 2))


def chain(nodes: int) -> str:
    """Each step a product with the first leaf, whose arrows all pass by."""
    return "\n".join(["t0 = a + b", *(f"t{i} = t{i - 1} * a" for i in range(1, nodes - 2))])


def passed_over(times: int, number: int = 0) -> str:
    """Statements that compute nothing, and a leaf."""
    return "print();" * times + f"a{number}"


@cache
def _network() -> str:
    return "\n".join(cases()["mlp1029"]().lines)


def network(number: int = 0) -> str:
    """The lecture's network of 1,029 nodes."""
    return re.sub(r"\bh(?=\d)", f"h{number}_", _network())
