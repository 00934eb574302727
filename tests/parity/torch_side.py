"""The same graph in PyTorch: scalars in float64, one tensor a node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from backpulse.engine import OPS as TABLE
from backpulse.engine import Graph
from backpulse.engine.op import constants_of

OPS: Mapping[str, Callable[..., Any]] = {
    op.name: eval(f"lambda {', '.join(op.names)}: {op.in_torch}", {"torch": torch}) for op in TABLE.values()
}
"""Each row's own spelling for PyTorch."""


def run(graph: Graph) -> tuple[float, list[float]]:
    """The root's value and the gradient of each leaf, in the order of `graph.leaves`."""
    tensors: list[Any] = []
    for node in graph.nodes:
        inputs = [tensors[child] for child in node.inputs]
        if node.kind != "op":
            made = torch.tensor(node.data, dtype=torch.float64, requires_grad=node.kind == "leaf")
        else:
            made = OPS[node.op](*inputs, *constants_of(node.param))
        tensors.append(made)
    root = tensors[graph.root]
    if root.requires_grad:
        root.backward()
    return root.item(), [0.0 if tensors[i].grad is None else tensors[i].grad.item() for i in graph.leaves]
