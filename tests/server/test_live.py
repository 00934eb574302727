"""The live channel: texts, moves, mistakes, and that the newest wins."""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession

from backpulse.answering import answerer, limits, moves
from backpulse.engine import findings
from backpulse.engine.graph import Graph
from backpulse.engine.plan import Record

DEFAULT = {"a": 2, "b": -3, "c": 10}


@pytest.fixture
def socket(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect("/api/live") as session:
        yield session


def send_source(socket: WebSocketTestSession, number: int, source: str, **question: Any) -> None:
    socket.send_text(json.dumps({"type": "source", "id": number, "source": source, **question}))


def ask(socket: WebSocketTestSession, number: int, source: str, **question: Any) -> dict[str, Any]:
    send_source(socket, number, source, **question)
    answer: dict[str, Any] = socket.receive_json()
    assert answer["id"] == number
    return answer


def send_move(socket: WebSocketTestSession, number: float, *values: float) -> None:
    socket.send_bytes(struct.pack(f"<{len(values) + 1}d", number, *values))


def receive_numbers(socket: WebSocketTestSession) -> list[float]:
    frame = socket.receive_bytes()
    return list(struct.unpack(f"<{len(frame) // 8}d", frame))


def refused(socket: WebSocketTestSession, number: int, code: str) -> dict[str, Any]:
    answer = socket.receive_json()
    assert list(answer) == ["type", "id", "error"]
    assert (answer["type"], answer["id"]) == ("error", number)
    assert list(answer["error"]) == ["code", "message", "hint", "span", "line", "column"]
    assert answer["error"]["code"] == code
    error: dict[str, Any] = answer["error"]
    return error


def test_a_text_is_answered_as_by_the_other_way(client: TestClient, socket: WebSocketTestSession) -> None:
    answer = ask(socket, 7, "(a + b) * c", values=DEFAULT)
    assert answer["type"] == "trace"
    assert (
        answer["trace"] == client.post("/api/trace", json={"source": "(a + b) * c", "values": DEFAULT}).json()
    )


def test_a_move_is_answered_with_all_numbers(socket: WebSocketTestSession) -> None:
    ask(socket, 1, "(a + b) * c", values=DEFAULT)
    send_move(socket, 2, 4, -3, 10)
    values, grads = [4, -3, 1, 10, 10], [10, 10, 10, 1, 1]
    locals_, contributions, totals = [1, 1, 10, 1], [10, 10, 10, 1], [10, 10, 10, 1]
    assert receive_numbers(socket) == [2, *values, *grads, *locals_, *contributions, *totals, 0]


def test_totals_run(socket: WebSocketTestSession) -> None:
    ask(socket, 1, "a * a", values={"a": 1})
    send_move(socket, 2, 3)
    assert receive_numbers(socket) == [2, 3, 9, 6, 1, 3, 3, 3, 3, 3, 6, 0]


def test_constants_are_0_in_a_frame(socket: WebSocketTestSession) -> None:
    ask(socket, 1, "2 * a")
    send_move(socket, 2, 3)
    assert receive_numbers(socket) == [2, 2, 3, 6, 0, 2, 1, 0, 2, 0, 2, 0, 2, 0]


def test_findings_are_numbered_as_in_the_legend(client: TestClient, socket: WebSocketTestSession) -> None:
    ask(socket, 1, "log(a)", values={"a": 1})
    send_move(socket, 2, 0)
    frame = receive_numbers(socket)
    assert frame[:3] == [2, 0, float("-inf")]
    count, node, kind = frame[-3:]
    assert (count, node) == (1, 1)
    assert client.get("/api/ops").json()["findings"][int(kind)]["code"] == "log-of-zero"


def test_infinities_and_nan_survive_both_ways_of_answering(socket: WebSocketTestSession) -> None:
    answer = ask(socket, 1, "log(a) * 0", values={"a": 0})
    assert answer["trace"]["values"][1:] == ["-Infinity", 0, "NaN"]
    send_move(socket, 2, 0)
    frame = receive_numbers(socket)
    assert frame[2] == float("-inf")
    assert frame[4] != frame[4]


def test_after_a_mistake_moves_go_on_with_the_last_good_text(socket: WebSocketTestSession) -> None:
    ask(socket, 1, "a * a")
    send_source(socket, 2, "a *")
    assert refused(socket, 2, "missing-value")["column"] == 4
    send_move(socket, 3, 5)
    assert receive_numbers(socket)[:3] == [3, 5, 25]


def test_a_new_text_is_what_moves_refer_to(socket: WebSocketTestSession) -> None:
    ask(socket, 1, "a * a")
    ask(socket, 2, "a * b")
    send_move(socket, 3, 5, 6)
    assert receive_numbers(socket)[:4] == [3, 5, 6, 30]


def test_opened_ops(socket: WebSocketTestSession) -> None:
    assert len(ask(socket, 1, "a - b", expand=True)["trace"]["graph"]["nodes"]) == 5
    send_move(socket, 2, 5, 3)
    assert receive_numbers(socket)[:6] == [2, 5, 3, -1, -3, 2]


def test_values_of_names_that_are_being_retyped_are_left_out(socket: WebSocketTestSession) -> None:
    assert ask(socket, 1, "a * bet", values={"a": 2, "bet": 3, "beta": 9})["trace"]["values"][-1] == 6


class TestMistakes:
    """Each is answered, and the channel stays open."""

    def test_a_move_before_any_text(self, socket: WebSocketTestSession) -> None:
        send_move(socket, 1, 2)
        refused(socket, 1, "no-source")
        assert ask(socket, 2, "a")["type"] == "trace"

    @pytest.mark.parametrize("values", [(), (1,), (1, 2, 3)])
    def test_a_wrong_length(self, socket: WebSocketTestSession, values: tuple[float, ...]) -> None:
        ask(socket, 1, "a * b")
        send_move(socket, 2, *values)
        assert "24 bytes" in refused(socket, 2, "wrong-length")["message"]
        socket.send_bytes(struct.pack("<d", 3) + b"1234567")
        refused(socket, 3, "wrong-length")

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
    def test_what_is_not_finite(self, socket: WebSocketTestSession, number: float) -> None:
        ask(socket, 1, "a * b")
        send_move(socket, 2, 1, number)
        refused(socket, 2, "not-finite")

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), -1, 0.5, 2.0**60])
    def test_a_number_that_is_none(self, socket: WebSocketTestSession, number: float) -> None:
        ask(socket, 1, "a")
        send_move(socket, number, 1)
        refused(socket, -1, "no-id")
        socket.send_bytes(b"")
        refused(socket, -1, "no-id")

    @pytest.mark.parametrize(
        ("text", "number", "code"),
        [
            ("{", -1, "invalid-json"),
            ("[]", -1, "invalid-request"),
            ('{"type": "source", "source": "a"}', -1, "invalid-request"),
            ('{"type": "source", "source": "a", "id": "4"}', -1, "invalid-request"),
            ('{"type": "source", "source": "a", "id": true}', -1, "invalid-request"),
            ('{"type": "move", "source": "a", "id": 4}', 4, "invalid-request"),
            ('{"type": "source", "source": 1, "id": 4}', 4, "invalid-request"),
            ('{"type": "source", "source": "a", "id": 4, "values": {"a": NaN}}', 4, "invalid-request"),
            ('{"type": "source", "source": "", "id": 4}', 4, "empty"),
        ],
    )
    def test_texts(self, socket: WebSocketTestSession, text: str, number: int, code: str) -> None:
        socket.send_text(text)
        refused(socket, number, code)
        assert ask(socket, 5, "a")["type"] == "trace"

    def test_a_message_that_is_too_large(self, socket: WebSocketTestSession) -> None:
        socket.send_text(" " * (limits.BODY.most + 1))
        refused(socket, -1, "body-too-large")
        send_source(socket, 2, " " * limits.SOURCE.most + "a")
        refused(socket, 2, "source-too-long")

    def test_a_mistake_of_ours(self, socket: WebSocketTestSession, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> None:
            raise RuntimeError("a secret detail")

        with monkeypatch.context() as patched:
            patched.setattr(moves, "finder", lambda graph: fail)
            ask(socket, 1, "a")
            patched.setattr(answerer, "trace_message", fail)
            send_source(socket, 2, "a")
            assert "secret" not in str(refused(socket, 2, "internal"))
            send_move(socket, 3, 1)
            assert "secret" not in str(refused(socket, 3, "internal"))
        ask(socket, 4, "a * 1")
        send_move(socket, 5, 1)
        assert receive_numbers(socket)[0] == 5


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
