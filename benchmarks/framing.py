"""The head of a WebSocket client's frame, with a mask of zeros that leaves the payload as it is."""

from __future__ import annotations


def client_head(kind: int, length: int) -> bytes:
    """Of a whole message of `length` bytes; `kind` is its first byte."""
    if length < 126:
        size = bytes((0x80 | length,))
    elif length < 1 << 16:
        size = b"\xfe" + length.to_bytes(2, "big")
    else:
        size = b"\xff" + length.to_bytes(8, "big")
    return bytes((kind,)) + size + bytes(4)
