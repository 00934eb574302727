"""Nobody attacks: what the other rows are to be compared with."""

from __future__ import annotations

from time import sleep

from benchmarks.attack.trial import Ring


def attack(ring: Ring) -> None:
    """The bystander alone."""
    with ring.trial("rest", "nothing"):
        sleep(3)
