"""A whole program: the text as a comment, imports, functions, statements, asserts of the numbers shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from backpulse.view.exports.program import exact, number
from backpulse.view.exports.rounding import allowances
from backpulse.view.exports.snapshot import Snapshot, printable

_CLOSE = '''def close(number, shown, within=0.0):
    """Equal to a billionth, or `within` what rounding may have added up to."""
    return math.isclose(number, shown, rel_tol=1e-9, abs_tol=within)'''
_ASSERTED = "# What backpulse shows: the values, and the gradients of the leaves"
_DONE = 'print("Every number is as backpulse shows it.")'
NEEDED = frozenset({"math", "close", "print"})
"""Names that every script needs for itself."""


@dataclass(frozen=True)
class Script:
    """What differs between programs."""

    title: str
    imports: list[str]
    functions: list[str]
    statements: list[str]
    values: Mapping[int, str]
    """By node id, how to read the values that are asserted."""
    grads: Mapping[int, str]
    """By node id, how to read a gradient; the leaves' are asserted."""

    def text(self, snapshot: Snapshot) -> str:
        """The program, in the layout of PEP 8."""
        comment = [printable(line) for line in snapshot.expression.source.strip().splitlines()]
        top = "\n".join([*(f"# {line}".rstrip() for line in comment), "#", f"# {self.title}"])
        head = "\n".join([top, "", *self.imports])
        body = "\n".join(self.statements)
        functions = "\n".join(self.functions).strip("\n")
        start = f"{head}\n\n\n{functions}\n\n\n{body}" if functions else f"{head}\n\n{body}"
        return f"{start}\n\n\n{_CLOSE}\n\n\n" + "\n".join([_ASSERTED, *self._asserts(snapshot), _DONE, ""])

    def _asserts(self, snapshot: Snapshot) -> list[str]:
        graph, numbers = snapshot.graph, snapshot.numbers
        allowed = allowances(graph, numbers)
        made = [place for place in sorted(self.values) if graph.nodes[place].kind != "leaf"]
        values = [_assert(self.values[i], numbers.values[i], allowed.values[i]) for i in made]
        return values + [_assert(self.grads[i], numbers.grads[i], allowed.grads[i]) for i in graph.leaves]


def _assert(read: str, shown: float, within: float) -> str:
    if math.isnan(shown):
        return f"assert math.isnan({read})"
    if math.isinf(shown):
        return f"assert {read} == {number(shown)}"
    more = f", within={within:.1g}" if within > 1e-9 * abs(shown) else ""
    return f"assert close({read}, {exact(shown + 0.0)}{more})"
