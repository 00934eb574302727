"""The plan for small graphs: straight-line Python, from the rows' formulas and numbers alone."""

from __future__ import annotations

import marshal
from types import FunctionType
from typing import Any, NamedTuple, cast

from backpulse.engine.formula import FAST, FAST_ERRORS
from backpulse.engine.graph import Graph
from backpulse.engine.plan import Plan, Unfold
from backpulse.engine.writer import Writer


def straight(graph: Graph, fallback: Plan) -> Plan:
    """The whole graph as one function. Where a number leaves the number line, `fallback` answers."""
    writer = Writer(graph)
    text = source(writer)
    names = _names(fallback, writer.unfold())
    exec(compile(text, "<straight-line program>", "exec"), names)
    plan: Plan = names["evaluate"]
    return plan


class Code(NamedTuple):
    """A straight plan, whose making takes long, ready to travel to another process of the same Python."""

    code: bytes
    """Marshalled."""
    unfold: Unfold


def code_of(plan: Plan) -> Code:
    """What `plan_of` makes this straight plan from."""
    function = cast(FunctionType, plan)
    return Code(marshal.dumps(function.__code__), function.__globals__["unfold"])


def plan_of(code: Code, fallback: Plan) -> Plan:
    """The straight plan again, from code that `code_of` gave. Never for code from anywhere else."""
    return FunctionType(marshal.loads(code.code), _names(fallback, code.unfold))


def _names(fallback: Plan, unfold: Unfold) -> dict[str, Any]:
    """What the program's names mean."""
    return {**FAST.names, "fallback": fallback, "unfold": unfold, "errors": FAST_ERRORS}


def source(writer: Writer) -> str:
    """The program's text: made of formulas, numbers and generated names, never of anything a user typed."""
    lines = [f"{name} = {text}" for name, text in writer.lines()]
    leaves = "".join(f"{leaf}, " for leaf in writer.leaves)
    held = ", ".join([*writer.place, *writer.literals()])
    body = [f"{leaves}= x" if leaves else "() = x", *lines, f"return [{held}], unfold"]
    head, foot = ["def evaluate(x):", " try:"], [" except errors:", "  return fallback(x)", ""]
    return "\n".join([*head, *("  " + line for line in body), *foot])
