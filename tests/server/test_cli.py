"""The command line: traces as tables and as data, mistakes with a caret, help with examples."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from backpulse.server import cli, serve

SETTINGS = ["--set", "a=2", "--set", "b=-3", "--set", "c=10"]


def run(*arguments: str, text: str | None = None, code: int = 0) -> tuple[str, str]:
    """Standard output and standard error."""
    result = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}).invoke(
        cli.app, list(arguments), input=text
    )
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


def rows(output: str) -> list[str]:
    """The lines with their spaces made single."""
    return [" ".join(line.split()) for line in output.splitlines() if line.strip()]


def test_a_trace_as_tables() -> None:
    shown = rows(run("trace", "(a + b) * c", *SETTINGS)[0])
    assert "3 a + b 2 + -3 = -1" in shown
    assert "5 (a + b) * c -1 * 10 = -10" in shown
    assert "1 (a + b) * c 1 1" in shown
    assert "2 (a + b) * c a + b 1 × 10 = 10 10" in shown
    assert "3 (a + b) * c c 1 × -1 = -1 -1" in shown
    assert "b -3 10" in shown


def test_findings_are_said() -> None:
    out, _ = run("trace", "log(a)", "--set", "a=0")
    assert "! log(a) is the log of 0" in " ".join(rows(out))
    assert "log(0) = -inf" in out


def test_as_data_it_is_what_the_server_answers(client: TestClient) -> None:
    out, _ = run("trace", "(a + b) * c", *SETTINGS, "--json")
    question = {"source": "(a + b) * c", "values": {"a": 2, "b": -3, "c": 10}}
    assert out == client.post("/api/trace", json=question).text + "\n"


def test_opened() -> None:
    ops = {node["op"] for node in json.loads(run("trace", "a / b", "--open", "--json")[0])["graph"]["nodes"]}
    assert ops == {None, "mul", "pow"}


def test_standard_input() -> None:
    out, _ = run("trace", "-", "--json", text="a = 3\na * a\n")
    assert json.loads(out)["values"] == [3, 9]


def test_a_source_that_begins_with_a_minus() -> None:
    assert json.loads(run("trace", "-a**2", "--set", "a=3", "--json")[0])["values"][-1] == -9


def test_a_mistake_is_shown_where_it_is() -> None:
    out, err = run("trace", "x = 1\nx + (a", code=2)
    assert out == ""
    message, line, caret, hint = err.splitlines()
    assert (message, line, caret) == ("Missing )", "  x + (a", "        ^")
    assert "Add `)` here" in hint


@pytest.mark.parametrize("setting", ["a", "a=", "=2", "a=x", "a=nan", "a=inf", "a=1e999", ""])
def test_a_setting_that_gives_no_number(setting: str) -> None:
    _, err = run("trace", "a", "--set", setting, code=2)
    assert err.startswith(f"--set {setting} gives no leaf a finite number")
    assert "--set a=2.5" in err


def test_a_setting_for_another_name() -> None:
    assert run("trace", "a * b", "--set", "z=1", code=2)[1].startswith("The text has no leaf `z`")


def test_what_is_over_a_limit() -> None:
    assert "longer than 100,000 characters" in run("trace", "-", text="a" * 200_000, code=2)[1]


def test_a_wrong_option() -> None:
    run("trace", "a", "--jsn", code=2)


@pytest.mark.parametrize("arguments", [["--help"], ["trace", "--help"], ["serve", "-h"]])
def test_help_shows_examples(arguments: list[str]) -> None:
    out, _ = run(*arguments)
    assert "Examples" in out
    assert sum(line.strip().startswith("backpulse ") for line in out.splitlines()) >= 2


def test_version() -> None:
    assert run("--version")[0] == "backpulse 0.1.0\n"


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], ("127.0.0.1", None, True)),
        (["serve"], ("127.0.0.1", None, True)),
        (["serve", "--host", "0.0.0.0", "--port", "9000", "--no-browser"], ("0.0.0.0", 9000, False)),
    ],
)
def test_serving(monkeypatch: pytest.MonkeyPatch, arguments: list[str], asked: tuple[Any, ...]) -> None:
    calls = []
    monkeypatch.setattr(serve, "serve", lambda host, port, say, browser: calls.append((host, port, browser)))
    run(*arguments)
    assert calls == [asked]


def test_a_port_that_is_none() -> None:
    run("serve", "--port", "70000", code=2)


def test_the_entry_point(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["backpulse", "--version"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 0
    assert capsys.readouterr().out == "backpulse 0.1.0\n"
