"""Private parts of uvicorn and websockets: used where they are; without them the server runs, too."""

from __future__ import annotations

import json
import logging
import struct
import sys
from importlib import import_module
from urllib.request import Request, urlopen

import pytest
import uvicorn
from starlette.applications import Starlette
from tests.server.test_serve import server
from websockets.sync.client import connect

from backpulse.server import protocols

OURS = {
    "backpulse.server.http1": (protocols.http_protocol, "HttpProtocol"),
    "backpulse.server.websocket": (protocols.websocket_protocol, "WebSocketProtocol"),
}
PRIVATE = [
    ("backpulse.server.http1", "uvicorn.protocols.http.h11_impl", "H11Protocol"),
    ("backpulse.server.http1", "uvicorn.protocols.http.h11_impl", "H11Protocol.send_400_response"),
    ("backpulse.server.websocket", "websockets.protocol", "Protocol"),
    ("backpulse.server.websocket", "websockets.protocol", "Protocol.send_close"),
    ("backpulse.server.websocket", "websockets.streams", "StreamReader.at_eof"),
    (
        "backpulse.server.websocket",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
        "WebSocketsSansIOProtocol.send_receive_event_to_app",
    ),
]
WITHOUT = """
import sys
sys.modules["backpulse.server.http1"] = sys.modules["backpulse.server.websocket"] = None
from backpulse.server.cli import main
main()
"""


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its log reaches pytest, also after a test that has set uvicorn's log up."""
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)


@pytest.mark.parametrize("module", OURS)
def test_ours_where_the_parts_are_there(module: str, caplog: pytest.LogCaptureFixture) -> None:
    choose, name = OURS[module]
    assert choose() is getattr(import_module(module), name)
    assert not caplog.records


@pytest.mark.parametrize(("module", "place", "part"), PRIVATE)
def test_uvicorns_own_without_a_part(
    module: str, place: str, part: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.delattr(f"{place}.{part}")
    with caplog.at_level(logging.WARNING):
        assert OURS[module][0]() == "auto"
    (record,) = caplog.records
    assert part.rpartition(".")[2] in record.getMessage()


def test_attributes_that_methods_set_are_there() -> None:
    class Owner:
        def method(self) -> None:
            self.set = 1

    protocols.require(Owner, "method", "set")
    with pytest.raises(AttributeError, match=r"Owner has no gone$"):
        protocols.require(Owner, "gone", "set")


@pytest.mark.parametrize("module", OURS)
def test_uvicorns_own_without_a_module(
    module: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with caplog.at_level(logging.WARNING):
        assert OURS[module][0]() == "auto"
    assert len(caplog.records) == 1


def test_what_uvicorn_is_given_is_there() -> None:
    config = uvicorn.Config(Starlette(), http="auto", ws="auto")
    config.load()
    assert config.ws_protocol_class is not None


def test_a_server_without_the_private_parts() -> None:
    """It answers texts and moves, and has said once for each protocol that it is uvicorn's."""
    log: list[str] = []
    with server("serve", "--no-browser", "--port", "0", program=WITHOUT, log=log) as (address, _):
        asked = Request(f"{address}api/trace", b'{"source": "a * a"}', {"content-type": "application/json"})
        with urlopen(asked, timeout=30) as answer:
            assert json.load(answer)["grads"][-1] == 1
        with connect(f"ws://{address.removeprefix('http://')}api/live", compression=None) as channel:
            channel.send(json.dumps({"type": "source", "id": 0, "source": "a * a"}))
            while json.loads(channel.recv())["type"] == "waiting":
                pass
            for number in range(1, 4):
                channel.send(struct.pack("<2d", number, 3))
                frame = channel.recv()
                assert isinstance(frame, bytes)
                assert struct.unpack("<3d", frame[:24]) == (number, 3, 9)
    assert ["is not one that backpulse knows" in line for line in log] == [True, True]
