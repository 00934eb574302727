"""What programs mean: precedence, literals, names, statements, starting values, typography."""

from __future__ import annotations

import math

import pytest

from backpulse.engine import OPS, Value, graph_of
from backpulse.engine.op import constants_of
from backpulse.parser import parse
from backpulse.parser.functions import example


def shape(source: str) -> str:
    """The graph of a program with every bracket written, as `add(a, mul(b, 2))`; for small ones only."""

    def written(value: Value) -> str:
        if value.kind != "op":
            return value.label if value.kind == "leaf" else f"{value.data:g}"
        inputs = ", ".join(written(child) for child in value.inputs)
        constants = ", ".join(f"{number:g}" for number in constants_of(value.param))
        return f"{value.op}({inputs}{constants and f'; {constants}'})"

    return written(parse(source).root)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a + b * c", "add(a, mul(b, c))"),
        ("(a + b) * c", "mul(add(a, b), c)"),
        ("a - b - c", "sub(sub(a, b), c)"),
        ("a - (b - c)", "sub(a, sub(b, c))"),
        ("a / b / c", "div(div(a, b), c)"),
        ("a / b * c", "mul(div(a, b), c)"),
        ("-a * b", "mul(neg(a), b)"),
        ("-a + b", "add(neg(a), b)"),
        ("a * -b", "mul(a, neg(b))"),
        ("a - -b", "sub(a, neg(b))"),
        ("--a", "neg(neg(a))"),
        ("+a", "a"),
        ("+-+a", "neg(a)"),
        ("-a**2", "neg(pow(a; 2))"),
        ("(-a)**2", "pow(neg(a); 2)"),
        ("a**2**3", "pow(a; 8)"),
        ("(a**2)**3", "pow(pow(a; 2); 3)"),
        ("a**-1", "pow(a; -1)"),
        ("a**-2**2", "pow(a; -4)"),
        ("a**+2", "pow(a; 2)"),
        ("a**(1/2)", "pow(a; 0.5)"),
        ("a**-(2 + 1)", "pow(a; -3)"),
        ("a**sqrt(4)", "pow(a; 2)"),
        ("n = 2 * 1; a**n", "pow(a; 2)"),
        ("2 * a**3", "mul(2, pow(a; 3))"),
        ("a.relu()**2", "pow(relu(a); 2)"),
        ("-a.exp()", "neg(exp(a))"),
    ],
)
def test_precedence_is_pythons(source: str, expected: str) -> None:
    assert shape(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("-3", "-3"),
        ("a - 3", "sub(a, 3)"),
        ("a -3", "sub(a, 3)"),
        ("a - -3", "sub(a, -3)"),
        ("a * -3", "mul(a, -3)"),
        ("-3 * a", "mul(-3, a)"),
        ("-3**2", "neg(pow(3; 2))"),
        ("(-3)**2", "pow(-3; 2)"),
        ("--3", "neg(-3)"),
        ("-(3)", "neg(3)"),
        ("+3", "3"),
        ("1e-3 + .5 + 5. + 1_000 + 2.5E+2", "add(add(add(add(0.001, 0.5), 5), 1000), 250)"),
        ("1e−3", "0.001"),
        ("007", "7"),
        ("2*math.pi", "mul(2, 3.14159)"),
        ("np.e + torch.pi", "add(2.71828, 3.14159)"),
    ],
)
def test_literals_are_constants_with_their_sign(source: str, expected: str) -> None:
    assert shape(source) == expected


