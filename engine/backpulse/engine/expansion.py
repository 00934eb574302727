"""Expansion of derived ops: the same graph with the primitives that `-`, `/`, `sqrt`, … hide."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

from backpulse.engine.formula import parse
from backpulse.engine.ops import OPS
from backpulse.engine.order import forward_order
from backpulse.engine.own import in_table
from backpulse.engine.value import Value, apply

_PRIMITIVES: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Mult: "mul",
    ast.Sub: "sub",
    ast.Div: "div",
}


@dataclass(frozen=True)
class Expanded:
    """A graph rebuilt from primitives, and for each of its values the value of the old graph it came from."""

    root: Value
    origin: dict[Value, Value]


def expand(root: Value) -> Expanded:
    """Expand every derived op below `root`. What has none below it is kept as it is, leaves always."""
    new: dict[Value, Value] = {}
    origin: dict[Value, Value] = {}
    order = in_table(forward_order(root))
    for value in order:
        inputs = tuple(new[child] for child in value.inputs)
        expansion = OPS[value.op].expansion if value.op else None
        if expansion is not None:
            made = primitives(expansion, inputs)
        elif inputs == value.inputs:
            made = [value]
        else:
            made = [apply(value.op, *inputs, param=value.param)]
        for part in made:
            origin.setdefault(part, value)
        if made[-1] is not value:
            made[-1].label = value.label
        new[value] = made[-1]
    return Expanded(new[order[-1]], origin)


def primitives(expansion: str, inputs: tuple[Value, ...]) -> list[Value]:
    """The values an expansion makes on `inputs`, its result last."""
    parts = list(inputs)
    for op, operands, number in expansion_steps(expansion, len(inputs)):
        if op:
            parts.append(apply(op, *(parts[i] for i in operands), param=number))
        else:
            parts.append(Value.const(number or 0.0))
    return parts[len(inputs) :]


_Step = tuple[str, tuple[int, ...], float | None]


@cache
def expansion_steps(expansion: str, arity: int) -> list[_Step]:
    """An expansion as steps (op, operands by place, exponent) or ("", (), number); equal parts are one."""
    places: dict[str, int] = dict(zip("ab"[:arity], range(arity), strict=True))
    steps: list[_Step] = []

    def place(tree: ast.expr) -> int:
        text = ast.unparse(tree)
        if text not in places:
            step = read(tree)  # first: it may add steps of its own
            places[text] = arity + len(steps)
            steps.append(step)
        return places[text]

    def read(tree: ast.expr) -> _Step:
        if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Pow):
            return "pow", (place(tree.left),), _number(tree.right)
        if isinstance(tree, ast.BinOp):
            return _PRIMITIVES[type(tree.op)], (place(tree.left), place(tree.right)), None
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            return tree.func.id, tuple(map(place, tree.args)), None
        if isinstance(tree, ast.UnaryOp) and not isinstance(tree.operand, ast.Constant):
            return "neg", (place(tree.operand),), None
        return "", (), _number(tree)

    place(parse(expansion))
    return steps


def _number(tree: ast.expr) -> float:
    return float(ast.literal_eval(tree))
