"""The connections of a server: how many there may be, and the end of those that do not go on.

Whatever waits for a client waits for a bounded time: for the head of its request, and for it to read.
"""

from __future__ import annotations

import sys
from asyncio import Protocol, Transport
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from ipaddress import ip_address
from typing import Any
from weakref import WeakKeyDictionary

from backpulse.answering import limits
from backpulse.answering.errors import Refusal

_OWN_FILES = 64
"""What the server opens for itself: its workers' pipes, its log, the files of the page."""


class Watched(Protocol):
    """A connection that is bounded by `Connections`: mixed in before one of uvicorn's protocols."""

    transport: Transport
    _resumed = False

    def has_read(self) -> bool:
        """Whether the client has taken all that waited for it since this was asked last."""
        resumed, self._resumed = self._resumed, False
        return resumed

    def resume_writing(self) -> None:
        """The client has read."""
        self._resumed = True
        super().resume_writing()

    def look(self, now: float) -> None:
        """End it if it is late. By default it may be silent: of a page, pings say whether it is there."""


class Connections:
    """The connections of one server, HTTP's and WebSockets alike."""

    def __init__(self) -> None:
        self.most = _files() - _OWN_FILES
        self._addresses: Counter[str] = Counter()
        self._unread: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()
        """By connection: how much of its answers it has not taken, and since when that is so."""
        self._turn = 0.0

    def added(self, address: str | None, count: int) -> Refusal | None:
        """One more from an address, the last of `count`; and why it is to be refused, if it is."""
        if count > self.most:
            return replace(limits.FILES, most=self.most).refusal()
        if address is None or _is_own(address):
            return None
        self._addresses[address] += 1
        return limits.ADDRESS.refusal() if self._addresses[address] > limits.ADDRESS.most else None

    def removed(self, address: str | None) -> None:
        """One less."""
        if address is not None and address in self._addresses:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def turn(self, now: float, length: float) -> float:
        """When one that has done more than its share may go on, `length` seconds after all others that have.

        They share one clock, and go on one at a time: many of them together take no more than one alone.
        """
        self._turn = max(now, self._turn) + length
        return self._turn

    def look(self, connections: Iterable[Any], now: float) -> None:
        """End those that are late; called every second. `now` is the event loop's time."""
        unsent = []
        for connection in connections:
            if not isinstance(connection, Watched):
                continue  # uvicorn's own, see `protocols.py`
            transport = connection.transport
            size = transport.get_write_buffer_size()
            before, since = self._unread.get(connection, (0, now))
            if size and size >= before and not connection.has_read():
                self._unread[connection] = size, since
                if now - since >= limits.UNREAD.most:
                    transport.abort()
                    continue
            else:
                self._unread[connection] = size, now
            unsent.append((size, transport))
            connection.look(now)
        total = sum(size for size, _ in unsent)
        for size, transport in sorted(unsent, key=lambda pair: -pair[0]):
            if total <= limits.UNSENT_BYTES.most:
                break
            transport.abort()
            total -= size


_of_servers: WeakKeyDictionary[Any, Connections] = WeakKeyDictionary()


def connections_of(server_state: Any) -> Connections:
    """Those of a server, which uvicorn knows by its state."""
    return _of_servers.setdefault(server_state, Connections())


def _files() -> int:
    """How many files this process may open: as many as it asks for, if the system grants it that."""
    if sys.platform == "win32":
        return limits.FILES.most
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.FILES.most if hard == resource.RLIM_INFINITY else min(hard, limits.FILES.most)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return min(soft, limits.FILES.most)


def _is_own(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
