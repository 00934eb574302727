"""The SVG of a chain whose arrows all pass by one another."""

from __future__ import annotations

from benchmarks.attack.texts import chain
from benchmarks.attack.trial import Ring


def attack(ring: Ring) -> None:
    """As large as is drawn at all."""
    with ring.trial("picture", "SVG of `t0 = a + b` and 1,189 × `t{i} = t{i-1} * a`") as trial:
        question = {"source": chain(1_192), "format": "svg"}
        trial.post("answer", "/api/export", question, ring.limit(40))
