"""Programs: every plan gives the same numbers, and they are those of the chain rule."""

import math
import sys
from array import array
from collections.abc import Sequence

import pytest
from tests.counting import calls
from tests.parity.programs import build, random_program

from backpulse.engine import Graph, Numbers, Value, compile_graph, expand, graph_of, pieces
from backpulse.engine.pieces import Pieces
from backpulse.engine.plan import Record, recording
from backpulse.engine.straight import source, straight
from backpulse.engine.tape import tape
from backpulse.engine.tracing import same
from backpulse.engine.writer import Writer


def leaf(data: float, label: str = "") -> Value:
    return Value(data, label=label)


def leaf_values(graph: Graph) -> list[float]:
    return [graph.nodes[i].data for i in graph.leaves]


def run(root: Value) -> tuple[Graph, Numbers]:
    graph = graph_of(root)
    return graph, compile_graph(graph).run(leaf_values(graph))


def test_default_example() -> None:
    a, b, c = leaf(2.0), leaf(-3.0), leaf(10.0)
    _, numbers = run((a + b) * c)
    assert list(numbers.values) == [2.0, -3.0, -1.0, 10.0, -10.0]
    assert list(numbers.grads) == [10.0, 10.0, 10.0, -1.0, 1.0]
    assert list(numbers.locals) == [1.0, 1.0, 10.0, -1.0]
    assert list(numbers.contributions) == [10.0, 10.0, 10.0, -1.0]
    assert list(numbers.totals) == [10.0, 10.0, 10.0, -1.0]


def test_running_totals_of_a_leaf_used_twice() -> None:
    a = leaf(3.0)
    _, numbers = run(a * a)
    assert list(numbers.totals) == [3.0, 6.0]
    assert numbers.grads[0] == 6.0


def test_order_matters_graph() -> None:
    x = leaf(3.0)
    q = x * x
    graph, numbers = run(3 * (2 * q) + q)
    assert numbers.values[graph.root] == 63.0
    assert [numbers.grads[i] for i in (graph.leaves[0], graph.values.index(q))] == [42.0, 7.0]


def test_constants_carry_nothing() -> None:
    a = leaf(3.0)
    graph, numbers = run(2 * a + 5)
    for node in graph.nodes:
        if node.kind == "const":
            assert numbers.grads[node.id] == 0.0
    for edge in graph.edges:
        if graph.nodes[edge.child].kind == "const":
            assert (numbers.locals[edge.id], numbers.contributions[edge.id], numbers.totals[edge.id]) == (
                0,
                0,
                0,
            )


def test_lone_leaf_lone_constant_and_constant_arithmetic() -> None:
    assert run(leaf(3.0))[1] == Numbers([3.0], [1.0], [], [], [])
    assert run(Value.const(3.0))[1] == Numbers([3.0], [0.0], [], [], [])
    graph, numbers = run(Value.const(3.0) * 2)
    assert (graph.leaves, list(numbers.values), list(numbers.grads)) == ([], [3.0, 2.0, 6.0], [0.0, 0.0, 1.0])


def test_new_leaf_values_need_no_new_program() -> None:
    a, b = leaf(2.0), leaf(5.0)
    program = compile_graph(graph_of(a * b))
    for x, y in ((1.0, 2.0), (-3.0, 4.0), (0.0, 0.0)):
        numbers = program.run([x, y])
        assert (numbers.values[-1], numbers.grads[0], numbers.grads[1]) == (x * y, y, x)
    assert (a.data, b.data, a.grad) == (2.0, 5.0, 0.0)


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 3.0]])
def test_a_wrong_number_of_leaves_is_refused(values: list[float]) -> None:
    program = compile_graph(graph_of(leaf(1.0) + leaf(2.0)))
    with pytest.raises(ValueError, match="2 leaves need as many values"):
        program.run(values)


def test_off_the_number_line_the_fallback_answers() -> None:
    a = leaf(2.0)
    program = compile_graph(graph_of((a.log() + 1 / a) * a**-1.5))
    asked = []

    def answer(leaf_values: Sequence[float]) -> Record:
        asked.append(leaf_values)
        return []

    numbers, unfold = straight(program.graph, recording(answer))([0.0])
    assert unfold(numbers) == []
    assert asked == [[0.0]]
    assert math.isnan(program.run([0.0]).values[-1])
    assert math.isfinite(program.run([1.0]).values[-1])  # and the straight plan again afterwards


def all_equal(x: Record, y: Record) -> bool:
    return len(x) == len(y) and all(map(same, x, y)) and all(type(v) is float for v in (*x, *y))


def straight_record(graph: Graph) -> Record:
    """By straight-line code alone."""

    def refuse(leaf_values: Sequence[float]) -> Record:
        raise AssertionError(leaf_values)

    numbers, unfold = straight(graph, recording(refuse))(leaf_values(graph))
    return unfold(numbers)


def in_pieces(graph: Graph, calls: int) -> Record:
    """By straight-line code in pieces, after so many calls."""
    plan = Pieces(graph, recording(tape(graph)))
    for _ in range(calls - 1):
        plan(leaf_values(graph))
    numbers, unfold = plan(leaf_values(graph))
    return unfold(numbers)


