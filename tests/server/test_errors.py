"""Every no has the one shape, a status that says whose mistake it is, and the server goes on."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from backpulse.answering import limits, traces
from backpulse.answering.limit import Limit
from backpulse.server.responses import http_refusal

FIELDS = ["code", "message", "hint", "span", "line", "column", "fixes"]


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """The error of a response that has this status and code, in the one shape."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    assert list(response.json()) == ["error"]
    error: dict[str, Any] = response.json()["error"]
    assert list(error) == FIELDS
    assert error["code"] == code
    assert error["message"]
    return error


def test_a_mistake_in_the_text_has_its_place(client: TestClient) -> None:
    error = refused(client.post("/api/trace", json={"source": "x = 1\na +"}), 422, "missing-value")
    assert error["message"] == "Missing value after `+`"
    assert (error["span"], error["line"], error["column"]) == ([9, 9], 2, 4)


@pytest.mark.parametrize(
    ("question", "code", "message"),
    [
        ({}, "invalid-request", "The field `source` is missing"),
        ([], "invalid-request", "The request must be a JSON object"),
        ({"source": 3}, "invalid-request", "The field `source` must be text"),
        ({"source": None}, "invalid-request", "The field `source` must be text"),
        ({"source": "a", "expand": "yes"}, "invalid-request", "The field `expand` must be true or false"),
        ({"source": "a", "vales": {}}, "invalid-request", "There is no field `vales`"),
        (
            {"source": "a", "values": [1]},
            "invalid-request",
            "The field `values` must be an object of names and numbers",
        ),
        ({"source": "a", "values": {"a": "2"}}, "invalid-request", "The value of `a` must be a number"),
        ({"source": "a", "values": {"a": None}}, "invalid-request", "The value of `a` must be a number"),
        ({"source": "a", "values": {"a": True}}, "invalid-request", "The value of `a` must be a number"),
        (
            {"source": "a", "values": {"a": "Infinity"}},
            "invalid-request",
            "The value of `a` must be a finite number",
        ),
        (
            {"source": "a", "values": {"a": "NaN"}},
            "invalid-request",
            "The value of `a` must be a finite number",
        ),
        ({"source": "a + b", "values": {"d": 1}}, "unknown-name", "The text has no leaf `d`"),
        (
            {"source": "d = a + b\nd * 2", "values": {"d": 1}},
            "unknown-name",
            "`d` is a step of the text and no leaf: its value follows from `d = a + b`",
        ),
    ],
    ids=str,
)
def test_questions_of_a_wrong_form(client: TestClient, question: Any, code: str, message: str) -> None:
    assert refused(client.post("/api/trace", json=question), 422, code)["message"] == message


def test_a_name_that_is_nearly_right_is_offered(client: TestClient) -> None:
    error = refused(
        client.post("/api/trace", json={"source": "weight * x", "values": {"wieght": 1}}), 422, "unknown-name"
    )
    assert error["hint"] == "Did you mean `weight`?"


def test_a_name_of_another_world_is_told_what_there_is(client: TestClient) -> None:
    question = {"source": "weight * x", "values": {"\u202equux": 1}}
    error = refused(client.post("/api/trace", json=question), 422, "unknown-name")
    assert error["message"] == "The text has no leaf `\\u202equux`"
    assert error["hint"] == "Its leaves: `weight`, `x`."


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" + "0" * 400])
def test_numbers_that_json_does_not_have(client: TestClient, number: str) -> None:
    body = f'{{"source": "a", "values": {{"a": {number}}}}}'
    response = client.post("/api/trace", content=body, headers={"content-type": "application/json"})
    assert refused(response, 422, "invalid-request")["message"] == "The value of `a` must be a finite number"


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"a + b"])
def test_what_is_not_json(client: TestClient, body: bytes) -> None:
    response = client.post("/api/trace", content=body, headers={"content-type": "application/json"})
    assert refused(response, 400, "invalid-json")["message"] == "The request is not JSON"


@pytest.mark.parametrize(
    "half", ["\\ud800", "\\udfff", "\\ud800 a", "\\ud800\\n", "\\ud800\\ud801", "\\udc00\\ud800"]
)
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/trace", '{"source": "a # HALF"}'),
        ("/api/trace", '{"source": "a", "values": {"HALF": 1}}'),
        ("/api/trace", '{"HALF": "a"}'),
        ("/api/export", '{"source": "a", "format": "HALF"}'),
        ("/api/texts", '{"source": "HALF"}'),
        ("/api/graphs", '{"nodes": [{"kind": "leaf", "data": 1, "label": "HALF"}], "root": 0}'),
    ],
)
def test_half_a_character(client: TestClient, path: str, body: str, half: str) -> None:
    content = body.replace("HALF", half)
    response = client.post(path, content=content, headers={"content-type": "application/json"})
    assert refused(response, 422, "not-text")["message"].startswith("The request holds half a character")
    with client.websocket_connect("/api/live") as socket:
        socket.send_text(content)
        assert socket.receive_json()["error"]["code"] == "not-text"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
