"""`POST /api/trace`: the whole answer, numbers that are not finite, constants, opened ops, golden cases."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "expressions.json").read_text())
DEFAULT = {"a": 2, "b": -3, "c": 10}


def test_the_default_example(ask: Any) -> None:
    answer = ask("(a + b) * c", values=DEFAULT)
    assert answer["source"] == "(a + b) * c"
    assert [(n["kind"], n["op"], n["symbol"], n["label"], n["inputs"]) for n in answer["graph"]["nodes"]] == [
        ("leaf", None, "", "a", []),
        ("leaf", None, "", "b", []),
        ("op", "add", "+", "a + b", [0, 1]),
        ("leaf", None, "", "c", []),
        ("op", "mul", "*", "(a + b) * c", [2, 3]),
    ]
    assert [n["span"] for n in answer["graph"]["nodes"]] == [[1, 2], [5, 6], [0, 7], [10, 11], [0, 11]]
    assert [(e["child"], e["parent"], e["slot"]) for e in answer["graph"]["edges"]] == [
        (0, 2, 0),
        (1, 2, 1),
        (2, 4, 0),
        (3, 4, 1),
    ]
    assert answer["graph"]["root"] == 4
    assert answer["graph"]["leaves"] == [0, 1, 3]
    assert answer["values"] == [2, -3, -1, 10, -10]
    assert answer["grads"] == [10, 10, 10, -1, 1]
    assert answer["locals"] == [1, 1, 10, -1]
    assert answer["contributions"] == [10, 10, 10, -1]
    assert answer["forward"][2] == {"node": 2, "text": "2 + -3 = -1"}
    assert answer["backward"][0] == {
        "node": 4,
        "incoming": 1,
        "edges": [
            {"edge": 2, "local": 10, "contribution": 10, "total": 10},
            {"edge": 3, "local": -1, "contribution": -1, "total": -1},
        ],
    }
    assert answer["findings"] == []


def test_every_node_has_its_place_and_a_path_for_every_edge(ask: Any) -> None:
    answer = ask("(a + b) * c", values=DEFAULT)
    right, down = answer["layouts"]["right"], answer["layouts"]["down"]
    for layout in (right, down):
        assert len(layout["cards"]) == 5
        assert len(layout["paths"]) == 4
    for node, card in zip(answer["graph"]["nodes"], right["cards"], strict=True):
        assert node["position"] == [card["x"], card["y"], card["z"]]


def test_the_same_leaf_twice_shows_its_running_total(ask: Any) -> None:
    answer = ask("a * a", values={"a": 3})
    assert [edge["total"] for edge in answer["backward"][0]["edges"]] == [3, 6]


def test_constants_have_no_gradient(ask: Any) -> None:
    answer = ask("2 * a", values={"a": 3})
    assert [node["kind"] for node in answer["graph"]["nodes"]] == ["const", "leaf", "op"]
    assert answer["grads"] == [None, 2, 1]
    assert answer["locals"] == [None, 2]
    assert answer["contributions"] == [None, 2]


def test_a_lone_number_is_a_graph_too(ask: Any) -> None:
    answer = ask("2")
    assert answer["values"] == [2]
    assert answer["grads"] == [None]
    assert answer["backward"] == [{"node": 0, "incoming": 1, "edges": []}]


def test_numbers_that_are_not_finite_travel_as_words(ask: Any) -> None:
    answer = ask("log(a) * (1 / b)", values={"a": -1, "b": 0})
    assert "NaN" in answer["values"]
    assert "Infinity" in answer["values"]
    assert ask("1 / a", values={"a": 0})["grads"][1] == "-Infinity"
    codes = [finding["code"] for finding in answer["findings"]]
    assert "log-of-negative" in codes
    assert "division-by-zero" in codes


def test_a_finding_of_an_arrow_names_it(ask: Any) -> None:
    answer = ask("sqrt(x**2 + y**2)**2", values={"x": 0, "y": 0})
    slope, arrow = answer["findings"]
    assert (slope["code"], slope["edge"]) == ("infinite-slope", None)
    assert arrow["code"] == "gradient-zero-times-infinity"
    assert answer["graph"]["edges"][arrow["edge"]]["parent"] == arrow["node"] == slope["node"]
    assert arrow["message"].startswith("sqrt(x**2 + y**2) sends 0 × ∞ to x**2 + y**2, which is undefined")


def test_a_finding_calls_its_node_by_its_name(ask: Any) -> None:
    finding = ask("y = log(a)\ny * 2", values={"a": 0})["findings"][0]
    assert finding["code"] == "log-of-zero"
    assert finding["message"].startswith("y ")


def test_values_come_from_the_question_then_the_text_then_a_start_without_findings(ask: Any) -> None:
    answer = ask("a = 5\na * b - log(c)", values={"b": 7})
    values = dict(zip((n["label"] for n in answer["graph"]["nodes"]), answer["values"], strict=True))
    assert values["a"] == 5
    assert values["b"] == 7
    assert values["c"] > 0
    assert answer["findings"] == []
    assert ask("a = 5\na * a", values={"a": 2})["values"][-1] == 4


def test_what_is_skipped_is_said_with_its_place(ask: Any) -> None:
    source = "import torch\na = torch.tensor(2.0, requires_grad=True)\nb = a * a\nb.backward()\nprint(a.grad)"
    said = [(source[slice(*part["span"])], part["reason"]) for part in ask(source)["skipped"]]
    assert said == [
        ("import torch", "nothing has to be imported"),
        ("b.backward()", "the backward pass is always there; it starts here"),
        ("print(a.grad)", "every value is shown"),
    ]
    assert ask("a + b")["skipped"] == []


def test_opened_ops_show_their_primitives_and_keep_the_gradients(ask: Any) -> None:
    values = {"a": 2, "b": -3}
    closed, opened = (ask("tanh(a - b / 2)", values=values, expand=expand) for expand in (False, True))
    assert [n["derived"] for n in closed["graph"]["nodes"] if n["kind"] == "op"] == [True, True, True]
    assert not any(node["derived"] for node in opened["graph"]["nodes"])
    for trace in (closed, opened):
        grads = {n["label"]: g for n, g in zip(trace["graph"]["nodes"], trace["grads"], strict=True)}
        assert math.isclose(grads["a"], 1 - math.tanh(3.5) ** 2, rel_tol=1e-9)
        assert math.isclose(grads["b"], -0.5 * grads["a"], rel_tol=1e-9)


def test_steps_of_a_program_show_their_names_and_lines(ask: Any) -> None:
    nodes = ask("c = a + b\nc += c + 1\nc")["graph"]["nodes"]
    assert [(node["label"], node["text"]) for node in nodes][2:] == [
        ("c", "c = a + b"),
        ("1", "1"),
        ("c + 1", "c + 1"),
        ("c", "c += c + 1"),
    ]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
@pytest.mark.parametrize("expand", [False, True])
def test_golden(ask: Any, case: dict[str, Any], expand: bool) -> None:
    """Opened, the last bits may differ; off the number line the two forms may part."""
    answer = ask(case["source"], values=case["values"], expand=expand)
    finite = all(map(math.isfinite, map(float, (case["value"], *case["grads"].values()))))
    if expand and not finite:
        assert len(answer["values"]) == len(answer["graph"]["nodes"])
        return
    assert same(answer["values"][-1], case["value"])
    nodes = answer["graph"]["nodes"]
    for name, grad in case["grads"].items():
        [leaf] = [leaf for leaf in answer["graph"]["leaves"] if nodes[leaf]["label"] == name]
        assert same(answer["grads"][leaf], grad), name


def same(x: float | str, y: float | str) -> bool:
    """Equal, to rounding; a nan equal to a nan."""
    a, b = float(x), float(y)
    return math.isclose(a, b, rel_tol=1e-12) or (a != a and b != b)
