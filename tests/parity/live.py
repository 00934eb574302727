"""PyTorch, live: every row, every golden case, random programs. Run by `make parity`, not by `make test`."""

from __future__ import annotations

import math

import pytest
import torch
from tests.parity import cases, record, torch_side
from tests.parity.compare import close, figures, undetermined
from tests.parser.programs import printed_by_torch, recorded
from tests.view.exported import pictures

from backpulse.engine import OPS, Graph, Value, graph_of
from backpulse.view.exports import FORMATS

PROGRAMS = 2500


@pytest.mark.parametrize(
    "graph", [pytest.param(graph, id=name) for name, graph in (*cases.rows(), *cases.golden())]
)
def test_rows_and_golden_cases(graph: Graph) -> None:
    mine = figures(graph)
    value, grads = torch_side.run(graph)
    assert all(map(close, mine, [value, *grads])), (mine, value, grads)


def test_random_programs() -> None:
    """Each closed and opened. Of the few that are not close to 1e-12, none may be determined so far."""
    wrong, few, count = [], 0, 0
    kinds = dict.fromkeys(("infinite", "undefined", "zero gradient", "negative", "huge", "tiny"), 0)
    for name, graph in cases.programs(PROGRAMS):
        mine = figures(graph)
        value, grads = torch_side.run(graph)
        theirs = [value, *grads]
        count += 1
        kinds["infinite"] += any(map(math.isinf, theirs))
        kinds["undefined"] += any(map(math.isnan, theirs))
        kinds["zero gradient"] += 0.0 in grads
        kinds["negative"] += any(x < 0 for x in theirs)
        kinds["huge"] += any(1e12 < abs(x) < math.inf for x in theirs)
        kinds["tiny"] += any(0 < abs(x) < 1e-12 for x in theirs)
        if not all(map(close, mine, theirs)):
            few += 1
            if not undetermined(graph, mine, theirs):
                wrong.append((name, mine, theirs))
    print(f"\n{count} programs, {few} with digits that rounding leaves undetermined; of them {kinds}")
    assert wrong == []
    assert count == 2 * PROGRAMS
    assert few <= count // 200
    assert min(kinds.values()) >= 50


def test_exported_programs_run_and_their_asserts_hold() -> None:
    count = 0
    for name, picture in pictures():
        text = FORMATS["torch"].write(picture)
        exec(compile(text, name, "exec"), {})
        count += 1
    assert count > 150


def test_the_record_has_not_drifted() -> None:
    known = record.read()
    assert known["torch"] == torch.__version__, "record again: python -m tests.parity.record"
    assert known["programs"] == record.PROGRAMS
    live = {}
    for name, graph in record.recorded_cases():
        value, grads = torch_side.run(graph)
        live[name] = graph, [value, *grads]
    assert live.keys() == known["cases"].keys()
    for name, (graph, theirs) in live.items():
        before = known["cases"][name]
        assert all(map(close, before, theirs)) or undetermined(graph, before, theirs), name


def test_what_programs_print_has_not_drifted() -> None:
    """Those that the parser is held to without PyTorch (`python -m tests.parser.programs` records them)."""
    assert printed_by_torch() == recorded()["printed"]
    assert recorded()["torch"] == torch.__version__


def test_differences_on_purpose_are_those_the_rows_name() -> None:
    """Below 2 ** -1024 a reciprocal alone is infinite; PyTorch divides the gradient in one step."""
    assert [op.name for op in OPS.values() if op.differs] == ["div", "log", "reciprocal", "softsign"]
    for op in ("div", "log"):
        x = Value(1e-310)
        root = (x / 1e-310 if op == "div" else x.log()) * 1e-300
        root.backward()
        _, grads = torch_side.run(graph_of(root))
        assert abs(x.grad) == math.inf
        assert math.isfinite(grads[0])
