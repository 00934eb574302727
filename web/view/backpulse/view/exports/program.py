"""A graph as statements over some library's values, with the names of the text where they can be had."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from backpulse.engine import OPS, Op
from backpulse.engine.graph import Graph, Node
from backpulse.parser.write import ATOM, LONGEST, SIGN, Piece, distinct, infix
from backpulse.view.exports.snapshot import Snapshot


@dataclass(frozen=True)
class Library:
    """How the values of a library are written in Python."""

    constant: Callable[[float], str]
    """A number where one of its values must stand."""
    call: Callable[[Op, list[Piece]], str]
    """An op that has no operator, on values of its own."""
    reserved: frozenset[str]
    """Names that the program needs for itself."""


@dataclass(frozen=True)
class Program:
    """Names by node id, and the statements that make all nodes but the leaves."""

    names: Mapping[int, str]
    """Of the leaves, and of the nodes that have a statement; the root is one of these."""
    statements: list[str]


def program(snapshot: Snapshot, library: Library, helpers: Mapping[int, str]) -> Program:
    """The graph in a library's Python; the nodes in `helpers` are made by the function of that name."""
    graph = snapshot.graph
    names = names_of(graph, library.reserved)
    fresh = unused("v", names, library.reserved)
    uses = Counter(child for node in graph.nodes for child in node.inputs)
    pieces: dict[int, Piece] = {}
    statements = []
    for node in graph.nodes:
        text, tightness = _piece(graph, node, names, pieces, library, helpers)
        last = node.id == graph.root
        if last or (node.op and (node.id in names or uses[node.id] > 1 or len(text) > LONGEST)):
            if node.id not in names:
                names[node.id] = root_name(names, library.reserved) if last else next(fresh)
            if node.kind != "leaf":
                statements.append(f"{names[node.id]} = {text}")
            text, tightness = names[node.id], ATOM
        pieces[node.id] = text, tightness
    return Program(names, statements)


def _piece(
    graph: Graph,
    node: Node,
    names: Mapping[int, str],
    pieces: Mapping[int, Piece],
    library: Library,
    helpers: Mapping[int, str],
) -> Piece:
    if node.kind == "leaf":
        return names[node.id], ATOM
    if node.kind == "const":
        text = number(node.data)
        if node.id == graph.root:
            return library.constant(node.data), ATOM
        return text, SIGN if text.startswith("-") else ATOM
    op = OPS[node.op]
    own = [_own(graph.nodes[child], pieces, library) for child in node.inputs]
    if node.id in helpers:
        arguments = [text for text, _ in own]
        if op.parametric:
            arguments.append(number(node.param or 0.0))
        return f"{helpers[node.id]}({', '.join(arguments)})", ATOM
    if not op.infix:
        return library.call(op, own), ATOM
    # An operator takes a plain number beside one of the library's values.
    constants = [graph.nodes[child].kind == "const" for child in node.inputs]
    inputs = [pieces[child] for child in node.inputs]
    if all(constants):
        inputs[0] = own[0]
    return infix(op, inputs, number(node.param or 0.0))


def _own(node: Node, pieces: Mapping[int, Piece], library: Library) -> Piece:
    return (library.constant(node.data), ATOM) if node.kind == "const" else pieces[node.id]


def method(op: Op, inputs: list[Piece]) -> str:
    """An op as a method of its first input."""
    (first, tightness), *others = inputs
    receiver = first if tightness == ATOM else f"({first})"
    return f"{receiver}.{op.symbol}({', '.join(text for text, _ in others)})"


def names_of(graph: Graph, reserved: Collection[str]) -> dict[int, str]:
    """Names for the leaves and the named steps; leaves without a label are called `v1`, `v2`, …"""
    # Names such as __builtins__ mean something to Python.
    labels = ["" if node.label.startswith("__") else node.label for node in graph.nodes]
    kinds = [node.kind for node in graph.nodes]
    asked = [
        (label if kind != "const" else "", kind == "leaf") for label, kind in zip(labels, kinds, strict=True)
    ]
    names = {place: name for place, name in enumerate(distinct(asked, reserved)) if name}
    fresh = unused("v", names, reserved)
    return names | {leaf: next(fresh) for leaf in graph.leaves if leaf not in names}


def unused(stem: str, names: Mapping[int, str], reserved: Collection[str]) -> Iterator[str]:
    """`v1`, `v2`, …, as far as they are not taken."""
    taken = {*names.values(), *reserved}
    return (name for name in map(f"{stem}{{}}".format, count(1)) if name not in taken)


def root_name(names: Mapping[int, str], reserved: Collection[str]) -> str:
    """What to call the root where the text has no name for it."""
    return "root" if "root" not in {*names.values(), *reserved} else next(unused("root", names, reserved))


def number(value: float) -> str:
    """A number as Python reads it back, whole ones short."""
    if math.isfinite(value):
        return repr(value).removesuffix(".0")
    return "math.nan" if math.isnan(value) else "math.inf" if value > 0 else "-math.inf"


def exact(value: float) -> str:
    """The same, always as a float."""
    return repr(value) if math.isfinite(value) else number(value)
