"""The LALR driver: the same language as Lark's own parser, and a grammar as it promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark import Token as LarkToken
from lark.exceptions import UnexpectedToken

from backpulse.engine import graph_of
from backpulse.parser import SourceError, grammar, parse
from backpulse.parser.compile_statements import Compiler
from backpulse.parser.grammar import END, Action, Token, Unexpected
from backpulse.parser.lalr import drive
from backpulse.parser.layout import KEYWORDS, tokens
from backpulse.parser.machine.machine import Machine

LARK = Lark.open("grammar.lark", rel_to=grammar.__file__, parser="lalr", lexer="basic", start="program")

# One text for every terminal; line ends in brackets and the blanks before lines are the driver's own affair.
PIECES = [
    *(
        "a",
        "b1",
        "θ",
        "2",
        ".5",
        "1e3",
        "½",
        "²",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ".",
        ";",
        ":",
        "=",
        "+",
        "-",
        "*",
    ),
    *(
        "/",
        "**",
        "//",
        "%",
        "@",
        "×",
        "−",
        "√",
        "|",
        "^",
        "+=",
        "-=",
        "*=",
        "/=",
        "**=",
        "//=",
        "relu",
        ".grad",
    ),
    *(
        "math.pi",
        "ln x",
        "\\frac{",
        "yield from",
        "import x",
        "from x import y",
        "'s'",
        '"s"',
        "f'{a}'",
        "==",
        "<",
        "->",
        "...",
    ),
    *("<<", ":=", "\\'", "&", "☃", " ", "#c", "\n", "\n  ", *(f" {word} " for word in KEYWORDS)),
]


def _accepted_by_lark(source: str) -> int | None:
    """Where Lark's parser finds the first token out of place; None when it finds none."""
    parser = LARK.parse_interactive("")
    for kind, start, _ in tokens(source):
        try:
            if kind == END:
                parser.feed_eof()  # type: ignore[no-untyped-call]
            else:
                parser.feed_token(LarkToken(kind, ""))
        except UnexpectedToken:
            return start
    return None


def _accepted_by_driver(source: str) -> int | None:
    def action(_: str) -> Any:
        return lambda *children: None

    try:
        drive(source, action)
    except Unexpected as unexpected:
        return unexpected.start
    return None


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_driver_accepts_what_lark_accepts(source: str) -> None:
    assert _accepted_by_driver(source) == _accepted_by_lark(source)


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.text(max_size=40))
def test_tokens_cover_every_character(source: str) -> None:
    end = 0
    for token in tokens(source):
        assert token.start >= end
        assert token.kind in (END, "NEWLINE", "INDENT", "DEDENT") or token.end > token.start
        end = token.end
    assert end == len(source)


def test_every_terminal_is_named() -> None:
    assert not [terminal.name for terminal in LARK.terminals if terminal.name.startswith("__")]


def test_every_alias_has_an_action_and_every_piece_a_terminal() -> None:
    compiler = Compiler("", Machine("", None))
    for rule in LARK.rules:
        if rule.alias:
            assert callable(compiler.action(str(rule.alias)))
    kinds = {token.kind for piece in PIECES for token in tokens(f"\n{piece}")}
    silent = {"BLANK", "COMMENT", "INVISIBLE", "JOINED"}
    assert kinds - {END} >= {terminal.name for terminal in LARK.terminals} - silent
    assert set(KEYWORDS.values()) <= kinds


def test_the_grammar_needs_no_operators_on_rules() -> None:
    assert not [rule.origin.name for rule in LARK.rules if rule.origin.name.startswith("__")]


def _read(source: str) -> tuple[object, ...]:
    """Everything that a text is read as, or what is wrong with it."""
    try:
        parsed = parse(source)
    except SourceError as error:
        return error.code, error.message, error.hint, error.span
    graph = graph_of(parsed.root)
    places = [(parsed.spans[value], parsed.texts[value]) for value in graph.values]
    return graph.nodes, graph.edges, places, list(parsed.leaves), parsed.given, parsed.skipped


@pytest.fixture
def without_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a release of Lark whose table cannot be read."""
    unread = replace(grammar.grammar(), start=None)
    monkeypatch.setattr("backpulse.parser.lalr.grammar", lambda: unread)


TEXTS = (
    "a = 2; b = Value(-3.0, label='b')\nc = (a * b + max(a, 2,)) ** -2\nc += tanh(c) / math.pi\nprint(c)\nc",
    "import math\nx = torch.tensor([2.0], requires_grad=True)\ny = -x.relu() ** 2\ny.backward()\nx.grad",
    "(" * 2_000 + "a" + ")" * 2_000,
    "",
    "a +",
    "(a\n+ b",
    "a ** b",
    "2 a; c",
    "frob(a, b)",
)


@pytest.mark.usefixtures("without_table")
def test_larks_own_parser_is_used_without_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[str] = []

    def feed(tokens: Iterable[Token], actions: Mapping[str, Action]) -> None:
        fed.append("fed")
        grammar.feed(tokens, actions)

    monkeypatch.setattr("backpulse.parser.lalr.feed", feed)
    assert [node.op for node in graph_of(parse("a + b").root).nodes] == ["", "", "add"]
    assert fed == ["fed"]


@pytest.mark.parametrize("source", TEXTS)
def test_larks_own_parser_reads_the_same(source: str, request: pytest.FixtureRequest) -> None:
    by_table = _read(source)
    request.getfixturevalue("without_table")
    assert _read(source) == by_table


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_larks_own_parser_reads_any_text_the_same(source: str) -> None:
    by_table = _read(source)
    with pytest.MonkeyPatch.context() as patched:
        unread = replace(grammar.grammar(), start=None)
        patched.setattr("backpulse.parser.lalr.grammar", lambda: unread)
        assert _read(source) == by_table


@pytest.mark.parametrize("error", [AttributeError, KeyError, TypeError])
def test_a_table_that_cannot_be_read_is_done_without(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def moved(*_: object) -> None:
        raise error("moved")

    monkeypatch.setattr(grammar, "_table", moved)
    assert grammar.grammar.__wrapped__().start is None
    monkeypatch.undo()
    assert grammar.grammar.__wrapped__().start is not None
