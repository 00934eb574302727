"""The rows' formulas, parsed once and spelled in three dialects: IEEE and fast scalars, and numpy arrays.

Only text that stands in the ops table comes here; what a user types never does.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import CodeType
from typing import Any

from backpulse.engine import ieee
from backpulse.engine.op import Param

# What formulas may call, and how numpy calls it, which has no erf.
FUNCTIONS: Mapping[str, str] = {
    **{name: name for name in ("exp", "log", "expm1", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "sqrt": "sqrt",
    "cbrt": "cbrt",
    "erf": "",
    "abs": "absolute",
    "round": "rint",
}
PORTABLE = ("cbrt", "round")
"""Functions that `math` has not, or not in every Python: the same one serves both scalar dialects."""

# Where the op's constants are, when there are two.
_PAIR = {"lo": 0, "hi": 1}

# Powers that are computed without pow, as PyTorch does: quicker, and right to the last bit.
POWERS: Mapping[float, str] = {
    0.0: "1.0",
    1.0: "a",
    2.0: "a * a",
    3.0: "a * a * a",
    0.5: "sqrt(a)",
    -0.5: "1 / sqrt(a)",
    -1.0: "1 / a",
    -2.0: "1 / (a * a)",
}


@dataclass(frozen=True, eq=False)
class Dialect:
    """A way to spell formulas: whether arithmetic is by calls, choices by `where`, what names mean."""

    calls: bool
    arrays: bool
    names: dict[str, Any]


FAST = Dialect(
    calls=False,
    arrays=False,
    names={name: getattr(math, name) for name in FUNCTIONS if name not in ("abs", *PORTABLE)}
    | {name: ieee.FUNCTIONS[name] for name in PORTABLE}
    | {"abs": abs, "power": math.pow, "inf": math.inf, "nan": math.nan},
)
"""Python's own arithmetic. It raises one of `FAST_ERRORS` where Python does not give the infinity or nan of
`IEEE` silently; where it does not raise, both agree bit for bit."""

FAST_ERRORS = (ArithmeticError, ValueError)
"""What formulas in `FAST` raise where a number leaves the number line."""


def _ieee() -> Dialect:
    names: dict[str, Any] = {name: getattr(math, name) for name in FUNCTIONS if hasattr(math, name)}
    names |= {**ieee.FUNCTIONS, "abs": abs, "inf": math.inf, "nan": math.nan}
    dialect = Dialect(calls=True, arrays=False, names=names)
    special = {n: function(text, ("a",), dialect) for n, text in POWERS.items()}

    def power(a: float, n: float) -> float:
        by_hand = special.get(n)
        return ieee.FUNCTIONS["power"](a, n) if by_hand is None else by_hand(a)

    names["power"] = power
    return dialect


@lru_cache(maxsize=1)
def arrays() -> Dialect:
    """The dialect of numpy arrays; numpy is imported when it is first asked for."""
    import numpy as np

    each = np.vectorize(math.erf, otypes=[np.float64])

    def erf(a: Any, out: Any = None) -> Any:
        if out is None:
            return each(a)
        out[...] = each(a)
        return out

    names: dict[str, Any] = {name: getattr(np, called) for name, called in FUNCTIONS.items() if called}
    names |= {
        "erf": erf,
        "div": np.divide,
        "power": np.power,
        "where": np.where,
        "inf": math.inf,
        "nan": math.nan,
    }
    return Dialect(calls=True, arrays=True, names=names)


def teach(name: str, arity: int, called: Callable[..., float]) -> None:
    """Let formulas call a function that never raises, in every dialect. A name known means the newer one."""
    _taught[name] = called
    if name in IEEE.names:
        return
    import numpy as np

    def newest(*numbers: float) -> float:
        return _taught[name](*numbers)

    each = np.frompyfunc(newest, arity, 1)

    def over_arrays(*cells: Any) -> Any:
        result = np.asarray(each(*cells[:arity]), dtype=np.float64)
        if len(cells) == arity:
            return result
        cells[arity][...] = result
        return None

    for dialect, meaning in ((IEEE, newest), (FAST, newest), (arrays(), over_arrays)):
        dialect.names[name] = meaning


_taught: dict[str, Callable[..., float]] = {}


@cache
def parse(text: str) -> ast.expr:
    """The tree of a formula. ValueError for anything a formula may not contain."""
    tree = ast.parse(text, mode="eval").body
    allowed = (ast.BinOp, ast.UnaryOp, ast.Call, ast.Name, ast.Constant, ast.IfExp, ast.Compare, ast.BoolOp)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and not isinstance(node, allowed):
            raise ValueError(f"{ast.unparse(node)!r} may not stand in a formula: {text!r}")
    return tree


class _Speller(ast.NodeTransformer):
    """Rewrites a formula's tree for a dialect, with the op's constants known or not."""

    def __init__(self, dialect: Dialect, n: Param | None) -> None:
        self.dialect = dialect
        self.n = n

    def visit_Name(self, node: ast.Name) -> ast.expr:
        place = _PAIR.get(node.id)
        if self.n is None and place is not None:
            return ast.Subscript(ast.Name("n"), ast.Constant(place))
        if place is not None and isinstance(self.n, tuple):
            return ast.Constant(self.n[place])
        return ast.Constant(self.n) if node.id == "n" and isinstance(self.n, float) else node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        # Python is quicker where both sides are floats.
        return ast.Constant(float(node.value)) if isinstance(node.value, int) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Pow):
            return self._power(node)
        node = ast.BinOp(self.visit(node.left), node.op, self.visit(node.right))
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return ast.Constant(_value(node))
        if isinstance(node.op, ast.Div) and self.dialect.calls:
            return _call("div", node.left, node.right)
        return node

    def _power(self, node: ast.BinOp) -> ast.expr:
        base, exponent = self.visit(node.left), self.visit(node.right)
        if isinstance(exponent, ast.Constant) and isinstance(base, ast.Name):
            by_hand = POWERS.get(float(_value(exponent)))
            if by_hand is not None:
                tree: ast.expr = _Rename(base).visit(
                    _Speller(self.dialect, None).visit(_copy(parse(by_hand)))
                )
                return tree
        return _call("power", base, exponent)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test: ast.expr = self.visit(node.test)
        yes: ast.expr = self.visit(node.body)
        no: ast.expr = self.visit(node.orelse)
        if not any(isinstance(part, ast.Name) for part in ast.walk(test)):
            return yes if _value(test) else no
        return _call("where", test, yes, no) if self.dialect.arrays else ast.IfExp(test, yes, no)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        parts = [self.visit(part) for part in (node.left, *node.comparators)]
        if not self.dialect.arrays or len(node.ops) == 1:
            return ast.Compare(parts[0], node.ops, parts[1:])
        pairs = zip(parts, node.ops, parts[1:], strict=False)
        return self._join(ast.And(), [ast.Compare(left, [op], [right]) for left, op, right in pairs])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self._join(node.op, [self.visit(part) for part in node.values])

    def _join(self, op: ast.boolop, parts: list[ast.expr]) -> ast.expr:
        if not self.dialect.arrays:
            return ast.BoolOp(op, parts)
        joined = parts[0]
        for part in parts[1:]:
            joined = ast.BinOp(joined, ast.BitAnd() if isinstance(op, ast.And) else ast.BitOr(), part)
        return joined


class _Rename(ast.NodeTransformer):
    """Puts an expression in the place of `a`."""

    def __init__(self, a: ast.expr) -> None:
        self.a = a

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.a if node.id == "a" else node


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name), list(arguments), [])


def _copy(tree: ast.expr) -> ast.expr:
    """A tree of its own: transformers write into the one they are given."""
    return ast.parse(ast.unparse(tree), mode="eval").body


def _value(tree: ast.expr) -> float:
    """A formula without names, as a number (or a truth)."""
    result: float = eval(compile(ast.unparse(tree), "<constant>", "eval"), {"__builtins__": {}})
    return result


@lru_cache(maxsize=4096)
def spell(text: str, dialect: Dialect, n: Param | None = None) -> str:
    """The formula in `dialect`, as Python over the same names; the constants written in if given."""
    return ast.unparse(_Speller(dialect, n).visit(_copy(parse(text))))


@lru_cache(maxsize=4096)
def template(text: str, dialect: Dialect, n: Param | None = None) -> str:
    """The formula in `dialect` for `str.format`, to be filled with names or literals for a, b, y, g and d."""
    return re.sub(r"\b([abygd])\b", r"{\1}", spell(text, dialect, n))


@lru_cache(maxsize=4096)
def function(
    text: str, parameters: tuple[str, ...], dialect: Dialect, n: Param | None = None
) -> Callable[..., Any]:
    """The formula as a function of `parameters`; the op's constants are `n`, if not one of these."""
    source = f"lambda {', '.join(parameters)}: {spell(text, dialect, n)}"
    code: CodeType = compile(source, f"<formula {text}>", "eval")
    compiled: Callable[..., Any] = eval(code, {"__builtins__": {}, **dialect.names})
    return compiled


IEEE = _ieee()
"""IEEE 754's arithmetic by the functions of `ieee`, with PyTorch's conventions: it never raises."""
