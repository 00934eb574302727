"""What comes over a live connection that once hurt, or is of the kind: packets, and how each is answered.

The packets of a sequence come one after the other, each when the one before has been answered. What is
expected of each: the code of an error, or, as a number, that with which the connection is closed.
"""

from __future__ import annotations

import json
import struct

from tests.server.wire import frame, move

TEXT, BINARY, PING = 0x81, 0x82, 0x89
Expected = str | int


def _said(question: object) -> bytes:
    return frame(json.dumps(question).encode(), TEXT)


def _source(source: str, **more: object) -> bytes:
    return _said({"type": "source", "id": 1, "source": source, **more})


def _head(first: int, length: int) -> bytes:
    """The head of a frame that says how long it will be, and the mask."""
    return bytes((first, 0xFF)) + length.to_bytes(8, "big") + bytes(4)


SEQUENCES: dict[str, list[tuple[bytes, Expected]]] = {
    "not JSON": [(frame(b"{", TEXT), "invalid-json")],
    "nothing": [(frame(b"", TEXT), "invalid-json")],
    "null": [(frame(b"null", TEXT), "invalid-request")],
    "lists in lists": [(frame(b"[" * 30_000, TEXT), "invalid-json")],
    "half a character": [(frame(b'{"type": "source", "id": 1, "source": "\\ud800"}', TEXT), "not-text")],
    "another type": [(_said({"type": "sauce", "id": 1, "source": "a"}), "invalid-request")],
    "an id that is none": [(_said({"type": "source", "id": "1", "source": "a"}), "invalid-request")],
    "an id of 300 digits": [
        (frame(b'{"type": "source", "id": ' + b"9" * 300 + b', "source": "a +"}', TEXT), "missing-value")
    ],
    "an id of infinity": [
        (frame(b'{"type": "source", "id": 1e999, "source": "a"}', TEXT), "invalid-request")
    ],
    "values that are none": [
        (_source("a", values={f"{name:x}": [] for name in range(5_000)}), "invalid-request")
    ],
    "a text over the limit": [(_source("a" * 600_001), "source-too-long")],
    "a message over the limit": [(_source("a" * (1 << 20)), "body-too-large")],
    "a mistake after a mistake": [(_source("a +"), "missing-value"), (_source("(" * 5_000), "missing-value")],
    "a move before any text": [(move(1, 2), "no-source")],
    "a move of nothing": [(frame(b"", BINARY), "no-source")],
    "a move of three bytes": [(frame(b"abc", BINARY), "no-source")],
    "a move of a megabyte": [(frame(bytes(1 << 20), BINARY), "no-source")],
    "a move of no number": [(frame(struct.pack("<2d", float("nan"), 1), BINARY), "no-source")],
    "a text that is not UTF-8": [(frame(b"\xff\xfe", TEXT), 1007)],
    "half of a character of UTF-8": [(frame('"θ"'.encode()[:2], TEXT), 1007)],
    "a frame without a mask": [(b"\x81\x02{}", 1002)],
    "a frame of no kind": [(frame(b"", 0x83), 1002)],
    "a reserved bit": [(frame(b"{}", 0xC1), 1002)],
    "a part of no message": [(frame(b"{}", 0x80), 1002)],
    "a message within a message": [(frame(b"{", 0x01) + frame(b"}", TEXT), 1002)],
    "a long ping": [(frame(b"p" * 126, PING), 1002)],
    "a ping in parts": [(frame(b"p", 0x09), 1002)],
    "a frame of 5 MB to come": [(_head(TEXT, 5 << 20), 1009)],
    "a frame of 2^60 to come": [(_head(BINARY, 1 << 60), 1009)],
    "parts of more than a message": [(frame(b"a" * (3 << 20), 0x01) + frame(b"a" * (3 << 20), 0x80), 1009)],
    "a close with half a code": [(frame(b"\x03", 0x88), 1002)],
}
