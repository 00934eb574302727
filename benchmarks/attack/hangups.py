"""Clients that break off or break the rules: what does each leave in the server's log?"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Mapping
from time import sleep

from benchmarks.attack.texts import large
from benchmarks.attack.trial import Ring
from benchmarks.attack.wire import BINARY, TEXT, Page, connected, frame, head, text_frame

_TIMES = 10
_LARGE = json.dumps({"source": large(4_001), "format": "json"}).encode()


def attack(ring: Ring) -> None:
    """Each some times; the log's lines are counted after each kind."""
    did = f"each {_TIMES} times: " + ", ".join(KINDS)
    with ring.trial("hang-ups", did) as trial:
        for name, work in KINDS.items():
            before = len(trial.server.log())
            for _ in range(_TIMES):
                work(trial.port)
            sleep(0.3 if ring.quick else 1)
            if lines := trial.server.log()[before:]:
                trial.say(f"{name}: {len(lines)} log lines")


def _request(port: int, path: str, body: bytes, sent: int | None = None) -> None:
    """A request of which no answer is awaited; `sent`: bytes of its body that are sent at all."""
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    with connected(port) as line:
        line.sendall(head("POST", path, port, headers) + body[:sent])
        sleep(0.02)


def _raw(port: int, sent: bytes) -> None:
    with connected(port) as line:
        line.sendall(sent)
        sleep(0.02)


def _live(port: int, sent: bytes, reset: bool = False) -> None:
    """Something on the live channel, of which no answer is awaited; `reset`: the line is cut, not closed."""
    with Page(port) as page:
        page.line.sendall(sent)
        sleep(0.02)
        if reset:
            page.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


KINDS: Mapping[str, Callable[[int], None]] = {
    "hung up in mid-body": lambda port: _request(port, "/api/trace", _LARGE, 100),
    "trace not awaited": lambda port: _request(port, "/api/trace", b'{"source": "a * b"}'),
    "export not awaited": lambda port: _request(port, "/api/export", _LARGE),
    "text not awaited": lambda port: _live(port, text_frame(large(4_001))),
    "line cut during a text": lambda port: _live(port, text_frame(large(4_001)), reset=True),
    "hung up in mid-frame": lambda port: _live(port, text_frame("a * b")[:-5]),
    "invalid UTF-8": lambda port: _live(port, frame(TEXT, b"\xff\xfe")),
    "unmasked frame": lambda port: _live(port, b"\x81\x02{}"),
    "unknown kind of frame": lambda port: _live(port, frame(0x83, b"")),
    "frame said to be of 2^60 bytes": lambda port: _live(port, b"\x81\xff" + (1 << 60).to_bytes(8, "big")),
    "short move before a text": lambda port: _live(port, frame(BINARY, b"\x00\x01")),
    "not HTTP": lambda port: _raw(port, b"\x16\x03\x01 no HTTP\r\n\r\n"),
    "a head of 100 kB": lambda port: _raw(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000),
}
