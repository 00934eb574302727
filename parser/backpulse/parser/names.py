"""Names of a program: what each stands for, which are leaves, and where leaves start."""

from __future__ import annotations

import unicodedata
from keyword import iskeyword, kwlist

from backpulse.engine import Value
from backpulse.parser.errors import Span, mistake, strange
from backpulse.parser.excerpt import shown
from backpulse.parser.functions import FUNCTIONS
from backpulse.parser.hints import KEYWORDS, OTHER_KEYWORD

_UNKNOWN_START = 1.0
_TAKEN = frozenset((*kwlist, *FUNCTIONS))  # what is no name


class Names:
    """Names as Python binds them, except that one without a value is a leaf.

    A leaf is made at its first use, so that a second starting number before that takes the first one's place.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.bound: dict[str, Value] = {}
        self.leaves: dict[str, Value] = {}
        self.given: dict[str, float] = {}
        """Starting values, also of names that never became leaves."""
        self.first: dict[str, Span] = {}
        """Where each leaf, or name with a starting value, stands first."""

    def refer(self, text: str, span: Span, function: str = "function-as-value") -> Value:
        """What a name stands for; a leaf from now on if nothing yet. `function`: the row for functions."""
        value = self.bound.get(text)
        if value is None:
            name = self._checked(text, span, function)
            value = self.bound.get(name) or self._leaf(name, span)
        return value

    def bind(self, text: str, span: Span, value: Value) -> str:
        """`name = expression`; the name as it is bound."""
        name = self._checked(text, span, "function-as-name")
        self.bound[name] = value
        return name

    def start(self, text: str, span: Span, number: float) -> str:
        """`name = number`: the name is a leaf that starts there; the name as it is bound."""
        name = self._checked(text, span, "function-as-name")
        if name in self.leaves:
            raise mistake("started-twice", self.source, span, name=shown(name), fixed=f"{shown(name)}2")
        self.bound.pop(name, None)
        self.given[name] = number
        self.first.setdefault(name, span)
        return name

    def known(self, text: str) -> bool:
        """Whether the text has used this name before."""
        name = _canonical(text)
        return name in self.bound or name in self.given

    def _leaf(self, name: str, span: Span) -> Value:
        leaf = Value(self.given.get(name, _UNKNOWN_START), label=name)
        self.first.setdefault(name, span)
        self.leaves[name] = self.bound[name] = leaf
        return leaf

    def _checked(self, text: str, span: Span, function: str) -> str:
        """A name as it is known, after the checks that are made once; `function` is the row for functions."""
        if text in self.bound or (text.isascii() and text not in _TAKEN):
            return text
        check_keyword(self.source, text, span)
        op = FUNCTIONS.get(text)
        if op is not None:
            fixed = op.signature if function == "function-as-value" else f"{text}1"
            raise mistake(function, self.source, span, name=text, fixed=fixed)
        name = _canonical(text)
        if not text.isascii():
            self._check_letters(text, name, span[0])
        return name

    def _check_letters(self, text: str, name: str, start: int) -> None:
        """Refuse what Python's names cannot contain; a raised digit is meant as a power."""
        for index, char in enumerate(text):
            digit = unicodedata.digit(char, None)
            if digit is not None and unicodedata.decomposition(char).startswith("<super>"):
                power = f"{shown(text[:index])} ** {digit}"
                place = start + index, start + index + 1
                raise mistake("raised", self.source, place, after=char, fixed=power)
            if not f"_{_canonical(char)}".isidentifier():
                raise strange(self.source, start + index)
        if not name.isidentifier():
            raise strange(self.source, start)


def check_keyword(source: str, text: str, span: Span) -> None:
    """Refuse Python's keywords, which are neither names nor functions here."""
    if iskeyword(text):
        raise mistake("keyword", source, span, word=text, way_out=KEYWORDS.get(text, OTHER_KEYWORD))


def _canonical(text: str) -> str:
    """The one spelling of a name, as Python has it (NFKC): `x₁` is `x1`, `ϕ` is `φ`."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)
