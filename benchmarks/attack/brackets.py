"""Brackets that open and never close."""

from __future__ import annotations

from benchmarks.attack.trial import Ring


def attack(ring: Ring) -> None:
    """As many as a text may have characters."""
    with ring.trial("brackets", "a live text of 600,000 × `(`") as trial:
        trial.ask("answer", "(" * 600_000, ring.limit(30))
