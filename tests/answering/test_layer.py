"""The layer that answers knows no server: a trace from Python, or in the terminal, loads no web framework."""

from __future__ import annotations

import subprocess
import sys

import pytest

import backpulse.answering
from backpulse.answering import Answerer, Cache, ExportRequest, Refusal, TraceRequest, export_text, trace_of

WEB = {"fastapi", "starlette", "uvicorn", "websockets", "h11"}
EVERYTHING = """
import pkgutil, sys
from importlib import import_module
import backpulse.answering
for module in pkgutil.iter_modules(backpulse.answering.__path__):
    import_module(f"backpulse.answering.{module.name}")
"""
TRACE = """
import sys
from backpulse.server.cli import app
app(["trace", "a * a", "--json"], standalone_mode=False)
"""


@pytest.mark.parametrize("script", [EVERYTHING, TRACE])
def test_no_web_framework_is_loaded(script: str) -> None:
    look = "print('loaded:', *{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", script + look], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"loaded:", "backpulse", "pydantic"} <= loaded
    assert not loaded & WEB


def test_the_layer_never_names_the_server() -> None:
    script = f"{EVERYTHING}print([name for name in sys.modules if name.startswith('backpulse.server')])"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_the_public_names() -> None:
    assert all(getattr(backpulse.answering, name) is not None for name in backpulse.answering.__all__)


def test_an_answer_without_a_server() -> None:
    trace = trace_of(TraceRequest(source="a * b", values={"a": 2, "b": 3}, expand=False), Cache())
    assert trace.grads == [3, 2, 1]
    body = Answerer()("trace", b'{"source": "a * b", "values": {"a": 2, "b": 3}}').body
    assert body == trace.model_dump_json().encode()
    question = ExportRequest(source="a * b", values={"a": 2, "b": 3}, format="json", t=None)
    assert export_text(question, Cache()).encode() == body + b"\n"
    with pytest.raises(Refusal, match="not JSON"):
        Answerer()("trace", b"a * b")
