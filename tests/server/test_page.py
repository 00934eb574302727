"""The page and its files, how long a browser keeps them, and what is said when the page is not built."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from backpulse.server.app import create_app


def test_the_page_is_asked_for_anew(client: TestClient) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert "the page" in response.text
    again = client.get("/", headers={"if-none-match": response.headers["etag"]})
    assert again.status_code == 304


def test_a_file_named_after_its_content_is_kept(client: TestClient) -> None:
    response = client.get("/assets/index-abc123.js")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "javascript" in response.headers["content-type"]


def test_other_files(client: TestClient) -> None:
    response = client.get("/icon.svg")
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["content-type"].startswith("image/svg+xml")


def test_only_the_head(client: TestClient) -> None:
    assert client.head("/").text == ""


def test_a_page_that_is_not_built(tmp_path: Path) -> None:
    client = TestClient(create_app(static=tmp_path / "nowhere"))
    response = client.get("/")
    assert response.status_code == 503
    assert response.headers["cache-control"] == "no-store"
    assert "make run" in response.text
    assert client.get("/healthz").status_code == 200
    assert client.get("/icon.svg").status_code == 404
