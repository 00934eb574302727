"""The seven graphs that are measured, each as a text that is Python and backpulse's language alike."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from backpulse.engine import Graph, Value, graph_of


@dataclass(frozen=True)
class Case:
    """A graph to measure: its leaves with their values, and assignments of which the last is the root."""

    name: str
    leaves: Mapping[str, float]
    """In the order in which the graph's visit meets them."""
    lines: tuple[str, ...]
    graph: Graph
    """As backpulse sees it."""


def function(leaves: Mapping[str, float], lines: tuple[str, ...], **functions: Any) -> Callable[..., Any]:
    """The lines as a Python function of the leaves: what an engine's user writes, without any detour.

    `functions` are what `tanh` and `relu` mean to the engine; operators mean what its operands make of
    them.
    """
    root = lines[-1].split()[0]
    text = f"def build({', '.join(leaves)}):\n " + "\n ".join([*lines, f"return {root}"])
    names = dict(functions)
    exec(compile(text, "<case>", "exec"), names)
    build: Callable[..., Any] = names["build"]
    return build


def in_values(leaves: Mapping[str, float], lines: tuple[str, ...]) -> Callable[[], Value]:
    """What makes the lines of backpulse's Values, the root its result; the leaves bear their names."""
    build = function(leaves, lines, tanh=lambda x: x.tanh(), relu=lambda x: x.relu())

    def make() -> Value:
        root: Value = build(*(Value(value, label=name) for name, value in leaves.items()))
        return root

    return make


def case(name: str, leaves: Mapping[str, float], lines: tuple[str, ...]) -> Case:
    """A case whose leaves are in the graph's order; those that nothing uses are left out."""
    graph = graph_of(in_values(leaves, lines)())
    names = [graph.nodes[leaf].label for leaf in graph.leaves]
    return Case(name, {leaf: leaves[leaf] for leaf in names}, lines, graph)


@cache
def cases() -> dict[str, Callable[[], Case]]:
    """By name, how to make each; in order of size."""
    return {
        "g7": _g7,
        "neuron10": _neuron10,
        "readme33": _readme33,
        "mlp1029": _mlp1029,
        "chain10k": _chain10k,
        "batch22k": _batch22k,
        "dag100k": lambda: random_graph(100_000, "dag100k"),
    }


def _g7() -> Case:
    lines = ("e = a * b", "d = e + c", "L = d * f")
    return case("g7", {"a": 2.0, "b": -3.0, "c": 10.0, "f": -2.0}, lines)


def _neuron10() -> Case:
    leaves = {"x1": 2.0, "w1": -3.0, "x2": 0.0, "w2": 1.0, "b": 6.881373587019543}
    return case("neuron10", leaves, ("o = tanh(x1 * w1 + x2 * w2 + b)",))


def _readme33() -> Case:
    lines = (
        *("c = a + b", "d = a * b + b**3", "c += c + 1", "c += 1 + c + (-a)"),
        *("d += d * 2 + relu(b + a)", "d += 3 * d + relu(b - a)"),
        *("e = c - d", "f = e**2", "g = f / 2.0", "g += 10.0 / f"),
    )
    return case("readme33", {"a": -4.0, "b": 2.0}, lines)


def _network(rng: random.Random, sizes: tuple[int, ...]) -> tuple[dict[str, float], list[list[list[str]]]]:
    """The lecture's MLP: parameters, and per layer and neuron their names, the bias first."""
    parameters: dict[str, float] = {}
    layers = []
    for depth, (inputs, neurons) in enumerate(pairwise(sizes)):
        layer = [[f"w{depth}_{neuron}_{index}" for index in range(inputs + 1)] for neuron in range(neurons)]
        parameters |= {name: rng.uniform(-1, 1) / math.sqrt(inputs) for names in layer for name in names}
        layers.append(layer)
    return parameters, layers


def _forward(layers: list[list[list[str]]], inputs: list[str], prefix: str) -> tuple[list[str], str]:
    """Lines that run the network on `inputs`, every neuron through tanh, and the name of its output."""
    lines = []
    for depth, layer in enumerate(layers):
        outputs = []
        for neuron, (bias, *weights) in enumerate(layer):
            total = " + ".join([bias, *(f"{w} * {x}" for w, x in zip(weights, inputs, strict=True))])
            outputs.append(f"{prefix}{depth}_{neuron}")
            lines.append(f"{outputs[-1]} = tanh({total})")
        inputs = outputs
    return lines, inputs[0]


def _mlp1029() -> Case:
    leaves, layers = _network(random.Random(3), (3, 16, 16, 1))
    inputs = {"x0": 2.0, "x1": 3.0, "x2": -1.0}
    lines, _ = _forward(layers, list(inputs), "h")
    return case("mlp1029", inputs | leaves, tuple(lines))


def _chain10k() -> Case:
    steps = ["v = v * 0.9999" if step % 2 else "v = v + 0.0001" for step in range(4_999)]
    return case("chain10k", {"x": 1.0}, ("v = x * 0.9999", *steps))


def _batch22k() -> Case:
    rng = random.Random(32)
    leaves, layers = _network(rng, (3, 16, 16, 1))
    lines: list[str] = []
    losses = []
    for sample in range(32):
        inputs = {f"x{sample}_{index}": rng.uniform(-2, 2) for index in range(3)}
        leaves |= inputs
        own, output = _forward(layers, list(inputs), f"h{sample}_")
        losses.append(f"({output} - {rng.choice((1.0, -1.0))!r})**2")
        lines += own
    return case("batch22k", leaves, (*lines, f"loss = {' + '.join(losses)}"))


def random_graph(nodes: int, name: str) -> Case:
    """A graph of exactly so many nodes: ops on nodes drawn evenly from all before, the loose ends added up.

    One node in ten is a leaf. A product's second factor is a leaf, as a weight is, so that numbers stay
    moderate at any size.
    """
    rng = random.Random(nodes)
    count = nodes // 10
    leaves = {f"x{index}": rng.uniform(-1, 1) for index in range(count)}
    names = list(leaves)
    loose = dict.fromkeys(names)
    lines: list[str] = []
    patterns = ("{a} + {b}", "{a} - {b}", "{a} * {w}", "{a} * {w}", "tanh({a})", "relu({a})")

    def add(text: str, *used: str) -> None:
        for name in used:
            loose.pop(name, None)
        made = f"v{len(lines)}"
        lines.append(f"{made} = {text}")
        names.append(made)
        loose[made] = None

    # Joining the loose ends takes one sum fewer than there are.
    while (missing := nodes - len(names) - (len(loose) - 1)) > 0:
        a, b, w = rng.choice(names), rng.choice(names), names[rng.randrange(count)]
        pattern = rng.choice(patterns)
        used = [value for key, value in (("{a}", a), ("{b}", b), ("{w}", w)) if key in pattern]
        if missing == 1 and sum(name in loose for name in set(used)) != 1:
            continue
        add(pattern.format(a=a, b=b, w=w), *used)
    while len(loose) > 1:
        ends = list(loose)
        for a, b in zip(ends[::2], ends[1::2], strict=False):
            add(f"{a} + {b}", a, b)
    return case(name, leaves, tuple(lines))
