"""What scripts have handed over, as texts, kept by id until their page asks. Bounded, in memory only."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

from backpulse.server import limits
from backpulse.server.errors import Refusal
from backpulse.server.messages import GraphText


class Kept:
    """The texts handed over last, within `limits.KEPT` and `limits.KEPT_TEXT`."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, GraphText] = OrderedDict()

    def put(self, text: GraphText) -> str:
        """The id of a text: the same for the same text, and not to be guessed without it."""
        name = sha256(text.model_dump_json().encode()).hexdigest()[:16]
        self._texts[name] = text
        self._texts.move_to_end(name)
        while len(self._texts) > limits.KEPT.most or self._size() > limits.KEPT_TEXT.most:
            self._texts.popitem(last=False)
        return name

    def get(self, name: str) -> GraphText:
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

    def _size(self) -> int:
        return sum(len(text.source) for text in self._texts.values())
