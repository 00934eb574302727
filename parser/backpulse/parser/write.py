"""From Values back to text: a program that `parse` reads as the same graph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from keyword import iskeyword
from math import isfinite
from unicodedata import normalize

from backpulse.engine import OPS, Op, Value
from backpulse.engine.op import ATOM, SIGN, constants_of
from backpulse.engine.order import forward_order
from backpulse.engine.own import in_table
from backpulse.parser.functions import CONSTRUCTORS, FUNCTIONS

_OTHER = re.compile(r"\W+")
_TAKEN = frozenset(("print", "pi", "tau", "inf", "nan"))  # what a text takes for something else
LONGEST = 80
"""Characters of an expression; a longer one becomes a statement of its own."""
Piece = tuple[str, int]
"""A written expression, and how tightly it holds together."""


@dataclass(frozen=True, slots=True)
class Written:
    """A program, and the names that stand in it for values of the graph it was written from."""

    source: str
    names: Mapping[Value, str]


def source_of(root: Value) -> str:
    """The program of a graph, see `written`."""
    return written(root).source


def written(root: Value) -> Written:
    """The program of a graph: each leaf's start, a statement per value used twice or named, the root last.

    Leaves and named steps keep their labels, as far as those can be names and are not taken. Constants are
    written where they are used. ValueError for a constant or an exponent that is not finite: there is no
    word for it.
    """
    order = list(in_table(forward_order(root)))
    root = order[-1]
    own = dict.fromkeys(OPS[value.op] for value in order if value.op and OPS[value.op].defined)
    names = _names(order, {op.name for op in own})
    taken = set(names.values())
    fresh = (name for name in map("v{}".format, count(1)) if name not in taken)
    for value in order:
        if value.kind == "leaf" and value not in names:
            names[value] = next(fresh)
    uses = Counter(child for value in order for child in value.inputs)
    # A leaf that holds no finite number is left to find its own start.
    fixed: set[Value] = set()
    for value in order:
        if value.kind == "const" or (value.kind == "op" and fixed.issuperset(value.inputs)):
            fixed.add(value)
    lines = [
        f"{names[value]} = {_number(value.data)}"
        for value in order
        if value.kind == "leaf" and isfinite(value.data)
    ]
    pieces: dict[Value, Piece] = {}
    for value in order:
        text, tightness = _piece(value, names, pieces)
        if value in fixed and value.kind == "op" and (uses[value] > 1 or len(text) > LONGEST):
            # A number with a name would be a leaf: what constants come to is written as their number.
            text = _number(value.data)
            tightness = SIGN if text.startswith("-") else ATOM
        if (
            value.kind == "op"
            and value not in fixed
            and value is not root
            and (value in names or uses[value] > 1 or len(text) > LONGEST)
        ):
            if value not in names:
                names[value] = next(fresh)
            lines.append(f"{names[value]} = {text}")
            text, tightness = names[value], ATOM
        pieces[value] = text, tightness
    last = pieces[root][0]
    named = root.kind == "op" and root in names and root not in fixed
    lines.append(f"{names[root]} = {last}" if named else last)
    return Written("\n".join([*(op.defined for op in own), *lines]) + "\n", names)


def _names(order: list[Value], reserved: Collection[str]) -> dict[Value, str]:
    """Names for what has a label."""
    names = distinct([(value.label, value.kind == "leaf") for value in order], reserved)
    return {value: name for value, name in zip(order, names, strict=True) if name}


def distinct(labels: Sequence[tuple[str, bool]], reserved: Collection[str] = ()) -> list[str]:
    """A name of its own for each label, for leaves (marked True) first; a name's second is numbered: `c2`.

    "" for a label without letters. Nothing is given a name that is `reserved`.
    """
    wishes = [_name_for(label) for label, _ in labels]
    wished = set(wishes)
    taken = {"", *reserved}
    names = [""] * len(labels)
    numbers = Counter[str]()
    # Of those that wish the same name, it is the one's whose label it is.
    order = sorted(range(len(labels)), key=lambda i: (not labels[i][1], wishes[i] != labels[i][0]))
    for place in order:
        wish = name = wishes[place]
        while wish and (name in taken or (name != wish and name in wished)):
            numbers[wish] += 1
            name = f"{wish}{numbers[wish] + 1}"
        taken.add(name)
        names[place] = name
    return names


def _name_for(label: str) -> str:
    """The name nearest to a label: `w[0]` is `w_0`, `the loss` is `the_loss`; "" for one without letters."""
    if is_name(label):
        return label
    name = _OTHER.sub("_", normalize("NFKC", label)).strip("_")
    if not name:
        return ""
    if not name.isidentifier():  # it begins with a digit
        name = f"_{name}"
    return name if is_name(name) else f"{name}_"


def is_name(text: str) -> bool:
    """Whether a text can be a variable of the language, exactly as it is spelled."""
    reserved = iskeyword(text) or text in FUNCTIONS or text in CONSTRUCTORS or text in _TAKEN
    return text.isidentifier() and normalize("NFKC", text) == text and not reserved


def _piece(value: Value, names: dict[Value, str], pieces: dict[Value, Piece]) -> Piece:
    """A value as it is written where its inputs are written as `pieces`, and how tightly that holds."""
    if value.kind == "leaf":
        return names[value], ATOM
    if value.kind == "const":
        text = _number(value.data)
        return text, SIGN if text.startswith("-") else ATOM
    op = OPS[value.op]
    inputs = [pieces[child] for child in value.inputs]
    if not all(map(isfinite, constants_of(value.param))):
        raise ValueError(f"the constant {value.param} of {op.name} cannot be written in a program")
    constants = [_number(number) for number in constants_of(value.param)]
    if not op.infix:
        return f"{op.symbol}({', '.join([*(text for text, _ in inputs), *constants])})", ATOM
    return infix(op, inputs, constants)


def infix(op: Op, inputs: Sequence[Piece], constants: Sequence[str]) -> Piece:
    """An operator between its inputs, in brackets where Python would read them otherwise."""
    texts = [
        text if tight >= slot else f"({text})" for (text, tight), slot in zip(inputs, op.slots, strict=True)
    ]
    if op.arity == 2 or constants:
        return f" {op.symbol} ".join([*texts, *constants]), op.binds
    # A sign before a plain number would become part of it.
    return f"-({texts[0]})" if texts[0][0] in "0123456789" else f"-{texts[0]}", op.binds


def _number(number: float) -> str:
    """The shortest text that reads as exactly this number."""
    if not isfinite(number):
        return "nan" if number != number else "inf" if number > 0 else "-inf"
    return repr(number).removesuffix(".0")
