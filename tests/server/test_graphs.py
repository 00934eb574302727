"""Graphs that come as data: shown as that very graph, refused with a sentence, kept within bounds."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from starlette.testclient import TestClient
from tests.parser.test_write import graphs

from backpulse.answering import limits
from backpulse.answering.errors import Refusal
from backpulse.answering.graphs import text_of
from backpulse.answering.messages import GraphRequest
from backpulse.engine import OPS, Value, apply, graph_of, nn
from backpulse.parser import parse
from backpulse.server.app import create_app
from backpulse.server.graph_store import GraphStore
from backpulse.view.graph_data import graph_as_data

Node = dict[str, Any]


def leaf(label: str = "", data: Any = 1.0) -> Node:
    return {"kind": "leaf", "label": label, "data": data}


def op(name: str, *inputs: float, **more: Any) -> Node:
    return {"kind": "op", "op": name, "inputs": list(inputs), **more}


def data(*nodes: Node, root: int = -1) -> dict[str, Any]:
    return {"nodes": list(nodes), "root": len(nodes) - 1 if root == -1 else root}


def arrives(root: Value) -> str:
    """The text that a graph becomes on its way; it is read as the same graph with the same numbers."""
    text = text_of(GraphRequest.model_validate(graph_as_data(root)))
    parsed = parse(text)
    assert whole(parsed.root) == whole(root)
    return text


def whole(root: Value) -> list[tuple[Any, ...]]:
    """Everything that makes two graphs and their numbers the same."""
    return [
        (node.kind, node.op, node.param, node.inputs, None if node.op else node.data)
        for node in graph_of(root).nodes
    ]


def labels(text: str) -> list[str]:
    return [node.label for node in graph_of(parse(text).root).nodes]


@settings(max_examples=100, derandomize=True, deadline=None)
@given(graphs())
def test_any_graph_arrives_as_it_is(root: Value) -> None:
    arrives(root)


def test_a_graph_on_its_way(client: TestClient) -> None:
    a, b = Value(2, label="a"), Value(-3, label="b")
    c = a * b
    c.label = "c"
    response = client.post("/api/graphs", json=graph_as_data((c + a) ** 2 * 0.5))
    assert response.status_code == 200, response.text
    answer = client.get(f"/api/graphs/{response.json()['id']}").json()
    assert answer == {"source": "a = 2\nb = -3\nc = a * b\n(c + a) ** 2 * 0.5\n", "values": {}}


def test_a_text_on_its_way(client: TestClient) -> None:
    text = {"source": "# mine\n(a + b) * c", "values": {"a": 2.5}}
    response = client.post("/api/texts", json=text)
    assert response.status_code == 200, response.text
    assert client.get(f"/api/graphs/{response.json()['id']}").json() == text
    wrongs: list[Any] = [{"source": 1}, {"source": "a", "values": {"a": "2"}}, {"nodes": []}]
    for wrong in wrongs:
        assert client.post("/api/texts", json=wrong).status_code == 422
    long = client.post("/api/texts", json={"source": "a" * (limits.SOURCE.most + 1)})
    assert long.json()["error"]["code"] == "source-too-long"


def test_leaves_of_one_label_are_told_apart() -> None:
    w, v, x = Value(1, label="w"), Value(2, label="w"), Value(3, label="w2")
    text = arrives(w * v + w * x)
    assert labels(text)[:2] == ["w", "w3"]
    assert set(labels(text)) == {"w", "w3", "w2", ""}


def test_a_network_arrives_with_every_parameter_a_slider() -> None:
    random.seed(7)
    net = nn.MLP(3, [4, 4, 1])
    for index, p in enumerate(net.parameters()):
        p.label = f"p{index}"
    out = net([Value(0.5, label="x1"), Value(-1.5, label="x2"), 2.0])
    assert isinstance(out, Value)
    parsed = parse(arrives(out))
    assert set(parsed.leaves) == {"x1", "x2"} | {f"p{index}" for index in range(41)}
    assert parsed.root.data == out.data


def test_a_chain_as_long_as_a_graph_may_be() -> None:
    value = Value(0.1234567890123456, label="a")
    for _ in range(limits.NODES.most - 1):
        value = value + value
    assert arrives(value).count("\n") == limits.NODES.most


def test_every_op_arrives() -> None:
    for row in OPS.values():
        inputs = [Value(point, label=f"x{index}") for index, point in enumerate(row.points[0][: row.arity])]
        root = apply(row.name, *inputs, param=row.points[0][-1] if row.parametric else None)
        assert parse(arrives(root)).root.op == row.name


def test_values_that_nothing_depends_on_are_left_out(client: TestClient) -> None:
    request = GraphRequest.model_validate(data(leaf("a"), leaf("b"), op("relu", 0), op("exp", 1), root=2))
    assert text_of(request) == "a = 1\nrelu(a)\n"


@pytest.mark.parametrize(
    ("graph", "code", "message"),
    [
        (data(), "no-root", "There is no node -1 to be the root"),
        (data(leaf("a"), root=1), "no-root", "There is no node 1 to be the root"),
        (data(leaf("a"), root=-2), "no-root", "There is no node -2 to be the root"),
        (data(op("relu", 0)), "cycle", "Node 0 takes node 0 in slot 0, which does not stand before it"),
        (
            data(leaf("a"), op("add", 0, 2, label="b"), op("relu", 1)),
            "cycle",
            "Node 1 (`b`) takes node 2 in slot 1, which does not stand before it",
        ),
        (
            data(leaf("a"), op("add", 0, 7)),
            "wrong-slot",
            "Node 1 takes node 7 in slot 1, and there is no such node",
        ),
        (
            data(leaf("a"), op("relu", -1)),
            "wrong-slot",
            "Node 1 takes node -1 in slot 0, and there is no such node",
        ),
        (
            data(leaf("a"), op("relu", 10**30)),
            "wrong-slot",
            f"Node 1 takes node {10**30} in slot 0, and there is",
        ),
        (data(leaf("a"), op("eval", 0)), "unknown-op", "Node 1 has the unknown op `eval`"),
        (data(leaf("a"), op("__class__", 0)), "unknown-op", "Node 1 has the unknown op `__class__`"),
        (data(leaf("a"), {"kind": "op", "inputs": [0]}), "unknown-op", "Node 1 has the unknown op ``"),
        (data(leaf("a"), op("add", 0)), "arity", "Node 1: `add` takes 2 inputs, not 1"),
        (data(leaf("a"), op("relu", 0, 0)), "arity", "Node 1: `relu` takes one input, not 2"),
        (data(leaf("a"), op("relu")), "arity", "Node 1: `relu` takes one input, not 0"),
        (data(leaf("a"), op("pow", 0)), "exponent", "Node 1: `pow` takes an exponent"),
        (data(leaf("a"), op("relu", 0, param=2.0)), "exponent", "Node 1: `relu` takes no exponent"),
        (data(leaf("a"), op("pow", 0, param="NaN")), "not-finite", "Node 1 has the exponent nan"),
        (data(leaf("a"), op("pow", 0, param="-Infinity")), "not-finite", "Node 1 has the exponent -infinity"),
        (data(leaf("a", "NaN")), "not-finite", "Node 0 (`a`) holds nan, which is no number"),
        (data(leaf("a", "Infinity")), "not-finite", "Node 0 (`a`) holds infinity"),
        (data({"kind": "const", "data": "-Infinity"}), "not-finite", "Node 0 holds -infinity"),
        (data({"kind": "leaf", "label": "a"}), "no-number", "Node 0 (`a`) is a leaf without a number"),
        (data({**leaf("a"), "op": "add"}), "not-an-op", "Node 0 (`a`) is a leaf, and a leaf has no op"),
        (data({"kind": "const", "data": 1, "inputs": [0]}), "not-an-op", "Node 0 is a const"),
        (data(leaf("a", "2")), "invalid-request", "The field `nodes.0.data` must be a number"),
        (data(leaf("a", True)), "invalid-request", "The field `nodes.0.data` must be a number"),
        (data({"kind": "leaf", "code": "1"}), "invalid-request", "There is no field `nodes.0.code`"),
        (
            data(leaf("a"), op("relu", 0.5)),
            "invalid-request",
            "The field `nodes.1.inputs.0` must be a whole number",
        ),
        ({"nodes": []}, "invalid-request", "The field `root` is missing"),
        ({"nodes": {}, "root": 0}, "invalid-request", "The field `nodes` must be a list"),
        ([], "invalid-request", "The request must be a JSON object"),
    ],
)
def test_what_is_no_graph_is_refused(client: TestClient, graph: Any, code: str, message: str) -> None:
    response = client.post("/api/graphs", json=graph)
    assert response.status_code == 422, response.text
    error = response.json()["error"]
    assert (error["code"], error["message"][: len(message)]) == (code, message)


def test_numbers_that_json_does_not_have_are_refused_too(client: TestClient) -> None:
    for number in ("NaN", "Infinity", "1e999"):
        body = f'{{"nodes": [{{"kind": "leaf", "data": {number}}}], "root": 0}}'
        response = client.post("/api/graphs", content=body, headers={"content-type": "application/json"})
        assert response.json()["error"]["code"] == "not-finite"


def test_a_nearly_right_op_is_offered(client: TestClient) -> None:
    error = client.post("/api/graphs", json=data(leaf("a"), op("reul", 0))).json()["error"]
    assert error["hint"] == "Did you mean `relu`?"
    error = client.post("/api/graphs", json=data(leaf("a"), op("+", 0, 0))).json()["error"]
    assert error["hint"] == f"There are {', '.join(OPS)}."


def test_a_graph_over_a_limit(client: TestClient) -> None:
    def refused(graph: Any) -> str:
        response = client.post("/api/graphs", json=graph)
        assert response.status_code == 413
        return str(response.json()["error"]["code"])

    assert refused(data(*[leaf()] * (limits.NODES.most + 1))) == "graph-nodes"
    assert refused(data(leaf("w" * 101))) == "label-too-long"
    sums = [op("add", limits.LEAVES.most + 1 + i, i + 1) for i in range(limits.LEAVES.most)]
    many = [leaf() for _ in range(limits.LEAVES.most + 1)]
    assert refused(data(*many, op("add", 0, 0), *sums)) == "too-many-leaves"
    names = [op("add", i, i, label=f"{i:0100}".replace("0", "o")) for i in range(4_000)]
    assert refused(data(leaf("a"), *names)) == "graph-text-too-long"
    assert refused(data(leaf("w" * limits.GRAPH_BODY.most))) == "graph-too-large"


def test_another_sites_page_cannot_hand_over_a_graph(client: TestClient) -> None:
    """A page elsewhere can send a form or plain text without being asked; JSON it cannot."""
    for path in ("/api/graphs", "/api/texts"):
        response = client.post(path, content=b'{"source": "a"}', headers={"content-type": "text/plain"})
        assert response.status_code == 415
        asked = client.options(path, headers={"origin": "http://evil.example"})
        assert "access-control-allow-origin" not in asked.headers
    local = TestClient(create_app(hosts={"127.0.0.1"}), base_url="http://evil.example")
    assert local.post("/api/graphs", json=data(leaf("a"))).status_code == 403


def test_a_graph_that_is_not_there(client: TestClient) -> None:
    response = client.get("/api/graphs/0123456789abcdef")
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "unknown-graph"


def test_what_is_kept_is_bounded() -> None:
    kept = GraphStore()
    first = kept.put(b"a")
    assert kept.put(b"a") == first, "the same text has the same id"
    assert kept.put(b"b") != first
    for number in range(limits.STORED.most - 2):
        kept.put(b"a + %d" % number)
    assert kept.get(first) == b"a", "and is now the youngest"
    for number in range(limits.STORED.most - 1):
        kept.put(b"b + %d" % number)
    assert kept.get(first) == b"a"
    large = kept.put(b"#" * limits.STORED_BYTES.most)
    assert kept.get(large)
    with pytest.raises(Refusal, match="does not have this graph"):
        kept.get(first)


def test_not_finite_in_python() -> None:
    for wrong in (Value(math.nan, label="a") * 2, Value(1) * math.inf, Value(1) ** math.nan):
        with pytest.raises(Refusal) as refused:
            arrives(wrong)
        assert refused.value.body.code == "not-finite"
