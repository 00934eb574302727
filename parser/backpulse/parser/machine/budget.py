"""How much a program may do: each bound with what it is counted in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """The bounds of one run."""

    steps: int = 1_000_000
    """Instructions that loops and calls repeat."""
    values: int = 300_000
    """Values made, whether the root depends on them or not."""
    calls: int = 200
    """Calls inside each other."""
    items: int = 100_000
    """Elements of one list, text or range."""
    printed: int = 20_000
    """Characters that are kept of what a program prints."""
    passes: int = 200
    """Backward passes that are kept to be looked at."""


BUDGET = Budget()
