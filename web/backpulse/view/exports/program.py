"""The lines of a program over some library's values: a statement per step, and asserts of its numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from backpulse.engine import OPS, Op
from backpulse.engine.graph import Graph, Node
from backpulse.parser.write import ATOM, LONGEST, SIGN, Piece, distinct, infix
from backpulse.view.exports.picture import Picture, printable
from backpulse.view.exports.rounding import allowances


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


def program(picture: Picture, library: Library, helpers: Mapping[int, str]) -> Program:
    """The graph in a library's Python; the nodes in `helpers` are made by the function of that name."""
    graph = picture.graph
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


def code(
    picture: Picture,
    title: str,
    imports: list[str],
    definitions: list[str],
    lines: list[str],
    made: Program,
    reads: tuple[str, str],
    grads: Mapping[int, str] | None = None,
) -> str:
    """A whole program: the text as a comment, its parts, and asserts.

    `reads` says how to read a value and a gradient, with {} for the name; `grads` has names of their own for
    the gradients.
    """
    comment = [f"# {printable(line)}".rstrip() for line in picture.subject.source.strip().splitlines()]
    parts = [
        "\n".join([*comment, "#", f"# {title}"]),
        "\n".join(imports),
        "\n".join(definitions).strip("\n"),
        "\n".join(lines),
        _CLOSE,
        "\n".join([_ASSERTED, *_asserts(picture, made.names, grads or made.names, *reads), _DONE]),
    ]
    blank = {2: "\n\n\n", 3: "\n\n\n" if definitions else "\n\n", 4: "\n\n\n", 5: "\n\n\n"}
    text = parts[0]
    for place, part in enumerate(parts[1:], start=1):
        text += blank.get(place, "\n\n") + part if part else ""
    return text + "\n"


_CLOSE = '''def close(number, shown, within=0.0):
    """Equal to a billionth, or `within` what rounding may have added up to."""
    return math.isclose(number, shown, rel_tol=1e-9, abs_tol=within)'''
_ASSERTED = "# What backpulse shows: the values, and the gradients of the leaves"
_DONE = 'print("Every number is as backpulse shows it.")'


def _asserts(
    picture: Picture, names: Mapping[int, str], grads: Mapping[int, str], value: str, grad: str
) -> list[str]:
    numbers, allowed = picture.numbers, allowances(picture.graph, picture.numbers)
    made = [place for place in sorted(names) if picture.graph.nodes[place].kind != "leaf"]
    return [
        *(_assert(value.format(names[i]), numbers.values[i], allowed.values[i]) for i in made),
        *(_assert(grad.format(grads[i]), numbers.grads[i], allowed.grads[i]) for i in picture.graph.leaves),
    ]


def _assert(read: str, shown: float, within: float) -> str:
    if math.isnan(shown):
        return f"assert math.isnan({read})"
    if math.isinf(shown):
        return f"assert {read} == {number(shown)}"
    more = f", within={within:.1g}" if within > 1e-9 * abs(shown) else ""
    return f"assert close({read}, {exact(shown + 0.0)}{more})"
