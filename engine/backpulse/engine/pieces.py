"""The quick plan for long graphs: straight-line code in pieces, made one by one while the program is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import Lock

from backpulse.engine.formula import QUICK
from backpulse.engine.graph import Graph, Node
from backpulse.engine.plan import Plan, Record
from backpulse.engine.straight import Writer

_PIECE = 120
"""Nodes in a piece: few enough that the names in it have short codes."""

_PIECES_A_CALL = 4
_PART = 28

_Piece = Callable[[list[float]], None]
"""Reads from the record what it needs and writes into it what it computes."""


class Pieces:
    """A plan that answers by `careful` until all its pieces are made; every call makes a few."""

    def __init__(self, graph: Graph, careful: Plan) -> None:
        self._leaves = graph.leaves
        self._careful = careful
        self._pieces: list[_Piece] = []
        self._rest = _pieces(graph)
        self._making = Lock()
        self._ready = False
        nodes, edges = len(graph.nodes), len(graph.edges)
        self._start = [node.data for node in graph.nodes] + [0.0] * (nodes + 3 * edges)
        self._start[nodes + graph.root] = 1.0

    def __call__(self, leaf_values: Sequence[float]) -> Record:
        """The record at these values."""
        if not self._ready and self._making.acquire(blocking=False):
            made = list(islice(self._rest, _PIECES_A_CALL))
            self._pieces += made
            self._ready = len(made) < _PIECES_A_CALL
            self._making.release()
        if not self._ready or len(leaf_values) != len(self._leaves):
            return self._careful(leaf_values)
        record = self._start.copy()
        for leaf, value in zip(self._leaves, leaf_values, strict=True):
            record[leaf] = value
        try:
            for piece in self._pieces:
                piece(record)
        except (ArithmeticError, ValueError):  # a number leaves the number line
            return self._careful(leaf_values)
        return record


def _pieces(graph: Graph) -> Iterator[_Piece]:
    starts = range(0, len(graph.nodes), _PIECE)
    for start in starts:
        yield _forward(graph, graph.nodes[start : start + _PIECE])
    reached = {graph.root}
    for start in reversed(starts):
        yield _backward(graph, graph.nodes[start : start + _PIECE], reached)


def _forward(graph: Graph, nodes: list[Node]) -> _Piece:
    writer = Writer(graph)
    writer.forward(nodes)
    first = nodes[0].id
    outside = {child for node in nodes for child in node.inputs if child < first}
    known = outside | {node.id for node in nodes if node.kind == "leaf"}
    row = [writer.value(node.id) for node in nodes]
    return _compiled([*_reads(graph, "v", 0, known), *writer.lines, *_writes(first, row)])


def _backward(graph: Graph, nodes: list[Node], reached: set[int]) -> _Piece:
    """`reached`: the nodes to which earlier pieces have sent a gradient; those of this one are added."""
    first, end, count = nodes[0].id, nodes[-1].id + 1, len(graph.nodes)
    edges = [edge for node in nodes for edge in graph.sends[node.id]]
    children = {edge.child for edge in edges if graph.nodes[edge.child].kind != "const"}
    outside = {child for child in children if child < first}
    known = reached & (outside | set(range(first, end)))
    writer = Writer(graph)
    writer.grads = {node: f"g{node}" for node in known}
    writer.backward(nodes)
    reached |= children
    names = "".join("_, " if node.kind == "const" else f"v{node.id}, " for node in nodes)
    lines = [f"{names}= r[{first}:{end}]", *_reads(graph, "v", 0, outside), *_reads(graph, "g", count, known)]
    lines += writer.lines
    lines += [f"r[{count + child}] = {writer.grads[child]}" for child in sorted(outside)]
    lines += _writes(count + first, [writer.grads.get(node.id, "0.0") for node in nodes])
    for place, table in enumerate((writer.locals, writer.sent, writer.totals)):
        if edges:
            start = 2 * count + place * len(graph.edges) + edges[0].id
            lines += _writes(start, [table.get(edge.id, "0.0") for edge in edges])
    return _compiled(lines)


def _writes(start: int, row: list[str]) -> list[str]:
    """Lines that write a row into the record, in parts that the compiler can make on its stack."""
    parts = [(start + i, row[i : i + _PART]) for i in range(0, len(row), _PART)]
    return [f"r[{at}:{at + len(part)}] = {', '.join(part)}," for at, part in parts]


def _reads(graph: Graph, name: str, offset: int, nodes: set[int]) -> list[str]:
    return [f"{name}{i} = r[{offset + i}]" for i in sorted(nodes) if graph.nodes[i].kind != "const"]


def _compiled(lines: list[str]) -> _Piece:
    text = "\n ".join(["def piece(r):", *lines, ""])
    names = dict(QUICK.names)
    exec(compile(text, "<piece of a straight-line program>", "exec"), names)
    piece: _Piece = names["piece"]
    return piece
