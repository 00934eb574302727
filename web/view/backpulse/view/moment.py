"""What is known at a moment, a whole number of steps into a pass: the sister of the page's `timeline.ts`.

Both are held to the same moments, `tests/golden/moments.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from backpulse.engine import Numbers
from backpulse.engine.graph import Graph
from backpulse.view.expression import Expression
from backpulse.view.sentence import backward_sentence, forward_sentence
from backpulse.view.structure import carries_gradient

Direction = Literal["forward", "backward"]
Pill = Literal["none", "present", "done"]


@dataclass(frozen=True, slots=True)
class Step:
    """Forward: a node. Backward: the root's 1 (no edge), then one arrow each, sent by `node`."""

    node: int
    edge: int | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """The running `+=` at a node that had been reached before."""

    node: int
    before: float
    added: float
    after: float


@dataclass(frozen=True)
class Moment:
    """What is to be seen at one moment."""

    direction: Direction
    t: int
    """How many steps are done; the last of them is the present one."""
    count: int
    """How many steps this direction has."""
    step: Step | None
    """The present step, finished; None before the first."""
    values: list[float | None]
    """By node; None is not known yet."""
    grads: list[float | None]
    """By node: the running total; None before an arrow has arrived, and for constants."""
    forward: list[bool]
    """By edge: whether the value has gone along it."""
    backward: list[bool]
    """By edge: whether the gradient has come back along it."""
    pills: list[Pill]
    """By edge: whether it has its label `incoming × local = contribution`, and of which step."""
    receivers: list[int]
    """The nodes that receive in the present step."""
    total: Total | None
    sentence: str
    """What the present step does."""


def steps_of(graph: Graph, direction: Direction) -> list[Step]:
    """The steps of a direction, from structure alone."""
    if direction == "forward":
        return [Step(node.id) for node in graph.nodes]
    arrows = [
        Step(node.id, edge.id)
        for node in reversed(graph.nodes)
        for edge in graph.sends[node.id]
        if carries_gradient(graph, edge)
    ]
    return [Step(graph.root), *arrows]


def moment_at(
    expression: Expression, numbers: Numbers, direction: Direction = "backward", t: float | None = None
) -> Moment:
    """The moment after `t` steps (by default all), a step that is under way taken as finished."""
    steps = steps_of(expression.graph, direction)
    done = len(steps) if t is None else ceil(min(len(steps), max(0, t)))
    tell = _forward if direction == "forward" else _backward
    return tell(expression, numbers, steps, done)


def _forward(expression: Expression, numbers: Numbers, steps: Sequence[Step], t: int) -> Moment:
    """Steps and nodes have the same order; leaves and constants have their values from the start."""
    graph, step = expression.graph, steps[t - 1] if t else None
    known = [node.kind != "op" or node.id < t for node in graph.nodes]
    return Moment(
        direction="forward",
        t=t,
        count=len(steps),
        step=step,
        values=[value if yes else None for value, yes in zip(numbers.values, known, strict=True)],
        grads=[None] * len(graph.nodes),
        forward=[edge.parent < t for edge in graph.edges],
        backward=[False] * len(graph.edges),
        pills=["none"] * len(graph.edges),
        receivers=[step.node] if step else [],
        total=None,
        sentence=forward_sentence(expression, numbers, step),
    )


def _backward(expression: Expression, numbers: Numbers, steps: Sequence[Step], t: int) -> Moment:
    graph, step = expression.graph, steps[t - 1] if t else None
    grads: list[float | None] = [None] * len(graph.nodes)
    pills: list[Pill] = ["none"] * len(graph.edges)
    total: Total | None = None
    if step and graph.nodes[graph.root].kind != "const":
        grads[graph.root] = numbers.grads[graph.root]
    for done in steps[:t]:
        if done.edge is not None:
            child = graph.edges[done.edge].child
            before, after = grads[child], numbers.totals[done.edge]
            total = None if before is None else Total(child, before, numbers.contributions[done.edge], after)
            grads[child] = after
            pills[done.edge] = "present" if done is step else "done"
    receiver = [] if step is None else [step.node if step.edge is None else graph.edges[step.edge].child]
    return Moment(
        direction="backward",
        t=t,
        count=len(steps),
        step=step,
        values=list(numbers.values),
        grads=grads,
        forward=[True] * len(graph.edges),
        backward=[pill != "none" for pill in pills],
        pills=pills,
        receivers=receiver,
        total=total,
        sentence=backward_sentence(expression, numbers, step, total),
    )
