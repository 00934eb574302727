"""What the API says of itself: nothing leads nowhere, and every answer that is given is declared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from backpulse.answering import exports, reading
from backpulse.server.app import create_app
from backpulse.server.guard import LOOPBACK

LEAF = {"kind": "leaf", "label": "a", "data": "Infinity"}
RIGHT: dict[str, Any] = {
    "/api/trace": {"source": "a * b", "values": {"a": 2}},
    "/api/graphs": {"nodes": [{**LEAF, "data": 2}], "root": 0},
    "/api/texts": {"source": "a * b"},
    "/api/export": {"source": "a * b", "format": "csv"},
}
ASKED = ["/api/presets", "/api/ops", "/api/exports", "/healthz", "/api/graphs/none"]
JSON = {"content-type": "application/json"}


@pytest.fixture
def described(client: TestClient) -> dict[str, Any]:
    """The description."""
    document: dict[str, Any] = client.get("/api/openapi.json").json()
    return document


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object within."""
    if isinstance(schema, dict):
        yield schema
    for item in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(item)


def found(document: dict[str, Any], reference: str) -> Any:
    """What a reference leads to."""
    assert reference.startswith("#/")
    place: Any = document
    for step in reference[2:].split("/"):
        place = place[step]
    return place


def test_no_reference_leads_nowhere(described: dict[str, Any]) -> None:
    operations = [item for path in described["paths"].values() for item in path.values()]
    assert len(operations) == 9
    references = [part["$ref"] for part in parts(described) if "$ref" in part]
    assert len(references) > 80
    for reference in references:
        assert found(described, reference)
    assert not [part for part in parts(described) if "$defs" in part or "tsType" in part]


def test_nothing_is_described_that_is_not_used(described: dict[str, Any]) -> None:
    used = {part["$ref"].rpartition("/")[2] for part in parts(described) if "$ref" in part}
    assert set(described["components"]["schemas"]) == used


def asked(described: dict[str, Any], path: str) -> Draft202012Validator:
    """The schema of what an address is sent, whole."""
    body = described["paths"][path]["post"]["requestBody"]
    assert body["required"]
    schema = body["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": described["components"]})


@pytest.mark.parametrize("path", RIGHT)
def test_the_schemas_of_questions(described: dict[str, Any], path: str) -> None:
    schema = asked(described, path)
    assert schema.is_valid(RIGHT[path])
    assert not schema.is_valid({})
    assert not schema.is_valid({**RIGHT[path], "more": 1})
    if path == "/api/graphs":
        assert schema.is_valid({"nodes": [LEAF], "root": 0}), "its form is right"
        assert not schema.is_valid({"nodes": [{**LEAF, "data": "two"}], "root": 0})


@pytest.mark.parametrize("path", [*RIGHT, *ASKED])
def test_the_schemas_of_answers(described: dict[str, Any], client: TestClient, path: str) -> None:
    method = "post" if path in RIGHT else "get"
    response = client.request(method, path, json=RIGHT.get(path))
    template = path.replace("/none", "/{name}")
    declared = described["paths"][template][method]["responses"][str(response.status_code)]["content"]
    kind = response.headers["content-type"].partition(";")[0]
    assert kind in declared
    if kind == "application/json":
        schema = {**declared[kind]["schema"], "components": described["components"]}
        Draft202012Validator(schema).validate(response.json())


def test_every_format_is_declared(described: dict[str, Any], client: TestClient) -> None:
    declared = described["paths"]["/api/export"]["post"]["responses"]["200"]["content"]
    for row in exports.formats():
        question = {**RIGHT["/api/export"], "format": row.format}
        kind = client.post("/api/export", json=question).headers["content-type"]
        assert kind.partition(";")[0] in declared


def refusals(static: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str, int]]:
    """Method, address and status of answers of every kind; how each is provoked."""
    local = TestClient(create_app(hosts=LOOPBACK, static=static), "http://127.0.0.1")
    guarded = TestClient(create_app(static=static, token="a-secret"))
    broken = TestClient(create_app(static=static), raise_server_exceptions=False)
    for method, path in [*(("post", path) for path in RIGHT), *(("get", path) for path in ASKED)]:
        other = "get" if method == "post" else "post"
        yield method, path, local.request(method, path, headers={"host": "a b"}).status_code
        yield method, path, local.request(method, path, headers={"host": "evil.example"}).status_code
        yield method, path, local.request(other, path).status_code
        yield method, path, guarded.request(method, path).status_code
    yield "get", "/api/graphs/none", local.get("/api/graphs/none").status_code
    for path, question in RIGHT.items():
        yield "post", path, local.post(path, json=question).status_code
        yield "post", path, local.post(path, json=question, headers={"origin": "null"}).status_code
        yield "post", path, local.post(path, content=b"{", headers=JSON).status_code
        yield "post", path, local.post(path, content=b" " * (5 << 20), headers=JSON).status_code
        yield "post", path, local.post(path, content=b"a", headers={"content-type": "text/plain"}).status_code
        yield "post", path, local.post(path, json={}).status_code
    with monkeypatch.context() as patch:
        patch.setattr(reading, "from_json", lambda *_: 1 / 0)
        for path, question in RIGHT.items():
            yield "post", path, broken.post(path, json=question).status_code


def test_every_status_that_is_given_is_declared(
    described: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = set()
    for method, path, status in refusals(tmp_path, monkeypatch):
        responses = described["paths"][path.replace("/none", "/{name}")][method]["responses"]
        assert str(status) in responses, (method, path, status)
        given.add(status)
    assert given == {200, 400, 401, 403, 404, 405, 413, 415, 422, 500}


def test_every_refusal_has_the_one_shape(described: dict[str, Any]) -> None:
    for path in described["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if status != "200":
                    schema = response["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorMessage"}
