"""Derived ops opened: the same graph with the primitives that `-`, `/`, `sqrt`, … hide standing in it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from backpulse.engine.formula import parse
from backpulse.engine.ops import OPS
from backpulse.engine.order import forward_order
from backpulse.engine.value import Value, apply

_PRIMITIVES = {ast.Add: "add", ast.Mult: "mul"}


@dataclass(frozen=True)
class Opened:
    """A graph rebuilt from primitives, and for each of its values the value of the old graph it came from."""

    root: Value
    origin: dict[Value, Value]


def opened(root: Value) -> Opened:
    """Open every derived op below `root`. What has no derived op below it is kept as it is, leaves always."""
    new: dict[Value, Value] = {}
    origin: dict[Value, Value] = {}
    for value in forward_order(root):
        inputs = tuple(new[child] for child in value.inputs)
        expansion = OPS[value.op].expansion if value.op else None
        if expansion is not None:
            made = _expand(expansion, dict(zip("ab", inputs, strict=False)))
        elif inputs == value.inputs:
            made = [value]
        else:
            made = [apply(value.op, *inputs, param=value.param)]
        for part in made:
            origin.setdefault(part, value)
        if made[-1] is not value:
            made[-1].label = value.label
        new[value] = made[-1]
    return Opened(new[root], origin)


def _expand(expansion: str, inputs: Mapping[str, Value]) -> list[Value]:
    """The values an expansion makes on `inputs`, its result last; equal parts are one value."""
    made: dict[str, Value] = {}

    def build(tree: ast.expr) -> Value:
        if isinstance(tree, ast.Name):
            return inputs[tree.id]
        text = ast.unparse(tree)
        if text not in made:
            # Not in one expression: the parts must enter `made` before the whole does.
            value = _build_op(tree)
            made[text] = value
        return made[text]

    def _build_op(tree: ast.expr) -> Value:
        if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Pow):
            return apply("pow", build(tree.left), param=_number(tree.right))
        if isinstance(tree, ast.BinOp):
            return apply(_PRIMITIVES[type(tree.op)], build(tree.left), build(tree.right))
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            return apply(tree.func.id, *map(build, tree.args))
        return Value.const(_number(tree))

    build(parse(expansion))
    return list(made.values())


def _number(tree: ast.expr) -> float:
    number: float = ast.literal_eval(tree)
    return float(number)
