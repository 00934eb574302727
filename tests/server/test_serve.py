"""A server as it is run: its port, its address, the live channel over a real socket, and its end."""

from __future__ import annotations

import gc
import json
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from backpulse.answering import limits
from backpulse.server import serve

PROGRAM = "from backpulse.server.cli import main; main()"

COUNTING = """
from backpulse.server.cli import main
from backpulse.server.websocket import WebSocketProtocol

answered, counts = WebSocketProtocol._fast_reply, {True: 0, False: 0}

def counted(*arguments):
    found = answered(*arguments)
    counts[found] += 1
    return found

WebSocketProtocol._fast_reply = counted
try:
    main()
finally:
    print(counts[True], "moves at once", flush=True)
"""


@contextmanager
def server(
    *arguments: str, program: str = PROGRAM, log: list[str] | None = None
) -> Iterator[tuple[str, list[str]]]:
    """A server in a process of its own: its address, and what it said before that; at the end, all.

    Without a `log` to be added to it must have nothing to complain about.
    """
    command = [sys.executable, "-c", program]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            said: list[str] = []
            assert process.stdout is not None
            for line in process.stdout:
                said.append(line.rstrip())
                if match := re.search(r"http://\S+?/", line):
                    yield match.group(), said
                    break
            else:
                assert process.stderr is not None
                raise AssertionError(process.stderr.read())
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 0
            said += process.stdout.read().splitlines()
            assert process.stderr is not None
            complaints = process.stderr.read().splitlines()
            if log is None:
                assert complaints == []
            else:
                log += complaints
        finally:
            process.kill()


def _answer(channel: ClientConnection) -> dict[str, Any]:
    """The next answer; a busy machine says before it that one has to wait."""
    while (message := json.loads(channel.recv()))["type"] == "waiting":
        pass
    answer: dict[str, Any] = message
    return answer


def _exchange(channel: ClientConnection, text: str) -> None:
    channel.send(text)
    channel.recv()


