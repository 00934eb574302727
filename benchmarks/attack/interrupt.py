"""Ctrl-C while the server is at something long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import ExitStack
from time import perf_counter, sleep

from benchmarks.attack.texts import chain, large, quoted
from benchmarks.attack.trial import Ring, Trial, seconds
from benchmarks.attack.wire import Page, connected, head, text_frame


def attack(ring: Ring) -> None:
    """Over a picture, over many large texts, over one that is read for very long."""
    for name, did, start in ring.some(_KINDS):
        with (
            ring.trial(f"Ctrl-C, {name}", f"Ctrl-C {did}", beside=False, ends=True) as trial,
            ExitStack() as stack,
        ):
            start(trial, stack)
            sleep(1)
            _interrupt(trial, max(5, ring.limit(15)))


def _picture(trial: Trial, stack: ExitStack) -> None:
    body = json.dumps({"source": chain(1_192), "format": "svg"}).encode()
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    stack.enter_context(connected(trial.port)).sendall(
        head("POST", "/api/export", trial.port, headers) + body
    )


def _texts(trial: Trial, stack: ExitStack) -> None:
    for number in range(8):
        stack.enter_context(Page(trial.port)).line.sendall(text_frame(large(number=number)))


def _quotes(trial: Trial, stack: ExitStack) -> None:
    stack.enter_context(Page(trial.port)).line.sendall(text_frame(quoted(30_000)))


def _interrupt(trial: Trial, limit: float) -> None:
    """As a terminal does it: the signal goes to all of the server's processes."""
    process, began = trial.server.process, perf_counter()
    os.killpg(process.pid, signal.SIGINT)
    try:
        code = process.wait(limit)
        trial.say(f"ends in {seconds(perf_counter() - began)} with code {code}")
    except subprocess.TimeoutExpired:
        trial.say(f"does not end in {limit:.0f} s")
        return
    sleep(0.5)
    if left := trial.server.family():
        trial.say(f"leaves {len(left)} processes behind")


_KINDS = (
    ("a picture", "a second after an SVG of 1,192 nodes was asked for", _picture),
    ("texts", "a second after 8 clients sent a text of 25,000 nodes each", _texts),
    ("quotes", "a second after a text of 30,000 × `'\\` came", _quotes),
)
