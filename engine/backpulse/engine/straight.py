"""The quick plan: straight-line Python written for one graph from the rows' formulas and numbers alone."""

from __future__ import annotations

from typing import Any

from backpulse.engine.formula import QUICK, template
from backpulse.engine.graph import Edge, Graph, Node
from backpulse.engine.ops import OPS
from backpulse.engine.plan import Plan

OFF_THE_LINE = "(ArithmeticError, ValueError)"
"""What quick formulas raise where a number leaves the number line."""


def straight(graph: Graph, careful: Plan) -> Plan:
    """The whole graph as one function. Where a number leaves the number line, `careful` answers."""
    text = source(graph)
    names: dict[str, Any] = {**QUICK.names, "careful": careful}
    exec(compile(text, "<straight-line program>", "exec"), names)
    plan: Plan = names["record"]
    return plan


def source(graph: Graph) -> str:
    """The program's text: made of formulas, numbers and generated names, never of anything a user typed."""
    writer = Writer(graph)
    writer.forward(graph.nodes)
    if graph.nodes[graph.root].kind != "const":
        writer.grads[graph.root] = "1.0"
    writer.backward(graph.nodes)
    edges, nodes = range(len(graph.edges)), range(len(graph.nodes))
    leaves = "".join(f"v{leaf}, " for leaf in graph.leaves)
    row = [
        *(writer.value(node) for node in nodes),
        *(writer.grads.get(node, "0.0") for node in nodes),
        *(table.get(edge, "0.0") for table in (writer.locals, writer.sent, writer.totals) for edge in edges),
    ]
    body = [f"{leaves}= x" if leaves else "() = x", *writer.lines, f"return [{', '.join(row)}]"]
    lines = ["def record(x):", " try:", *("  " + line for line in body)]
    return "\n".join([*lines, f" except {OFF_THE_LINE}:", "  return careful(x)", ""])


class Writer:
    """Writes the passes over some nodes. Names and literals stand for themselves, the computed gets a line.

    Names: `v7` the value of node 7; `d5`, `c5`, `t5` the local, the contribution and the total of edge 5.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.lines: list[str] = []
        self.grads: dict[int, str] = {}
        """By node, what stands for its gradient so far; no entry before the first arrow."""
        self.locals: dict[int, str] = {}
        self.sent: dict[int, str] = {}
        self.totals: dict[int, str] = {}

    def value(self, node_id: int) -> str:
        """What stands for a node's value."""
        node = self.graph.nodes[node_id]
        return repr(node.data) if node.kind == "const" else f"v{node_id}"

    def forward(self, nodes: list[Node]) -> None:
        """The lines that compute the values of `nodes`."""
        for node in nodes:
            if node.op:
                self.lines.append(f"v{node.id} = {self.fill(node, OPS[node.op].forward)}")

    def backward(self, nodes: list[Node]) -> None:
        """The lines by which `nodes`, from the last to the first, send their gradients."""
        for node in reversed(nodes):
            for edge in self.graph.sends[node.id]:
                if self.graph.nodes[edge.child].kind != "const":
                    self.send(node, edge)

    def send(self, node: Node, edge: Edge) -> None:
        """The lines of one arrow."""
        op, index, incoming = OPS[node.op], edge.id, self.grads.get(node.id, "0.0")
        local = self.keep(f"d{index}", self.fill(node, op.partials[edge.slot]))
        if "1.0" in (
            incoming,
            local,
        ):  # what arrives of a gradient of 1 is the local derivative; and the reverse
            sent = local if incoming == "1.0" else incoming
        else:
            filled = template(op.contribution, QUICK, node.param).format(g=incoming, d=local)
            sent = self.keep(f"c{index}", filled)
        before = self.grads.get(edge.child)
        total = sent if before is None else self.keep(f"t{index}", f"{before} + {sent}")
        self.locals[index], self.sent[index] = local, sent
        self.totals[index] = self.grads[edge.child] = total

    def keep(self, name: str, text: str) -> str:
        """What stands for `text` from here on: itself if it needs no computing, else `name`, given a line."""
        if " " in text or "(" in text:
            self.lines.append(f"{name} = {text}")
            return name
        return text

    def fill(self, node: Node, formula: str) -> str:
        """A row's formula with this node's names in it."""
        a, b, y = self.value(node.inputs[0]), self.value(node.inputs[-1]), f"v{node.id}"
        return template(formula, QUICK, node.param).format(a=a, b=b, y=y)
