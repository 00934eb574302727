"""The same graph in PyTorch: scalars in float64, one tensor a node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from backpulse.engine import Graph

OPS: Mapping[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "relu": torch.relu,
    "exp": torch.exp,
    "log": torch.log,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "sin": torch.sin,
    "cos": torch.cos,
    "sqrt": torch.sqrt,
    "abs": torch.abs,
    "max": torch.maximum,
    "min": torch.minimum,
}


def run(graph: Graph) -> tuple[float, list[float]]:
    """The root's value and the gradient of each leaf, in the order of `graph.leaves`."""
    tensors: list[Any] = []
    for node in graph.nodes:
        inputs = [tensors[child] for child in node.inputs]
        if node.kind != "op":
            made = torch.tensor(node.data, dtype=torch.float64, requires_grad=node.kind == "leaf")
        else:
            made = inputs[0] ** node.param if node.op == "pow" else OPS[node.op](*inputs)
        tensors.append(made)
    root = tensors[graph.root]
    if root.requires_grad:
        root.backward()
    return root.item(), [0.0 if tensors[i].grad is None else tensors[i].grad.item() for i in graph.leaves]
