"""A graph of `Value`s as data: nodes and edges numbered in the order of visiting."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from backpulse.engine.number import format_number
from backpulse.engine.op import Param, constants_of
from backpulse.engine.ops import OPS
from backpulse.engine.order import forward_order
from backpulse.engine.own import in_table
from backpulse.engine.value import Value

_HALF = re.compile("[\ud800-\udfff]")


class Node(NamedTuple):
    """One value; `id` is its place in forward order."""

    id: int
    kind: Literal["leaf", "const", "op"]
    op: str
    """The op's name; "" for leaves and constants."""
    param: Param | None
    """The op's constants."""
    label: str
    inputs: tuple[int, ...]
    """Ids in slot order."""
    data: float
    """The value it had when the graph was taken; what a constant always has."""


class Edge(NamedTuple):
    """One use of `child` as input number `slot` of `parent`."""

    id: int
    child: int
    parent: int
    slot: int


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes in forward order, edges by parent and then slot; the root is the last node."""

    nodes: list[Node]
    edges: list[Edge]
    root: int
    leaves: list[int]
    """In order of first appearance, which is ascending."""
    values: list[Value]
    """By node id."""
    sends: list[list[Edge]] = field(repr=False)
    """Per node: its edges as a parent, in slot order."""

    @cached_property
    def carries(self) -> list[bool]:
        """Per edge: whether it carries a gradient. Those into constants do not, as constants have none."""
        nodes = self.nodes
        return [nodes[child].kind != "const" for _, child, _, _ in self.edges]


def graph_of(root: Value) -> Graph:
    """The graph of everything `root` depends on. ValueError for a label that is no text."""
    values = list(in_table(forward_order(root)))
    ids = {value: index for index, value in enumerate(values)}
    nodes: list[Node] = []
    edges: list[Edge] = []
    sends: list[list[Edge]] = []
    for index, value in enumerate(values):
        inputs = tuple([ids[child] for child in value.inputs])
        label = value.label
        if label and not label.isascii():
            _check(label)
        nodes.append(Node(index, value.kind, value.op, value.param, label, inputs, float(value.data)))
        own = [Edge(len(edges) + slot, child, index, slot) for slot, child in enumerate(inputs)]
        edges += own
        sends.append(own)
    leaves = [node.id for node in nodes if node.kind == "leaf"]
    return Graph(nodes, edges, len(nodes) - 1, leaves, values, sends)


def _check(label: str) -> None:
    """Half of a character, as Python's texts can hold, cannot be written down anywhere."""
    half = _HALF.search(label)
    if half:
        place = f"U+{ord(half[0]):04X}"
        raise ValueError(f"The label {label!a} holds half a character, {place}: leave it out")


def name_of(graph: Graph, node_id: int) -> str:
    """What to call a node in a sentence: its label, its number, or its operation one level deep."""
    node = graph.nodes[node_id]
    if node.label:
        return node.label
    if node.kind != "op":
        return format_number(node.data) if node.kind == "const" else f"leaf {node_id}"
    inputs = [_brief(graph.nodes[child], OPS[node.op].infix) for child in node.inputs]
    return write_op(node, inputs)


def _brief(node: Node, infix: bool) -> str:
    if node.label:
        return node.label
    return format_number(node.data) if node.kind == "const" else "(…)" if infix else "…"


def write_op(node: Node, inputs: list[str]) -> str:
    """An op on inputs already written, as it is typed: `a + b`, `relu(a)`, `a ** 2`, `-a`."""
    op, constants = OPS[node.op], constants_of(node.param)
    if not op.infix:
        return f"{op.symbol}({', '.join([*inputs, *map(format_number, constants)])})"
    if constants:
        return f"{inputs[0]} {op.symbol} {format_number(constants[0])}"
    return f" {op.symbol} ".join(inputs) if op.arity > 1 else f"{op.symbol}{inputs[0]}"
