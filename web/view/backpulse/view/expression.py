"""An expression, from a text or from a `Value`: its graph, its source, and what its nodes are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite

from backpulse.engine import Program, Value, compile_graph, graph_of
from backpulse.engine import expand as expand_ops
from backpulse.engine.graph import Graph
from backpulse.engine.order import forward_order
from backpulse.engine.own import in_table
from backpulse.engine.start import starts
from backpulse.parser import parse
from backpulse.parser.errors import Span, mistake
from backpulse.parser.write import Written, written
from backpulse.view import node_names


@dataclass(frozen=True, eq=False)
class Expression:
    """All of a graph that does not depend on the values of its leaves."""

    source: str
    """A program that reads as this graph (closed, when `graph` is opened)."""
    expand: bool
    """Whether derived ops stand opened in `graph`."""
    graph: Graph
    """Its nodes' labels are names of the source; `graph.values` are the Values it was taken from."""
    names: list[str]
    """Of the leaves, in the order of `graph.leaves`: no two alike, each a name in the source."""
    given: Mapping[str, float] = field(repr=False)
    """The starting values that the source or the Values give."""
    labels: list[str] = field(repr=False)
    """Short, by node id: the variable's name, or the text."""
    texts: list[str] = field(repr=False)
    """By node id, on one line: `e = c - d`, `a + b`, `2`."""
    origin: Mapping[Value, Value] = field(repr=False)
    """When opened: where each value of the graph came from, in the closed graph."""
    spans: list[Span | None] = field(repr=False)
    """By node id, [start, end) in characters of the source; None for what was not built from it."""
    skipped: list[tuple[Span, str]] = field(repr=False, default_factory=list)
    """Parts of the source that were understood but compute nothing of this graph, each with the reason."""
    notes: list[tuple[Span, str]] = field(repr=False, default_factory=list)
    """How parts of the source are read, where that is not what they say by themselves."""
    printed: str = field(repr=False, default="")
    """What the program printed."""
    work: int = 0
    """Instructions that the program's loops and calls repeated: how much it takes to run it once more."""

    @cached_property
    def starts(self) -> list[float]:
        """The leaves' values as long as nobody has moved them, in the order of `graph.leaves`."""
        begin = {**self.given, **starts(self.graph, self.given)}
        return [begin[name] for name in self.names]

    @cached_property
    def program(self) -> Program:
        """The graph, compiled."""
        return compile_graph(self.graph)

    @property
    def steps(self) -> dict[str, str]:
        """The named steps, as written."""
        return {node.label: self.texts[node.id] for node in self.graph.nodes if node.op and node.label}


def of_text(source: str, expand: bool = False, max_nodes: int | None = None) -> Expression:
    """The graph of a program. SourceError for a mistake in it, TooLarge for more than `max_nodes`, opened."""
    parsed = parse(source, max_nodes)
    graph, origin = _opened(parsed.root, expand)
    if max_nodes is not None and len(graph.nodes) > max_nodes:
        raise mistake("too-many-nodes", source, parsed.spans[parsed.root], limit=f"{max_nodes:,}")
    texts = node_names.texts(graph, parsed.texts, origin)
    return Expression(
        source=source,
        expand=expand,
        graph=graph,
        names=[graph.nodes[leaf].label for leaf in graph.leaves],
        given=parsed.given,
        labels=node_names.labels(graph, texts),
        texts=texts,
        origin=origin,
        spans=[parsed.spans.get(origin.get(value, value)) for value in graph.values],
        skipped=parsed.skipped,
        notes=parsed.notes,
        printed=parsed.printed,
        work=parsed.steps,
    )


def of_value(root: Value, expand: bool = False) -> Expression:
    """The graph below a `Value` built in Python, its leaves starting at their `data` where that is finite.

    The source is written from the graph (`parser.write`), and what it has a name for is called by that name;
    only an op keeps a label of its own that the source could not take up, such as `x1*w1`. ValueError for
    a constant or an exponent that is not finite.
    """
    root = in_table(forward_order(root))[-1]
    program = written(root)
    graph, origin = _opened(root, expand)
    graph = _renamed(graph, program, origin)
    texts = node_names.texts(graph, {}, origin)
    leaves = [graph.nodes[leaf] for leaf in graph.leaves]
    return Expression(
        source=program.source,
        expand=expand,
        graph=graph,
        names=[leaf.label for leaf in leaves],
        given={leaf.label: leaf.data for leaf in leaves if isfinite(leaf.data)},
        labels=node_names.labels(graph, texts),
        texts=texts,
        origin=origin,
        spans=[None] * len(graph.nodes),
    )


def _opened(root: Value, expand: bool) -> tuple[Graph, Mapping[Value, Value]]:
    if not expand:
        return graph_of(root), {}
    open_graph = expand_ops(root)
    return graph_of(open_graph.root), open_graph.origin


def _renamed(graph: Graph, program: Written, origin: Mapping[Value, Value]) -> Graph:
    """The graph with its nodes called as the source written from it calls them."""
    # Of what a derived op was opened into, its result stands last; only that one has its name.
    results = {
        origin.get(value, value): node.id for node, value in zip(graph.nodes, graph.values, strict=True)
    }
    labels = [""] * len(graph.nodes)
    for value, node_id in results.items():
        if value.kind == "leaf" or (value.kind == "op" and not value.label):
            labels[node_id] = program.names.get(value, "")
        elif value.kind == "op":
            labels[node_id] = node_names.one_line(value.label)
    nodes = [node._replace(label=label) for node, label in zip(graph.nodes, labels, strict=True)]
    return replace(graph, nodes=nodes)
