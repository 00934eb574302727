"""show_text: the indented tree, shared nodes once, any depth and width."""

from __future__ import annotations

import pytest

from backpulse.engine import Value
from backpulse.view import show_text

DEFAULT = """\
node          data  grad
e = d * c      -10     1
├─ d = a + b    -1    10
│  ├─ a          2    10
│  └─ b         -3    10
└─ c            10    -1"""


def test_the_lecture_s_example() -> None:
    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    d = a + b
    d.label = "d"
    e = d * c
    e.label = "e"
    e.backward()
    assert show_text(e) == DEFAULT


def test_what_is_used_twice_is_marked_and_not_opened_again() -> None:
    a = Value(3.0, label="a")
    b = a + 1
    root = b * b
    root.backward()
    assert show_text(root).splitlines() == [
        "node      data  grad",
        "… * …       16     1",
        "├─ a + 1     4     8  used 2 times",
        "│  ├─ a      3     8",
        "│  └─ 1      1",
        "└─ a + 1     4     8  as above",
    ]


def test_a_deep_chain_is_cut_and_counted() -> None:
    value = Value(1.0, label="x")
    for _ in range(50_000):
        value = -value
    lines = show_text(value).splitlines()
    assert lines[-2].endswith("cut here")
    assert lines[-1] == "… 51 of 50001 nodes shown"
    assert max(map(len, lines)) < 200


def test_a_wide_graph_is_cut_and_counted() -> None:
    leaves = [Value(float(i)) for i in range(1024)]
    while len(leaves) > 1:
        leaves = [a + b for a, b in zip(leaves[::2], leaves[1::2], strict=True)]
    lines = show_text(leaves[0], lines=20).splitlines()
    assert len(lines) == 22
    assert lines[-1] == "… 20 of 2047 nodes shown"


def test_numbers_off_the_line_are_words() -> None:
    a = Value(0.0, label="a")
    root = a.log()
    root.backward()
    assert show_text(root).splitlines()[1:] == ["log(a)  -inf     1", "└─ a       0   inf"]


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="show_text takes a Value, not int"):
        show_text(3)  # type: ignore[arg-type]
