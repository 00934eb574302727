"""What a row of the ops table says about an operation."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, ...]
"""Inputs of an op in slot order; for `**` the base and the exponent."""


@dataclass(frozen=True, slots=True)
class Op:
    """One operation: what it computes, its slopes, and how both are said."""

    name: str
    symbol: str
    signature: str
    """As typed over `a`, `b` and `n`."""
    forward: str
    partials: tuple[str, ...]
    partials_latex: tuple[str, ...]
    words: tuple[str, ...]
    """Per input, what its local derivative is."""
    gate: str
    """What the op does to a gradient that passes through it."""
    points: tuple[Point, ...]
    """Inputs to try it at: smooth there, so a numeric derivative agrees."""
    kinks: tuple[tuple[Point, tuple[float, ...]], ...] = ()
    """Inputs where the slope jumps, is infinite or undefined, each with its stated local derivatives."""
    contribution: str = "g * d"
    expansion: str | None = None
    """The primitives a derived op hides (`+`, `*`, `**`, functions); equal parts are one shared node."""
    findings: tuple[tuple[str, str], ...] = ()
    """(kind of finding, condition over a, b, n, y under which this op causes it)."""
    differs: str = ""
    """Where its numbers are not PyTorch's, on purpose, and why."""
    parametric: bool = False
    """Whether the op has a constant exponent `n`."""

    @property
    def arity(self) -> int:
        """How many inputs it has (an exponent is none)."""
        return len(self.partials)

    @property
    def derived(self) -> bool:
        """Whether it can be opened into primitives."""
        return self.expansion is not None

    @property
    def infix(self) -> bool:
        """Whether it is typed with an operator sign and not as a function."""
        return not self.symbol.isalpha()
