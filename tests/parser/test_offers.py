"""Every offer of code is true: applied to the whole text, it computes the function that is meant."""

from __future__ import annotations

import re

import pytest

from backpulse.engine import compile_graph, graph_of
from backpulse.parser import SourceError, parse
from backpulse.parser.mistakes import ROWS
from backpulse.parser.mistakes_without_code import WITHOUT_CODE

from .test_errors import CASES

# By row: three texts at least, and for each of their fixes what is meant by it, written independently.
MEANT: dict[str, list[tuple[str, list[str]]]] = {
    "missing-value/twice": [
        ("a++", ["a += 1"]),
        ("b = 2\nb--", ["b = 2\nb -= 1"]),
        ("x = a * b\nx++\n", ["a * b + 1"]),
    ],
    "missing-bracket": [
        ("(a + b", ["a + b"]),
        ("((a + b) * (c", ["(a + b) * c"]),
        ("y = max(a, relu(b\ny * 2", ["max(a, relu(b)) * 2"]),
        ("sum([a, b", ["a + b"]),
    ],
    "missing-operator": [
        ("a b", ["a * b"]),
        ("(a + b) (c - 1)", ["(a + b) * (c - 1)"]),
        ("c / a b", ["c / a * b", "c / (a * b)"]),
        ("c - x.relu() y ** 2", ["c - relu(x) * y ** 2"]),
        ("x² y", ["x ** 2 * y"]),
    ],
    "missing-operator/number": [
        ("2a", ["2 * a", "a2"]),
        ("c + 3(a - b)", ["c + 3 * (a - b)"]),
        ("1 / 2x", ["1 / 2 * x", "1 / (2 * x)", "1 / x2"]),
        ("c = 1\n2relu(c)", ["2 * relu(1 * c)"]),
    ],
    "missing-operator/function": [
        ("relu x", ["relu(x)"]),
        ("1 - silu x * y", ["1 - silu(x) * y"]),
        ("a = 2\nb = abs a\nb ** 2", ["abs(a) ** 2"]),
    ],
    "missing-end": [
        ("a = 2 b = 3\na * b", ["a = 2\nb = 3\na * b"]),
        ("x = a * b y = x + 1\ny", ["a * b + 1"]),
        ("y = relu(a) print(y)\ny * a", ["relu(a) * a"]),
    ],
    "extra-bracket": [
        ("a + b)", ["a + b"]),
        ("(a + b)) * c", ["(a + b) * c"]),
        ("x = [a, b]]\nsum(x)", ["a + b"]),
    ],
    "wrong-bracket": [
        ("(a + b] * c", ["(a + b) * c"]),
        ("sum([a, b))", ["a + b"]),
        ("x = [a, b)\nmax(x)", ["max(a, b)"]),
        ("relu(a}", ["relu(a)"]),
    ],
    "comma/decimal": [
        ("1,5 * a", ["1.5 * a"]),
        ("a = 0,25\na * b", ["a = 0.25\na * b"]),
        ("a * b + 2,0", ["a * b + 2.0"]),
    ],
    "assignment/turned": [
        ("a + b = c", ["a + b"]),
        ("a * b = y\ny + 1", ["a * b + 1"]),
        ("relu(a) = z\nz * a", ["relu(a) * a"]),
    ],
    "assignment/split": [
        ("a = 2\na + = b", ["a = 2\na + b"]),
        ("x = a * b\nx * = 3\nx", ["a * b * 3"]),
        ("x = a * b\nx - = relu(a)\nx", ["a * b - relu(a)"]),
    ],
    "caret": [
        ("a ^ 2", ["a ** 2"]),
        ("(a + b)^3", ["(a + b) ** 3"]),
        ("c * a^0.5 + b", ["c * a ** 0.5 + b"]),
        ("a ^= 2", ["a ** 2"]),
    ],
    "caret/varying": [
        ("a ^ b", ["exp(b * log(a))"]),
        ("a = 2\nb = 3\na ^ b", ["a = 2\na ** 3", "exp(b * log(a))"]),
        ("c = 2 * x ^ y", ["2 * exp(y * log(x))"]),
        ("x = 2\nn = 4\nz = (x + 1)^n", ["(x + 1) ** 4", "exp(n * log(x + 1))"]),
        ("u = 2\nk = -1\n3 - u^k", ["u = 2\n3 - u ** -1", "3 - exp(k * log(u))"]),
    ],
    "function": [
        ("f(x) = x * 2\nf(a)", ["a * 2"]),
        ("f(x, y) = relu(x) * y\nf(a, b)", ["relu(a) * b"]),
        ("a = 2\nsq(u) = u ** 2\nsq(a) + 1", ["a ** 2 + 1"]),
    ],
    "layer": [
        ("nn.ReLU(a)", ["relu(a)"]),
        ("1 + nn.Tanh(a * b)", ["1 + tanh(a * b)"]),
        ("y = nn.Sigmoid(a)\ny * b", ["sigmoid(a) * b"]),
    ],
    "text/name": [
        ("'a' * b", ["a * b"]),
        ("b + 'x'", ["b + x"]),
        ("relu('a')", ["relu(a)"]),
    ],
    "number/point": [
        ("1..5 * a", ["1.5 * a"]),
        ("a = 1.2.3\na * b", ["a = 1.2\na * b"]),
        ("a + 0..5", ["a + 0.5"]),
    ],
    "number/exponent": [
        ("2e", ["2 * e"]),
        ("1.5E * a", ["1.5 * E * a"]),
        ("a + 3e", ["a + 3 * e"]),
    ],
    "character": [
        ("２ * a", ["2 * a"]),
        ("max(a ， b)", ["max(a, b)"]),
        ("a — b", ["a - b"]),
    ],
    "exponent": [
        ("a ** b", ["exp(b * log(a))"]),
        ("c - a ** (b + 1)", ["c - exp((b + 1) * log(a))"]),
        ("(a + c) ** b * 2", ["exp(b * log(a + c)) * 2"]),
        ("a ** -b", ["exp(-b * log(a))"]),
        ("a ** b ** 2", ["exp(b ** 2 * log(a))"]),
    ],
    "exponent/number": [
        ("2 ** a", ["exp(a * log(2))"]),
        ("c * 10 ** (a - b)", ["c * exp((a - b) * log(10))"]),
        ("1 + 0.5 ** relu(a)", ["1 + exp(relu(a) * log(0.5))"]),
    ],
    "unknown-function/similar": [
        ("tahn(x)", ["tanh(x)"]),
        ("1 + Relu(a) * b", ["1 + relu(a) * b"]),
        ("y = sigmiod(a * b)\ny", ["sigmoid(a * b)"]),
    ],
    "unknown-function/product": [
        ("x(a + 1)", ["x * (a + 1)"]),
        ("a = 2\na(b - c)", ["a = 2\na * (b - c)"]),
        ("c - x(relu(a))", ["c - x * relu(a)"]),
    ],
    "arity": [
        ("relu(a, b)", ["relu(a)"]),
        ("1 + tanh(a * b, 2)", ["1 + tanh(a * b)"]),
        ("y = exp(a, b, c)\ny * b", ["exp(a) * b"]),
    ],
    "keyword-argument": [
        ("tanh(a, beta=2)", ["tanh(a)"]),
        ("c * relu(a + b, inplace_=True)", ["c * relu(a + b)"]),
        ("clamp(a, -1, 1, foo=3)", ["clamp(a, -1, 1)"]),
    ],
    "keyword": [
        ("print a", ["a"]),
        ("y = a * b\nprint y", ["a * b"]),
        ("print a + relu(b)", ["a + relu(b)"]),
    ],
    "field": [
        ("a.tanh * b", ["tanh(a) * b"]),
        ("y = a.relu", ["relu(a)"]),
        ("1 + b.exp", ["1 + exp(b)"]),
    ],
    "prefix": [
        ("lib.max(a, b)", ["max(a, b)"]),
        ("1 + lib.relu(a * b)", ["1 + relu(a * b)"]),
        ("y = core.exp(a)\ny * b", ["exp(a) * b"]),
    ],
    "wrapped": [
        ("Value(a * b)", ["a * b"]),
        ("c * Value(a + b)", ["c * (a + b)"]),
        ("y = Value(relu(a))\ny - b", ["relu(a) - b"]),
    ],
    "wrapped/list": [
        ("x = Value([1, 2])\nx[0] * x[1] * a", ["x = [Value(1), Value(2)]\nx[0] * x[1] * a"]),
        ("w = Value([3.0])\nw[0] + a", ["w = [Value(3)]\nw[0] + a"]),
        ("v = [0.5, -1]\nw = Value(v)\nw[1] * a", ["w = [0, Value(-1)]\nw[1] * a"]),
    ],
    "two-names": [
        ("a = 2\nb = 3\nc = ab", ["a = 2\nb = 3\na * b", "ab * 1"]),
        ("x = 1\ny = -1\n1 / xy", ["x = 1\ny = -1\n1 / (x * y)", "1 / xy"]),
        ("w = 2\nx = 3\nrelu(wx + 1)", ["w = 2\nx = 3\nrelu(w * x + 1)", "relu(wx + 1)"]),
    ],
}  # fmt: skip
_POINTS = (-1e300, -2.0, -1.0, -0.0, 0.0, 0.3, 1.0, 2.5, 1e-300, 1e300)


