"""The command line: traces as tables and as data, mistakes with a caret, help with examples."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from backpulse.answering import limits
from backpulse.server import cli
from backpulse.view import open_page

COMMANDS = [str(command.name or command.callback.__name__) for command in cli.app.registered_commands]  # type: ignore[union-attr]
SETTINGS = ["--set", "a=2", "--set", "b=-3", "--set", "c=10"]


def run(*arguments: str, text: str | bytes | None = None, code: int = 0) -> tuple[str, str]:
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


def test_why_a_gradient_is_undefined() -> None:
    out, _ = run("trace", "sqrt(x**2 + y**2)**2", "--set", "x=0", "--set", "y=0")
    shown = [" ".join(line.split()) for line in out[out.index("Why") :].splitlines()]
    assert shown[0] == "Why the gradient of x, y is undefined"
    assert "backward: sqrt(x**2 + y**2)**2 → sqrt(x**2 + y**2): 1 × 0 = 0" in shown
    assert "backward: sqrt(x**2 + y**2) → x**2 + y**2: 0 × inf = nan" in shown
    way = "the way: sqrt(x**2 + y**2)**2 → sqrt(x**2 + y**2) → x**2 + y**2 → x**2 → x"
    assert way in " ".join(shown)
    assert "write `x**2 + y**2` in place of `sqrt(x**2 + y**2)**2`" in shown


def test_why_a_value_is_infinite_and_a_gradient_0() -> None:
    out, _ = run("trace", "log(x) + relu(y)", "--set", "x=0", "--set", "y=-2")
    shown = " ".join(out.split())
    assert "Why the value of log(x) + relu(y) is infinite forward: log(x) = -inf" in shown
    assert "Why the gradient of x is infinite forward: log(x) = -inf" in shown
    assert "Why the gradient of y is 0 backward: relu(y) → y: 1 × 0 = 0" in shown
    assert "Why" not in run("trace", "(a + b) * c", *SETTINGS)[0]


def test_leaves_of_one_cause_are_together_and_long_lists_are_cut() -> None:
    out, _ = run("trace", f"relu({' + '.join(f'x{k}' for k in range(12))} - 100)", *sets(12))
    assert out.count("Why") == 1
    assert "x9 and 2 more is 0" in out
    out, _ = run("trace", " + ".join(f"relu(x{k} - 9)" for k in range(12)), *sets(12))
    assert out.count("Why") == 10
    assert "and 2 more of the kind" in out


def sets(count: int) -> list[str]:
    return [word for k in range(count) for word in ("--set", f"x{k}=1")]


def test_as_data_it_is_what_the_server_answers(client: TestClient) -> None:
    out, _ = run("trace", "(a + b) * c", *SETTINGS, "--json")
    question = {"source": "(a + b) * c", "values": {"a": 2, "b": -3, "c": 10}}
    assert out == client.post("/api/trace", json=question).text + "\n"


@pytest.mark.parametrize(
    "option", ["--expand", "--open"]
)  # the second is what it was called, and still works
def test_derived_ops_expanded(option: str) -> None:
    ops = {node["op"] for node in json.loads(run("trace", "a / b", option, "--json")[0])["graph"]["nodes"]}
    assert ops == {None, "mul", "pow"}
    assert run("export", "a / b", option, "-f", "csv") != run("export", "a / b", "-f", "csv")
    help_text = " ".join(rows(run("trace", "--help")[0]))
    assert "--expand" in help_text
    assert "--open" not in help_text


def test_standard_input() -> None:
    out, _ = run("trace", "-", "--json", text="a = 3\na * a\n")
    assert json.loads(out)["values"] == [3, 9]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the command is run, with some files."""
    monkeypatch.chdir(tmp_path)
    for name in ("loss.py", "my-loss.2.txt", "loss", "a"):
        (tmp_path / name).write_text("a = 3\na * a\n")
    (tmp_path / "bom.py").write_bytes(b"\xef\xbb\xbfa = 3\r\na * a\r\n")
    (tmp_path / "latin.py").write_bytes(b"a = 3 # \xe4")
    (tmp_path / "long.py").write_text("#" * (5 * limits.SOURCE.most))
    return tmp_path


@pytest.mark.parametrize("name", ["loss.py", "my-loss.2.txt", "./loss", "./a", "bom.py"])
def test_a_file(folder: Path, name: str) -> None:
    for path in (name, str(folder / name)):
        assert json.loads(run("trace", path, "--json")[0])["values"] == [3, 9]


@pytest.mark.parametrize("text", ["a", "loss", "3.5", "a / loss", "relu(a)", "a = 1; a.relu()"])
def test_a_text_is_no_file_whatever_files_there_are(folder: Path, text: str) -> None:
    assert json.loads(run("trace", text, "--json")[0])["source"] == text


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (
            "lost.py",
            "There is no file `lost.py`",
            "Beside it there are `bom.py`, `latin.py`, `long.py`, `loss.py`",
        ),
        ("./lost", "There is no file `./lost`", "Beside it"),
        ("lost/loss.py", "There is no file `lost/loss.py`", "There is no folder `lost` either."),
        ("..", "Missing value before `.`", ""),
        ("./", "`./` cannot be read: Is a directory", ""),
        ("latin.py", "`latin.py` is not UTF-8 text", "Byte 9 of it cannot be read. Save it as UTF-8."),
        ("long.py", "The text is longer than", ""),
        ("a.relu", "`.relu` has no place in an expression", "Write `a.relu()`."),
        ("a\udce4", "The text is not UTF-8", "Put it into a file, and give the file's name."),
        ("./a\0b", "`./a\\x00b` cannot be read: embedded null byte", ""),
    ],
)
def test_a_file_that_cannot_be_read(folder: Path, name: str, message: str, hint: str) -> None:
    out, err = run("trace", name, code=2)
    assert out == ""
    assert err.startswith(message)
    assert hint in err


