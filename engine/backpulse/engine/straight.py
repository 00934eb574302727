"""The quick plan: straight-line Python written for one graph from the rows' formulas and numbers alone."""

from __future__ import annotations

from typing import Any

from backpulse.engine.formula import QUICK
from backpulse.engine.graph import Graph
from backpulse.engine.plan import Plan
from backpulse.engine.writer import OFF_THE_LINE, Writer


def straight(graph: Graph, careful: Plan) -> Plan:
    """The whole graph as one function. Where a number leaves the number line, `careful` answers."""
    writer = Writer(graph)
    text = source(writer)
    names: dict[str, Any] = {
        **QUICK.names,
        "careful": careful,
        "unfold": writer.unfold(),
        "off_the_line": OFF_THE_LINE,
    }
    exec(compile(text, "<straight-line program>", "exec"), names)
    plan: Plan = names["evaluate"]
    return plan


def source(writer: Writer) -> str:
    """The program's text: made of formulas, numbers and generated names, never of anything a user typed."""
    lines = [f"{name} = {text}" for name, text in writer.lines()]
    leaves = "".join(f"{leaf}, " for leaf in writer.leaves)
    held = ", ".join([*writer.place, *writer.literals()])
    body = [f"{leaves}= x" if leaves else "() = x", *lines, f"return [{held}], unfold"]
    head, foot = ["def evaluate(x):", " try:"], [" except off_the_line:", "  return careful(x)", ""]
    return "\n".join([*head, *("  " + line for line in body), *foot])
