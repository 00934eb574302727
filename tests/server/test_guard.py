"""Who may ask: names of this machine, pages of this server; and the headers on every answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from backpulse.server.app import create_app
from backpulse.server.guard import LOOPBACK
from backpulse.server.workers import Here


@pytest.fixture
def local(tmp_path: Path) -> TestClient:
    """The application as it is served on this machine alone."""
    return TestClient(
        create_app(hosts=LOOPBACK, static=tmp_path, workers=lambda: [Here()]),
        base_url="http://127.0.0.1:8000",
    )


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_this_machine_s_names(local: TestClient, host: str) -> None:
    assert local.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example:8000", "127.0.0.2.nip.example", "[::1"]
)
def test_a_name_made_to_point_here(local: TestClient, host: str) -> None:
    """DNS rebinding."""
    response = local.get("/healthz", headers={"host": host})
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "foreign-host"
    with pytest.raises(WebSocketDenialResponse), local.websocket_connect("/api/live", headers={"host": host}):
        pass


@pytest.mark.parametrize("host", ["", "a b", 'x"; script-src *', "a;b", "a,b"])
def test_a_host_that_cannot_be_read(client: TestClient, host: str) -> None:
    response = client.get("/healthz", headers={"host": host})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "no-host"


def test_any_name_where_the_server_is_opened_to_others(client: TestClient) -> None:
    assert client.get("/healthz", headers={"host": "lecture-hall.example:9000"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8000", "https://127.0.0.1:8000"])
def test_our_own_page_opens_the_channel(local: TestClient, origin: str) -> None:
    with local.websocket_connect("/api/live", headers={"host": "127.0.0.1:8000", "origin": origin}) as socket:
        socket.send_json({"type": "source", "id": 1, "source": "a"})
        assert socket.receive_json()["type"] == "trace"


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://127.0.0.1:8001", "http://localhost:8000", "null", "http://[", ""],
)
def test_another_page_does_not(local: TestClient, origin: str) -> None:
    headers = {"host": "127.0.0.1:8000", "origin": origin}
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        local.websocket_connect("/api/live", headers=headers),
    ):
        pass
    assert denied.value.status_code == 403
    assert denied.value.json()["error"]["code"] == "foreign-origin"


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/presets", "/nothing", "/assets/index-abc123.js"])
def test_headers(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"host": "localhost:8000"}).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://localhost:8000 wss://localhost:8000"
    assert "http" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
