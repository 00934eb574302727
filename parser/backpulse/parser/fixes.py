"""Fixes: edits of a text that a mistake offers, each the home of the code that its sentence shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from backpulse.parser.excerpt import shown

_LONGEST = 60
"""Characters of a fix's code that a sentence shows."""
LONGEST_SOURCE = 20_000
"""Each fix is tried on the whole text: of a longer one none is offered."""
MOST = 4
"""Fixes of one mistake."""
DEEP = 3
"""Mistakes behind one that are mended to see whether its fix is true."""


@dataclass(frozen=True)
class Fix:
    """One edit: what stands at `span` becomes `text`. `why` says which of several meanings it is."""

    span: tuple[int, int]
    text: str
    why: str = ""
    act: str = ""
    """What is done, for an edit that writes no code: "Remove `)`"."""

    @property
    def code(self) -> str:
        """The new text as a sentence shows it."""
        return shown(self.text, _LONGEST)

    @property
    def label(self) -> str:
        """What a button, and the terminal, call it."""
        return (self.act or f"Write `{self.code}`") + (f": {self.why}" if self.why else "")

    def applied(self, source: str) -> str:
        """The whole text with this edit."""
        start, end = self.span
        return source[:start] + self.text + source[end:]


def around(source: str, span: tuple[int, int], insert: str, left: int, right: int, why: str = "") -> Fix:
    """`insert` in place of `span`, shown with what stands around it from `left` to `right`."""
    return Fix((left, right), source[left : span[0]] + insert + source[span[1] : right], why)


Mistake = tuple[int, Sequence[Fix]]
"""Where the first mistake of a text is, and what mends it."""


def true_ones(
    source: str, fixes: Iterable[Fix], mistake_of: Callable[[str], Mistake | None], deep: int = DEEP
) -> list[Fix]:
    """Those that mend what they are about: the changed text has no mistake, or only such behind the edit as
    are mended in their turn.
    """
    if len(source) > LONGEST_SOURCE:
        return []
    kept: list[Fix] = []
    for fix in list(fixes)[:MOST]:
        changed = fix.applied(source)
        left = mistake_of(changed)
        if left is None:
            kept.append(fix)
            continue
        place, further = left
        behind = place > fix.span[0] + len(fix.text)
        if deep and behind and true_ones(changed, further[:1], mistake_of, deep - 1):
            kept.append(fix)
    return kept
