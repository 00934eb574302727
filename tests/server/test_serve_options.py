"""The options of `backpulse serve`: each reaches the server, or is refused."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from backpulse.server import cli, serve


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    """Standard output and standard error."""
    result = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}).invoke(
        cli.app, list(arguments)
    )
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


_USUAL: dict[str, Any] = {"allowed": (), "token": None, "time_limit": None}


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], ("127.0.0.1", None, True, _USUAL)),
        (["serve"], ("127.0.0.1", None, True, _USUAL)),
        (["serve", "--host", "0.0.0.0", "--port", "9000", "--no-browser"], ("0.0.0.0", 9000, False, _USUAL)),
        (
            ["serve", "--allow-host", "hub.example", "--allow-host", "::1", "--time-limit", "3"],
            ("127.0.0.1", None, True, {"allowed": ["hub.example", "::1"], "token": None, "time_limit": 3}),
        ),
        (["serve", "--token", "a-secret"], ("127.0.0.1", None, True, {**_USUAL, "token": "a-secret"})),
    ],
)
def test_serving(serving: list[Any], arguments: list[str], asked: tuple[Any, ...]) -> None:
    run(*arguments)
    assert serving == [asked]


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is to be served."""
    calls: list[Any] = []

    def serve_here(host: str, port: int | None, say: object, browser: bool, **named: Any) -> None:
        calls.append((host, port, browser, named))

    monkeypatch.setattr(serve, "serve", serve_here)
    monkeypatch.delenv("BACKPULSE_TOKEN", raising=False)
    return calls


@pytest.mark.parametrize("arguments", [[], ["serve"]])
def test_a_token_from_the_environment(
    serving: list[Any], arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKPULSE_TOKEN", "from-around")
    run(*arguments)
    assert serving[0][-1]["token"] == "from-around"


def test_a_token_that_is_generated(serving: list[Any]) -> None:
    run("serve", "--token", "auto")
    assert len(serving[0][-1]["token"]) == 32


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("--token", "short"),
        ("--token", ""),
        ("--allow-host", "hub.example:8000"),
        ("--allow-host", "http://hub.example"),
        ("--time-limit", "0"),
        ("--time-limit", "nan"),
        ("--time-limit", "inf"),
    ],
)
def test_options_of_serve_that_cannot_be(serving: list[Any], option: str, given: str) -> None:
    assert f"Invalid value for '{option}'" in run("serve", option, given, code=2)[1]
    assert not serving
