"""The fast path of a move: it answers what the ordinary path answers, and only where it may."""

from __future__ import annotations

import json
import random
import struct
import threading

import pytest
from tests.server.wire import Open, Page, frame, move, numbers, takes_fast_path
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Opcode

from backpulse.answering import limits, moves
from backpulse.answering.limit import Limit

UNMASKED = b"\x82\x18" + bytes(24)

MLP = "\n".join(
    [f"h{i} = tanh({' + '.join(f'x{j} * w{i}_{j}' for j in range(20))})" for i in range(8)]
    + ["(" + " + ".join(f"h{i}" for i in range(8)) + ") ** 2"]
)


@pytest.mark.parametrize(
    "source",
    [
        "a * b",
        "a",
        "2 * a - 3",
        "log(a) / b",
        "a ** 0.5 + relu(b)",
        "max(a, b) - abs(a * b)",
        "a = 1\na / a",
        MLP,
    ],
)
def test_both_ways_answer_the_same_bits(connect: Open, source: str) -> None:
    """On the number line and off it, at kinks and ties, in short frames and long ones."""
    fast, ordinary = connect(), connect(WebSocketsSansIOProtocol)
    reply = fast.ask(source)
    assert ordinary.ask(source) == reply
    count = len(reply["trace"]["graph"]["leaves"])
    random_ = random.Random(source)
    odd = (0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, 1e-200, 710.0)
    for number in range(60):
        values = [
            random_.gauss(0, 2) if random_.random() < 0.6 else random_.choice(odd) for _ in range(count)
        ]
        packet = move(number, *values, mask=random_.randbytes(4))
        (at_once,) = fast.feed(packet)
        assert ordinary.feed(packet) == []
        assert at_once == ordinary.receive()
        assert struct.unpack_from("<d", at_once.data) == (number,)


@pytest.mark.parametrize(("terms", "most"), [(1, 125), (300, (1 << 16) - 1), (1100, 1 << 17)])
def test_frames_of_every_size_have_the_head_they_need(connect: Open, terms: int, most: int) -> None:
    """Heads of 2, 4 and 10 bytes."""
    page = connect()
    page.ask("+".join(["a"] * terms))
    (at_once,) = page.feed(move(1, 0.5))
    assert most // 8 < len(at_once.data) <= most
    assert numbers([at_once])[0] == 1


@pytest.mark.parametrize("count", [2, 3, 40])
def test_several_in_one_packet(page: Page, count: int) -> None:
    """The newest wins."""
    packet = b"".join(move(number, number, 3) for number in range(1, count + 1))
    assert numbers(page.feed(packet))[:4] == (count, count, 3, 3 * count)
    assert takes_fast_path(page)


