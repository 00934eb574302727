"""When things happen on the scene's one time axis: the forward pass, a rest, the backward pass; in steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from backpulse.engine.graph import Graph
from backpulse.view.look import ARRIVAL, PILL_AT
from backpulse.view.moment import Direction, Step, steps_of

ALWAYS, NEVER = -1.0, 1e6
_JUST = 1e-3
"""What happens with the first instant of a step begins this much before or after its bound."""

Span = tuple[float, float]
"""Something is to be seen while from < time <= to."""


@dataclass(frozen=True)
class Times:
    """The axis of a graph. Step k of a direction fills (begin + k - 1, begin + k].

    One axis for both passes needs one animation only. The rest of a step between them is for a forward pass
    that is paused late: the kernel's message finds the picture of a finished pass still there.
    """

    graph: Graph
    forward: list[Step]
    backward: list[Step]

    @property
    def begin(self) -> float:
        """Where the backward pass begins; the forward pass begins at 0."""
        return len(self.forward) + 1.0

    @property
    def end(self) -> float:
        """Where everything has happened."""
        return self.begin + len(self.backward)

    def at(self, direction: Direction, t: float) -> float:
        """From steps into a direction to the axis."""
        return t if direction == "forward" else self.begin + t

    def count(self, direction: Direction) -> int:
        """How many steps a direction has."""
        return len(self.forward if direction == "forward" else self.backward)

    def value_known(self, node: int) -> float:
        """Since when a node's value is known."""
        return node + ARRIVAL - _JUST if self.graph.nodes[node].kind == "op" else ALWAYS

    def arrows(self) -> dict[int, float]:
        """Per edge that carries a gradient, in order: where its step begins."""
        return {step.edge: self.begin + i for i, step in enumerate(self.backward) if step.edge is not None}

    def root_known(self) -> float:
        """Since when the root's gradient is known."""
        return self.begin + _JUST

    def acts(self, node: int) -> list[Span]:
        """When a node is outlined: while its value is computed, and while it sends its gradient."""
        is_last = node == len(self.forward) - 1
        spans = [(node + _JUST, self.begin - _JUST if is_last else node + 1 + _JUST)]
        if node in self._sending:
            first, last = self._sending[node]
            spans.append((self.begin + first + _JUST, self.begin + last + 1 + _JUST))
        return spans

    @cached_property
    def _sending(self) -> dict[int, tuple[int, int]]:
        """By node that sends: its first and its last step of the backward pass."""
        found: dict[int, tuple[int, int]] = {}
        for i, step in enumerate(self.backward):
            found[step.node] = found.get(step.node, (i, i))[0], i
        return found


def times_of(graph: Graph) -> Times:
    """The time axis of a graph."""
    return Times(graph, steps_of(graph, "forward"), steps_of(graph, "backward"))


def arrived(begins: float) -> float:
    """When the pulse of a step that begins there has arrived."""
    return begins + ARRIVAL - _JUST


def labelled(begins: float) -> float:
    """When the arrow of a step that begins there gets its label."""
    return begins + ARRIVAL * PILL_AT


def over(begins: float) -> float:
    """When the step that begins there is over: just after its last instant, which still belongs to it."""
    return begins + 1 + _JUST