def _error(source: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        parse(source)
    return caught.value


@pytest.mark.parametrize("row", MEANT)
def test_an_offer_computes_what_is_meant(row: str) -> None:
    kind, _, hint = ROWS[row]
    shown = 0
    for source, meant in MEANT[row]:
        error = _error(source)
        assert (type(error).__name__, error.code) == (kind, row.partition("/")[0]), source
        assert len(error.fixes) == len(meant), (source, error.fixes)
        for fix, wanted in zip(error.fixes, meant, strict=True):
            applied = fix.applied(source)
            _assert_same_function(applied, wanted)
            shown += fix is error.fixes[0] and ("{fixed}" not in hint or f"`{fix.code}`" in error.hint)
    assert shown >= 3


def _assert_same_function(applied: str, wanted: str) -> None:
    ours, theirs = parse(applied), parse(wanted)
    assert set(ours.leaves) == set(theirs.leaves), applied
    programs = [compile_graph(graph_of(parsed.root)) for parsed in (ours, theirs)]
    names = [[program.graph.nodes[leaf].label for leaf in program.graph.leaves] for program in programs]
    count = len(names[0])
    for start in range(len(_POINTS)):
        at = {name: _POINTS[(start + 3 * i) % len(_POINTS)] for i, name in enumerate(sorted(names[0]))}
        seen = []
        for program, order in zip(programs, names, strict=True):
            numbers = program.run([at[name] for name in order])
            grads = {
                name: numbers.grads[leaf] for name, leaf in zip(order, program.graph.leaves, strict=True)
            }
            seen.append([numbers.values[program.graph.root], *(grads[name] for name in sorted(grads))])
        assert seen[0] == pytest.approx(seen[1], rel=1e-12, abs=0, nan_ok=True), (applied, wanted, at)
    assert count == len(names[1])


def test_every_row_with_an_offer_is_held_to_it() -> None:
    assert MEANT.keys() == WITHOUT_CODE.keys()
    assert all(len(texts) >= 3 for texts in MEANT.values())


_WORD = re.compile(r"[\w.]+=?|[^\w\s]+|[-+*/ ]+|\.\w+\(…\)|range\(n\)|torch\.no_grad\(\)")
_EXAMPLE = ("for example", "as in", "such as")
_TOLD = ("is true at", "is false at", "would get none", "is not above 0", "above 0 write")


@pytest.mark.parametrize(("source", "seen"), CASES, ids=lambda text: repr(text)[:40])
def test_code_in_a_sentence_is_an_offer_or_an_example(source: str, seen: str) -> None:
    error = _error(source)
    for sentence in re.split(r"(?<=\.) (?=[A-Z])", error.hint):
        for code in re.findall(r"`([^`]+)`", sentence):
            offered = bool(error.fixes) and code == error.fixes[0].code
            example = any(word in sentence for word in _EXAMPLE)
            told = code in error.message or any(word in sentence for word in _TOLD)
            word = _WORD.fullmatch(code) is not None
            assert word or offered or example or told, f"{code!r} in {error.hint!r}"
