"""The wide plan and the choice of plan: numpy's levels give what the tape gives; sweeps too."""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from tests.parity.compare import undetermined
from tests.parity.programs import build, random_program

from backpulse.engine import Graph, Value, compile_graph, graph_of, nn
from backpulse.engine.levels import levels
from backpulse.engine.plan import Record, recording
from backpulse.engine.program import choose
from backpulse.engine.tape import tape
from backpulse.engine.tracing import same


def leaf_values(graph: Graph) -> list[float]:
    return [graph.nodes[i].data for i in graph.leaves]


def refuse(leaf_values: Sequence[float]) -> Record:
    raise AssertionError(leaf_values)


def both(graph: Graph) -> tuple[Record, Record]:
    """The record by levels, of two runs the first, and by the tape."""
    plan = levels(graph, recording(refuse))
    (first, unfold), (again, _) = plan(leaf_values(graph)), plan(leaf_values(graph))
    record = unfold(first)
    assert all(map(same, record, unfold(again)))
    return record, tape(graph)(leaf_values(graph))


def wide(size: int, seed: int = 0, ops: str = "exact") -> Value:
    """A large random graph of few levels."""
    rng = random.Random(seed)
    pool = [Value(rng.uniform(-1, 1)) for _ in range(size // 10)]
    makers = [lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a - b, lambda a, b: a.relu() * 0.5]
    makers += [
        lambda a, b: a.max(b),
        lambda a, b: a / (b * b + 2),
        lambda a, b: abs(a) ** 2,
        lambda a, b: 2 - a,
    ]
    if ops == "all":
        makers += [lambda a, b: a.tanh(), lambda a, b: b.sigmoid(), lambda a, b: a.sin() + b.cos()]
    while len(pool) < size:
        pool.append(rng.choice(makers)(rng.choice(pool), rng.choice(pool)) * 0.9)
    while len(pool) > 1:
        pool = [x + y for x, y in zip(pool[::2], pool[1::2], strict=False)]
    return pool[0]


def test_exact_functions_agree_bit_for_bit() -> None:
    for seed in range(3):
        mine, theirs = both(graph_of(wide(600, seed)))
        assert all(map(same, mine, theirs))


def test_others_agree_to_a_few_units_in_the_last_place() -> None:
    mine, theirs = both(graph_of(wide(600, ops="all")))
    np.testing.assert_allclose(mine, theirs, rtol=1e-11, atol=1e-13)


def test_random_programs() -> None:
    for seed in range(300):
        graph = graph_of(build(random_program(seed, max_ops=40)))
        mine, theirs = both(graph)
        assert len(mine) == len(theirs)
        if not all(
            same(x, y) or math.isclose(x, y, rel_tol=1e-12) for x, y in zip(mine, theirs, strict=True)
        ):
            ends = [graph.root, *(len(graph.nodes) + leaf for leaf in graph.leaves)]
            assert undetermined(graph, [mine[i] for i in ends], [theirs[i] for i in ends]), seed


def test_many_arrows_into_few_and_few_into_many() -> None:
    a, b, c = Value(1.5), Value(-0.5), Value(2.0)
    total = a * b
    for k in range(40):
        total = total + a * float(k) + (b if k % 2 else c) * a
    mine, theirs = both(graph_of(total))
    assert all(map(same, mine, theirs))


@pytest.mark.parametrize(
    "root", [Value(3.0), Value.const(3.0), Value.const(3.0) * 2 + 1, Value(3.0) ** 0 + 0]
)
def test_smallest_graphs(root: Value) -> None:
    mine, theirs = both(graph_of(root))
    assert list(mine) == list(theirs)


def test_a_wrong_number_of_leaves_is_left_to_the_fallback() -> None:
    with pytest.raises(AssertionError):
        levels(graph_of(Value(1.0) + Value(2.0)), recording(refuse))([1.0])


def test_a_later_run_leaves_an_earlier_ones_numbers_alone() -> None:
    graph = graph_of(wide(600))
    plan = levels(graph, recording(refuse))
    values = leaf_values(graph)
    numbers, unfold = plan(values)
    plan([value + 1 for value in values])
    assert all(map(same, unfold(numbers), tape(graph)(values)))


def test_choice() -> None:
    x = Value(0.5)
    chain = x
    for _ in range(2000):
        chain = chain * x + 1
    assert choose(graph_of((x + 1) * x)) == "straight"
    assert choose(graph_of(chain)) == "pieces"
    assert choose(graph_of(wide(3000))) == "levels"
    random.seed(1)
    for layers, plan in (([4, 4, 1], "straight"), ([16, 16, 1], "levels")):
        output = nn.MLP(3, layers)([1.0, 2.0, 3.0])
        assert isinstance(output, Value)
        assert choose(graph_of(output)) == plan
    for _ in range(300):
        x = x * 1.5 + 1
    assert choose(graph_of(x)) == "straight"


@pytest.mark.parametrize("size", [1000, 3000])
def test_programs_of_every_plan_give_lists_of_plain_numbers(size: int) -> None:
    graph = graph_of(wide(size))
    numbers = compile_graph(graph).run(leaf_values(graph))
    assert all(type(x) is float for row in numbers for x in row)
    assert [len(row) for row in numbers] == [len(graph.nodes)] * 2 + [len(graph.edges)] * 3
    assert numbers.grads[graph.root] == 1.0
    assert numbers.values[graph.root] == graph.nodes[graph.root].data


def test_sweep_is_the_same_as_one_by_one() -> None:
    a, b = Value(0.5, label="a"), Value(2.0, label="b")
    graph = graph_of((a.log() + b.sqrt() * 3) / (a - 1) + (a**2.5).relu() - b.max(a) ** 0)
    program = compile_graph(graph)
    positions = [-1.0, 0.0, 0.5, 1.0, 2.0, 1e200, math.inf]
    curve = program.sweep(0, positions, [9.0, 2.0])
    one_by_one = [program.run([x, 2.0]).values[graph.root] for x in positions]
    assert all(
        same(x, y) or math.isclose(x, y, rel_tol=1e-14) for x, y in zip(curve, one_by_one, strict=True)
    )
    assert all(type(x) is float for x in curve)


def test_sweep_of_a_leaf_alone_and_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_graph(graph_of(Value(1.0))).sweep(0, [1.0, 2.0], [0.0]) == [1.0, 2.0]
    a = Value(1.0)
    program = compile_graph(graph_of(a * a + 1))
    monkeypatch.setattr("backpulse.engine.sweep._AT_ONCE", 1)
    assert program.sweep(0, [1.0, 2.0, 3.0], [0.0]) == [2.0, 5.0, 10.0]
    assert program.sweep(0, [], [0.0]) == []
    with pytest.raises(IndexError):
        program.sweep(1, [1.0], [0.0])
    with pytest.raises(ValueError, match="zip"):
        program.sweep(0, [1.0], [0.0, 1.0])
