"""Ops that a program spells out by itself, recognised by the formulas and signs of the ops table."""

from __future__ import annotations

import re
from functools import cache
from math import isclose, isnan
from typing import Any

from backpulse.engine import OPS, Op, Value
from backpulse.engine.ieee import DEFINITIONS
from backpulse.engine.op import packed
from backpulse.engine.rules import RULES
from backpulse.parser import functions
from backpulse.parser.machine.libraries.mathematics import MATHEMATICS
from backpulse.parser.machine.objects import Call, OpFunction

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\S")
_NUMBER = r"-?(?:\d+(?:\.\d*)?(?:e[-+]?\d+)?)"
_WORDS = frozenset(("if", "else", "or", "and", "not"))


@cache
def _formulas() -> list[tuple[re.Pattern[str], Op]]:
    """Of every op that chooses, how its formula stands in a text, and how PyTorch's does."""
    rows = [
        (formula, op)
        for op in OPS.values()
        for formula in (op.forward, op.torch)
        if " if " in formula and not formula.startswith("torch.")
    ]
    return [(re.compile(_pattern(formula, op)), op) for formula, op in rows]


def _pattern(formula: str, op: Op) -> str:
    parts: list[str] = []
    seen: set[str] = set()
    for token in _TOKEN.findall(formula):
        if token in op.names:
            # A number is one of two inputs alike; elsewhere it would be a slope: `1.0 if a > 0 else 0.0`.
            word = rf"[A-Za-z_]\w*|{_NUMBER}" if op.name in ("max", "min") else r"[A-Za-z_]\w*"
            what = word if token in "ab" else _NUMBER
            parts.append(f"(?P={token})" if token in seen else f"(?P<{token}>{what})")
            seen.add(token)
        elif token[0].isdigit():
            parts.append(rf"{re.escape(token)}(?:\.0)?" if "." not in token else re.escape(token))
        elif token.isidentifier() and token not in _WORDS:
            parts.append(rf"(?:math\.|ieee_)?{token}")
        else:
            parts.append(re.escape(token))
    return r"\s*".join(rf"\b{part}\b" if part in _WORDS else part for part in parts)


def formula_of(text: str) -> tuple[Op, dict[str, str]] | None:
    """The op whose formula a text is, and what stands there for its inputs and constants."""
    if not re.search(r"[<>]", text):
        return None
    for pattern, op in _formulas():
        if match := pattern.fullmatch(text):
            return op, match.groupdict()
    return None


def op_of_label(machine: Any, number: Any, inputs: list[Value], label: str, call: Call) -> Value | None:
    """The op of `Value(math.tanh(a.data), (a,), "tanh")`: by its sign, if its number is the op's own.

    What belongs to the op itself stands in the sign (`**3`), or is a name of the function: `n`, `lo`, `hi`.
    """
    sign, given = ("**", label[2:]) if label.startswith("**") else (label, "")
    for op in OPS.values():
        alike = functions.READ_AS.get(label.lower()) == op.name or label.lower() == op.name
        if len(inputs) != op.arity or not (sign == op.symbol or alike):
            continue
        constants = [machine.find(name) for name in op.names[op.arity :]]
        if given:
            constants = [_number(given)]
        if not all(machine.is_number(machine.plain_of(one)) for one in constants):
            continue
        param = packed([float(machine.plain_of(one)) for one in constants])
        data = [value.data for value in inputs]
        forward = RULES[op.name].forward(data[0], data[-1], 0.0 if param is None else param)
        if _same(forward, float(machine.as_number(number, call.span))):
            return machine.apply(op.name, tuple(inputs), call.span, param)  # type: ignore[no-any-return]
    return None


def _number(text: str) -> Any:
    try:
        return float(text.strip("() "))
    except ValueError:
        return None


def _same(a: float, b: float) -> bool:
    return isclose(a, b, rel_tol=1e-12) or (isnan(a) and isnan(b))


def ieee_function(name: str) -> Any:
    """What a function stands for that exported programs bring along: what `1/0` is, as IEEE 754 has it."""
    short = name.removeprefix("ieee_")
    if short == name or short not in DEFINITIONS:
        return None
    return OpFunction(short, qualified=True) if short in functions.FUNCTIONS else MATHEMATICS[short]
