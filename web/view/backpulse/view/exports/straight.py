"""Both passes as the straight-line Python a person would write by hand, with no library but `math`."""

from __future__ import annotations

import re
from itertools import chain

from backpulse.engine import OPS
from backpulse.engine.graph import Edge, Graph, Node
from backpulse.engine.op import ATOM, SIGN, constants_of
from backpulse.parser.write import infix
from backpulse.view.display import number_text
from backpulse.view.exports.formulas import IEEE_NAMES, ieee, needs_ieee, spelled
from backpulse.view.exports.program import exact, names_of, root_name, unused
from backpulse.view.exports.script import NEEDED, Script
from backpulse.view.exports.snapshot import Snapshot
from backpulse.view.sentence import arithmetic

_RESERVED = NEEDED | IEEE_NAMES | {"slope"}


def straight(snapshot: Snapshot) -> str:
    """The program."""
    writer = _Writer(snapshot)
    graph = snapshot.graph
    leaves = zip(graph.leaves, snapshot.leaves, strict=True)
    lines = ["# The leaves", *(f"{writer.names[leaf]} = {exact(x)}" for leaf, x in leaves)]
    lines += ["", "# Forward: every value from its inputs"]
    lines += chain.from_iterable(map(writer.forward, graph.nodes))
    lines += ["", "# Backward: the root's own gradient is 1, every value hands its gradient on to its inputs"]
    if graph.nodes[graph.root].kind != "const":
        lines.append(f"{writer.grads[graph.root]} = 1.0")
    lines += chain.from_iterable(map(writer.backward, reversed(graph.nodes)))
    script = Script("By hand.", ["import math"], ieee(lines), lines, writer.names, writer.grads)
    return script.text(snapshot)


class _Writer:
    """Writes the lines of each node."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.graph: Graph = snapshot.graph
        self.numbers = snapshot.numbers
        self.by_ieee = {
            node.id: needs_ieee(self.graph, self.numbers, node) for node in self.graph.nodes if node.op
        }
        self.names = names_of(self.graph, _RESERVED)
        if self.graph.root not in self.names:
            self.names[self.graph.root] = root_name(self.names, _RESERVED)
        fresh = unused("v", self.names, _RESERVED)
        for node in self.graph.nodes:
            if node.op and node.id not in self.names:
                self.names[node.id] = next(fresh)
        self.grads = self._grad_names()
        self.reached: set[int] = set()

    def _grad_names(self) -> dict[int, str]:
        taken = {*self.names.values(), *_RESERVED}
        grads = {}
        for place, name in self.names.items():
            grad = f"{name}_grad"
            while grad in taken:
                grad += "_"
            taken.add(grad)
            grads[place] = grad
        return grads

    def value(self, place: int) -> str:
        """What stands for a node's value: its name, or a constant's number."""
        node = self.graph.nodes[place]
        return self.names.get(place) or exact(node.data)

    def formula(self, node: Node) -> str:
        """What computes a node's value."""
        op = OPS[node.op]
        by_ieee = self.by_ieee[node.id]
        if op.infix and not by_ieee:
            pieces = [
                (self.value(child), SIGN if self.value(child).startswith("-") else ATOM)
                for child in node.inputs
            ]
            return infix(op, pieces, [exact(x) for x in constants_of(node.param)])[0]
        return spelled(op.forward, by_ieee, node.param).format(**self.inputs(node))

    def inputs(self, node: Node) -> dict[str, str]:
        """The node's names in the formulas of its row."""
        a, b = (_operand(self.value(place)) for place in (node.inputs[0], node.inputs[-1]))
        return {"a": a, "b": b, "y": self.names[node.id]}

    def forward(self, node: Node) -> list[str]:
        """The line of a value."""
        if not node.op:
            return (
                [f"{self.names[node.id]} = {exact(node.data)}"]
                if node.id in self.names and node.kind == "const"
                else []
            )
        said = f"{arithmetic(node, self.numbers)} = {number_text(self.numbers.values[node.id])}"
        return [f"{self.names[node.id]} = {self.formula(node)}  # {said}"]

    def backward(self, node: Node) -> list[str]:
        """The lines by which a node hands its gradient on, and the rule it goes by."""
        edges = [edge for edge in self.graph.sends[node.id] if self.snapshot.carries(edge)]
        if not edges:
            return []
        op = OPS[node.op]
        lines = ["", f"# {self.names[node.id]} = {self.formula(node)} ({op.signature} {op.gate})"]
        for edge in edges:
            lines += self.arrow(node, edge)
        return lines

    def arrow(self, node: Node, edge: Edge) -> list[str]:
        """The line of an arrow; the first that reaches a node sets its gradient, every other adds to it."""
        op, by_ieee = OPS[node.op], self.by_ieee[node.id]
        grad = self.grads[edge.child]
        sign = "+=" if edge.child in self.reached else "="
        self.reached.add(edge.child)
        local = spelled(op.partials[edge.slot], by_ieee, node.param).format(**self.inputs(node))
        incoming, slope, sent = map(number_text, self.snapshot.product(edge))
        said = f"  # {incoming} × {slope} = {sent}"
        if not by_ieee:
            return [f"{grad} {sign} {self.grads[node.id]} * {_operand(local)}{said}"]
        contribution = spelled(op.contribution, True, node.param).format(g=self.grads[node.id], d="slope")
        return [f"slope = {local}", f"{grad} {sign} {contribution}{said}"]


def _operand(text: str) -> str:
    """A formula where it is multiplied."""
    return text if re.fullmatch(r"-?[\w.]+", text) else f"({text})"
