"""What exports are tried on: the lecture's cases, the presets, every row of the ops table at its points."""

from __future__ import annotations

from collections.abc import Iterator

from tests.golden.test_expressions import CASES

from backpulse.answering.presets import PRESETS
from backpulse.engine import OPS, Value, apply
from backpulse.engine.op import Op
from backpulse.view.exports import Snapshot
from backpulse.view.expression import Expression, of_text, of_value

HOSTILE = (
    '"); import os; os.abort() #',
    "x\nimport os; os.abort()",
    "__builtins__",
    "math",
    "close",
    'a|b`c`"d"<e>&amp;#35;{f}[g]$\\h$;%%',
    "‮\u2028\x07",
    "=HYPERLINK()",
    "- 1. item",
    "\\input{/etc/passwd}",
    "λ·中文 🙂",
    "end",
)
"""Labels that would break out of any format that lets them."""


def pictures() -> Iterator[tuple[str, Snapshot]]:
    """Everything, each with what it is."""
    for case in CASES:
        for expand in (False, True):
            subject = of_text(case["source"], expand)
            leaves = [float(case["values"][name]) for name in subject.names]
            yield f"{case['name']}{' opened' if expand else ''}", Snapshot(subject, leaves)
    for preset in PRESETS:
        subject = of_text(preset.source)
        yield preset.name, Snapshot(subject, [preset.values[name] for name in subject.names])
    for op in OPS.values():
        for point in [*op.points, *(point for point, _ in op.kinks)]:
            subject = _row(op, point)
            yield (
                f"{op.name} at {point}",
                Snapshot(subject, [subject.graph.nodes[i].data for i in subject.graph.leaves]),
            )
    yield "hostile labels", hostile()
    for source in (
        "3",
        "2 ** 3 - relu(-1)",
        "a",
        "1 / 0",
        "max(2, a) * max(a, a)",
        "# words\na  # of the author",
    ):
        subject = of_text(source)
        yield source, Snapshot(subject, subject.starts)


def _row(op: Op, point: tuple[float, ...]) -> Expression:
    """The op at a point, twice over, so that its inputs receive from two sides."""
    inputs = [Value(x, label=name) for name, x in zip("ab", point[: op.arity], strict=False)]
    y = apply(op.name, *inputs, param=point[1] if op.parametric else None)
    return of_value(y * 2.0 + y * inputs[-1])


def hostile() -> Snapshot:
    """A graph whose leaves and ops are called what nothing should be called."""
    total = Value(1.0)
    for place, label in enumerate(HOSTILE):
        leaf = Value(place / 4 - 1, label=label)
        total = total + leaf * 1.5
        total.label = label
    subject = of_value(total.tanh())
    return Snapshot(subject, subject.starts)
