"""Writing to connections as fast as they take it, reading what comes back or not."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import perf_counter


def flood(lines: Sequence[socket.socket], message: bytes, length: float, reads: bool) -> int:
    """Write `message` to all of them over and over, for `length` seconds: how many bytes they took.

    With `reads` what they answer is taken and thrown away. A line that is hung up on is left alone.
    """
    sent, end = 0, perf_counter() + length
    there = {line.fileno(): line for line in lines}
    waiting = {number: memoryview(message) for number in there}
    with DefaultSelector() as selector:
        for line in lines:
            line.setblocking(False)
            selector.register(line, EVENT_WRITE | (EVENT_READ if reads else 0))
        while there and (left := end - perf_counter()) > 0:
            for key, events in selector.select(min(left, 0.2)):
                try:
                    if events & EVENT_READ and not there[key.fd].recv(1 << 20):
                        raise ConnectionError
                    if events & EVENT_WRITE:
                        count = there[key.fd].send(waiting[key.fd])
                        waiting[key.fd] = waiting[key.fd][count:] or memoryview(message)
                        sent += count
                except BlockingIOError:
                    pass
                except OSError:
                    selector.unregister(there.pop(key.fd))
    return sent
