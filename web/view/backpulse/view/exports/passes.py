"""The two passes as rows, for tables of every kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from backpulse.view.exports.snapshot import Snapshot, printable
from backpulse.view.sentence import arithmetic


@dataclass(frozen=True, slots=True)
class Forward:
    """A value becomes known."""

    step: int
    text: str
    """The node as written."""
    arithmetic: str
    """`2 + −3`; empty for leaves and constants."""
    kind: str
    """`leaf`, `const`, or the op's name."""
    value: float


@dataclass(frozen=True, slots=True)
class Backward:
    """The root's own gradient (no receiver), or an arrow."""

    step: int
    sender: str
    receiver: str | None
    incoming: float
    local: float | None
    contribution: float
    total: float
    """The receiver's gradient after it."""


def forward_rows(snapshot: Snapshot) -> list[Forward]:
    """Every node in forward order, counted from 1."""
    return [
        Forward(
            node.id + 1,
            snapshot.text(node),
            arithmetic(node, snapshot.numbers) if node.op else "",
            node.op or node.kind,
            snapshot.numbers.values[node.id],
        )
        for node in snapshot.graph.nodes
    ]


def backward_rows(snapshot: Snapshot) -> list[Backward]:
    """The root's 1, then every arrow in the order of the pass, counted from 1."""
    graph, labels = snapshot.graph, [printable(label) for label in snapshot.expression.labels]
    rows = [Backward(1, labels[graph.root], None, 1.0, None, 1.0, 1.0)]
    for step in snapshot.trace.backward:
        for arrow in step.edges:
            receiver = labels[graph.edges[arrow.edge].child]
            numbers = (step.incoming, arrow.local, arrow.contribution, arrow.total)
            rows.append(Backward(len(rows) + 1, labels[step.node], receiver, *numbers))
    return rows


Head = tuple[tuple[str, ...], str]
"""A table's columns, and the side of each on which its cells stand, `l` or `r`."""

FORWARD: Head = ("step", "node", "arithmetic", "value"), "rllr"
BACKWARD: Head = ("step", "from", "to", "incoming", "local", "contribution", "total"), "rllrrrr"


def forward_cells(
    snapshot: Snapshot, code: Callable[[str], str], number: Callable[[float], str]
) -> list[tuple[str, ...]]:
    """The rows under FORWARD; empty where there is nothing to say."""
    return [
        (str(row.step), code(row.text), row.arithmetic and code(row.arithmetic), number(row.value))
        for row in forward_rows(snapshot)
    ]


def backward_cells(
    snapshot: Snapshot, code: Callable[[str], str], number: Callable[[float], str]
) -> list[tuple[str, ...]]:
    """The rows under BACKWARD; of the root's own gradient only the last two numbers."""
    return [
        (
            str(row.step),
            code(row.sender),
            "" if row.receiver is None else code(row.receiver),
            "" if row.receiver is None else number(row.incoming),
            "" if row.local is None else number(row.local),
            number(row.contribution),
            number(row.total),
        )
        for row in backward_rows(snapshot)
    ]