class TestWhatGoesTheOrdinaryWay:
    """It is answered as ever, and the fast path goes on after it."""

    def test_a_mistake_in_one_packet_with_a_move(self, page: Page) -> None:
        assert page.feed(move(1, 2, 3) + move(2, 3)) == []
        assert page.error() == (2, "wrong-length")
        page.settle()
        assert takes_fast_path(page)

    def test_a_length_written_longer_than_need_be(self, page: Page) -> None:
        payload = struct.pack("<15d", *range(15))[:119]
        packet = b"\x82\xff" + len(payload).to_bytes(8, "big") + bytes(4) + payload
        assert page.feed(packet) == []
        assert page.error() == (0, "wrong-length")

    @pytest.mark.parametrize("cut", range(1, len(move(1, 2, 3))))
    def test_a_frame_in_two_packets(self, page: Page, cut: int) -> None:
        packet = move(1, 2, 3)
        assert page.feed(packet[:cut]) == []
        assert page.feed(packet[cut:]) == []
        assert numbers([page.receive()])[:4] == (1, 2, 3, 6)
        page.settle()
        assert takes_fast_path(page)

    def test_one_and_the_beginning_of_another(self, page: Page) -> None:
        first, second = move(1, 2, 3), move(2, 3, 4)
        assert numbers(page.feed(first + second[:7]))[:4] == (1, 2, 3, 6)
        assert numbers(page.feed(second[7:]))[:4] == (2, 3, 4, 12)
        assert takes_fast_path(page)

    def test_a_part_that_looks_like_a_whole(self, connect: Open) -> None:
        """What comes after a frame's head would be a good move, were it not that frame's payload."""
        page = connect()
        page.ask("a")
        inner = move(7, 1)
        outer = frame(inner, mask=bytes(4))
        assert page.feed(outer[:6]) == []
        assert page.feed(outer[6:]) == []
        assert page.error()[1] in ("no-id", "wrong-length")

    def test_a_message_in_parts(self, page: Page) -> None:
        payload = struct.pack("<3d", 1, 2, 3)
        assert page.feed(frame(payload[:9], 0x02)) == []
        (pong,) = page.feed(frame(b"here?", 0x89))
        assert (pong.opcode, pong.data) == (Opcode.PONG, b"here?")
        assert page.feed(frame(payload[9:], 0x80)) == []
        assert numbers([page.receive()])[:4] == (1, 2, 3, 6)
        page.settle()
        assert takes_fast_path(page)

    def test_a_whole_message_among_the_parts_of_another(self, page: Page) -> None:
        """Which is against the protocol, and the end of the connection."""
        page.feed(frame(b"part", 0x02))
        (close,) = page.feed(move(1, 2, 3))
        assert (close.opcode, close.data[:2]) == (Opcode.CLOSE, (1002).to_bytes(2, "big"))

    @pytest.mark.parametrize("packet", [*(frame(bytes(24), 0x82 ^ bit) for bit in (64, 32, 16, 1)), UNMASKED])
    def test_what_is_against_the_protocol(self, page: Page, packet: bytes) -> None:
        (close,) = page.feed(packet)
        assert (close.opcode, close.data[:2]) == (Opcode.CLOSE, (1002).to_bytes(2, "big"))

    def test_a_ping_of_ours_may_be_answered_between_moves(self, page: Page) -> None:
        page.server.send_keepalive_ping()
        (ping,) = page.feed(b"")
        assert ping.opcode is Opcode.PING
        assert takes_fast_path(page)
        assert page.feed(frame(bytes(ping.data), 0x8A)) == []
        assert takes_fast_path(page)

    @pytest.mark.parametrize(
        ("payload", "number", "code"),
        [
            (struct.pack("<2d", 4, 1), 4, "wrong-length"),
            (struct.pack("<3d", 4, 1, 2) + b"1", 4, "wrong-length"),
            (struct.pack("<d", 4) + bytes(70_000), 4, "wrong-length"),
            (struct.pack("<3d", 4, float("nan"), 1), 4, "not-finite"),
            (struct.pack("<3d", 4, float("inf"), -float("inf")), 4, "not-finite"),
            (struct.pack("<3d", -1, 1, 2), -1, "no-id"),
            (b"", -1, "no-id"),
        ],
    )
    def test_mistakes(self, page: Page, payload: bytes, number: int, code: str) -> None:
        assert page.feed(frame(payload)) == []
        assert page.error() == (number, code)
        page.settle()
        assert takes_fast_path(page)

    def test_a_move_before_any_text(self, connect: Open) -> None:
        page = connect()
        assert page.feed(move(1, 2, 3)) == []
        assert page.error() == (1, "no-source")
        page.ask("a * b")
        assert takes_fast_path(page)

    def test_a_move_of_a_large_graph(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "INLINE", Limit("inline-nodes", 3, "", ""))
        assert takes_fast_path(page)
        page.ask("a * b + a")
        assert page.feed(move(1, 2, 3)) == []
        assert numbers([page.receive()])[0] == 1

    def test_a_mistake_of_ours(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> None:
            raise RuntimeError("a secret detail")

        with monkeypatch.context() as patched:
            patched.setattr(moves, "finder", lambda graph: fail)
            page.ask("a * b - a")
            assert page.feed(move(1, 2, 3)) == []
            assert page.error() == (1, "internal")
        page.ask("a * b")
        assert takes_fast_path(page)


class TestOrder:
    """Answers come in the order of what they answer, and the newest wins."""

    def test_moves_while_a_text_is_compiled(self, page: Page, gate: threading.Event) -> None:
        assert page.feed(page.text("b * a * 10", 1)) == []
        page.settle()
        for number in range(2, 30):
            assert page.feed(move(number, number, 5)) == []
            if number > 10:
                page.settle()
        gate.set()
        assert json.loads(page.receive().data)["id"] == 1
        assert numbers([page.receive()])[:2] == (29, 29)
        page.settle()
        assert numbers(page.feed(move(30, 2, 3)))[:3] == (30, 2, 3)

    def test_a_move_in_one_packet_with_the_text_it_is_of(self, page: Page) -> None:
        assert page.feed(page.text("a + b", 1) + move(2, 3, 5)) == []
        assert json.loads(page.receive().data)["id"] == 1
        assert numbers([page.receive()])[:4] == (2, 3, 5, 8)

    def test_a_move_right_after_one_that_goes_the_ordinary_way(self, page: Page) -> None:
        """It takes the place of the one that nothing has yet been done about."""
        packet = move(1, 2, 3)
        page.feed(packet[:5])
        assert page.feed(packet[5:]) == []
        assert page.feed(move(2, 3, 4)) == []
        assert numbers([page.receive()])[:4] == (2, 3, 4, 12)

    def test_a_client_that_does_not_read(self, page: Page) -> None:
        """Nothing piles up for it: the newest move waits until it reads again."""
        page.server.pause_writing()
        for number in range(1, 9):
            assert page.feed(move(number, number, 3)) == []
            page.settle()
            assert page.wire.written == b""
        page.server.resume_writing()
        answered = [numbers([page.receive()])]
        while answered[-1][0] != 8:
            answered.append(numbers([page.receive()]))
        assert len(answered) <= 2  # the one that was under way, and the newest
        page.settle()
        assert takes_fast_path(page)


class TestTheEnd:
    """Closing is uvicorn's matter."""

    def test_the_client_closes(self, page: Page) -> None:
        assert takes_fast_path(page)
        (close,) = page.feed(frame((1000).to_bytes(2, "big"), 0x88))
        assert (close.opcode, close.data[:2]) == (Opcode.CLOSE, (1000).to_bytes(2, "big"))
        assert page.wire.is_closing()
        assert page.feed(move(1, 2, 3)) == []

    def test_the_server_stops(self, page: Page) -> None:
        assert takes_fast_path(page)
        page.server.shutdown()
        (close,) = page.feed(b"")
        assert (close.opcode, close.data[:2]) == (Opcode.CLOSE, (1012).to_bytes(2, "big"))
        page.server.data_received(move(1, 2, 3))
        assert page.wire.written == b""
