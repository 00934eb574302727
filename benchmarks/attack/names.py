"""A very long name, and a value for one that is nearly it: what does "did you mean" cost?"""

from __future__ import annotations

import random
from math import log2

from benchmarks.attack.trial import Ring, seconds

_WHOLE = 170_000
"""Letters of two names that fill a body."""
_ALPHABET = 120


def attack(ring: Ring) -> None:
    """Two sizes, from which follows how it grows."""
    length = 4_000 if ring.quick else 8_000
    did = f"a name of {length:,} letters, then of {2 * length:,}, and a value for it shuffled"
    with ring.trial("names", did) as trial:
        took = []
        for letters in (length, 2 * length):
            # Letters that are common (a hundredth of all) would be passed over when names are compared.
            name = "".join(chr(0x4E00 + place % _ALPHABET) for place in range(letters))
            shuffled = "".join(random.Random(1).sample(name, letters))
            question = {"source": name, "values": {shuffled: 1}}
            took.append(trial.post(f"{letters:,} letters", "/api/trace", question, ring.limit(20)))
        if (first := took[0]) is not None and (second := took[1]) is not None:
            power = max(1.0, log2(second / first))
            trial.say(f"growing so, {_WHOLE:,}: about {seconds(second * (_WHOLE / 2 / length) ** power)}")
