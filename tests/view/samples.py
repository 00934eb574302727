"""Expressions and graphs that the layout is tried on."""

from __future__ import annotations

import json
import random
from pathlib import Path

from backpulse.engine import Graph, Value, apply, expand, graph_of
from backpulse.parser import parse

GOLDEN = Path(__file__).parent.parent / "golden" / "expressions.json"
OTHERS = (
    "a",
    "2 * 3",
    "L = (a*b + c)*f",
    "max(a * b, c)",
    "tanh(w*x + b)",
    "sqrt(x**2 + y**2)",
    "exp(a) / (exp(a) + exp(b))",
    "a*b + c*d + e*f",
    "sin(x) * cos(x)",
    "log(a * b) + a",
)


def _structure(graph: Graph) -> tuple[object, ...]:
    return tuple((node.kind, node.op, node.inputs) for node in graph.nodes)


def graphs() -> dict[str, Graph]:
    """The golden expressions and some others, closed and opened, each structure once."""
    sources = [str(case["source"]) for case in json.loads(GOLDEN.read_text())]
    found: dict[tuple[object, ...], tuple[str, Graph]] = {}
    for source in [*sources, *OTHERS]:
        root = parse(source).root
        for name, value in ((source, root), (f"opened {source}", expand(root).root)):
            graph = graph_of(value)
            found.setdefault(_structure(graph), (name, graph))
    return dict(found.values())


def at_random(seed: int) -> Graph:
    """A small graph with shared nodes, constants and parallel arrows."""
    dice = random.Random(seed)
    pool = [Value(1.0, label="abcd"[i]) for i in range(dice.randint(1, 4))]
    for _ in range(dice.randint(1, 7)):
        x = pool[-1] if dice.random() < 0.6 else dice.choice(pool)
        y = dice.choice([*pool, Value.const(2.0)])
        kind = dice.choice(("one", "two", "two", "two", "power"))
        if kind == "one":
            pool.append(apply(dice.choice(("tanh", "relu", "exp")), x))
        elif kind == "power":
            pool.append(x**2)
        else:
            pool.append(apply(dice.choice(("add", "mul", "sub", "div")), x, y))
    return graph_of(pool[-1])


def sum_of(count: int) -> Graph:
    """`a0 + a1 + …`: one long chain, and leaves that wait for it."""
    total = Value(1.0, label="a0")
    for i in range(1, count):
        total = total + Value(1.0, label=f"a{i}")
    return graph_of(total)


def perceptron(*sizes: int) -> Graph:
    """A multilayer perceptron of scalars with relu between its layers."""
    layer = [Value(1.0, label=f"x{i}") for i in range(sizes[0])]
    for depth, width in enumerate(sizes[1:]):
        made = []
        for unit in range(width):
            act = Value(0.1, label=f"b{depth}{unit}")
            for i, x in enumerate(layer):
                act = act + Value(0.1, label=f"w{depth}{unit}{i}") * x
            made.append(act if depth == len(sizes) - 2 else apply("relu", act))
        layer = made
    return graph_of(layer[0])
