"""`backpulse.view.open`: a program, a server that it starts or finds, and a page that is closed again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from tests.scripts import ended, program, shown
from websockets.sync.client import ClientConnection, connect

import backpulse.view
from backpulse.view import playground
from backpulse.view.playground import Playground

pytestmark = pytest.mark.usefixtures("nobodys_own_server")

PROGRAM = """
from backpulse.engine import Value
from backpulse.view import open

w, loss = Value(0.5, label="w"), Value.const(0)
for x, y in [(1, 2), (3, 4)]:
    loss = loss + (w * x - y) ** 2
open(loss{how})
print("went on", w.data)
"""
SOURCE = "w = 0.5\n0 + (w * 1 - 2) ** 2 + (w * 3 - 4) ** 2\n"


def page(address: str) -> ClientConnection:
    """A page of that server, as far as the server can tell."""
    return connect(f"{address.replace('http', 'ws')}api/live", compression=None)


def gone(address: str) -> bool:
    deadline = time.monotonic() + 30
    while Playground(address).pages() is not None and time.monotonic() < deadline:
        time.sleep(0.1)
    return Playground(address).pages() is None


def graph(address: str, name: str) -> Any:
    with urlopen(f"{address}api/graphs/{name}") as answer:
        return json.load(answer)


def test_a_program_shows_its_graph_until_the_page_is_closed() -> None:
    with program(PROGRAM.format(how="")) as process:
        address, name = shown(process)
        assert graph(address, name) == {"source": SOURCE, "values": {}}
        with page(address):
            time.sleep(1)
            assert process.poll() is None, "the page is open"
        assert ended(process) == "went on 0.5\n"
        assert gone(address)


def test_ctrl_c_ends_the_showing_and_not_the_program() -> None:
    """The README's program, with a line after it."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (text,) = (
        block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "import open" in block
    )
    with program(f"{text}\nprint('went on')") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "35.5 -44.0 -20.0\n"
        address, name = shown(process)
        assert graph(address, name)["source"].startswith("w = 0.5\nb = -1\n")
        process.send_signal(signal.SIGINT)
        assert ended(process).endswith("went on\n")
        assert gone(address)


def test_a_program_that_is_killed_takes_its_server_with_it() -> None:
    with program(PROGRAM.format(how="")) as process:
        address, _ = shown(process)
        process.kill()
        assert gone(address)


def test_without_waiting_the_server_stays_as_long_as_the_program() -> None:
    text = PROGRAM.format(how=", block=False") + "open(loss * w, block=False)\nimport sys; sys.stdin.read()\n"
    with program(text, stdin=subprocess.PIPE) as process:
        address, name = shown(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "went on 0.5\n"
        assert graph(address, name)["source"] == SOURCE
        again, other = shown(process)
        assert again == address, "it is used again"
        assert graph(address, other)["source"].endswith(") * w\n")
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0
        assert gone(address)


def test_at_a_prompt_it_does_not_wait() -> None:
    with program("import sys\nsys.ps1 = '>>> '\n" + PROGRAM.format(how="")) as process:
        address, _ = shown(process)
        assert ended(process) == "went on 0.5\n"
        assert gone(address)


def test_a_running_server_is_used_and_left_alone(running: Playground) -> None:
    env = {playground.VARIABLE: running.address}
    with page(running.address), program(PROGRAM.format(how=""), env=env) as process:
        address, name = shown(process)
        assert address == running.address
        with page(address):
            time.sleep(1)
            assert process.poll() is None
            assert graph(address, name)["source"] == SOURCE
        assert ended(process) == "went on 0.5\n", "its page is closed, though another one is open"
        assert running.pages() == 1


def test_the_server_at_the_usual_port_is_found(
    running: Playground, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playground, "USUAL", running.address)
    backpulse.view.open("(a + b) * c", a=2, b=-3.5, block=False)
    said = capsys.readouterr().out
    assert said.startswith(f"backpulse shows the graph at {running.address}#graph=")
    name = said.rstrip().rpartition("=")[2]
    assert graph(running.address, name) == {"source": "(a + b) * c", "values": {"a": 2.0, "b": -3.5}}


def test_modules_in_the_programs_folder_are_not_the_servers(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ImportError('the wrong one')")
    with program("import sys\nsys.path.remove('')\n" + PROGRAM.format(how=""), cwd=tmp_path) as process:
        shown(process)
        process.send_signal(signal.SIGINT)
        ended(process)


def test_the_browser_is_opened_where_there_is_a_screen(tmp_path: Path) -> None:
    browser = tmp_path / "browser.py"
    browser.write_text(f"import sys; open({str(tmp_path / 'opened')!r}, 'a').write(sys.argv[1] + '\\n')")
    env = {"DISPLAY": ":0", "BROWSER": f"{sys.executable} {browser} %s"}
    opened = tmp_path / "opened"
    text = PROGRAM.format(how=", block=False, browser=False") + "open(loss * w, block=False)\n"
    with program(text, env=env) as process:
        shown(process)
        assert process.stdout is not None
        process.stdout.readline()
        address, name = shown(process)
        ended(process)
    assert opened.read_text() == f"{address}#graph={name}\n", "the second one, before the program ended"


def test_a_server_with_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    """Its address as it printed it is enough; the page's carries the token on."""
    command = [sys.executable, "-m", "backpulse.server", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen([*command, "--token", "a-secret"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"(http://\S+/)\?token=a-secret", process.stdout.readline())
            assert found
            backpulse.view.open("a * b", server=found[0], block=False)
            page = re.search(r"http\S+", capsys.readouterr().out)
            assert page
            assert page[0].startswith(f"{found[0]}#graph=")
            for address in (found[1], f"{found[1]}?token=another"):
                with pytest.raises(ConnectionError, match="give the whole address that it printed"):
                    backpulse.view.open("a * b", server=address, block=False)
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
