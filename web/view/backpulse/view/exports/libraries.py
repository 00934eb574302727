"""A graph as a program for backpulse itself, and for PyTorch."""

from __future__ import annotations

import re

from backpulse.engine import OPS, Op
from backpulse.parser.write import Piece
from backpulse.view.exports.program import Library, exact, method, program
from backpulse.view.exports.script import NEEDED, Script
from backpulse.view.exports.snapshot import Snapshot


def python(snapshot: Snapshot) -> str:
    """With backpulse."""
    library = Library(lambda number: f"Value.const({exact(number)})", method, NEEDED | {"Value"})
    made = program(snapshot, library, {})
    leaves = zip((made.names[leaf] for leaf in snapshot.graph.leaves), snapshot.leaves, strict=True)
    script = Script(
        "With backpulse.",
        ["import math", "", "from backpulse.engine import Value"],
        [],
        [
            *(f'{name} = Value({exact(x)}, label="{name}")' for name, x in leaves),
            *made.statements,
            f"{made.names[snapshot.graph.root]}.backward()",
        ],
        {node: f"{name}.data" for node, name in made.names.items()},
        {node: f"{name}.grad" for node, name in made.names.items()},
    )
    return script.text(snapshot)


def torch(snapshot: Snapshot) -> str:
    """With PyTorch, in float64."""
    library = Library(
        lambda number: f"torch.tensor({exact(number)})", _torch_call, NEEDED | {"torch"} | _BROUGHT
    )
    made = program(snapshot, library, {})
    leaves = zip((made.names[leaf] for leaf in snapshot.graph.leaves), snapshot.leaves, strict=True)
    # What depends on no leaf has nothing to send back.
    backward = [f"{made.names[snapshot.graph.root]}.backward()"] if snapshot.graph.leaves else []
    script = Script(
        "With PyTorch.",
        ["import math", "", "import torch", "", "torch.set_default_dtype(torch.float64)"],
        _torch_functions(snapshot),
        [
            *(f"{name} = torch.tensor({exact(x)}, requires_grad=True)" for name, x in leaves),
            *made.statements,
            *backward,
        ],
        {node: f"{name}.item()" for node, name in made.names.items()},
        {node: f"{name}.grad.item()" for node, name in made.names.items()},
    )
    return script.text(snapshot)


def _torch_call(op: Op, inputs: list[Piece], constants: list[str]) -> str:
    """The row's spelling, filled in; what PyTorch has no function for is one that the program brings."""
    texts = [*(text for text, _ in inputs), *constants]
    if _brought(op):
        return f"{op.name}({', '.join(texts)})"
    names = dict(zip(op.names, texts, strict=True))
    return re.sub(rf"\b({'|'.join(names)})\b", lambda match: names[match[0]], op.in_torch)


def _brought(op: Op) -> bool:
    return not op.infix and not op.in_torch.startswith("torch.")


def _torch_functions(snapshot: Snapshot) -> list[str]:
    ops = dict.fromkeys(OPS[node.op] for node in snapshot.graph.nodes if node.op)
    parts = [
        line
        for op in ops
        if _brought(op)
        for line in ("", "", f"def {op.name}({', '.join(op.names)}):", f"    return {op.in_torch}")
    ]
    return [*parts, "", ""] if parts else []


_BROUGHT = frozenset(op.name for op in OPS.values() if _brought(op))