def test_another_content_type(client: TestClient, kind: str) -> None:
    response = client.post("/api/trace", content=b'{"source": "a"}', headers={"content-type": kind})
    assert "content-type: application/json" in refused(response, 415, "not-json")["hint"]


def test_json_with_a_charset_is_json(client: TestClient) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/trace", content=b'{"source": "a"}', headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/api/nothing", "/assets/nothing.js", "/assets/../../app.py"])
def test_an_address_that_is_not_there(client: TestClient, path: str) -> None:
    refused(client.get(path), 404, "not-found")


def test_nothing_outside_the_page_is_served(client: TestClient) -> None:
    refused(client.get("/assets/%2e%2e/%2e%2e/app.py"), 404, "not-found")
    refused(client.get("/..%2fapp.py"), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/trace"), ("POST", "/api/presets"), ("DELETE", "/"), ("PUT", "/healthz")],
)
def test_a_method_that_an_address_does_not_have(client: TestClient, method: str, path: str) -> None:
    error = refused(client.request(method, path), 405, "method-not-allowed")
    assert "POST" in error["hint"] or "GET" in error["hint"]


def test_a_mistake_of_ours(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(traces, "trace_message", fail)
    error = refused(client.post("/api/trace", json={"source": "a"}), 500, "internal")
    assert "secret" not in str(error)
    monkeypatch.undo()
    assert client.post("/api/trace", json={"source": "a"}).status_code == 200


def test_an_http_error_without_words_of_its_own() -> None:
    assert http_refusal(418).body.message == "The request cannot be answered"


class TestLimits:
    """What is over a limit is refused with 413 and a sentence that names the limit."""

    def test_characters(self, client: TestClient) -> None:
        source = "a +" + " " * limits.SOURCE.most + "a"
        error = refused(client.post("/api/trace", json={"source": source}), 413, "source-too-long")
        assert error["message"] == "The text is longer than 600,000 characters"

    def test_nodes(self, client: TestClient) -> None:
        source = "+".join(["1"] * (limits.NODES.most // 2 + 10))
        error = refused(client.post("/api/trace", json={"source": source}), 413, "too-many-nodes")
        assert "25,000 nodes" in error["message"]

    def test_nodes_after_opening(self, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "NODES", Limit("too-many-nodes", 6, "More than {most}", ""))
        assert client.post("/api/trace", json={"source": "tanh(a)"}).status_code == 200
        refused(client.post("/api/trace", json={"source": "tanh(a)", "expand": True}), 413, "too-many-nodes")

    def test_leaves(self, client: TestClient) -> None:
        source = "+".join(f"x{i}" for i in range(limits.LEAVES.most + 1))
        refused(client.post("/api/trace", json={"source": source}), 413, "too-many-leaves")

    def test_bytes_are_counted_while_they_come(self, client: TestClient) -> None:
        sent = 0

        def body() -> Any:
            nonlocal sent
            for _ in range(100):
                sent += 1
                yield b" " * 100_000

        response = client.post("/api/trace", content=body(), headers={"content-type": "application/json"})
        assert (
            refused(response, 413, "body-too-large")["message"]
            == "The request is larger than 1,048,576 bytes"
        )

    def test_a_graph_too_large_to_draw_still_has_its_trace(self, ask: Any) -> None:
        answer = ask("+".join(["a"] * (limits.DRAWN.most + 1)), values={"a": 2})
        assert answer["layouts"] is None
        assert {str(node["position"]) for node in answer["graph"]["nodes"]} == {"None"}
        assert answer["values"][-1] == 2 * (limits.DRAWN.most + 1)
        assert answer["grads"][0] == limits.DRAWN.most + 1

    def test_ten_thousand_terms(self, ask: Any) -> None:
        answer = ask("+".join(["a"] * 10_000), values={"a": 0.5})
        assert answer["values"][-1] == 5000
        assert answer["grads"][0] == 10_000

    def test_a_thousand_brackets(self, ask: Any) -> None:
        assert ask("(" * 1000 + "a * a" + ")" * 1000, values={"a": 3})["grads"][0] == 6

    def test_the_table_says_everything_in_sentences(self) -> None:
        assert len(limits.TABLE) >= 8
        assert len({(limit.code, limit.most) for limit in limits.TABLE}) == len(limits.TABLE)
        for limit in limits.TABLE:
            body = limit.refusal().body
            assert "{" not in body.message
            assert f"{limit.most:,}" in body.message
            assert body.hint is not None
            assert body.hint.endswith(".")
