"""Who may ask: names of this machine, pages of this server; and the headers on every answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from backpulse.server import app
from backpulse.server.app import create_app
from backpulse.server.guard import LOOPBACK, is_name, loopback_names


@pytest.fixture
def local(tmp_path: Path) -> TestClient:
    """The application as it is served on this machine alone."""
    return TestClient(
        create_app(hosts=LOOPBACK, static=tmp_path),
        base_url="http://127.0.0.1:8000",
    )


@pytest.fixture
def behind_a_proxy(tmp_path: Path) -> TestClient:
    """The same, as `--allow-host Hub.example` has it."""
    made = create_app(hosts=LOOPBACK, static=tmp_path, allowed=["Hub.example"])
    return TestClient(made, base_url="http://127.0.0.1:8000")


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "localhost.:8000", "[::1]:8000", "[0:0::1]"]
)
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


QUESTION = {"source": "a"}
OWN = "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": OWN},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": OWN, "sec-fetch-site": "same-origin"},
    ],
    ids=str,
)
def test_scripts_and_our_own_page_may_send(local: TestClient, headers: dict[str, str]) -> None:
    assert local.post("/api/trace", json=QUESTION, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:8001"},
        {"origin": "null"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "of a later standard"},
        {"origin": "http://evil.example", "x-forwarded-host": "evil.example"},
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "BREW"])
def test_another_page_may_not_send(local: TestClient, method: str, headers: dict[str, str]) -> None:
    response = local.request(method, "/api/texts", json=QUESTION, headers=headers)
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "foreign-origin"


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_needs_no_origin(local: TestClient, method: str) -> None:
    """A link on another page may lead here; what is answered is kept from that page by the browser."""
    headers = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    assert local.request(method, "/api/presets", headers=headers).status_code != 403


@pytest.mark.parametrize("host", ["hub.example", "HUB.example.:8443", "127.0.0.1:8000"])
def test_an_allowed_name(behind_a_proxy: TestClient, host: str) -> None:
    assert behind_a_proxy.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://hub.example"},
        {"origin": "https://hub.example:8443", "sec-fetch-site": "cross-site"},
        {"origin": "https://hub.example", "host": "hub.example"},
    ],
    ids=str,
)
def test_a_proxy_that_calls_the_server_by_another_name(
    behind_a_proxy: TestClient, headers: dict[str, str]
) -> None:
    assert behind_a_proxy.post("/api/trace", json=QUESTION, headers=headers).status_code == 200
    named = {"host": "127.0.0.1:8000", **headers}
    with behind_a_proxy.websocket_connect("/api/live", headers=named) as socket:
        socket.send_json({"type": "source", "id": 1, "source": "a"})
        assert socket.receive_json()["type"] == "trace"


@pytest.mark.parametrize("name", ["evil.example", "hub.example.evil.example", "localhost"])
def test_only_the_allowed_name(behind_a_proxy: TestClient, name: str) -> None:
    response = behind_a_proxy.post("/api/trace", json=QUESTION, headers={"origin": f"http://{name}"})
    assert response.json()["error"]["code"] == "foreign-origin"


@pytest.mark.parametrize(
    ("bound", "given", "names"),
    [
        ("127.0.0.1", "LOCALHOST", set()),
        ("127.0.0.1", "127.1", {"127.1"}),
        ("127.0.0.2", "127.0.0.2", {"127.0.0.2"}),
        ("127.0.1.1", "My-PC.", {"127.0.1.1", "my-pc"}),
        ("::1", "ip6-localhost", {"ip6-localhost"}),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", {"::ffff:127.0.0.1"}),
    ],
)
def test_this_machine_is_what_the_address_says(bound: str, given: str, names: set[str]) -> None:
    found = loopback_names(bound, given)
    assert found is not None
    assert {name.replace("7f00:1", "127.0.0.1") for name in found} == LOOPBACK | names


@pytest.mark.parametrize("bound", ["0.0.0.0", "::", "192.168.1.5", "fe80::1%eth0", "::ffff:192.168.1.5"])
def test_every_other_address_is_open_to_others(bound: str) -> None:
    assert loopback_names(bound, "localhost") is None


def test_names_alone() -> None:
    assert all(map(is_name, ["hub.example", "my_pc", "127.0.0.1", "::1", "[::1]"]))
    assert not any(map(is_name, ["", "hub.example:8000", "http://hub", "hub/", "a b", "*", "[::1]:80"]))


def secured(headers: Mapping[str, str], sockets: str) -> None:
    """These are the headers that every answer has."""
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == f"'self'{sockets}"
    assert "http" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/presets", "/nothing", "/assets/index-abc123.js"])
def test_headers(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"host": "localhost:8000"}).headers
    secured(headers, " ws://localhost:8000 wss://localhost:8000")


def test_headers_of_refusals(local: TestClient) -> None:
    evil = " ws://evil.example wss://evil.example"
    foreign = local.get("/", headers={"host": "evil.example"})
    assert foreign.status_code == 403
    secured(foreign.headers, evil)
    unreadable = local.get("/", headers={"host": "x; script-src *"})
    assert unreadable.status_code == 400
    secured(unreadable.headers, "")
    with pytest.raises(WebSocketDenialResponse) as denied:
        local.websocket_connect("/api/live", headers={"host": "evil.example"}).__enter__()
    secured(denied.value.headers, evil)


def test_headers_of_a_mistake_of_ours(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "formats", lambda: 1 / 0)
    response = client.get("/api/exports")
    assert response.status_code == 500
    secured(response.headers, " ws://testserver wss://testserver")
