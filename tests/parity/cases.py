"""What is compared with PyTorch, by name: each row's points and kinks, golden cases, random programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.parity.programs import build, random_program, write
from tests.points import points, value_at

from backpulse.engine import OPS, Graph, expand, graph_of
from backpulse.parser import parse

GOLDEN = Path(__file__).parents[1] / "golden" / "expressions.json"


def rows() -> Iterator[tuple[str, Graph]]:
    """Every row at its points and kinks, closed; derived ones opened too."""
    for op in OPS.values():
        for point in points(op):
            _, root = value_at(op, point)
            yield f"{op.name} at {point}", graph_of(root)
            if op.derived:
                yield f"{op.name} opened at {point}", graph_of(expand(root).root)


def golden() -> Iterator[tuple[str, Graph]]:
    """Every golden case, closed and opened."""
    for case in json.loads(GOLDEN.read_text()):
        parsed = parse(case["source"])
        for name, value in parsed.leaves.items():
            value.data = float(case["values"][name])
        yield f"golden: {case['name']}", graph_of(parsed.root)
        yield f"golden: {case['name']}, opened", graph_of(expand(parsed.root).root)


def programs(count: int) -> Iterator[tuple[str, Graph]]:
    """Random programs: an even one as built, an odd one by way of its text; each closed and opened."""
    for seed in range(count):
        steps = random_program(seed)
        root = build(steps)
        # Of a text the root is what depends on a leaf.
        if seed % 2 and any(value.kind == "leaf" for value in graph_of(root).values):
            root = parse(write(steps)).root
        yield f"program {seed}", graph_of(root)
        yield f"program {seed}, opened", graph_of(expand(root).root)
