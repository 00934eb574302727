"""The ops table: everything that is known about an operation stands in its row, and only there.

Formulas are short Python expressions over the inputs `a` and `b`, the constants of the op (`n` alone, or
`lo` and `hi`) and the output `y`; a `contribution` is one over the incoming gradient `g`, the local
derivative `d` and `n`. They are compiled by `formula.py`. What happens off the number line and at kinks is
PyTorch's convention for float64. The rows themselves are in `rows/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from backpulse.engine.op import Op
from backpulse.engine.rows import ROWS

__all__ = ["OPS", "TABLE", "Op"]

TABLE = {row.name: row for row in ROWS}
"""The same, to which `define` adds."""
OPS: Mapping[str, Op] = MappingProxyType(TABLE)
"""Every operation by its name, in the order of the legend."""
