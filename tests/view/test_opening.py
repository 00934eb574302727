"""`backpulse.view.open`: a program, a server that it starts or finds, and a page that is closed again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest
from tests.scripts import NOWHERE, ended, program, shown
from websockets.sync.client import ClientConnection, connect

import backpulse.view
from backpulse.engine import Value
from backpulse.parser import SourceError
from backpulse.view import playground, screen
from backpulse.view.playground import Playground

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


@pytest.fixture(scope="module")
def running() -> Iterator[Playground]:
    """A server that somebody has started."""
    place = playground._start()
    yield place
    place.stop()


@pytest.fixture(autouse=True)
def _nobodys_own_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playground, "USUAL", NOWHERE)
    monkeypatch.setattr(playground, "_started", None)
    monkeypatch.delenv(playground.VARIABLE, raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


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


def test_where_a_browser_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not screen.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert screen.has_screen()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert screen.has_screen()


class Micrograd:
    """As micrograd has it."""

    def __init__(self) -> None:
        self.data, self._prev, self._op = 1.0, set[Any](), ""


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (
            Micrograd(),
            r"open needs a Value of backpulse.engine, not .*Micrograd, which keeps its inputs as a set",
        ),
        ([Value(1), Value(2)], "open shows one graph, not a list: give it one of these values, or their sum"),
        (3, "open needs a Value of backpulse.engine or a text, not builtins.int"),
        (None, "not builtins.NoneType"),
    ],
)
def test_what_is_no_graph(what: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        backpulse.view.open(what)


def test_values_are_for_the_leaves_of_a_text() -> None:
    with pytest.raises(TypeError, match="a=… is for the leaves of a text"):
        backpulse.view.open(Value(1, label="a"), a=2)
    with pytest.raises(ValueError, match="The text has no leaf `z`; its leaves: a, b"):
        backpulse.view.open("a * b", z=2)
    with pytest.raises(ValueError, match="The value of `a` must be a finite number, not inf"):
        backpulse.view.open("a * b", a=float("inf"))
    with pytest.raises(SourceError, match="Missing"):
        backpulse.view.open("a *")


def test_a_graph_that_is_refused_is_refused_with_a_sentence(running: Playground) -> None:
    def refused(value: Value) -> str:
        with pytest.raises(ValueError) as error:  # noqa: PT011 - its sentence is what is looked at
            backpulse.view.open(value, server=running.address)
        return str(error.value)

    a = Value(float("nan"), label="a")
    assert refused(a * 2).startswith(
        "Node 0 (`a`) holds nan, which is no number. Give it a finite number, from"
    )
    b = Value(1, label="b")
    circle = b.exp()
    circle.inputs = (circle * b,)
    assert "which does not stand before it. A node stands after its inputs" in refused(circle)
    long = b
    for _ in range(25_000):
        long = long + 1
    assert refused(long).startswith("The graph has more than 25,000 nodes. Open a part of it")


def test_no_server_where_one_was_named() -> None:
    with pytest.raises(ConnectionError, match=r"No backpulse 0.1.0 answers at http://127.0.0.1:9/. Start it"):
        backpulse.view.open(Value(1), server="127.0.0.1:9")


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        b"[]",
        b'{"status": "ok"}',
        b'{"name": "backpulse", "status": "ok", "version": "0", "pages": 0}',
    ],
)
def test_another_server_is_not_taken_for_ours(answer: bytes) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{other.server_port}/"
        with pytest.raises(ConnectionError, match="No backpulse"):
            backpulse.view.open(Value(1), server=address)
        other.shutdown()
        thread.join()


def test_a_server_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playground, "_START", "print('no')")
    with pytest.raises(ConnectionError, match="could not be started"):
        backpulse.view.open(Value(1), block=False)


@pytest.mark.parametrize(
    ("before", "pages", "asked"),
    [
        (0, [0] * 20 + [1, 1, 0, 0, 0, 0, 0, 0, 0, 0], 28),  # opened late, then closed
        (0, [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 10),  # loaded anew in between
        (0, [1, None, None, 1, 0, 0, 0, 0, 0, 0, 0, 0], 10),  # too busy to answer for a while
        (0, [0, None, None, None, None, None, None, None], 7),  # gone before any page
        (2, [2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2], 10),  # beside two other pages
    ],
)
def test_when_a_page_counts_as_closed(
    monkeypatch: pytest.MonkeyPatch, before: int, pages: list[int | None], asked: int
) -> None:
    """The server is asked twice a second; three seconds without the page, and it is closed."""
    now, answers = [0.0], iter(pages)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    place = Playground(NOWHERE)
    monkeypatch.setattr(place, "pages", lambda: next(answers))
    place.wait(before)
    assert len(pages) - len(list(answers)) == asked
