"""The quick plan: straight-line Python written for one graph from the rows' formulas and numbers alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from backpulse.engine.formula import QUICK, template
from backpulse.engine.graph import Edge, Graph, Node
from backpulse.engine.ops import OPS
from backpulse.engine.plan import Numbers


def straight(graph: Graph) -> Callable[[Sequence[float]], Numbers]:
    """A function from the leaves' values to the numbers.

    It raises ArithmeticError or ValueError where the careful plan would answer with an infinity or a nan
    that Python does not give silently; where it does not raise, both give equal numbers.
    """
    names: dict[str, Any] = {}
    exec(
        compile(source(graph), "<straight-line program>", "exec"), {**QUICK.names, "Numbers": Numbers}, names
    )
    run: Callable[[Sequence[float]], Numbers] = names["run"]
    return run


def source(graph: Graph) -> str:
    """The program's text: made of formulas, numbers and generated names, never of anything a user typed."""
    writer = _Writer(graph)
    return writer.write()


class _Writer:
    """Writes one program. A name or a literal stands for itself: only what is computed gets a line."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.lines = ["def run(x):"]
        edges = len(graph.edges)
        self.values = [repr(node.data) if node.kind == "const" else f"v{node.id}" for node in graph.nodes]
        self.grads: list[str] = ["0.0"] * len(graph.nodes)
        self.locals, self.sent, self.totals = ["0.0"] * edges, ["0.0"] * edges, ["0.0"] * edges

    def write(self) -> str:
        graph = self.graph
        if graph.leaves:
            self.lines.append(f"{', '.join(self.values[leaf] for leaf in graph.leaves)}, = x")
        for node in graph.nodes:
            if node.kind == "op":
                self.lines.append(f"v{node.id} = {self.fill(node, OPS[node.op].forward)}")
        if graph.nodes[graph.root].kind != "const":
            self.grads[graph.root] = "1.0"
        for node in reversed(graph.nodes):
            for edge in graph.sends[node.id]:
                if graph.nodes[edge.child].kind != "const":
                    self.send(node, edge)
        lists = (self.values, self.grads, self.locals, self.sent, self.totals)
        self.lines.append(f"return Numbers({', '.join('[' + ', '.join(names) + ']' for names in lists)})")
        return "\n ".join(self.lines)

    def send(self, node: Node, edge: Edge) -> None:
        """The lines of one arrow of the backward pass."""
        op, index = OPS[node.op], edge.id
        local = self.keep(f"d{index}", self.fill(node, op.partials[edge.slot]))
        incoming = self.grads[node.id]
        if "1.0" in (
            incoming,
            local,
        ):  # what arrives of a gradient of 1 is the local derivative; and the reverse
            sent = local if incoming == "1.0" else incoming
        else:
            sent = self.keep(
                f"c{index}", template(op.contribution, QUICK, node.param).format(g=incoming, d=local)
            )
        before = self.grads[edge.child]
        total = sent if before == "0.0" else self.keep(f"t{index}", f"{before} + {sent}")
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
        a, b, y = self.values[node.inputs[0]], self.values[node.inputs[-1]], self.values[node.id]
        return template(formula, QUICK, node.param).format(a=a, b=b, y=y)
