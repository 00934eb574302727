"""The functions of the language, from the ops table, and what to write for those it does not have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backpulse.engine import OPS, Op
from backpulse.parser.errors import SourceError, Span, mistake
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import Fix
from backpulse.parser.hints import FIELDS, OPERATORS
from backpulse.parser.similar import most_like

FUNCTIONS: dict[str, Op] = {op.called: op for op in OPS.values() if op.called}
"""By the name they are typed with."""

CONSTRUCTORS = frozenset(
    (
        *(
            "Value",
            "tensor",
            "Tensor",
            "Parameter",
            "scalar_tensor",
            "as_tensor",
            "array",
            "asarray",
            "float",
        ),
        *("Var", "Variable", "Scalar", "Node", "constant", "FloatTensor", "float64", "float32"),
    )
)
"""What micrograd, PyTorch and numpy wrap a starting value in."""

VARIANTS = {"gelu": ("approximate", {"none": "gelu", "tanh": "gelu_tanh"})}
"""By function, the keyword that chooses another of its family."""

TRANSPARENT = frozenset(("double", "float", "clone", "cpu"))
"""Methods that leave a value and its gradient as they are."""

MODULE = "F"
"""What torch.nn.functional is imported as: a name, since it can be a variable just as well."""

_FACTOR = re.compile(r"-?[\w.]+|\([^()]*\)|[\w.]+\([^()]*\)")
"""An expression that can be multiplied as it stands."""

CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045, "tau": 6.283185307179586}

READ_AS = {
    "ln": "log",
    "fabs": "abs",
    "maximum": "max",
    "minimum": "min",
    "logistic": "sigmoid",
    "arctan": "atan",
    "arcsin": "asin",
    "arccos": "acos",
    "swish": "silu",
    "absolute": "abs",
    "fmax": "max",
    "fmin": "min",
    "expit": "sigmoid",
    "σ": "sigmoid",
    "sig": "sigmoid",
}
"""By a name used elsewhere, the function of that very meaning."""


def unknown(
    source: str,
    span: Span,
    name: str,
    arguments: Sequence[str],
    known: bool,
    qualified: bool,
    whole: Span | None = None,
) -> SourceError:
    """The error for a call of `name`, which is no function; `known` says that it is a variable of the text.
    `whole` is where the call stands.

    `qualified`: it is called as a method or from a module, `x.name(…)` or `torch.name(…)`.
    """
    name_shown, lower = shown(name), name.lower()
    close = lower if lower in FUNCTIONS else None
    if close is None and len(name) > 2 and not known:
        close = _turned(lower) or most_like(lower, FUNCTIONS, cutoff=0.7)
    if close is not None:
        return mistake("unknown-function/similar", source, span, [Fix(span, close)], name=name_shown)
    if not qualified and (known or len(name) <= 2) and len(arguments) == 1:
        return product(source, span, name, arguments[0], whole)
    return mistake("unknown-function", source, span, name=name_shown, known=known_functions())


def product(source: str, span: Span, name: str, argument: str, whole: Span | None) -> SourceError:
    """The error for a call of a value, which may be meant as a product."""
    fixes = [] if whole is None else [Fix(whole, f"{name} * ({argument})")]
    row = "unknown-function/product" if fixes else "unknown-function"
    return mistake(row, source, span, fixes, name=shown(name), known=known_functions())


def known_functions() -> str:
    """The names of all functions of the ops table."""
    return ", ".join(f"`{symbol}`" for symbol in FUNCTIONS)


def _turned(name: str) -> str | None:
    """The function that is written with the same letters: `tahn` is `tanh`."""
    letters = sorted(name)
    return next((function for function in FUNCTIONS if sorted(function) == letters), None)


def wrong_number(source: str, span: Span, op: Op, arguments: Sequence[str]) -> SourceError:
    """The error for a function called with too few or too many values."""
    given = ["none", "one", "two", "three"][len(arguments)] if len(arguments) < 4 else str(len(arguments))
    needed = "one value" if op.arity == 1 else "two values"
    if op.constants:
        needed += f" and {op.wants}"
    name = op.called
    words = {"name": name, "needed": needed, "given": given}
    if not op.constants and len(arguments) > op.arity:
        fixed = f"{name}({', '.join(arguments[: op.arity])})"
        for text in arguments[op.arity :] if op.arity > 1 else ():
            fixed = f"{name}({fixed}, {text})"
        return mistake("arity", source, span, [Fix(span, fixed)], **words)
    # What is missing only the person knows.
    return mistake(
        "arity/few", source, span, (), **words, fixed=example(op, "a") if op.constants else op.signature
    )


def example(op: Op, first: str) -> str:
    """A call that can be, on `first`: `clamp(x, -1, 1)`, `leaky_relu(x, 0.01)`, `pow(x, 2)`."""
    return f"{op.called}({', '.join([first, *_typical(op)])})"


def _typical(op: Op) -> list[str]:
    """Constants an op can have, as they are typed."""
    typical = {0: (), 1: (2.0,), 2: (-1.0, 1.0)}[len(op.constants)]
    pairs = zip(op.constants, typical, strict=True)
    return [f"{number if one.default is None else one.default:g}" for one, number in pairs]


def varying_exponent(
    source: str, span: Span, base: str, exponent: str, number: float | None, base_span: Span
) -> SourceError:
    """The error for a power whose exponent is not a constant, in the person's own words if short.

    `number` is what the base comes out as, if it is a constant.
    """
    if number is not None and not number > 0:
        variant = "/not-above-0"
    elif len(base) + len(exponent) > 60:
        variant = "/long"
    else:
        variant = "/number" if number is not None else ""
    words = {"base": shown(base, 60), "exponent": shown(exponent, 60)}
    factor = exponent if _FACTOR.fullmatch(exponent) else f"({exponent})"
    above = "" if number is not None else f"where {shown(base)} is above 0"
    written = Fix((base_span[0], span[1]), f"exp({factor} * log({base}))", above)
    if variant != "/not-above-0" and source[base_span[1] : span[0]].strip() != "**":  # `a **= b`, `pow(a, b)`
        variant = "/long"
    return mistake(
        f"exponent{variant}", source, span, [] if variant in ("/not-above-0", "/long") else [written], **words
    )


def field(source: str, span: Span, receiver: str, assigned: bool) -> SourceError:
    """The error for `x.name` where only a value can stand, or for an assignment to it."""
    after = source[span[0] : span[1]]
    name = after[1:].strip()
    fixed = f"{shown(receiver, 20)}.{name}"
    fixes: list[Fix] = []
    way = "assigned" if assigned else "function" if name in FUNCTIONS else name if name in FIELDS else "other"
    if way == "function":
        op = FUNCTIONS[name]
        fixed += f"({', '.join(_typical(op) or ('0',) * (op.arity - 1))})"
        if op.arity == 1 and not op.constants:
            begin = span[0] - len(receiver)
            begin = begin if source.startswith(receiver, max(begin, 0)) else span[0]
            fixes = [Fix((begin, span[1]), f"{source[begin : span[1]]}()")]
        else:
            way = "more"
    way_out = FIELDS[way].format(name=shown(receiver, 20), fixed=fixed)
    row = "field/assigned" if assigned else "field"
    return mistake(row, source, span, fixes, after=shown(after), way_out=way_out)


__all__ = ["FUNCTIONS", "OPERATORS"]
