"""The context of an error: the token without a place, its statement, the open brackets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import islice, takewhile

from backpulse.parser.errors import SourceError, Span, mistake
from backpulse.parser.excerpt import LINE_END, shown
from backpulse.parser.fixes import Fix
from backpulse.parser.grammar import END, Token
from backpulse.parser.layout import DEPTH, KEYWORDS, tokens

ENDS_VALUE = frozenset(
    ("NAME", "NUMBER", "FRACTION", "CLOSE", "CLOSE_SQUARE", "CLOSE_CURLY", "RAISED", "VULGAR")
)
WORDS = frozenset(KEYWORDS.values())
STARTS_STATEMENT = frozenset(("IMPORT", "FROM", "RETURN", "DEF", "CLASS", "WITH", "PASS", "ASSERT", "WHILE"))
STARTS_VALUE = STARTS_STATEMENT | {"NAME", "NUMBER", "FRACTION", "OPEN", "VULGAR", "ROOT", "BARE_FUNCTION"}
NUMBERS = frozenset(("NUMBER", "FRACTION"))
SETS = frozenset(
    ("ASSIGN", "PLUS_ASSIGN", "MINUS_ASSIGN", "TIMES_ASSIGN", "OVER_ASSIGN", "POWER_ASSIGN", "FLOOR_ASSIGN")
)
INFIX = frozenset(
    ("PLUS", "MINUS", "TIMES", "OVER", "POWER", "FLOOR", "PERCENT", "AT", "COMPARISON", "EQUALITY")
)
ENDS_STATEMENT = frozenset((END, "NEWLINE", "SEMICOLON"))
MODULE_NAMES = frozenset(("math", "np", "numpy", "torch", "nn"))
_AHEAD = 40  # tokens after the mistake that a sentence may quote
NOTHING = Token("", 0, 0)


class ErrorContext:
    """A token without a place, and what stands around it."""

    def __init__(self, source: str, start: int) -> None:
        self.source = source
        self.statement: list[Token] = []
        """The tokens of this statement before it."""
        self.open: list[Token] = []
        """The brackets open at it, outermost first."""
        self.last = NOTHING
        """The last token of the statement above."""
        self.shifts: list[Token] = []
        following = iter(tokens(source))
        for token in following:
            if token.start >= start and (token.end > start or token.kind == END):
                break
            if token.kind in ("INDENT", "DEDENT"):
                self.shifts = [*self.shifts, token]
                continue
            if token.kind in ENDS_STATEMENT:
                self.last = self.statement[-1] if self.statement else self.last
                self.statement.clear()
                self.open.clear()
            else:
                self.statement.append(token)
            if DEPTH.get(token.kind, 0) > 0:
                self.open.append(token)
            elif token.kind in DEPTH:
                del self.open[-1:]
        self.token = token
        self.before = self.statement[-1] if self.statement else NOTHING
        self.following = list(islice(following, _AHEAD))
        self.next = self.following[0] if self.following else NOTHING
        self.span: Span = token.start, token.end
        self.gap: Span = self.before.end, self.before.end
        """Just past the token before it."""

    def text(self, token: Token) -> str:
        """A token as written."""
        return self.source[token.start : token.end]

    @cached_property
    def words(self) -> dict[str, str]:
        """Both tokens, for a sentence."""
        return {"before": shown(self.text(self.before)), "after": shown(self.text(self.token))}

    @property
    def line_between(self) -> bool:
        """Whether a line ends between the two tokens."""
        return LINE_END.search(self.source, self.before.end, self.token.start) is not None

    @property
    def twice(self) -> bool:
        """Whether `a++` or `a--` stands before the token."""
        kinds = [token.kind for token in self.statement[-3:]]
        return kinds in (["NAME", "PLUS", "PLUS"], ["NAME", "MINUS", "MINUS"])

    @property
    def adjacent(self) -> bool:
        """Whether nothing, not even a blank, stands between the two tokens."""
        return self.before.end == self.token.start

    def value_before(self) -> str:
        """What ends just before the token, as one factor: `b`, `(a + b)`, `x.relu()`."""
        return shown(self.source[self.start_before() : self.before.end])

    def start_before(self) -> int:
        """Where that begins."""
        done, index = self.statement, len(self.statement) - 1
        while True:
            if done[index].kind == "RAISED" and index > 0:
                index -= 1
            if done[index].kind == "CLOSE":
                index = _opening(done, index)
                if index > 0 and done[index - 1].kind == "NAME":
                    index -= 1
            if index > 1 and done[index - 1].kind == "DOT":
                index -= 2
            else:
                return done[index].start

    def value_after(self) -> str:
        """The value that begins with the token, as one factor."""
        return shown(self.source[self.token.start : self.end_after()])

    def end_after(self) -> int:
        """Where that ends."""
        depth, last = 0, self.token
        for token in (self.token, *self.following):
            closes = token.kind == "CLOSE"
            goes_on = token is last or depth or (token.kind == "OPEN" and last.kind == "NAME")
            if not goes_on:
                break
            depth += (token.kind == "OPEN") - closes
            last = token
            if closes and not depth:
                break
        return last.end

    def rest(self) -> str:
        """What stands in the statement after the token."""
        return shown(self.source[slice(*self.rest_span())])

    def rest_span(self) -> Span:
        """Where that stands."""
        after = list(takewhile(lambda token: token.kind not in ENDS_STATEMENT, self.following))
        return (after[0].start, after[-1].end) if after else (self.token.end, self.token.end)

    def error(
        self, row: str, span: Span | None = None, fixes: Iterable[Fix] = (), **words: str
    ) -> SourceError:
        """An error at the token, unless another place is given."""
        return mistake(
            row, self.source, self.span if span is None else span, fixes, **{**self.words, **words}
        )


def _opening(done: list[Token], index: int) -> int:
    """The index of the bracket that the one at `index` closes."""
    depth = 0
    while index > 0:
        depth += (done[index].kind == "CLOSE") - (done[index].kind == "OPEN")
        if depth == 0:
            break
        index -= 1
    return index