def test_every_function_of_the_table_is_there_in_both_forms() -> None:
    for op in OPS.values():
        if not op.infix:
            rest = ", b" if op.arity == 2 else example(op, "").removeprefix(f"{op.symbol}(").rstrip(")")
            expected = f"{op.name}(a{rest.replace(',', ';', 1) if op.constants else rest})"
            assert shape(f"{op.symbol}(a{rest})") == expected
            assert shape(f"a.{op.symbol}({rest[2:]})") == expected
            assert shape(f"torch.{op.symbol}(a{rest})") == expected
            assert shape(f"(a).{op.symbol} ({rest[2:]} )") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("pow(a, 2)", "pow(a; 2)"),
        ("a.pow(1 / 2)", "pow(a; 0.5)"),
        ("torch.pow(a + b, -1)", "pow(add(a, b); -1)"),
        ("leaky_relu(a)", "leaky_relu(a; 0.01)"),
        ("F.leaky_relu(a, negative_slope=0.2)", "leaky_relu(a; 0.2)"),
        ("torch.nn.functional.elu(a, alpha=2.0)", "elu(a; 2)"),
        ("hardtanh(a, -2)", "hardtanh(a; -2, 1)"),
        ("hardtanh(a, max_val=6)", "hardtanh(a; -1, 6)"),
        ("torch.clamp(a, min=-1, max=1)", "clamp(a; -1, 1)"),
        ("a.clamp(-1, 1)", "clamp(a; -1, 1)"),
        ("F.softplus(a)", "softplus(a)"),
        ("F.relu6(a)", "relu6(a)"),
    ],
)
def test_constants_stand_in_their_order_or_by_pytorchs_names(source: str, expected: str) -> None:
    assert shape(source) == expected


def test_a_power_is_one_node_however_it_is_written() -> None:
    ways = [parse(source).root for source in ("a ** 3", "pow(a, 3)", "a.pow(3)")]
    assert {(root.op, root.param) for root in ways} == {("pow", 3.0)}


def test_calls_nest_and_take_a_trailing_comma() -> None:
    assert shape("max(a, min(b, relu(c)),)") == "max(a, min(b, relu(c)))"
    assert shape("(a*b).relu().max(c)") == "max(relu(mul(a, b)), c)"


@pytest.mark.parametrize(
    ("name"),
    [
        "a",
        "w1",
        "x_2",
        "_",
        "__hidden",
        "θ",
        "Δx",
        "learning_rate_of_the_second_layer",
        "é",
        "变量",
        "relu2",
        "x̂",
        "x" + "\u0302" * 30 + "q" + "\u0302" * 30,
        "e",
        "π",
    ],
)
def test_names(name: str) -> None:
    parsed = parse(f"{name} * {name} + 1")
    assert list(parsed.leaves) == [name]
    assert len(graph_of(parsed.root).nodes) == 4


def test_names_are_compared_as_python_compares_them() -> None:
    assert list(parse("x₁ * x1").leaves) == ["x1"]
    assert list(parse("ϕ + φ").leaves) == ["φ"]
    assert shape("ϕ = a * b; φ + ϕ") == "add(mul(a, b), mul(a, b))"


def test_one_leaf_per_name() -> None:
    graph = graph_of(parse("a * a").root)
    assert [node.kind for node in graph.nodes] == ["leaf", "op"]
    assert [(edge.child, edge.parent, edge.slot) for edge in graph.edges] == [(0, 1, 0), (0, 1, 1)]


def test_each_literal_is_a_node_of_its_own() -> None:
    assert len(graph_of(parse("2 * a + 2").root).nodes) == 5


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("c = a + b\nc * c", "mul(add(a, b), add(a, b))"),
        ("c = a + b; d = c * 2; d", "mul(add(a, b), 2)"),
        ("\n\n# first\na = b # second\n;; a + 1\n", "add(b, 1)"),
        ("c = a; c += b; c -= 2; c *= d; c /= 3; c **= 2", "pow(div(mul(sub(add(a, b), 2), d), 3); 2)"),
        ("a += 1", "add(a, 1)"),
        ("a = a + 1; a = a * 2", "mul(add(a, 1), 2)"),
        ("b = a * 2; a = b; a + b", "add(mul(a, 2), mul(a, 2))"),
        ("a * (\n  b +  # more\n  c\n)", "mul(a, add(b, c))"),
        ("max(a,\n    b)", "max(a, b)"),
        ("a + \\\n b", "add(a, b)"),
        ("a = 2\r\nb = a + 1\r\nb * a\r\n", "mul(add(a, 1), a)"),
        ("a = 1\rb = a + 1", "add(a, 1)"),
        ("a = 1\u2028a + 1", "add(a, 1)"),
        # A sign may begin a line where nothing is lost: a value above it is named, or ended on purpose.
        ("-a", "neg(a)"),
        ("a = 3\n-a**2", "neg(pow(a; 2))"),
        ("c = a * b\n\n+c", "mul(a, b)"),
        ("a; -b", "neg(b)"),
        ("a\nprint(a)\n-b", "neg(b)"),
    ],
)
def test_statements(source: str, expected: str) -> None:
    assert shape(source) == expected


