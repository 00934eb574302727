"""Requests of which the other half never comes."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import ExitStack
from select import POLLIN, poll
from time import perf_counter

from benchmarks.attack.trial import Ring, Trial
from benchmarks.attack.wire import Page, connected, frame, head

_BODY = {"Content-Type": "application/json", "Content-Length": "1000000"}
_FRAME_MB = 4


def attack(ring: Ring) -> None:
    """Half a head, half a body, half a frame: how long is each held?"""
    for name in ring.some(("half a head", "half a body")):
        did = f"1,000 connections that send {name}"
        with ring.trial(f"halves, {name}", did) as trial, ExitStack() as stack:
            sent = head("POST", "/api/trace", trial.port, _BODY)
            sent = sent[:-20] if name == "half a head" else sent + b'{"source": "' + b"a" * 1000
            lines = [stack.enter_context(connected(trial.port)) for _ in range(1_000)]
            for line in lines:
                line.sendall(sent)
            _hold(trial, lines, ring.limit(12))
    if ring.quick:
        return
    did = f"60 connections that send a text of {_FRAME_MB} MB but for its last byte"
    with ring.trial("halves, half a frame", did) as trial, ExitStack() as stack:
        pages = [stack.enter_context(Page(trial.port)) for _ in range(60)]
        for page in pages:
            page.line.sendall(frame(0x81, b"a" * (_FRAME_MB << 20))[:-1])
        _hold(trial, [page.line for page in pages], ring.limit(12))


def _hold(trial: Trial, lines: Sequence[socket.socket], limit: float) -> None:
    """Note how many are given up, and when the last was; `limit` seconds at most."""
    began, last, there = perf_counter(), 0.0, {line.fileno(): line for line in lines}
    waiting = poll()
    for number in there:
        waiting.register(number, POLLIN)
    while there and (left := began + limit - perf_counter()) > 0:
        for number, _ in waiting.poll(1e3 * left):
            try:
                more = there[number].recv(1 << 16)
            except OSError:
                more = b""
            if not more:
                waiting.unregister(number)
                del there[number]
                last = perf_counter() - began
    gone = len(lines) - len(there)
    when = f", the last after {last:.1f} s" if gone else ""
    trial.say(f"{gone:,} of {len(lines):,} given up in {limit:.0f} s{when}")
