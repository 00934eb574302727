"""The machine that runs the grammar: the same language as Lark's own parser, and a grammar as it promises."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedToken

from backpulse.parser import machine
from backpulse.parser.build import Builder
from backpulse.parser.machine import END, Unexpected, run, tokens

LARK = Lark.open("grammar.lark", rel_to=machine.__file__, parser="lalr", lexer="basic", start="program")

# One text for every terminal; line ends in brackets are the machine's own affair.
PIECES = [
    *(
        "a",
        "b1",
        "θ",
        "2",
        ".5",
        "1e3",
        "(",
        ")",
        "[",
        "]",
        ",",
        ".",
        ";",
        "=",
        "+",
        "-",
        "*",
        "/",
        "**",
        "×",
        "−",
    ),
    *(
        "+=",
        "-=",
        "*=",
        "/=",
        "**=",
        "relu",
        "max",
        ".grad",
        ".backward(",
        "math.pi",
        "np.e",
        "torch.tanh(",
        "nn.x",
        "print(",
    ),
    *(
        "draw_dot(",
        "import x",
        "from x import y",
        "'s'",
        '"s"',
        "==",
        "<",
        "<<",
        "//",
        "->",
        "%",
        "\\'",
        "☃",
        " ",
        "#c",
    ),
]


def _accepted_by_lark(source: str) -> int | None:
    """Where Lark's parser finds the first token out of place; None when it finds none."""
    try:
        LARK.parse(source)
    except UnexpectedToken as error:
        return len(source) if error.token.type == "$END" else error.pos_in_stream
    return None


def _accepted_by_machine(source: str) -> int | None:
    def action(_: str) -> Any:
        return lambda *children: None

    try:
        run(source, action)
    except Unexpected as unexpected:
        return unexpected.start
    return None


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_machine_accepts_what_lark_accepts(source: str) -> None:
    assert _accepted_by_machine(source) == _accepted_by_lark(source)


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.text(max_size=40))
def test_tokens_cover_every_character(source: str) -> None:
    end = 0
    for token in tokens(source):
        assert token.start >= end
        assert token.kind == END or token.end > token.start
        end = token.end
    assert end == len(source)


def test_every_terminal_is_named() -> None:
    assert not [terminal.name for terminal in LARK.terminals if terminal.name.startswith("__")]


def test_every_alias_has_an_action_and_every_piece_a_terminal() -> None:
    builder = Builder("", None)
    for rule in LARK.rules:
        if rule.alias:
            assert callable(builder.action(str(rule.alias)))
    kinds = {token.kind for piece in PIECES for token in tokens(piece)}
    silent = {"BLANK", "COMMENT", "INVISIBLE", "JOINED", "NEWLINE"}
    assert kinds - {END} == {terminal.name for terminal in LARK.terminals} - silent


def test_the_grammar_needs_no_operators_on_rules() -> None:
    assert not [rule.origin.name for rule in LARK.rules if rule.origin.name.startswith("__")]
