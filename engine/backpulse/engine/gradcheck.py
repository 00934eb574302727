"""Gradient check: the backward pass against forward mode and numeric differences, leaf by leaf.

The tests hold every row of the ops table to it. It is made to be shown, too: `reason` is a sentence for the
person who asks whether a gradient is right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backpulse.engine.findings import Finding, find
from backpulse.engine.forward_mode import tangents
from backpulse.engine.graph import Graph
from backpulse.engine.program import compile_graph

_MAY_DIFFER = ("kink", "tie", "vanishing", "corner", "flat", "frozen")
"""Kinds of finding at which numeric differences need not give the stated gradient."""


@dataclass(frozen=True, slots=True)
class LeafCheck:
    """The derivative of the root by one leaf, three times, and what to make of it."""

    leaf: int
    label: str
    backward: float
    forward: float
    """By forward mode: the same partials, taken in the other direction."""
    numeric: float
    """By central differences, extrapolated; nan where the function is not finite around the leaf."""
    error: float
    """How far the numeric one may be off."""
    agree: bool
    reason: str
    """Why they need not agree, why it cannot be told, or how they differ; "" when they agree."""


def gradcheck(graph: Graph, values: Sequence[float]) -> list[LeafCheck]:
    """For each leaf, in the order of `graph.leaves`, with the leaves at `values`: do all three agree?

    Where they do not, `reason` says why they need not (a kink, a number off the number line, a
    derivative too large for differences), or that the numeric one cannot tell, or else how far they are
    apart: then one of them is wrong.
    """
    program = compile_graph(graph)
    numbers = program.run(values)
    findings = find(graph, numbers)
    size = max((abs(sent) for sent in numbers.contributions if math.isfinite(sent)), default=0.0)
    # What rounding of every value on the way may do to the root, to first order.
    weights = [abs(value * grad) for value, grad in zip(numbers.values, numbers.grads, strict=True)]
    noise = 2.3e-16 * sum(filter(math.isfinite, weights))
    result = []
    for index, leaf in enumerate(graph.leaves):

        def at(x: float, index: int = index) -> float:
            return program.run([*values[:index], x, *values[index + 1 :]]).values[graph.root]

        x, backward = values[index], numbers.grads[leaf]
        forward = tangents(graph, numbers.values, leaf)[graph.root] or 0.0
        same = abs(backward - forward) <= 1e-9 * abs(backward) + 1e-12 * size
        for largest in _LARGEST:  # finer ones for a function with ripples that the first step strides over
            numeric, error = differentiate(at, x, noise, largest * (abs(x) or 1.0))
            near = abs(backward - numeric) <= 1e-6 * abs(backward) + 10 * error
            if near:
                break
        reason = ""
        if not math.isfinite(backward + forward):
            reason = _messages(findings) or "A number on the way is infinite or undefined."
        elif not (same and near):
            allowed = [finding for finding in findings if finding.code in _MAY_DIFFER]
            if same and allowed:
                reason = _messages(allowed)
            elif same and not math.isfinite(numeric):
                reason = "The function is not finite on both sides of this value."
            elif same and abs(backward) * 1e-10 * abs(x) > sum(
                abs(at(x * f)) for f in (1 - 1e-10, 1, 1 + 1e-10)
            ):
                reason = "The function changes too fast around this value for differences to follow."
            else:
                reason = (
                    f"They differ: backward {backward}, forward mode {forward}, numeric {numeric} ± {error}."
                )
        elif error > abs(backward) and (backward or error > 1e-9 * _size(at, x)):
            reason = (
                f"Cannot tell: the gradient is {backward:.3g}, and the numeric one {numeric:.3g} "
                f"± {error:.2g}: its error is larger than what it is to confirm."
            )
        label = graph.nodes[leaf].label
        result.append(LeafCheck(leaf, label, backward, forward, numeric, error, not reason, reason))
    return result


def _messages(findings: list[Finding]) -> str:
    return " ".join(finding.message for finding in findings)


def _size(function: Callable[[float], float], x: float) -> float:
    """How large a derivative could be here: a gradient of 0 can be told to a part of it only."""
    step = 0.05 * (abs(x) or 1.0)
    return max(abs(function(x + step)), abs(function(x)), abs(function(x - step))) / step


_LARGEST = (0.05, 1e-4, 1e-7)
_STEPS = 10
_SHRINK = 1.4


def differentiate(
    function: Callable[[float], float], x: float, noise: float, largest: float
) -> tuple[float, float]:
    """The derivative of `function` at `x` by Ridders' method, and how far it may be off.

    Central differences at steps that shrink from one chosen for the function's own scale, at most `largest`,
    extrapolated to a step of 0; the entry of the table with the least estimated error is taken. `noise` is
    how far rounding inside the function may move its value. (nan, inf) when no step gives finite values.

    C. J. F. Ridders, Accurate computation of F'(x) and F'(x)F''(x), Advances in Engineering Software 4
    (1982).
    """

    def difference(step: float) -> tuple[float, float]:
        above, below = x + step, x - step
        if above == below:  # finer than numbers are around x
            return math.nan, math.inf
        up, down = function(above), function(below)
        return (up - down) / (above - below), (noise + 2.3e-16 * (abs(up) + abs(down))) / step

    step = _first_step(difference, largest)
    best, least = math.nan, math.inf
    before: list[float] = []
    for _ in range(_STEPS):
        first, rounding = difference(step)
        row = [first]
        factor = 1.0
        for k, coarser in enumerate(before):
            factor *= _SHRINK**2
            row.append((factor * row[k] - coarser) / (factor - 1))
            error = max(abs(row[k + 1] - row[k]), abs(row[k + 1] - coarser)) + rounding
            if error < least:
                best, least = row[k + 1], error
        before = row
        step /= _SHRINK
    return best, least


def _first_step(difference: Callable[[float], tuple[float, float]], largest: float) -> float:
    """The largest of which three steps in a row, each a quarter of the last, give nearly the same."""
    steps = [largest * 0.25**k for k in range(22)]
    seen: list[tuple[float, float]] = []
    for k, step in enumerate(steps):
        seen.append(difference(step))
        (x, _), (y, _), (z, rounding) = seen[-3:] if k > 1 else [(math.nan, 0.0)] * 3
        if abs(x - y) <= 0.1 * abs(z) + rounding and abs(y - z) <= 0.1 * abs(z) + rounding:
            return steps[k - 2]
    for step, (x, _) in zip(steps, seen, strict=True):
        if math.isfinite(x):
            return step
    return largest
