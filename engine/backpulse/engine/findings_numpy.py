"""Findings of a long record by numpy: each condition is evaluated at once for all nodes that it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import float_info
from typing import TYPE_CHECKING, NamedTuple

from backpulse.engine.formula import arrays, function
from backpulse.engine.op import Param
from backpulse.engine.plan import Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PARAMETERS = ("a", "b", "n", "y")
"""What a condition is over: the inputs, the constants, the output."""


class Check(NamedTuple):
    """A condition of a row of the ops table, to be evaluated at one node."""

    node: int
    a: int
    """Its first input."""
    b: int
    """Its last input."""
    n: Param
    kind: int
    """The kind of finding if it holds."""
    text: str
    """The condition, as the row of the ops table has it."""
    condition: Callable[[float, float, Param, float], bool]
    arrows: tuple[int, ...]
    """Of a gradient that vanishes: the one or two arrows that carry it, one of which must then bring 0."""


class VectorFindings:
    """Makes `checks`, finds nodes that send a contribution too small to hold (`vanishing` is its kind)."""

    def __init__(
        self, checks: Sequence[Check], senders: Sequence[int], without_gradient: int, vanishing: int
    ) -> None:
        """`senders`: each edge's parent; `without_gradient` of the edges lead to constants."""
        import numpy as np

        self._np = np
        self._senders = np.array(senders, np.intp)
        self._carrying = len(senders) - without_gradient
        self._vanishing = vanishing
        alike: dict[tuple[str, int], list[Check]] = {}
        for check in checks:
            alike.setdefault((check.text, check.kind), []).append(check)
        self._groups = []
        for (text, kind), group in alike.items():
            columns = list(zip(*group, strict=True))
            nodes, a, b, n = map(np.array, columns[:4])
            arrows = [(check.arrows[0], check.arrows[-1]) for check in group if check.arrows]
            condition = function(text, PARAMETERS, arrays())
            # Of two constants each node has a pair: all first ones, then all second ones.
            self._groups.append((kind, np.array(arrows).T, condition, nodes, a, b, n.T))

    def __call__(self, numbers: Numbers, limit: float) -> set[tuple[int, int]] | None:
        """(node, kind) of each finding; None if a value is not finite or a gradient beyond `limit`.

        The rows of `numbers` are memoryviews of doubles.
        """
        np = self._np
        values, grads, locals_, sent, _ = map(np.frombuffer, numbers)
        if not (_within(values, float_info.max) and _within(grads, limit)):
            return None
        found: set[tuple[int, int]] = set()
        with np.errstate(all="ignore"):
            for kind, arrows, condition, nodes, a, b, n in self._groups:
                holds = condition(values[a], values[b], n, values[nodes])
                if np.count_nonzero(holds):
                    if arrows.size:
                        holds &= (grads[nodes] != 0) & (sent[arrows] == 0).any(axis=0)
                    found.update((node, kind) for node in nodes[holds].tolist())
        if np.count_nonzero(sent) < self._carrying:
            nothing = self._senders[(sent == 0) & (locals_ != 0)]
            found.update((node, self._vanishing) for node in nothing[grads[nothing] != 0].tolist())
        return found


def _within(cells: NDArray[np.float64], limit: float) -> bool:
    """Whether all are between -limit and limit; a nan is not. Measured: min and max take twice as long."""
    return bool(cells[cells.argmin()] >= -limit and cells[cells.argmax()] <= limit)
