"""The token: every way to bring it, and what there is without."""

from __future__ import annotations

import hmac
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from backpulse.server.access import token_of
from backpulse.server.app import create_app

TOKEN = "a-token_of.8~or-more"
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def guarded(tmp_path: Path) -> TestClient:
    """The application with a token, asked by one who follows no redirection."""
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    return TestClient(create_app(static=tmp_path, token=TOKEN), follow_redirects=False)


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": f"token {TOKEN}"},
        {"authorization": f"Bearer {TOKEN}"},
        {"authorization": f"bearer {TOKEN}"},
        {"cookie": f"backpulse-80={TOKEN}"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/", "/api/presets", "/api/openapi.json"])
def test_by_a_header(guarded: TestClient, path: str, headers: dict[str, str]) -> None:
    assert guarded.get(path, headers=headers).status_code == 200
    with guarded.websocket_connect("/api/live", headers=headers) as socket:
        socket.send_json({"type": "source", "id": 1, "source": "a"})
        assert socket.receive_json()["type"] == "trace"


def test_by_the_address(guarded: TestClient) -> None:
    assert guarded.post(f"/api/trace?token={TOKEN}", json={"source": "a"}).status_code == 200
    with guarded.websocket_connect(f"/api/live?token={TOKEN}") as socket:
        socket.send_json({"type": "source", "id": 1, "source": "a"})
        assert socket.receive_json()["type"] == "trace"
    assert not guarded.cookies


@pytest.mark.parametrize(
    ("query", "clean"), [(f"token={TOKEN}", "./"), (f"a=1%262&token={TOKEN}&b=", "./?a=1%262&b=")]
)
def test_a_browser_has_it_in_a_cookie_from_then_on(guarded: TestClient, query: str, clean: str) -> None:
    """The address and the cookie's path are relative: before `/` may stand what a proxy has cut off."""
    response = guarded.get(f"/?{query}", headers=BROWSER)
    assert response.status_code == 303
    assert response.headers["location"] == clean
    assert response.headers["set-cookie"] == f"backpulse-80={TOKEN}; HttpOnly; SameSite=lax"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert guarded.get(f"/{clean}", headers=BROWSER).text.endswith("the page</title>")
    assert guarded.post("/api/trace", json={"source": "a"}).status_code == 200


def test_the_cookie_is_for_https_where_that_is_spoken(tmp_path: Path) -> None:
    client = TestClient(create_app(static=tmp_path, token=TOKEN), "https://hub", follow_redirects=False)
    assert "; Secure" in client.get(f"/?token={TOKEN}").headers["set-cookie"]


def test_the_cookie_does_not_open_the_server_to_another_page(guarded: TestClient) -> None:
    headers = {"cookie": f"backpulse-80={TOKEN}", "origin": "http://testserver:8001"}
    response = guarded.post("/api/trace", json={"source": "a"}, headers=headers)
    assert response.json()["error"]["code"] == "foreign-origin"


@pytest.mark.parametrize("path", ["/", "/api/presets", "/assets/x.js", "/nothing", "/healthz/", "//healthz"])
@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {}),
        ("?token=", {}),
        (f"?token={TOKEN}x", {}),
        (f"?token={TOKEN[:-1]}", {}),
        ("?token=%ff%00é", {}),
        ("", {"authorization": TOKEN}),
        ("", {"authorization": f"Basic {TOKEN}"}),
        ("", {"authorization": "Bearer wrong"}),
        ("", {"cookie": f"backpulse-81={TOKEN}"}),
        ("", {"cookie": "backpulse-80=wrong"}),
        ("", {"x-token": TOKEN}),
    ],
    ids=str,
)
def test_without_it(guarded: TestClient, path: str, query: str, headers: dict[str, str]) -> None:
    response = guarded.get(path + query, headers=headers)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "no-token"
    assert response.headers["www-authenticate"] == "Bearer"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert TOKEN not in response.text
    with pytest.raises(WebSocketDenialResponse) as denied:
        guarded.websocket_connect(f"/api/live{query}", headers=headers).__enter__()
    assert denied.value.status_code == 401
    assert denied.value.json()["error"]["code"] == "no-token"


def test_a_person_is_told_on_a_page(guarded: TestClient) -> None:
    response = guarded.get("/", headers=BROWSER)
    assert response.status_code == 401
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-store"
    assert "<code>?token=…</code>" in response.text
    assert guarded.get("/api/presets", headers=BROWSER).headers["content-type"] == "application/json"


def test_that_it_is_up_is_said_to_everybody_and_no_more(guarded: TestClient) -> None:
    assert guarded.get("/healthz").json() == {"status": "ok"}
    assert guarded.post("/healthz").status_code == 401
    known = guarded.get("/healthz", headers={"authorization": f"Bearer {TOKEN}"}).json()
    assert known["name"] == "backpulse"
    assert known["pages"] == 0


def test_it_is_compared_in_constant_time(guarded: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    monkeypatch.setattr(hmac, "compare_digest", lambda *both: compared.append(both))
    guarded.get("/api/presets?token=brought")
    assert compared == [(b"brought", TOKEN.encode())]


def test_one_is_generated() -> None:
    first, second = token_of("auto"), token_of("auto")
    assert first != second
    assert len(first) == len(second) == 32
    assert token_of(first) == first


@pytest.mark.parametrize(
    "given", ["", "1234567", "x" * 201, "with space", "a&b=c#def", "ключ-ключ", "a\udcffbcdefgh"]
)
def test_one_that_cannot_be(given: str) -> None:
    with pytest.raises(ValueError, match="A token is 8 to 200 letters"):
        token_of(given)
