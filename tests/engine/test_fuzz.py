"""Any program at any finite leaves: nothing raises, all ways agree, and every trace passes its check."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parity.programs import build, random_program

from backpulse.engine import compile_graph, expand, graph_of, trace
from backpulse.engine.findings import KINDS
from backpulse.engine.start import starts
from backpulse.engine.tape import tape
from backpulse.engine.tracing import check, same

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 10_000), leaves=st.lists(FINITE, min_size=5, max_size=5), expanded=st.booleans())
def test_any_program_at_any_leaves(seed: int, leaves: list[float], expanded: bool) -> None:
    root = build(random_program(seed, max_ops=12))
    graph = graph_of(expand(root).root if expanded else root)
    values = leaves[: len(graph.leaves)]
    program = compile_graph(graph)
    numbers = program.run(values)
    assert all(map(same, program.record(values), tape(graph)(values)))
    steps = trace(graph, numbers)
    assert check(steps) == []
    assert all(finding.code in KINDS for finding in steps.findings)
    if not all(map(math.isfinite, numbers.values)):
        assert steps.findings  # a number off the number line is always explained


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_any_program_has_a_start(seed: int) -> None:
    graph = graph_of(build(random_program(seed, max_ops=12)))
    found = starts(graph, {})
    assert set(found) == {graph.nodes[leaf].label for leaf in graph.leaves}
    assert all(map(math.isfinite, found.values()))
