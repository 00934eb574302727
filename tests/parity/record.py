"""PyTorch's figures, for runs without it. Recorded anew by `python -m tests.parity.record`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from tests.parity import cases

from backpulse.engine import Graph

FILE = Path(__file__).with_name("record.json")
PROGRAMS = 150
"""How many of the random programs are recorded, from seed 0."""


def recorded_cases() -> Iterator[tuple[str, Graph]]:
    """The share of the comparison that is recorded: all rows, all golden cases, some programs."""
    return chain(cases.rows(), cases.golden(), cases.programs(PROGRAMS))


def read() -> dict[str, Any]:
    """The record: the version of torch, and by case the root's value and the leaves' gradients."""
    record: dict[str, Any] = json.loads(FILE.read_text())
    record["cases"] = {name: [float(x) for x in numbers] for name, numbers in record["cases"].items()}
    return record


def main() -> None:
    """Run PyTorch on every recorded case and write the record."""
    import torch
    from tests.parity import torch_side

    lines = []
    for name, graph in recorded_cases():
        value, grads = torch_side.run(graph)
        numbers = [x if math.isfinite(x) else str(x) for x in (value, *grads)]
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(numbers)}")
    head = f'{{\n "torch": "{torch.__version__}",\n "programs": {PROGRAMS},\n "cases": {{\n'
    FILE.write_text(head + ",\n".join(lines) + "\n }\n}\n")


if __name__ == "__main__":
    main()
