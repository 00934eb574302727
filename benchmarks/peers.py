"""The engines: each makes a case ready, so that one call evaluates it anew at given leaf values.

backpulse records the whole trace (values, gradients, locals, contributions, totals), each number of it once;
as `row` it also lays them out as one row. The others leave the gradients of the leaves only. Each is given a
list of floats, and answers in its own form with numbers that the next call does not overwrite.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.graphs import Case, function

from backpulse.engine import Program, compile_graph
from backpulse.engine.plan import Evaluation, Record

_JAX_MOST = 20_000
"""Nodes; XLA had not compiled the batch of 22,112 after five minutes."""


class Engine(NamedTuple):
    """A case made ready: `run` evaluates it, `read` takes the root's value and the leaf gradients out."""

    run: Callable[[Sequence[float]], Any]
    read: Callable[[Any], tuple[float, Sequence[float]]]


def backpulse(case: Case) -> Engine:
    """The program after its first runs: it may be made in pieces over them."""
    evaluate = _program(case).evaluate

    def read(evaluation: Evaluation) -> tuple[float, Sequence[float]]:
        numbers, unfold = evaluation
        return _of_record(unfold(numbers), case)

    return Engine(evaluate, read)


def row(case: Case) -> Engine:
    """The same program, as the server runs it."""
    return Engine(_program(case).record, lambda record: _of_record(record, case))


def _program(case: Case) -> Program:
    program = compile_graph(case.graph)
    for _ in range(10 + len(case.graph.nodes) // 200):
        program.evaluate(list(case.leaves.values()))
    return program


def _of_record(record: Record, case: Case) -> tuple[float, Sequence[float]]:
    nodes = len(case.graph.nodes)
    return record[case.graph.root], [record[nodes + leaf] for leaf in case.graph.leaves]


def micrograd(case: Case) -> Engine:
    """New leaf values mean a new graph. `tanh`, which the package lacks, is the lecture's."""
    import math

    from micrograd.engine import Value

    def tanh(x: Any) -> Any:
        t = math.tanh(x.data)
        out = Value(t, (x,), "tanh")

        def _backward() -> None:
            x.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    build = function(case.leaves, case.lines, tanh=tanh, relu=Value.relu)

    def run(values: Sequence[float]) -> Any:
        leaves = [Value(value) for value in values]
        root = build(*leaves)
        root.backward()
        return root, leaves

    return Engine(run, lambda result: (result[0].data, [leaf.grad for leaf in result[1]]))


def torch(case: Case) -> Engine:
    """Scalar tensors in float64; new leaf values mean a new graph."""
    import torch as engine

    engine.set_num_threads(1)
    engine.set_default_dtype(engine.float64)
    build = function(case.leaves, case.lines, tanh=engine.tanh, relu=engine.relu)

    def run(values: Sequence[float]) -> Any:
        leaves = [engine.tensor(value, requires_grad=True) for value in values]
        root = build(*leaves)
        root.backward()
        return root, leaves

    return Engine(run, lambda result: (result[0].item(), [leaf.grad.item() for leaf in result[1]]))


def jax(case: Case) -> Engine | None:
    """One compiled function of all leaves; None for graphs that XLA does not compile in minutes."""
    if len(case.graph.nodes) > _JAX_MOST:
        return None
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax as engine
    import numpy as np

    engine.config.update("jax_enable_x64", True)
    build = function(case.leaves, case.lines, tanh=engine.numpy.tanh, relu=engine.nn.relu)
    compiled = engine.jit(engine.value_and_grad(lambda x: build(*x)))

    def run(values: Sequence[float]) -> Any:
        return engine.block_until_ready(compiled(np.array(values)))

    return Engine(run, lambda result: (float(result[0]), result[1].tolist()))


_OPS = ("", "add", "sub", "mul", "div", "neg", "pow", "tanh", "relu")


def c(case: Case) -> Engine:
    """`tape.c`, compiled by gcc -O2, through ctypes."""
    nodes, leaves = case.graph.nodes, case.graph.leaves
    ints, doubles = ctypes.c_int * len(nodes), ctypes.c_double * len(nodes)
    given, out = ((ctypes.c_double * len(leaves))() for _ in range(2))
    values, grads = doubles(*(node.data for node in nodes)), doubles()
    arrays = (
        ints(*(_OPS.index(node.op) for node in nodes)),
        ints(*(node.inputs[0] if node.inputs else 0 for node in nodes)),
        ints(*(node.inputs[-1] if node.inputs else 0 for node in nodes)),
        (ctypes.c_int * len(leaves))(*leaves),
        doubles(*(node.param or 0.0 for node in nodes)),
        given,
        values,
        grads,
        out,
    )
    tape = _Tape(len(nodes), len(leaves), *(ctypes.cast(array, ctypes.c_void_p) for array in arrays))
    call, where = _compiled().run, ctypes.byref(tape)

    def run(leaf_values: Sequence[float]) -> Any:
        given[:] = list(leaf_values)
        call(where)
        return bytes(out)

    return Engine(run, lambda grads: (values[len(nodes) - 1], memoryview(grads).cast("d")))


class _Tape(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_long),
        ("leaves", ctypes.c_long),
        *((name, ctypes.c_void_p) for name in ("op", "a", "b", "leaf", "n", "given", "v", "g", "out")),
    )


def _compiled() -> ctypes.CDLL:
    source = Path(__file__).with_name("tape.c")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "tape.so"
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.run.restype = None
    return loaded


ENGINES: Mapping[str, Callable[[Case], Engine | None]] = {
    "backpulse": backpulse,
    "row": row,
    "micrograd": micrograd,
    "torch": torch,
    "jax": jax,
    "c": c,
}