def test_no_file_in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "or the text itself in quotes" in run("trace", "lost.py", code=2)[1]


def test_standard_input_that_is_no_text() -> None:
    assert "Standard input is not UTF-8 text" in run("trace", "-", text=b"\xff\xfea", code=2)[1]


def test_a_source_that_begins_with_a_minus() -> None:
    assert json.loads(run("trace", "-a**2", "--set", "a=3", "--json")[0])["values"][-1] == -9


def test_a_mistake_is_shown_where_it_is() -> None:
    out, err = run("trace", "x = 1\nx + (a", code=2)
    assert out == ""
    message, line, caret, hint = err.splitlines()
    assert (message, line, caret) == ("Missing ) (line 2)", "  x + (a", "        ^")
    assert "Add `)` here" in hint


@pytest.mark.parametrize("setting", ["a", "a=", "=2", "a=x", "a=nan", "a=inf", "a=1e999", ""])
def test_a_setting_that_gives_no_number(setting: str) -> None:
    _, err = run("trace", "a", "--set", setting, code=2)
    assert err.startswith(f"--set {setting} gives no leaf a finite number")
    assert "--set a=2.5" in err


def test_a_setting_for_another_name() -> None:
    assert run("trace", "a * b", "--set", "z=1", code=2)[1].startswith("The text has no leaf `z`")


def test_what_is_over_a_limit() -> None:
    assert "longer than 600,000 characters" in run("trace", "-", text="a" * 700_000, code=2)[1]


def test_a_wrong_option() -> None:
    run("trace", "a", "--jsn", code=2)


@pytest.mark.parametrize("arguments", [["--help"], *([name, "-h"] for name in COMMANDS)])
def test_help_shows_examples(arguments: list[str]) -> None:
    out, _ = run(*arguments)
    assert "Examples" in out
    assert sum(line.strip().startswith("backpulse ") for line in out.splitlines()) >= 2


def test_version() -> None:
    assert run("--version")[0] == "backpulse 0.1.0\n"


def test_opening_a_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(
        open_page,
        "hand_over",
        lambda question, server, wait, browser: calls.append((question, server, wait, browser)),
    )
    monkeypatch.delenv("BACKPULSE_SERVER", raising=False)
    run("open", "loss.py", "--set", "a=2", "--no-browser")
    run("open", "-", "--server", "pc:8000", text="a + b")
    assert calls == [
        (("api/texts", {"source": "a = 3\na * a\n", "values": {"a": 2.0}}), None, True, False),
        (("api/texts", {"source": "a + b", "values": {}}), "pc:8000", True, True),
    ]


def test_what_cannot_be_opened() -> None:
    assert run("open", "x = 1\nx + (a", code=2)[1].splitlines()[:2] == ["Missing ) (line 2)", "  x + (a"]
    assert run("open", "a * b", "--set", "z=1", code=2)[1] == "The text has no leaf `z`; its leaves: a, b\n"
    assert run("open", "lost.py", code=2)[1].startswith("There is no file `lost.py`")
    assert run("open", "a", "--set", "a", code=2)[1].startswith("--set a gives no leaf a finite number")
    assert "No backpulse" in run("open", "a", "--server", "127.0.0.1:9", code=1)[1]


@pytest.mark.parametrize(
    ("shell", "asked"),
    [
        ("bash", {"COMP_WORDS": "backpulse tr", "COMP_CWORD": "1"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "backpulse tr"}),
        ("fish", {"_TYPER_COMPLETE_ARGS": "backpulse tr", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ],
)
def test_shells_can_complete(shell: str, asked: dict[str, str]) -> None:
    """What `--install-completion` gives the shell, and what that asks when Tab is pressed."""

    def answer(*arguments: str, **environment: str) -> str:
        start = "import sys; sys.argv[0] = 'backpulse'; from backpulse.server.cli import main; main()"
        return subprocess.run(
            [sys.executable, "-c", start, *arguments],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    script = answer("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert f"_BACKPULSE_COMPLETE=complete_{shell}" in script
    assert "trace" in answer(_BACKPULSE_COMPLETE=f"complete_{shell}", **asked)


def test_a_port_that_is_none() -> None:
    run("serve", "--port", "70000", code=2)


def test_the_entry_point(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["backpulse", "--version"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 0
    assert capsys.readouterr().out == "backpulse 0.1.0\n"


def test_the_entry_point_without_its_script() -> None:
    command = [sys.executable, "-m", "backpulse.server", "trace", "a = 3; a * a", "--json"]
    assert json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["values"] == [3, 9]
