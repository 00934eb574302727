"""Clients that ask and never read: what waits for them is somebody's memory."""

from __future__ import annotations

from contextlib import ExitStack
from time import sleep

from benchmarks.attack.flood import flood
from benchmarks.attack.texts import NODES, large
from benchmarks.attack.trial import Ring
from benchmarks.attack.wire import PING, Page, frame, move_frame, text_frame


def attack(ring: Ring) -> None:
    """Large answers, pings, frames of a large graph."""
    clients = 10 if ring.quick else 40
    did = f"{clients} clients ask for the trace of {NODES:,} nodes and never read"
    with ring.trial("unread", did) as trial:
        with ExitStack() as stack:
            for _ in range(clients):
                page = stack.enter_context(Page(trial.port, small=True))
                page.line.sendall(text_frame(large()))
            sleep(ring.limit(20))
        sleep(1)
        trial.say(f"once they have hung up {trial.server.rss_mb():,.0f} MB")
    _flooded(ring, "unread pings", "4 clients send pings and never read", "", frame(PING, b"p" * 125) * 400)
    if ring.quick:
        return
    did = "4 clients move a graph of 8,001 nodes and never read"
    _flooded(ring, "unread moves", did, large(8_001), move_frame(1, 2, 3) * 400)


def _flooded(ring: Ring, name: str, did: str, text: str, message: bytes) -> None:
    """As fast as they are taken, after a text if there is one."""
    with ring.trial(name, did) as trial, ExitStack() as stack:
        pages = [stack.enter_context(Page(trial.port, small=True)) for _ in range(4)]
        for page in pages if text else ():
            page.ask(text)
        sent = flood([page.line for page in pages], message, ring.limit(6), reads=False)
        trial.say(f"{sent / 1e6:,.1f} MB were taken")