def taken() -> socket.socket:
    """A socket that listens, at any port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


def test_a_server_from_start_to_end() -> None:
    with server("serve", "--no-browser", "--port", "0") as (address, said):
        assert said == [f"backpulse is at {address} (Ctrl-C stops it)"]
        assert address.startswith("http://127.0.0.1:")
        with urlopen(f"{address}healthz") as response:
            assert json.load(response)["status"] == "ok"
        place = address.removeprefix("http://").rstrip("/")

        url = f"ws://{place}/api/live"
        with connect(url, origin=Origin(address.rstrip("/")), compression=None) as channel:
            channel.send(json.dumps({"type": "source", "id": 1, "source": "a * a"}))
            assert _answer(channel)["type"] == "trace"
            channel.send(struct.pack("<2d", 2, 3))
            frame = channel.recv()
            assert isinstance(frame, bytes)
            assert struct.unpack("<3d", frame[:24]) == (2, 3, 9)
            channel.send(" " * (2 * limits.BODY.most))
            assert json.loads(channel.recv())["error"]["code"] == "body-too-large"
            with pytest.raises(ConnectionClosedError):  # by whichever of the two notices first
                _exchange(channel, " " * (5 * limits.BODY.most))

        with pytest.raises(InvalidStatus) as denied, connect(url, origin=Origin("http://evil.example")):
            pass
        assert denied.value.response.status_code == 403
        assert json.loads(denied.value.response.body)["error"]["code"] == "foreign-origin"

        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{address}healthz", headers={"Host": "evil.example"}))
        with closing(refused.value) as answer:
            assert answer.code == 403
            assert json.load(answer)["error"]["code"] == "foreign-host"


def test_a_server_with_a_token() -> None:
    arguments = ("serve", "--no-browser", "--port", "0", "--host", "127.0.0.2", "--token", "auto")
    with server(*arguments) as (address, said):
        assert address.startswith("http://127.0.0.2:")
        found = re.fullmatch(rf"backpulse is at {address}\?token=(\S{{32}}) \(Ctrl-C stops it\)", said[0])
        assert found
        with urlopen(f"{address}api/presets?token={found[1]}") as response:
            assert response.status == 200
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}api/presets")
        with closing(refused.value) as answer:
            assert answer.code == 401
        url = f"ws{address.removeprefix('http')}api/live"
        with pytest.raises(InvalidStatus) as denied, connect(url):
            pass
        assert denied.value.response.status_code == 401
        with connect(f"{url}?token={found[1]}", compression=None) as channel:
            channel.send(json.dumps({"type": "source", "id": 1, "source": "a"}))
            assert _answer(channel)["type"] == "trace"


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.0.0.2", True), ("127.1", True), ("LOCALHOST", True), ("0.0.0.0", False)],
)
def test_who_may_ask_is_decided_by_the_address(
    host: str, loopback: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    class Quiet:
        def __init__(self, app: Any, started: Callable[[], None]) -> None:
            self._started = started

        def run(self, sockets: list[socket.socket]) -> None:
            bound.append(sockets[0].getsockname()[0])
            sockets[0].close()
            self._started()

    bound: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(serve, "create_app", lambda **named: made.append(named))
    monkeypatch.setattr(serve, "Server", Quiet)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "set_threshold", lambda *_: None)
    serve.serve(host, 0, said.append, browser=False, allowed=["hub.example"], time_limit=3)
    serve.serve(host, 0, said.append, browser=False, token="a-secret")
    assert [(each["allowed"], each["token"], each["time_limit"]) for each in made] == [
        (["hub.example"], None, 3),
        ((), "a-secret", (limits.COMPUTING if loopback else limits.COMPUTING_SHARED).most),
    ]
    for each in made:
        if loopback:
            assert {"localhost", host.lower(), bound[0]} <= set(each["hosts"])
        else:
            assert each["hosts"] is None
    assert sum(sentence.startswith("Anyone who can reach this machine") for sentence in said) == (
        not loopback
    )
    assert any("/?token=a-secret (Ctrl-C" in sentence for sentence in said)


def test_moves_are_answered_on_the_fast_path() -> None:
    """Each that is sent when the one before it has been answered."""
    with server("serve", "--no-browser", "--port", "0", program=COUNTING) as (address, said):
        place = address.removeprefix("http://")
        with connect(f"ws://{place}api/live", compression=None) as channel:
            channel.send(json.dumps({"type": "source", "id": 0, "source": "a * a"}))
            assert _answer(channel)["type"] == "trace"
            for number in range(1, 41):
                channel.send(struct.pack("<2d", number, 3))
                frame = channel.recv()
                assert isinstance(frame, bytes)
                assert struct.unpack("<3d", frame[:24]) == (number, 3, 9)
    fast, rest = said[-1].split(" ", 1)
    assert rest == "moves at once"
    assert int(fast) >= 39  # the first may come while the text's answer is being put away


def test_a_port_that_is_taken_and_was_asked_for() -> None:
    with taken() as listener, pytest.raises(serve.NoAddress, match="is in use"):
        serve.serve("127.0.0.1", listener.getsockname()[1], print, browser=False)


def test_the_default_port_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with taken() as listener:
        monkeypatch.setattr(serve, "DEFAULT_PORT", listener.getsockname()[1])
        found, note = serve._listen("127.0.0.1", None)
        with found:
            assert found.getsockname()[1] != listener.getsockname()[1]
        assert note == f"Port {listener.getsockname()[1]} is in use, so a free one is taken.\n"


def test_the_default_port_taken_in_a_process_of_its_own() -> None:
    """Whoever holds 8000 while this runs, this test or another program, the playground opens beside it."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with holder:
        with suppress(OSError):  # another program holds it already
            holder.bind(("127.0.0.1", serve.DEFAULT_PORT))
            holder.listen()
        with server("serve", "--no-browser") as (address, said):
            assert said[0] == "Port 8000 is in use, so a free one is taken."
            assert not address.endswith(":8000/")
            with urlopen(f"{address}healthz") as response:
                assert response.status == 200


def test_an_address_that_is_not_of_this_machine() -> None:
    with pytest.raises(serve.NoAddress, match=r"Cannot listen on 203\.0\.113\.1"):
        serve.serve("203.0.113.1", None, print, browser=False)
    with pytest.raises(serve.NoAddress, match="Cannot listen on no such host"):
        serve.serve("no such host", None, print, browser=False)
    for name in ("a..b", "a\udcff", "x" * 300):
        with pytest.raises(serve.NoAddress, match="it is no host's name"):
            serve.serve(name, None, print, browser=False)


@pytest.mark.parametrize(
    ("host", "named"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::1", "[::1]"), ("pc.example", "pc.example")],
)
def test_addresses_that_a_browser_can_open(host: str, named: str) -> None:
    assert serve._named(host) == named
