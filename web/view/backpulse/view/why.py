"""Why a number went wrong, in words: the places on the way to it, one after the other, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from backpulse.engine.diagnosis import LINKS, Diagnosis, Link, diagnoser
from backpulse.engine.findings import find
from backpulse.engine.number import format_number
from backpulse.engine.plan import Numbers
from backpulse.view.expression import Expression


@dataclass(frozen=True)
class Place:
    """One place on the way, and what happens there."""

    forward: bool
    text: str
    """`log(x) = -inf`, or of an arrow `log(x) → x: 1 × inf = inf`."""
    message: str


@dataclass(frozen=True)
class Why:
    """Nodes whose numbers went wrong at the same places."""

    nodes: list[int]
    what: Literal["value", "gradient"]
    is_: str
    """`undefined`, `infinite` or `0`."""
    places: list[Place]
    """The first forward, then those backward at which it became what it is."""
    way: list[int]
    """From the first place to the first of the nodes."""
    hint: str
    """What to do."""
    involved: frozenset[int]
    """Nodes at which something happens: a remedy for one of them is one for this."""


def whys(subject: Expression, numbers: Numbers) -> list[Why]:
    """Of the root's value and the leaves' gradients: why those that are not finite, or 0, are that.

    Leaves for which it is the same are together.
    """
    graph, labels = subject.graph, subject.labels
    diagnose = diagnoser(graph)
    special: dict[int, str] = {}
    for finding in find(graph, numbers, labels):
        if finding.edge is None:
            special.setdefault(finding.node, finding.message)

    def called(sentence: str, label: int, child: int) -> str:
        return (
            sentence.replace("{input}", "\0").replace("{label}", labels[label]).replace("\0", labels[child])
        )

    def arrow(link: Link) -> Place:
        edge = graph.edges[link.edge]
        factors = (numbers.grads[edge.parent], numbers.locals[edge.id], numbers.contributions[edge.id])
        incoming, local, sent = map(format_number, factors)
        return Place(
            False,
            f"{labels[edge.parent]} → {labels[edge.child]}: {incoming} × {local} = {sent}",
            called(LINKS[link.kind].message, edge.parent, edge.child),
        )

    def told(nodes: list[int], what: Literal["value", "gradient"], is_: str, found: Diagnosis) -> Why:
        places, involved, hint = [], set(), ""
        if found.forward:
            first = found.forward[0]
            text = f"{labels[first]} = {format_number(numbers.values[first])}"
            places.append(Place(True, text, special.get(first, "It leaves the number line here.")))
            involved.add(first)
        for link in found.turns:
            edge = graph.edges[link.edge]
            places.append(arrow(link))
            involved.add(edge.parent)
            hint = called(LINKS[link.kind].hint, edge.parent, edge.child)
        return Why(nodes, what, is_, places, found.way(graph), hint, frozenset(involved))

    result = []
    root = graph.root
    if not isfinite(numbers.values[root]):
        result.append(told([root], "value", _spelled(numbers.values[root]), diagnose(numbers, root)))
    same: dict[tuple[str, tuple[object, ...]], tuple[list[int], Diagnosis]] = {}
    for leaf in graph.leaves:
        grad = numbers.grads[leaf]
        if not isfinite(grad) or grad == 0:
            found = diagnose(numbers, leaf)
            key = _spelled(grad), (*found.forward[:1], *found.turns)
            same.setdefault(key, ([], found))[0].append(leaf)
    result += [told(nodes, "gradient", is_, found) for (is_, _), (nodes, found) in same.items()]
    return result


def way_text(labels: Sequence[str], way: Sequence[int], most: int = 6) -> str:
    """The way as text: of a long one the middle is counted."""
    names = [labels[node] for node in way]
    if len(names) > most:
        left_out = f"({len(names) - most + 1} more)"
        names = [*names[: most // 2], left_out, *names[1 - most // 2 - most % 2 :]]
    return " → ".join(names)


def _spelled(number: float) -> str:
    return "undefined" if number != number else "0" if number == 0 else "infinite"
