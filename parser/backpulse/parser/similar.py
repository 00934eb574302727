"""Did you mean …: the known word that is most like one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

# Comparing two words takes up to the product of their lengths, and a longer one is no slip of the hand.
_LONGEST = 40
_MOST = 1_000


def most_like(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that is most like `word`, by difflib's ratio; None if none reaches `cutoff`.

    Only words of up to 40 letters are compared, and of those that are known the first 1,000.
    """
    if len(word) > _LONGEST:
        return None
    short = (candidate for candidate in known if len(candidate) <= _LONGEST)
    close = get_close_matches(word, list(islice(short, _MOST)), n=1, cutoff=cutoff)
    return close[0] if close else None
