"""What SECURITY.md says is so: its files and options are there, its headers are sent, its promise is kept."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient
from typer.testing import CliRunner

from backpulse.engine import Value, graph_of
from backpulse.engine.straight import source
from backpulse.engine.writer import Writer
from backpulse.parser import parse
from backpulse.server import cli

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_its_files_are_there() -> None:
    files = re.findall(r"`((?:\w+/)+[\w.]*)`", TEXT)
    assert len(files) >= 5
    for file in files:
        assert (ROOT / file).exists(), file


def test_its_options_are_there() -> None:
    help_text = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"}).invoke(cli.app, ["serve", "--help"]).stdout
    options = set(re.findall(r"`[^`]*?(--[a-z-]+)[^`]*`", TEXT)) - {"--version"}
    assert options == {"--host", "--token", "--allow-host", "--time-limit"}
    for option in [*options, "BACKPULSE_TOKEN"]:
        assert option in help_text


def test_its_headers_are_sent(client: TestClient) -> None:
    sent = client.get("/").headers
    named = set(re.findall(r"`((?:Content-Security|X-Content-Type|Referrer|Cross-Origin)[\w-]*)", TEXT))
    assert len(named) == 5
    for name in named:
        assert name in sent
    assert not [name for name in sent if name.startswith("access-control")]


def test_no_character_of_a_text_is_in_the_program_that_runs() -> None:
    typed = parse("named_by_someone = 2\nq0z = named_by_someone * 3  # said_by_someone\nq0z + other").root
    labelled = Value(1, label="__import__('os')") * Value(2, label="v9);")
    for root in (typed, labelled):
        program = source(Writer(graph_of(root)))
        assert "evaluate" in program
        for word in ("someone", "q0z", "other", "import", "v9);"):
            assert word not in program
