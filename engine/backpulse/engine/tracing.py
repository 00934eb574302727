"""A trace: both passes step by step, as a person would do them, and the check anyone can make of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backpulse.engine.findings import Finding, find
from backpulse.engine.graph import Graph, write_op
from backpulse.engine.number import format_number
from backpulse.engine.plan import Numbers
from backpulse.engine.rules import RULES


@dataclass(frozen=True, slots=True)
class ForwardStep:
    """A node's value becomes known: `2 + -3 = -1`."""

    node: int
    text: str


@dataclass(frozen=True, slots=True)
class BackwardEdge:
    """One arrow: contribution = incoming x local; `total` is the child's gradient after it."""

    edge: int
    local: float
    contribution: float
    total: float


@dataclass(frozen=True, slots=True)
class BackwardStep:
    """A node whose gradient is complete sends it along its arrows, in slot order."""

    node: int
    incoming: float
    edges: list[BackwardEdge]


@dataclass(frozen=True)
class Trace:
    """A graph, its numbers, and the steps in which they become known."""

    graph: Graph
    numbers: Numbers
    forward: list[ForwardStep]
    """Every node, in forward order."""
    backward: list[BackwardStep]
    """The root with an incoming 1, then in reverse order every node with an arrow that carries a gradient."""
    findings: list[Finding]


def trace(graph: Graph, numbers: Numbers, labels: Sequence[str] | None = None) -> Trace:
    """The trace of one evaluation; `labels` says what to call each node in the findings."""
    forward = [ForwardStep(node.id, forward_text(graph, numbers, node.id)) for node in graph.nodes]
    backward = []
    for node in reversed(graph.nodes):
        arrows = [
            BackwardEdge(
                edge.id, numbers.locals[edge.id], numbers.contributions[edge.id], numbers.totals[edge.id]
            )
            for edge in graph.sends_gradient(node.id)
        ]
        if arrows or node.id == graph.root:
            incoming = 1.0 if node.id == graph.root else numbers.grads[node.id]
            backward.append(BackwardStep(node.id, incoming, arrows))
    return Trace(graph, numbers, forward, backward, find(graph, numbers, labels))


def forward_text(graph: Graph, numbers: Numbers, node_id: int) -> str:
    """How a node's value comes about: `a = 2`, `2`, `2 + -3 = -1`, `(-3) ** 2 = 9`, `relu(-6) = 0`."""
    node = graph.nodes[node_id]
    value = format_number(numbers.values[node_id])
    if node.kind == "op":
        inputs = [format_number(numbers.values[child]) for child in node.inputs]
        if node.op in ("pow", "neg") and inputs[0].startswith("-"):
            inputs[0] = f"({inputs[0]})"  # -3 ** 2 would read as -(3 ** 2)
        return f"{write_op(node, inputs)} = {value}"
    return f"{node.label} = {value}" if node.kind == "leaf" and node.label else value


def check(trace: Trace) -> list[str]:
    """Do a trace over again, by the ops table alone, and say everything that is not as it should be.

    An empty list means that every value follows from its inputs, every arrow from what it says, every
    gradient was complete before it was sent, and no arrow is missing or twice.
    """
    graph, numbers = trace.graph, trace.numbers
    return [*_check_forward(graph, numbers, trace.forward), *_check_backward(graph, numbers, trace.backward)]


def _check_forward(graph: Graph, numbers: Numbers, steps: list[ForwardStep]) -> list[str]:
    wrong = []
    if sorted(step.node for step in steps) != list(range(len(graph.nodes))):
        wrong.append("forward: not every node exactly once")
    known: set[int] = set()
    for step in steps:
        node = graph.nodes[step.node]
        if not known.issuperset(node.inputs):
            wrong.append(f"forward: node {node.id} before its inputs")
        known.add(node.id)
        if node.kind == "op":
            a, b = numbers.values[node.inputs[0]], numbers.values[node.inputs[-1]]
            value = RULES[node.op].forward(a, b, node.param or 0.0)
            if not same(value, numbers.values[node.id]):
                wrong.append(f"forward: node {node.id} is {numbers.values[node.id]}, its inputs give {value}")
        if step.text != forward_text(graph, numbers, node.id):
            wrong.append(f"forward: node {node.id} says {step.text!r}")
    return wrong


def _check_backward(graph: Graph, numbers: Numbers, steps: list[BackwardStep]) -> list[str]:
    wrong = []
    grads = [0.0] * len(graph.nodes)
    grads[graph.root] = 1.0
    carrying = {edge.id for edge in graph.edges if graph.carries_gradient(edge)}
    awaited = [0] * len(graph.nodes)
    for edge_id in carrying:
        awaited[graph.edges[edge_id].child] += 1
    done: list[int] = []
    if not steps or steps[0].node != graph.root:
        wrong.append("backward: does not begin at the root")
    for step in steps:
        node = graph.nodes[step.node]
        if awaited[node.id]:
            wrong.append(f"backward: node {node.id} sends before its gradient is complete")
        if not same(step.incoming, grads[node.id]):
            wrong.append(f"backward: node {node.id} sends {step.incoming}, it received {grads[node.id]}")
        for arrow in step.edges:
            edge = graph.edges[arrow.edge]
            done.append(arrow.edge)
            if edge.parent != node.id:
                wrong.append(f"backward: edge {edge.id} is not one of node {node.id}")
                continue
            rule, n = RULES[node.op], node.param or 0.0
            a, b = numbers.values[node.inputs[0]], numbers.values[node.inputs[-1]]
            local = rule.partials[edge.slot](a, b, n, numbers.values[node.id])
            sent = rule.contribution(step.incoming, local, n)
            grads[edge.child] += sent
            awaited[edge.child] -= 1
            said = (arrow.local, arrow.contribution, arrow.total)
            if not all(map(same, said, (local, sent, grads[edge.child]))):
                wrong.append(f"backward: edge {edge.id} says {said}, not {(local, sent, grads[edge.child])}")
    if sorted(done) != sorted(carrying):
        wrong.append("backward: not every arrow exactly once")
    for node in graph.nodes:
        if node.kind != "const" and not same(grads[node.id], numbers.grads[node.id]):
            wrong.append(f"backward: node {node.id} has {numbers.grads[node.id]}, received {grads[node.id]}")
    return wrong


def same(x: float, y: float) -> bool:
    """Equal as numbers, a nan equal to a nan, and 0 to -0."""
    return x == y or (x != x and y != y)