@pytest.mark.parametrize("expanded", [False, True])
def test_plans_agree_with_each_other_and_with_backward(expanded: bool) -> None:
    a, b, c = leaf(0.5), leaf(-1.25), leaf(3.0)
    d = (a * b + c).tanh() * (a - b).sigmoid() / (c**2 + 1) - (-b).sqrt()
    e = d.max(a).min(c) + (b * c).relu() + abs(b) ** 2.5 + a.sin() * c.cos() + (a * d).exp() + c.log() + d * d
    root = expand(e).root if expanded else e
    graph = graph_of(root)
    slow = tape(graph)(leaf_values(graph))
    assert all_equal(straight_record(graph), slow)
    root.backward()
    numbers = Numbers.of(slow, graph)
    assert all(map(same, numbers.grads, [v.grad for v in graph.values]))
    assert all(map(same, numbers.values, [v.data for v in graph.values]))


@pytest.mark.parametrize("size", [1, 2, 7, 120])
def test_pieces_of_any_size_agree(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(pieces, "_PIECE", size)
    for seed in range(60):
        graph = graph_of(build(random_program(seed, max_ops=50)))
        slow = tape(graph)(leaf_values(graph))
        for runs in (1, 3, 100):
            assert all_equal(in_pieces(graph, runs), slow)
    with pytest.raises(ValueError, match="leaves need as many values"):
        Pieces(graph, recording(tape(graph)))([])


def test_all_plans_agree_on_random_programs() -> None:
    for seed in range(500):
        graph = graph_of(build(random_program(seed)))
        program = compile_graph(graph)
        slow = tape(graph)(leaf_values(graph))
        assert all_equal(program.record(leaf_values(graph)), slow)
        root = graph.values[graph.root]
        root.backward()
        grads = [v.grad for v in graph.values]
        assert all(map(same, Numbers.of(slow, graph).grads, grads))


def test_user_text_never_becomes_code() -> None:
    evil = Value(2.0, label="__import__('os').abort()")
    text = source(Writer(graph_of(evil * evil)))
    assert "import" not in text
    assert text.startswith("def evaluate(x):")


def test_non_finite_constants() -> None:
    a = leaf(2.0)
    for x in (math.inf, -math.inf, math.nan):
        graph = graph_of(a * x + x)
        assert all_equal(straight_record(graph), tape(graph)([2.0]))


def test_chain_longer_than_the_stack() -> None:
    x = leaf(1.0)
    y = x
    for _ in range(5 * sys.getrecursionlimit()):
        y = y * 1.0001 + x
    graph, numbers = run(y)
    assert numbers.values[graph.root] == y.data
    y.backward()
    assert numbers.grads[graph.leaves[0]] == x.grad


def test_straight_line_code_of_a_wide_sum() -> None:
    leaves = [leaf(float(k)) for k in range(600)]
    graph, numbers = run(sum(v * v for v in leaves))  # type: ignore[arg-type]
    assert [numbers.grads[i] for i in graph.leaves] == [2.0 * k for k in range(600)]


def test_each_number_is_held_once_and_a_record_is_made_of_nothing_else() -> None:
    a, b, c = leaf(2.0), leaf(-3.0), leaf(10.0)
    program = compile_graph(graph_of((a + b) * c))
    numbers, unfold = program.evaluate([2.0, -3.0, 10.0])
    assert numbers == [2.0, -3.0, 10.0, -1.0, -10.0, 1.0]
    record = unfold(numbers)
    assert len(record) == 5 * 2 + 4 * 3
    assert {id(number) for number in record} == {id(number) for number in numbers}
    assert list(program.record([2.0, -3.0, 10.0])) == list(record)


def test_a_long_record_is_a_buffer_of_doubles() -> None:
    x = leaf(0.5)
    total = x
    for k in range(100):
        total = (total * x + float(k)).tanh()
    graph = graph_of(total)
    record = compile_graph(graph).record([0.25])
    assert isinstance(record, memoryview)
    assert (record.format, record.contiguous) == ("d", True)
    slow = tape(graph)([0.25])
    assert record.tobytes() == array("d", slow).tobytes()
    numbers = Numbers.of(record, graph)
    assert all(map(all_equal, map(list, numbers), map(list, Numbers.of(slow, graph))))


def test_straight_plans_call_nothing_for_a_node() -> None:
    """All nodes' arithmetic stands in one function, or in one for every 200 lines."""
    x = leaf(0.5)
    small, large = x * x + 3.0, x
    for _ in range(1000):
        large = large * 0.99 + x * 0.01
    program = compile_graph(graph_of(small))
    assert calls(lambda: program.evaluate([0.5])) <= 4
    graph = graph_of(large)
    pieces_of_it = Pieces(graph, recording(tape(graph)))
    assert calls(lambda: pieces_of_it([0.5])) > len(graph.nodes)  # while it is being made
    for _ in range(20):
        numbers, _ = pieces_of_it([0.5])
    assert calls(lambda: pieces_of_it([0.5])) <= len(numbers) // 200 + 10


def test_pieces_that_leave_the_number_line_fall_back_and_go_on() -> None:
    x, y = leaf(2.0), leaf(1.0)
    total = x
    for _ in range(300):
        total = total * 0.99 + y.log()
    graph = graph_of(total)
    plan = Pieces(graph, recording(tape(graph)))
    for values in [[2.0, 1.0]] * 20 + [[2.0, 0.0], [3.0, -1.0], [2.0, 1.5]]:
        numbers, unfold = plan(values)
        slow = tape(graph)(values)
        assert all_equal(list(unfold(numbers)), slow)
        assert math.isfinite(slow[graph.root]) == (values[1] > 0)
    assert len(numbers) < len(slow) / 3  # the last one by the pieces again
