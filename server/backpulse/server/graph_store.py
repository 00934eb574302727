"""What scripts have handed over, as JSON, kept by id until their page asks. Bounded, in memory only."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

from backpulse.answering import limits
from backpulse.answering.errors import Refusal


class GraphStore:
    """The texts handed over last, within `limits.STORED` and `limits.STORED_BYTES`, as JSON."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def put(self, text: bytes) -> str:
        """The id of a text: the same for the same text, and not to be guessed without it."""
        name = sha256(text).hexdigest()[:16]
        self._bytes += len(text) - len(self._texts.pop(name, b""))
        self._texts[name] = text
        while len(self._texts) > limits.STORED.most or self._bytes > limits.STORED_BYTES.most:
            self._bytes -= len(self._texts.popitem(last=False)[1])
        return name

    def get(self, name: str) -> bytes:
        """The text of an id. Refusal (404) if it is not, or no longer, here."""
        if name not in self._texts:
            raise Refusal(
                404,
                "unknown-graph",
                "The server does not have this graph, or no longer",
                "Run the script that opened it once more.",
            )
        self._texts.move_to_end(name)
        return self._texts[name]
