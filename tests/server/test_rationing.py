"""A connection that keeps all others waiting rests; nothing of what it sent is lost."""

from __future__ import annotations

import struct
from itertools import count

import pytest
from tests.server.wire import Open, Page, frame, move, numbers, takes_fast_path

from backpulse.server import websocket
from backpulse.server.connections import Connections
from backpulse.server.websocket import WebSocketProtocol


def test_a_flood_is_taken_in_turns(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "_TURN", 0.0)
    monkeypatch.setattr(websocket, "_PAUSE", 0.0)
    pings = frame(b"", 0x89) * 10_000
    parsed = []
    receive = page.server.conn.receive_data

    def watched(data: bytes) -> None:
        parsed.append(len(data))
        receive(data)

    monkeypatch.setattr(page.server.conn, "receive_data", watched)
    page.feed(pings)
    assert parsed == [websocket._PIECE], "a piece in its first turn"
    for _ in range(100):
        page.settle()
    assert sum(parsed) == len(pings)
    assert max(parsed) <= websocket._PIECE


def test_moves_after_a_rest(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "_PAUSE", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(websocket, "_TURN", 0.0)
        assert numbers(page.feed(move(1, 2, 3)))[:4] == (1, 2, 3, 6)
        assert page.feed(move(2, 3, 3)) == [], "it rests"
    page.settle()
    assert numbers(page._taken())[:4] == (2, 3, 3, 9)
    assert takes_fast_path(page)


@pytest.mark.parametrize("cut", [1, 2, 7, 29])
def test_a_flood_cut_anywhere(page: Page, cut: int) -> None:
    """Of each packet the newest whole move is answered, and the rest is kept for the next one."""
    first = b"".join(move(number, number, 2) for number in range(1, 400)) + move(400, 5, 2)[:cut]
    assert numbers(page.feed(first))[:4] == (399, 399, 2, 798)
    assert numbers(page.feed(move(400, 5, 2)[cut:] + move(401, 6, 2)))[:4] == (401, 6, 2, 12)


def test_a_flood_of_unlike_moves(page: Page) -> None:
    other = frame(struct.pack("<4d", 1, 2, 3, 4))
    packet = (move(1, 2, 3) + other) * 200 + move(9, 2, 3)
    assert numbers(page.feed(packet))[:4] == (9, 2, 3, 6)
    assert page.feed((move(1, 2, 3) + other) * 200) == []
    assert page.error() == (1, "wrong-length")


def test_moves_displaced_by_one_that_goes_the_ordinary_way(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a flood that cannot be answered at once only the newest is parsed."""
    assert isinstance(page.server, WebSocketProtocol)
    page.server._answers["answer"] = None
    seen: list[int] = []
    receive = page.server.conn.receive_data

    def watched(data: bytes) -> None:
        seen.append(len(data))
        receive(data)

    monkeypatch.setattr(page.server.conn, "receive_data", watched)
    page.feed(b"".join(move(number, number, 2) for number in range(1, 400)))
    assert numbers([page.receive()])[:4] == (399, 399, 2, 798)
    assert sum(seen) == len(move(1, 2, 3))


def test_many_small_shares_are_one_large(connect: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that take a millisecond each, without a pause between them, are soon too many."""
    now = [100.0]
    page = opened(connect, monkeypatch, now, costs=0.001)
    answered = [bool(page.feed(move(number, 2, 3))) for number in range(1, 5)]
    assert answered == [True, True, True, False]


def test_a_page_that_moves_sixty_times_a_second_never_rests(
    connect: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    page = opened(connect, monkeypatch, now, costs=0.0015)
    for number in range(1, 200):
        now[0] += 1 / 60
        assert page.feed(move(number, 2, 3))


def test_those_that_rest_go_on_one_after_the_other() -> None:
    """Many of them together keep the others waiting no more than one alone."""
    connections = Connections()
    assert [connections.turn(10.0, 0.5) for _ in range(3)] == [10.5, 11.0, 11.5]
    assert connections.turn(20.0, 0.5) == 20.5


def opened(connect: Open, monkeypatch: pytest.MonkeyPatch, now: list[float], costs: float) -> Page:
    """A page whose every packet takes so many seconds of the processor; `now` is the time."""
    page = connect()
    page.ask("a * b")
    looks = count()
    monkeypatch.setattr(websocket, "_TURN", 0.002)
    monkeypatch.setattr(websocket, "thread_time", lambda: (next(looks) + 1) // 2 * costs)
    monkeypatch.setattr(page.server.loop, "time", lambda: now[0])
    assert isinstance(page.server, WebSocketProtocol)
    page.server._credit, page.server._counted = websocket._TURN, now[0]
    return page
