"""The live channel: the newest wins, who waits hears of it, and pages beside each other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import anyio
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from tests.server.live_client import ask, receive_numbers, refused, send_move, send_source

from backpulse.answering import limits, moves
from backpulse.engine import findings
from backpulse.engine.graph import Graph
from backpulse.engine.plan import Record


class TestTheNewestWins:
    """What waits while something is computed gives way to what comes after it."""

    def test_moves(self, socket: WebSocketTestSession, gate: threading.Event) -> None:
        """A burst of moves behind a text under way: the last one is answered, after the text."""
        send_source(socket, 1, "a * a")
        for number in range(2, 60):
            send_move(socket, number, number)
        _settle(socket)
        gate.set()
        assert socket.receive_json()["id"] == 1
        assert receive_numbers(socket)[:3] == [59, 59, 59 * 59]
        send_move(socket, 60, 1)
        assert receive_numbers(socket)[0] == 60

    def test_texts(self, socket: WebSocketTestSession, gate: threading.Event) -> None:
        """A newer text takes the place of an older one, even under way, and of the moves meant for that."""
        send_source(socket, 1, "a * a")
        _settle(socket)
        send_source(socket, 2, "a * b")
        send_move(socket, 3, 1, 2)
        send_source(socket, 4, "a + 1")
        send_move(socket, 5, 7)
        _settle(socket)
        gate.set()
        assert socket.receive_json()["id"] == 4
        assert receive_numbers(socket)[:2] == [5, 7]

    def test_moves_of_large_graphs_are_computed_by_a_worker(
        self, socket: WebSocketTestSession, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here: list[bool] = []

        def watched(graph: Graph) -> Callable[[Record], set[tuple[int, int]]]:
            find = findings.finder(graph)

            def watch(record: Record) -> set[tuple[int, int]]:
                here.append(threading.current_thread().name.startswith("ask"))
                return find(record)

            return watch

        monkeypatch.setattr(moves, "finder", watched)
        ask(socket, 1, "a * a")
        send_move(socket, 2, 3)
        assert receive_numbers(socket)[2] == 9
        ask(socket, 3, "+".join(["a"] * (limits.INLINE.most + 1)))
        send_move(socket, 4, 3)
        assert receive_numbers(socket)[0] == 4
        assert here == [False, True]


def _settle(socket: WebSocketTestSession) -> None:
    """Wait until everything sent has been read."""
    done = threading.Event()
    socket.portal.call(_soon, done)
    assert done.wait(5)


async def _soon(done: threading.Event) -> None:
    await anyio.sleep(0.1)
    done.set()


def test_a_page_hears_that_it_waits(
    socket: WebSocketTestSession, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it keeps its place, and knows that the line is alive."""
    monkeypatch.setattr(limits, "WAITING", replace(limits.WAITING, most=10))
    send_source(socket, 7, "a * a")
    for _ in range(3):
        assert socket.receive_json() == {"type": "waiting", "id": 7, "before": 0}
    gate.set()
    while (answer := socket.receive_json())["type"] == "waiting":
        pass
    assert (answer["type"], answer["id"]) == ("trace", 7)


def test_a_page_hears_how_many_are_before_it(
    client: TestClient, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WAITING", replace(limits.WAITING, most=10))
    with (
        client.websocket_connect("/api/live") as one,
        client.websocket_connect("/api/live") as two,
        client.websocket_connect("/api/live") as three,
    ):
        for page in (one, two, three):  # of which there are workers for two
            send_source(page, 1, "a * a")
            assert page.receive_json()["type"] == "waiting"
        assert three.receive_json() == {"type": "waiting", "id": 1, "before": 1}
        gate.set()


def test_the_texts_of_all_pages_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TEXTS_BYTES", replace(limits.TEXTS_BYTES, most=12))
    with client.websocket_connect("/api/live") as one:
        with client.websocket_connect("/api/live") as two:
            ask(one, 1, "a + bcd")
            send_source(two, 1, "a + bcd")
            refused(two, 1, "open-text-bytes")
            assert ask(two, 2, "a + b")["type"] == "trace"
            assert ask(one, 2, "b + cde")["type"] == "trace", "in the place of its own"
        assert ask(one, 3, "a + bcdefghi")["type"] == "trace", "the other page has gone"


def test_a_program_put_away_is_a_worker_s(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROGRAMS_BYTES", replace(limits.PROGRAMS_BYTES, most=1))
    with client.websocket_connect("/api/live") as one, client.websocket_connect("/api/live") as two:
        ask(one, 1, "a * a")
        ask(two, 1, "a + a")
        for page in (one, two):
            send_move(page, 2, 3)
        assert receive_numbers(one)[2] == 9
        assert receive_numbers(two)[2] == 6


def test_connections_do_not_wait_for_each_other(client: TestClient) -> None:
    with client.websocket_connect("/api/live") as one, client.websocket_connect("/api/live") as two:
        ask(one, 1, "a * a")
        ask(two, 1, "a + a")
        send_move(two, 2, 3)
        send_move(one, 2, 3)
        assert receive_numbers(one)[2] == 9
        assert receive_numbers(two)[2] == 6


def test_too_many_connections(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", replace(limits.CONNECTIONS, most=1))
    with client.websocket_connect("/api/live"):
        with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect("/api/live"):
            pass
        assert denied.value.status_code == 503
        assert denied.value.json()["error"]["code"] == "too-many-connections"
    with client.websocket_connect("/api/live") as again:
        assert ask(again, 1, "a")["type"] == "trace"
