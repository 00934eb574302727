"""Export over HTTP: the table of formats, files, and every no."""

from __future__ import annotations

import csv
import io

import pytest
from starlette.testclient import TestClient

from backpulse.view.exports import FORMATS

TEXT = {"source": "(a + b) * c", "values": {"a": 2, "b": -3, "c": 10}}


def test_the_formats(client: TestClient) -> None:
    rows = client.get("/api/exports").json()
    assert [row["format"] for row in rows] == list(FORMATS)
    assert rows[-1].keys() == {"format", "name", "extension", "media_type"}
    assert len({row["name"] for row in rows}) == len(rows)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_each(client: TestClient, name: str) -> None:
    answer = client.post("/api/export", json={**TEXT, "format": name})
    assert answer.status_code == 200
    row = FORMATS[name]
    assert answer.headers["content-type"].split(";")[0] == row.media_type
    assert answer.headers["content-disposition"] == f'attachment; filename="backpulse.{row.extension}"'
    assert answer.text


def test_json_is_the_trace(client: TestClient) -> None:
    answer = client.post("/api/export", json={**TEXT, "format": "json"})
    assert answer.json() == client.post("/api/trace", json=TEXT).json()


def test_values_and_expand_take_effect(client: TestClient) -> None:
    question = {"source": "a - b", "values": {"a": 7}, "expand": True, "format": "csv"}
    rows = list(csv.DictReader(io.StringIO(client.post("/api/export", json=question).text)))
    assert [row["kind"] for row in rows if row["pass"] == "forward"] == [
        "leaf",
        "leaf",
        "const",
        "mul",
        "add",
    ]
    assert rows[0]["value"] == "7.0"


@pytest.mark.parametrize(
    ("question", "status", "code"),
    [
        ({**TEXT, "format": "pdf"}, 422, "unknown-format"),
        ({**TEXT}, 422, "invalid-request"),
        ({"source": "a +", "format": "csv"}, 422, "missing-value"),
        ({"source": "a", "values": {"b": 1}, "format": "csv"}, 422, "unknown-name"),
        ({**TEXT, "format": "csv", "direction": "up"}, 422, "invalid-request"),
        ({**TEXT, "format": "csv", "t": "1"}, 422, "invalid-request"),
    ],
)
def test_what_is_refused(client: TestClient, question: dict[str, object], status: int, code: str) -> None:
    answer = client.post("/api/export", json=question)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code
