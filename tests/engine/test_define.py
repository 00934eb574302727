"""`define`: ops of one's own, from formulas and from Python functions, are true ops; what leaves is ours."""

from __future__ import annotations

import functools
import math
import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from backpulse.engine import OPS, Value, compile_graph, define, expand, graph_of, trace
from backpulse.engine.defining import portable
from backpulse.engine.gradcheck import gradcheck
from backpulse.engine.ops import TABLE
from backpulse.engine.rules import RULES
from backpulse.parser import parse
from backpulse.parser.write import source_of


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """The table is the whole process's: what a test defines is taken out again."""
    yield
    for name in [op.name for op in OPS.values() if op.defined]:
        del TABLE[name], RULES[name]


def a_and_b() -> tuple[Value, Value]:
    return Value(2.0, label="a"), Value(0.5, label="b")


def test_a_formula_is_a_true_op() -> None:
    a, _ = a_and_b()
    y = define("cube", "x**3")(a)
    y.backward()
    assert (y.data, a.grad, y.op, y._op) == (8.0, 12.0, "cube", "cube")
    program = compile_graph(graph_of(y))
    moved = program.run([5.0])
    assert (moved.values[-1], moved.grads[0]) == (125.0, 75.0), "it follows the sliders"


@pytest.mark.parametrize(
    ("formula", "by_ours"),
    [
        ("x * exp(-y) / 2 - 3", lambda x, y: x * (-y).exp() / 2 - 3),
        ("max(x, y) + relu(x * y) ** 2", lambda x, y: x.max(y) + (x * y).relu() ** 2),
        ("sigmoid(u) * tanh(v) + u / v", lambda u, v: u.sigmoid() * v.tanh() + u / v),
        ("pi * r ** 2 * 2 ** -1 + h", lambda r, h: r**2 * math.pi * 0.5 + h),
    ],
)
def test_local_derivatives_are_by_our_rules(formula: str, by_ours: object) -> None:
    a, b = a_and_b()
    mine = define("mine", formula)(a, b) * a
    c, d = a_and_b()
    theirs = by_ours(c, d) * c  # type: ignore[operator]
    mine.backward()
    theirs.backward()
    assert mine.data == pytest.approx(theirs.data, rel=1e-14)
    assert [a.grad, b.grad] == pytest.approx([c.grad, d.grad], rel=1e-12)
    graph = graph_of(mine)
    assert all(check.agree for check in gradcheck(graph, [2.0, 0.5]))
    assert [step.node for step in trace(graph, compile_graph(graph).run([2.0, 0.5])).forward]


def test_python_functions_are_a_true_op() -> None:
    a, b = a_and_b()
    wave = define("wave", lambda x, y: math.sin(x * y), *_slopes())
    y = wave(a, b) * 3 + wave(b, 2)
    y.backward()
    assert a.grad == pytest.approx(1.5 * math.cos(1.0))
    assert all(check.agree for check in gradcheck(graph_of(y), [2.0, 0.5]))


def _slopes() -> tuple[Callable[..., float], Callable[..., float]]:
    return lambda x, y: y * math.cos(x * y), lambda x, y: x * math.cos(x * y)


def test_a_wrong_local_derivative_is_found() -> None:
    a, _ = a_and_b()
    y = define("cube", lambda x: x**3, lambda x: 2 * x**2)(a)
    [check] = gradcheck(graph_of(y), [2.0])
    assert not check.agree


@pytest.mark.parametrize("plan", ["straight", "levels"])
def test_every_plan_computes_it(plan: str) -> None:
    a, b = a_and_b()
    cube, wave = define("cube", "x**3 + x"), define("wave", lambda x, y: math.sin(x * y), *_slopes())
    if plan == "levels":
        wide = [op for i in range(512) for op in (cube(a * i), wave(a * i, b))]
        while len(wide) > 1:
            wide = [x + y for x, y in pairwise(wide)][::2]
        [root] = wide
    else:
        root = functools.reduce(lambda total, _: wave(cube(total) * 0.01, b), range(400), a)
    program = compile_graph(graph_of(root))
    assert program.plan == plan
    leaves = [value.data for value in program.graph.values if value.kind == "leaf"]
    numbers = program.run(leaves)
    root.backward()
    grads = [value.grad for value in program.graph.values if value.kind == "leaf"]
    assert numbers.values[-1] == pytest.approx(root.data, rel=1e-12)
    assert [numbers.grads[leaf] for leaf in program.graph.leaves] == pytest.approx(grads, rel=1e-12)


