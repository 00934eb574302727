"""A graph written as straight lines of Python from the rows' formulas: one for each number to compute."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from backpulse.engine.formula import FAST, template
from backpulse.engine.graph import Edge, Graph, Node
from backpulse.engine.ops import OPS
from backpulse.engine.plan import Unfold
from backpulse.engine.unfold import unfold

Line = tuple[str, str]
"""A name, and what it is computed by."""


class Writer:
    """Names and literals stand for themselves, the computed gets a line.

    Names: `v7` the value of node 7; `d5`, `c5`, `t5` the local, the contribution and the total of edge 5.
    The numbers are held in this order: the leaves' values, what the lines compute, the literals.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.leaves = [f"v{leaf}" for leaf in graph.leaves]
        self.place = {name: place for place, name in enumerate(self.leaves)}
        """Where what stands for a number is held, as far as is known."""
        # What stands for each number; a gradient has no entry before the first arrow.
        self._grads: dict[int, str] = {}
        self._locals: dict[int, str] = {}
        self._sent: dict[int, str] = {}
        self._totals: dict[int, str] = {}

    def lines(self) -> Iterator[Line]:
        """Both passes, to be taken once."""
        for name, text in chain(self._forward(), self._backward()):
            self.place[name] = len(self.place)
            yield name, text

    def literals(self) -> list[str]:
        """The literals that the record needs, when all lines have been taken."""
        literals = [text for text in dict.fromkeys(self._row()) if text not in self.place]
        self.place |= {text: len(self.place) + i for i, text in enumerate(literals)}
        return literals

    def unfold(self) -> Unfold:
        """How the record is laid out, when the literals are known."""
        return unfold([self.place[text] for text in self._row()], len(self.place))

    def _row(self) -> list[str]:
        """What stands for each number of the record."""
        nodes, edges = range(len(self._graph.nodes)), range(len(self._graph.edges))
        return [
            *(self._value(node) for node in nodes),
            *(self._grads.get(node, "0.0") for node in nodes),
            *(table.get(edge, "0.0") for table in (self._locals, self._sent, self._totals) for edge in edges),
        ]

    def _value(self, node_id: int) -> str:
        node = self._graph.nodes[node_id]
        return repr(node.data) if node.kind == "const" else f"v{node_id}"

    def _forward(self) -> Iterator[Line]:
        """The values."""
        for node in self._graph.nodes:
            if node.op:
                yield f"v{node.id}", self._fill(node, OPS[node.op].forward)

    def _backward(self) -> Iterator[Line]:
        """From the last node to the first, what it sends."""
        graph = self._graph
        if graph.nodes[graph.root].kind != "const":
            self._grads[graph.root] = "1.0"
        for node in reversed(graph.nodes):
            for edge in graph.sends_gradient(node.id):
                yield from self._send(node, edge)

    def _send(self, node: Node, edge: Edge) -> Iterator[Line]:
        """The lines of one arrow."""
        op, index, incoming = OPS[node.op], edge.id, self._grads.get(node.id, "0.0")
        local = self._fill(node, op.partials[edge.slot])
        if _computed(local):
            yield f"d{index}", local
            local = f"d{index}"
        # What arrives of a gradient of 1 is the local derivative; and the reverse.
        if incoming == "1.0":
            sent = local
        elif local == "1.0":
            sent = incoming
        else:
            sent = template(op.contribution, FAST, node.param).format(g=incoming, d=local)
            if _computed(sent):
                yield f"c{index}", sent
                sent = f"c{index}"
        total = sent
        if edge.child in self._grads:
            total = f"t{index}"
            yield total, f"{self._grads[edge.child]} + {sent}"
        self._locals[index], self._sent[index] = local, sent
        self._totals[index] = self._grads[edge.child] = total

    def _fill(self, node: Node, formula: str) -> str:
        """A row's formula with this node's names in it."""
        a, b, y = self._value(node.inputs[0]), self._value(node.inputs[-1]), f"v{node.id}"
        return template(formula, FAST, node.param).format(a=a, b=b, y=y)


def _computed(text: str) -> bool:
    """Whether it takes any computing."""
    return " " in text or "(" in text
