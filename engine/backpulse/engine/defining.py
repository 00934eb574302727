"""`define`: a row of one's own in the ops table, from a formula or from Python functions."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from keyword import iskeyword

from backpulse.engine import formula as dialects
from backpulse.engine.expansion import expansion_steps, primitives
from backpulse.engine.op import Op
from backpulse.engine.ops import OPS, TABLE
from backpulse.engine.order import forward_order
from backpulse.engine.own import frozen, in_table
from backpulse.engine.rules import RULES, add_rule
from backpulse.engine.value import Number, Value, apply

Function = Callable[..., float]
_LONGEST = 2_000
"""Characters of a formula."""


def define(name: str, forward: str | Function, *local: Function) -> Callable[..., Value]:
    """An op called `name`, as a function of Values; defined again, the name means the newer one.

    From a formula such as `"x**3"` or `"x * exp(y)"`, over one or two inputs in the order in which they
    appear, with the ops of the table: its local derivatives are by our rules. Or from a Python function and
    its local derivatives, one function for each input, all over the inputs: `define("cube", lambda x: x**3,
    lambda x: 3 * x**2)`. Where such a function raises an arithmetic or a value error, its number is nan.

    A graph with it draws, runs and is checked in this program. Where it leaves it (`open`, exports as code),
    a formula is written out, and what Python functions made is frozen. ValueError for a name or a formula
    that cannot be taken, TypeError for local derivatives that are too many or missing.
    """
    before = OPS.get(name)
    if not name.isidentifier() or iskeyword(name):
        raise ValueError(f"{name!r} cannot be the name of an op: take a word such as `cube`")
    if (before and not before.defined) or name in {op.called for op in OPS.values() if not op.defined}:
        raise ValueError(f"`{name}` is an op of the table already: give yours another name")
    if isinstance(forward, str):
        if local:
            raise TypeError("a formula has its local derivatives by our rules: leave yours out")
        inputs, expansion = _read(forward)
        arity, definition = (
            len(inputs),
            f"def {name}({', '.join(inputs)}): return {' '.join(forward.split())}",
        )
        forward, local = _by_rules(expansion, arity)
    else:
        arity, expansion = len(local), None
        definition = f"# {name} is made of Python functions: only its own program knows them"
        if arity not in (1, 2):
            raise TypeError(f"an op has one or two inputs, so as many local derivatives, not {arity}")
    over = ", ".join("ab"[:arity])
    texts = [f"own_{name}({over})", *(f"own_{name}_by_{x}({over})" for x in "ab"[:arity])]
    for text, function in zip(texts, (forward, *local), strict=True):
        dialects.teach(text.partition("(")[0], arity, _guarded(function))
    row = Op(
        name=name,
        symbol=name,
        signature=f"{name}({over})",
        forward=texts[0],
        partials=tuple(texts[1:]),
        partials_latex=tuple(rf"\partial_{x}\,\mathrm{{{name}}}" for x in "ab"[:arity]),
        words=("as its definition says",) * arity,
        gate="scales: the gradient is multiplied by the local derivative that its definition gives",
        expansion=expansion,
        defined=definition,
    )
    TABLE[name] = row
    add_rule(row)

    def op(*inputs: Value | Number) -> Value:
        return apply(name, *(x if isinstance(x, Value) else Value.const(x) for x in inputs))

    op.__name__ = op.__qualname__ = name
    op.__doc__ = definition
    return op


def portable(root: Value) -> Value:
    """The graph by our rows alone, for whoever does not know the defined ones.

    A formula is written out; what Python functions made is frozen.
    """
    order = in_table(forward_order(root))
    if not any(value.op and OPS[value.op].defined for value in order):
        return order[-1]
    new: dict[Value, Value] = {}
    for value in order:
        inputs = tuple(new[child] for child in value.inputs)
        op = OPS[value.op] if value.op else None
        if op and op.defined and op.expansion:
            made = primitives(op.expansion, inputs)[-1]
            made.label = value.label
        elif op and op.defined:
            slopes = [
                0.0 if x.kind == "const" else s for x, s in zip(inputs, value._local_grads, strict=True)
            ]
            made = frozen(value.data, value.label or op.name, inputs, slopes)
        elif inputs == value.inputs:
            made = value
        else:
            made = apply(value.op, *inputs, param=value.param)
            made.label = value.label
        new[value] = made
    return new[order[-1]]


def _read(text: str) -> tuple[list[str], str]:
    """The names of its inputs, and the formula over `a` and `b`, as an expansion is written."""
    if len(text) > _LONGEST:
        raise ValueError(f"a formula has at most {_LONGEST:,} characters, this one has {len(text):,}")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no formula: {error.msg} at character {error.offset}") from None
    inputs: list[str] = []
    called = {op.called: op for op in OPS.values() if op.called and not op.defined}

    def read(node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Name) and node.id in _CONSTANTS:
            return ast.Constant(_CONSTANTS[node.id])
        if isinstance(node, ast.Name):
            if node.id not in inputs:
                inputs.append(node.id)
            return ast.Name("ab"[inputs.index(node.id)]) if len(inputs) <= 2 else node
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return ast.Constant(_number(node))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = read(node.operand)
            if isinstance(inner, ast.Constant):
                return ast.Constant(-_number(inner))
            return ast.UnaryOp(node.op, inner)
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            left, right = read(node.left), read(node.right)
            if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
                x, y = _number(left), _number(right)
                return ast.Constant(RULES[_ARITHMETIC[type(node.op)]].forward(x, y, y))
            if isinstance(node.op, ast.Pow) and not isinstance(right, ast.Constant):
                raise ValueError(f"the exponent in {ast.unparse(node)!r} must be a number")
            return ast.BinOp(left, node.op, right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            op = called.get(node.func.id)
            if op and not op.constants and not op.infix and op.arity == len(node.args):
                return ast.Call(ast.Name(op.name), [read(x) for x in node.args], [])
        place = node.col_offset + 1
        raise ValueError(
            f"{ast.unparse(node)!r} at character {place} may not stand in a formula: write it with names, "
            "numbers, + - * / **, and functions of the table without constants, such as exp(x)"
        )

    made = read(tree)
    if not 1 <= len(inputs) <= 2:
        raise ValueError(f"an op has one or two inputs, and {text!r} has {len(inputs) or 'none'}")
    if isinstance(made, ast.Name):
        raise ValueError(f"{text!r} computes nothing: it is its input")
    return inputs, ast.unparse(made)


def _number(node: ast.Constant) -> float:
    return float(node.value)  # type: ignore[arg-type]


_CONSTANTS = {"pi": math.pi, "tau": math.tau}
"""What the language has for numbers, too."""
_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
}


def _by_rules(expansion: str, arity: int) -> tuple[Function, tuple[Function, ...]]:
    """An expansion's value, and its local derivatives by a backward pass over its steps."""
    steps = expansion_steps(expansion, arity)

    def values(inputs: Sequence[float]) -> list[float]:
        parts = list(inputs)
        for op, operands, number in steps:
            n = 0.0 if number is None else number
            parts.append(RULES[op].forward(parts[operands[0]], parts[operands[-1]], n) if op else n)
        return parts

    def forward(*inputs: float) -> float:
        return values(inputs)[-1]

    def slope(slot: int, inputs: Sequence[float]) -> float:
        parts = values(inputs)
        grads = [0.0] * len(parts)
        grads[-1] = 1.0
        for place in reversed(range(arity, len(parts))):
            op, operands, number = steps[place - arity]
            if not op:
                continue
            rule, n = RULES[op], 0.0 if number is None else number
            for operand, partial in zip(operands, rule.partials, strict=True):
                if operand >= arity and not steps[operand - arity][0]:
                    continue  # a number
                local = partial(parts[operands[0]], parts[operands[-1]], n, parts[place])
                grads[operand] += rule.contribution(grads[place], local, n)
        return grads[slot]

    return forward, tuple(lambda *inputs, slot=slot: slope(slot, inputs) for slot in range(arity))


def _guarded(function: Function) -> Function:
    """Its number as a float, nan where it is none."""

    def guarded(*inputs: float) -> float:
        try:
            number = function(*inputs)
        except (ArithmeticError, ValueError):
            return math.nan
        return math.nan if isinstance(number, complex) else float(number)

    return guarded