def test_only_what_the_root_depends_on_counts() -> None:
    parsed = parse("unused = x * 3\nalso = 7\na * b")
    assert list(parsed.leaves) == ["a", "b"]
    assert parsed.given == {}


def test_leaves_are_in_order_of_appearance_in_the_text() -> None:
    assert list(parse("z = 3; y = w * 2; x - y * z").leaves) == ["z", "w", "x"]
    assert list(parse("d = c + b; a * d").leaves) == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("source", "given"),
    [
        ("a = 2; a * b", {"a": 2.0}),
        ("a = -3.5; a * b", {"a": -3.5}),
        ("a = +1e-3; a * b", {"a": 0.001}),
        ("a = (2); a * b", {"a": 2.0}),
        ("a = 2", {"a": 2.0}),
        ("b = 1; a = 2", {"a": 2.0}),
        ("a = Value(data=2.0); a * b", {"a": 2.0}),
        ("a = Value(label='a', data = −.5e1); a * b", {"a": -5.0}),
        ("a = -math.pi; a * b", {"a": -math.pi}),
        ("a = 2; a = 3; a * a", {"a": 3.0}),
        ("a = math.pi; sin(a)", {"a": math.pi}),
        ("a = Value(2.0); a * b", {"a": 2.0}),
        ("a = 2; a += b", {"a": 2.0}),
        ("a = 2; a = b * c; a + d", {}),
        ("c = a * b; c = 3; c * d", {"c": 3.0}),
        ("a = 1/2; a * b", {"a": 0.5}),
        ("a = -Value(2.0); a * b", {"v1": 2.0}),
    ],
)
def test_a_number_with_a_name_starts_its_leaf(source: str, given: dict[str, float]) -> None:
    parsed = parse(source)
    assert parsed.given == given
    assert {name: parsed.leaves[name].data for name in given} == given


def test_a_started_leaf_has_a_gradient_and_a_literal_has_none() -> None:
    parsed = parse("a = 2; 3 * a")
    parsed.root.backward()
    assert parsed.leaves["a"].grad == 3.0
    assert [value.grad for value in parsed.root.inputs if value.kind == "const"] == [0.0]


def test_labels_are_names() -> None:
    parsed = parse("e = a * b; d = e + c; L = d * f")
    assert [value.label for value in graph_of(parsed.root).values] == ["a", "b", "e", "c", "d", "f", "L"]
    assert parse("c = a + b; c += c + 1").root.label == "c"
    assert parse("a + b").root.label == ""
    # One more name for a value does not rename it.
    assert parse("c = a + b; d = c").root.label == "c"
    assert parse("e = a; e").root.label == "a"


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("a × b", "a * b"),
        ("a·b⋅c∙d∗e", "a * b * c * d * e"),
        ("a ÷ b", "a / b"),
        ("a ∕ b", "a / b"),
        ("a − b", "a - b"),
        ("a – −3", "a - -3"),
        ("a ×= 2; a ÷= b; a −= c", "a *= 2; a /= b; a -= c"),
        ("a\u00a0+\u00a0b\u2009*\u3000c", "a + b * c"),
        ("\ufeffa\u200b + b", "a + b"),
        ("\ta\t+\tb\x0c", "a + b"),
    ],
)
def test_pasted_typography(source: str, plain: str) -> None:
    assert shape(source) == shape(plain)


def test_parse_can_be_called_from_many_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    sources = [f"x{k} = {k}; " + " + ".join([f"x{k}"] * 50) for k in range(40)]
    with ThreadPoolExecutor(4) as pool:
        parsed = list(pool.map(parse, sources))
    assert [list(p.leaves) for p in parsed] == [[f"x{k}"] for k in range(40)]
    assert [p.root.data for p in parsed] == [50.0 * k for k in range(40)]
