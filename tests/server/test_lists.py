"""Presets, legend, health: what the page asks for once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from backpulse.answering.presets import PRESETS
from backpulse.engine import OPS
from backpulse.engine.diagnosis import LINKS
from backpulse.engine.findings import KINDS

GOLDEN = {
    case["name"]: case
    for case in json.loads((Path(__file__).parents[1] / "golden" / "expressions.json").read_text())
}
GOLDEN_OF = {
    "Sum times c": "sum times c",
    "The same leaf twice": "square as product",
    "Named steps": "named steps",
    "A branch that merges": "branch",
    "Order matters": "order matters",
    "A dead relu": "dead relu",
    "Sigmoid from primitives": "sigmoid from primitives",
    "A tanh neuron": "tanh neuron",
    "A neuron and its error": "sigmoid neuron with squared error",
    "micrograd's README": "micrograd README",
}


def test_the_default_comes_first(client: TestClient) -> None:
    first = client.get("/api/presets").json()[0]
    assert first["name"] == "Sum times c"
    assert first["source"] == "(a + b) * c"
    assert first["values"] == {"a": 2, "b": -3, "c": 10}


def test_each_preset_has_a_name_of_its_own_and_a_sentence() -> None:
    assert len(PRESETS) >= 12
    assert len({preset.name for preset in PRESETS}) == len(PRESETS)
    for preset in PRESETS:
        assert preset.sentence.endswith(".")
        assert len(preset.sentence) <= 110, "it stands on one or two lines of the page"


def test_each_preset_is_a_whole_example(ask: Any) -> None:
    """All of its leaves have values, all of its numbers are finite."""
    for preset in PRESETS:
        trace = ask(preset.source, values=preset.values)
        nodes = trace["graph"]["nodes"]
        assert {nodes[leaf]["label"] for leaf in trace["graph"]["leaves"]} == set(preset.values)
        assert all(isinstance(value, float) for value in trace["values"])
        assert trace["layouts"] is not None
        assert [finding["code"] for finding in trace["findings"]] == []


def test_presets_of_the_lecture_have_its_numbers(ask: Any) -> None:
    by_name = {preset.name: preset for preset in PRESETS}
    for name, golden in GOLDEN_OF.items():
        case, preset = GOLDEN[golden], by_name[name]
        assert preset.values == case["values"]
        trace = ask(preset.source, values=preset.values)
        assert trace["values"][-1] == pytest.approx(case["value"], rel=1e-12)
        nodes = trace["graph"]["nodes"]
        for leaf in trace["graph"]["leaves"]:
            grad = case["grads"][nodes[leaf]["label"]]
            assert trace["grads"][leaf] == pytest.approx(grad, rel=1e-12), name


def test_the_legend_is_the_table(client: TestClient) -> None:
    legend = client.get("/api/ops").json()
    assert [row["name"] for row in legend["ops"]] == list(OPS)
    for row, op in zip(legend["ops"], OPS.values(), strict=True):
        assert row["symbol"] == op.symbol
        assert row["derived"] == (op.expansion is not None)
        assert len(row["partials"]) == len(row["partials_latex"]) == len(row["words"]) == row["arity"]
    assert [(row["code"], row["message"]) for row in legend["findings"]] == list(KINDS.items())
    assert {row["code"]: (row["message"], row["hint"]) for row in legend["links"]} == LINKS


def test_health(client: TestClient) -> None:
    health = {"name": "backpulse", "status": "ok", "version": "0.1.0", "pages": 0}
    assert client.get("/healthz").json() == health
    with client.websocket_connect("/api/live"):
        assert client.get("/healthz").json() == {**health, "pages": 1}
    assert client.get("/healthz").json() == health


def test_the_description_of_the_interface_names_every_address(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert set(paths) == {
        "/api/trace",
        "/api/graphs",
        "/api/graphs/{name}",
        "/api/texts",
        "/api/export",
        "/api/exports",
        "/api/presets",
        "/api/ops",
        "/healthz",
    }
