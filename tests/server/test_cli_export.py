"""The command line's exports: to the terminal, to a file, and what cannot be."""

from __future__ import annotations

from pathlib import Path

from tests.server.test_cli import run


def test_an_export_to_the_terminal() -> None:
    output, _ = run("export", "a * b", "--set", "a=2", "--set", "b=3", "--format", "straight")
    assert "a_grad = root_grad * b  # 1 × 3 = 3" in output


def test_an_export_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "steps.csv"
    output, _ = run("export", "a * b", "-f", "csv", "-o", str(path))
    assert output == ""
    assert path.read_bytes().startswith(b"pass,step,node")
    assert path.read_bytes().count(b"\r\n") == 7


def test_an_exported_picture_has_its_moment_and_its_theme() -> None:
    options = ("--format", "svg", "--direction", "forward", "--at", "2", "--theme", "dark")
    output, _ = run("export", "a * b", *options)
    assert output.count(">--<") == 4
    assert "#11151b" in output
    output, _ = run("export", "a * b", "--format", "svg")
    assert ">--<" not in output


def test_an_export_that_cannot_be(tmp_path: Path) -> None:
    assert "Missing option" in run("export", "a", code=2)[1]
    _, error = run("export", "a", "--format", "csv", "-o", str(tmp_path), code=2)
    assert "cannot be written" in error
    _, error = run("export", "a +", "--format", "csv", code=2)
    assert "^" in error
    _, error = run("export", "+".join(["a * b"] * 600), "--format", "mermaid", code=2)
    assert "Mermaid draws no more than 500 arrows" in error
