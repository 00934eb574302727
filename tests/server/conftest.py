"""A client of the whole application and pages, without a network; and a way to hold the live channel back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from tests.server.wire import Open, Page
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from backpulse.answering import answerer, limits
from backpulse.answering.traces import trace_message
from backpulse.server import app as application
from backpulse.server import websocket
from backpulse.server.app import create_app
from backpulse.server.websocket import WebSocketProtocol
from backpulse.server.workers import InProcess

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def computed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without processes, which are tested by themselves."""
    monkeypatch.setattr(application, "processes", lambda: [InProcess(), InProcess()])


@pytest.fixture(autouse=True)
def nobody_hears_of_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is: what a page hears while it waits is a test of its own."""
    monkeypatch.setattr(limits, "WAITING", replace(limits.WAITING, most=1_000_000))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """The application with a page of its own; our own mistakes are answers here, as they are outside."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (assets / "index-abc123.js").write_text("export {};")
    app = create_app(static=tmp_path)
    with TestClient(app, raise_server_exceptions=False) as made:
        yield made


@pytest.fixture
def ask(client: TestClient) -> Ask:
    """`POST /api/trace` that is answered."""

    def ask(source: str, **question: Any) -> dict[str, Any]:
        response = client.post("/api/trace", json={"source": source, **question})
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    return ask


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Texts on the live channel are answered only once this is set."""
    opened = threading.Event()

    def wait(*arguments: Any) -> Any:
        assert opened.wait(10)
        return trace_message(*arguments)

    monkeypatch.setattr(answerer, "trace_message", wait)
    yield opened
    opened.set()


@pytest.fixture
def connect() -> Iterator[Open]:
    """Opens pages without a network."""
    loop = asyncio.new_event_loop()
    pages: list[Page] = []

    def connect(protocol: type[WebSocketsSansIOProtocol] = WebSocketProtocol) -> Page:
        pages.append(Page(loop, protocol))
        return pages[-1]

    yield connect
    for page in pages:
        page.hang_up()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture(autouse=True)
def nobody_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is; see `test_rationing.py`."""
    monkeypatch.setattr(websocket, "_TURN", 1e9)


@pytest.fixture
def page(connect: Open) -> Page:
    """A page whose text is `a * b`."""
    page = connect()
    page.ask("a * b")
    return page


@pytest.fixture
def socket(client: TestClient) -> Iterator[WebSocketTestSession]:
    """A page on the live channel of the whole application."""
    with client.websocket_connect("/api/live") as session:
        yield session
