"""Random programs, the same for the same seed: built as values, or written as text for the parser."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from backpulse.engine import OPS, Value, apply

DRAWN = (
    *("add", "sub", "mul", "div", "neg", "pow", "relu", "exp", "log"),
    *("tanh", "sigmoid", "sin", "cos", "sqrt", "abs", "max", "min"),
)
"""The ops of a recorded program: a list of its own, so that a new op changes no program there is."""
EXPONENTS = (0.0, 1.0, 2.0, 3.0, -1.0, -2.0, 0.5, -0.5, 4.0, 1.5, 2.5, -3.0)


@dataclass(frozen=True)
class Step:
    """A leaf or a constant (`op` is "leaf" or "const") with its number; or an op on earlier steps."""

    op: str
    operands: tuple[int, ...] = ()
    number: float | None = None


def random_program(seed: int, max_ops: int = 24) -> list[Step]:
    """Up to `max_ops` ops on up to five leaves: shared parts, repeated leaves, numbers of all sizes."""
    rng = random.Random(seed)
    numbers: tuple[Callable[[], float], ...] = (
        *(lambda: rng.gauss(0, 1), lambda: rng.gauss(0, 3), lambda: rng.uniform(-1, 1)) * 3,
        lambda: float(rng.randint(-4, 4)),
        lambda: rng.gauss(0, 1) * 10 ** rng.randint(-6, 6),
        lambda: rng.gauss(0, 1) * 10 ** rng.randint(-200, 200),
        lambda: rng.uniform(-800, 800),
    )
    steps = [Step("leaf", (), rng.choice(numbers)()) for _ in range(rng.randint(1, 5))]
    names = [*DRAWN, "add", "sub", "mul", "mul"]
    for _ in range(rng.randint(2, max_ops)):
        if rng.random() < 0.1:
            steps.append(
                Step("const", (), float(rng.randint(-3, 3)) if rng.random() < 0.5 else rng.gauss(0, 2))
            )
        op = OPS[rng.choice(names)]
        # Mostly of late steps, so that most of the program matters to its end.
        operands = tuple(
            rng.randrange(max(0, len(steps) - 4), len(steps))
            if rng.random() < 0.7
            else rng.randrange(len(steps))
            for _ in range(op.arity)
        )
        steps.append(Step(op.name, operands, rng.choice(EXPONENTS) if op.constants else None))
    return steps


def build(steps: list[Step]) -> Value:
    """The program as values; the last step is the root, leaf number k is labelled `xk`."""
    values: list[Value] = []
    for k, step in enumerate(steps):
        if step.op == "leaf":
            values.append(Value(step.number or 0.0, label=f"x{k}"))
        elif step.op == "const":
            values.append(Value.const(step.number or 0.0))
        else:
            values.append(apply(step.op, *(values[i] for i in step.operands), param=step.number))
    return values[-1]


def write(steps: list[Step]) -> str:
    """The program as text. A name is bound anew as soon as its old value is not needed any more."""
    last_use = {i: k for k, step in enumerate(steps) for i in step.operands}
    names: dict[int, str] = {}
    free: list[str] = []
    lines = []
    fixed: set[int] = set()  # constants, and ops on constants alone: a number with a name would be a leaf
    for k, step in enumerate(steps):
        if step.op == "const" or (step.operands and fixed.issuperset(step.operands)):
            fixed.add(k)
        if step.op == "leaf":
            names[k] = f"x{k}"
            lines.append(f"x{k} = {step.number!r}")
        elif step.op == "const":
            names[k] = f"({step.number!r})"
        elif k in fixed:
            names[k] = f"({_statement('', step, [names[i] for i in step.operands]).removeprefix(' = ')})"
        else:
            done = {
                names[i]
                for i in step.operands
                if last_use[i] == k and steps[i].op != "leaf" and i not in fixed
            }
            operands = [names[i] for i in step.operands]
            free += sorted(done)
            names[k] = free.pop() if free else f"t{k}"
            lines.append(_statement(names[k], step, operands))
    return "\n".join(lines)


def _statement(name: str, step: Step, operands: list[str]) -> str:
    op = OPS[step.op]
    if not op.infix:
        return f"{name} = {op.symbol}({', '.join(operands)})"
    if op.arity == 1 and not op.constants:
        return f"{name} = {op.symbol}{operands[0]}"
    left, right = operands[0], repr(step.number) if op.constants else operands[1]
    return f"{name} {op.symbol}= {right}" if name == left else f"{name} = {left} {op.symbol} {right}"
