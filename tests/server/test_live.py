"""The live channel: texts, moves and mistakes."""

from __future__ import annotations

import struct

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from tests.server.live_client import ask, receive_numbers, refused, send_move, send_source

from backpulse.answering import answerer, limits, moves

DEFAULT = {"a": 2, "b": -3, "c": 10}


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


def test_a_finding_of_an_arrow_stands_after_all_nodes(
    client: TestClient, socket: WebSocketTestSession
) -> None:
    graph = ask(socket, 1, "log(sigmoid(x))", values={"x": 1})["trace"]["graph"]
    send_move(socket, 2, -800)
    count, *found = receive_numbers(socket)[-5:]
    assert count == 2
    kinds = [row["code"] for row in client.get("/api/ops").json()["findings"]]
    assert [(place, kinds[int(kind)]) for place, kind in zip(found[::2], found[1::2], strict=True)] == [
        (2, "log-of-zero"),
        (len(graph["nodes"]) + 0, "gradient-infinity-times-zero"),
    ]
    assert graph["edges"][0] == {"id": 0, "child": 0, "parent": 1, "slot": 0}


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
