"""Diagnosis: the first place, forward and backward, at which a number on the way to a node went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite, isinf, isnan
from types import MappingProxyType
from typing import NamedTuple

from backpulse.engine.graph import Edge, Graph
from backpulse.engine.plan import Numbers


class Words(NamedTuple):
    """What is said of a link: what happens there, and what to do. `{label}` sends, `{input}` receives."""

    message: str
    hint: str


LINKS: Mapping[str, Words] = MappingProxyType(
    {
        "passes-on": Words("{label} passes on to {input} what arrived at it.", ""),
        "zero-times-infinity": Words(
            "A gradient of 0 meets an infinite local derivative: 0 × ∞ is undefined.",
            "A part that is multiplied by 0 or not taken is still differentiated (the trap of `where`). "
            "Keep the op's input to where its local derivative is finite, before the op and not after it.",
        ),
        "infinity-times-zero": Words(
            "An infinite gradient meets a local derivative of 0: ∞ × 0 is undefined.",
            "Write both ops as one, so that neither factor stands alone.",
        ),
        "infinity-minus-infinity": Words(
            "Infinite gradients of both signs arrive at {input}: their total is undefined.",
            "Look for what made the first of them infinite.",
        ),
        "undefined-local": Words(
            "The local derivative of {label} to {input} is undefined.",
            "Keep the inputs of {label} to where it is defined.",
        ),
        "infinite-local": Words(
            "The local derivative of {label} to {input} is infinite.",
            "Keep the inputs of {label} away from here, before the op.",
        ),
        "overflow": Words(
            "The product is too large to hold and becomes infinite.",
            "Make the numbers on the way smaller.",
        ),
        "total-overflow": Words(
            "What arrives at {input} adds up to more than can be held.",
            "Make the numbers on the way smaller.",
        ),
        "zero-local": Words(
            "The local derivative of {label} to {input} is 0: nothing passes.",
            "Move the inputs of {label} to where it has a slope.",
        ),
        "underflow": Words(
            "The product is too small to hold and becomes 0.",
            "Make the numbers on the way larger.",
        ),
        "cancels": Words(
            "What arrives at {input} cancels to exactly 0.",
            "Nothing is wrong if the parts are meant to cancel.",
        ),
    }
)
"""What an arrow does to a gradient on its way, in words."""


class Link(NamedTuple):
    """An arrow on the way, and what happens there."""

    edge: int
    kind: str
    """One of `LINKS`."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Where a node's value or gradient went wrong: infinite, undefined, or a gradient of exactly 0."""

    node: int
    forward: list[int]
    """Nodes from the first that is infinite or undefined, whose inputs are finite, to the first such node
    on the way of the gradient; empty where all values are finite."""
    backward: list[Link]
    """The way of the gradient, from the first arrow that does harm to the node; empty where none does."""

    @property
    def turns(self) -> list[Link]:
        """The arrows that do more than pass on."""
        return [link for link in self.backward if link.kind != "passes-on"]

    def way(self, graph: Graph) -> list[int]:
        """The nodes from the first place to this one: the gradient's, if that is wrong, else the value's."""
        # Where infinities meet, the way is that of the one that came first.
        arrows = [link for link in self.backward if link.kind != "infinity-minus-infinity"]
        senders = [graph.edges[link.edge].parent for link in arrows]
        return [*senders, self.node] if senders else self.forward


def diagnoser(graph: Graph) -> Callable[[Numbers, int], Diagnosis]:
    """`diagnose` for many nodes and numbers of one graph: its arrows are sorted once."""
    arriving: list[list[Edge]] = [[] for _ in graph.nodes]
    for own in reversed(graph.sends):
        for edge in own:
            if graph.carries[edge.id]:
                arriving[edge.child].append(edge)

    def diagnose(numbers: Numbers, node: int) -> Diagnosis:
        backward = list(_back(numbers, arriving, node))[::-1] if graph.nodes[node].kind != "const" else []
        # The same way in the other direction: the values on it, and at last all that meet there.
        way = [node, *(graph.edges[link.edge].parent for link in reversed(backward))]
        if backward:
            way += graph.nodes[way[-1]].inputs
        first = next((place for place in way if not isfinite(numbers.values[place])), None)
        return Diagnosis(node, [] if first is None else _forward(graph, numbers, first), backward)

    return diagnose


def diagnose(graph: Graph, numbers: Numbers, node: int) -> Diagnosis:
    """Where the value and the gradient of a node went wrong, and how they came from there.

    A place is the first if nothing before it on the way is wrong. Of several arrows that bring the same harm
    it is the first to arrive. The time is linear in the size of the graph.
    """
    return diagnoser(graph)(numbers, node)


def _forward(graph: Graph, numbers: Numbers, node: int) -> list[int]:
    """From the first node whose value is not finite to this one."""
    values, way = numbers.values, [node]
    while True:
        inputs = [child for child in graph.nodes[way[-1]].inputs if not isfinite(values[child])]
        if not inputs:
            return way[::-1]
        # What is undefined comes from what is, where there is such an input.
        undefined = values[way[-1]] != values[way[-1]]
        way.append(
            next((child for child in inputs if undefined and values[child] != values[child]), inputs[0])
        )


def _back(numbers: Numbers, arriving: list[list[Edge]], node: int) -> Iterator[Link]:
    """From this node up the way that its gradient came, to the first arrow that does harm."""
    _, grads, locals_, contributions, totals = numbers
    at = grads[node]  # what is being followed: undefined, infinite, or 0
    while at != at or isinf(at) or at == 0:
        arrows = arriving[node]
        if at == 0:
            parts = [edge for edge in arrows if contributions[edge.id]]
            if parts:
                yield Link(parts[-1].id, "cancels")
                return
            edge = arrows[0]
        else:
            harmed = isinf if at == at else isnan
            edge = next(edge for edge in arrows if harmed(totals[edge.id]))
        sent, incoming, local = contributions[edge.id], grads[edge.parent], locals_[edge.id]
        if at != at and sent == sent:
            yield Link(edge.id, "infinity-minus-infinity")
            at = -sent  # what was there before it
            continue
        kind = _kind(at, incoming, local, sent)
        yield Link(edge.id, kind)
        if not (kind in _GO_ON or (kind == "undefined-local" and isinf(incoming))):
            return
        node, at = edge.parent, incoming


_GO_ON = ("passes-on", "zero-times-infinity", "infinity-times-zero")
"""What an arrow does to a gradient that had gone wrong before."""


def _kind(at: float, incoming: float, local: float, sent: float) -> str:
    """What an arrow does that brings `at`."""
    if at == 0:
        return "passes-on" if incoming == 0 else "underflow" if local else "zero-local"
    if at != at:
        if incoming != incoming:
            return "passes-on"
        if local != local:
            return "undefined-local"
        return "zero-times-infinity" if incoming == 0 else "infinity-times-zero"
    if not isinf(sent):
        return "total-overflow"
    if isinf(incoming):
        return "passes-on"
    return "infinite-local" if isinf(local) else "overflow"