def test_off_the_number_line_it_is_nan() -> None:
    a = Value(-1.0, label="a")
    assert math.isnan(define("root", math.sqrt, lambda x: 0.5 / math.sqrt(x))(a).data)
    assert math.isnan(define("third", lambda x: x ** (1 / 3), lambda x: 1.0)(a).data), "complex in Python"
    assert define("over", "1 / x")(Value(0.0)).data == math.inf, "by our rules"


def test_where_it_leaves_its_program_a_formula_is_written_out() -> None:
    a, b = a_and_b()
    root = define("cube", "x**3")(a) * b
    root.inputs[0].label = "c"
    assert [node.op for node in graph_of(portable(root)).nodes] == ["", "pow", "", "mul"]
    assert "def cube(x): return x**3" in source_of(root)
    again = parse(source_of(root)).root
    again.backward()
    assert (again.data, [node.op for node in graph_of(again).nodes]) == (4.0, ["", "pow", "", "mul"])
    assert [node.op for node in graph_of(expand(root).root).nodes] == ["", "pow", "", "mul"]


def test_where_it_leaves_its_program_what_functions_made_is_frozen() -> None:
    a, b = a_and_b()
    root = define("wave", lambda x, y: math.sin(x * y), *_slopes())(a, b) * 2
    graph = graph_of(portable(root))
    assert [node.op for node in graph.nodes if node.op] == ["frozen", "frozen", "add", "mul"]
    numbers = compile_graph(graph).run([2.0, 0.5])
    root.backward()
    assert numbers.values[-1] == root.data
    assert [numbers.grads[leaf] for leaf in graph.leaves] == [a.grad, b.grad]


def test_the_newer_definition_counts() -> None:
    a, _ = a_and_b()
    first = define("mine", "x**3")
    assert (first(a).data, define("mine", "x**2")(a).data) == (8.0, 4.0)
    assert define("mine", "x * y")(a, 3).data == 6.0


def test_another_process_must_define_it_too() -> None:
    a, _ = a_and_b()
    sent = pickle.dumps(define("cube", "x**3")(a))
    assert pickle.loads(sent).data == 8.0
    del TABLE["cube"], RULES["cube"]
    with pytest.raises(ValueError, match="the op `cube` is unknown here: `define` it"):
        pickle.loads(sent)


@pytest.mark.parametrize(
    ("name", "formula", "sentence"),
    [
        ("exp", "x**3", "`exp` is an op of the table already"),
        ("add", "x**3", "`add` is an op of the table already"),
        ("my op", "x**3", "'my op' cannot be the name of an op"),
        ("lambda", "x**3", "'lambda' cannot be the name of an op"),
        ("f", "x", "computes nothing"),
        ("f", "2 + 3", "has none"),
        ("f", "x + y + z", "has 3"),
        ("f", "x ** y", "the exponent in 'x \\*\\* y' must be a number"),
        ("f", "x +", "is no formula"),
        ("f", "__import__('os')", "may not stand in a formula"),
        ("f", "x.real", "may not stand in a formula"),
        ("f", "1 + foo(x)", "'foo\\(x\\)' at character 5"),
        ("f", "x" * 3000, "at most 2,000 characters"),
    ],
)
def test_what_cannot_be_defined_is_refused_in_a_sentence(name: str, formula: str, sentence: str) -> None:
    before = set(OPS)
    with pytest.raises(ValueError, match=sentence):
        define(name, formula)
    assert set(OPS) == before


def test_the_number_of_local_derivatives() -> None:
    with pytest.raises(TypeError, match="leave yours out"):
        define("f", "x**3", lambda x: x)
    with pytest.raises(TypeError, match="one or two inputs, so as many local derivatives, not 0"):
        define("f", lambda x: x)
