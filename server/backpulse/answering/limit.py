"""One bound of the server: how much of what, and the sentence that says so to a person."""

from __future__ import annotations

from dataclasses import dataclass

from backpulse.answering.errors import Refusal


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` of something. `message` and `hint` are what a person is told beyond it."""

    code: str
    most: int
    message: str
    hint: str
    status: int = 413
    """Of the answer in HTTP: 413 for what is asked, 503 for what the server has too much of just now."""

    def refusal(self) -> Refusal:
        """The refusal of what is over this limit."""
        return Refusal(self.status, self.code, self._fill(self.message), self._fill(self.hint))

    def check(self, count: int) -> None:
        """Raise the refusal if `count` is over the limit."""
        if count > self.most:
            raise self.refusal()

    def _fill(self, sentence: str) -> str:
        return sentence.format(most=f"{self.most:,}")
