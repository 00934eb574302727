"""What `open` decides without a program: what it refuses, which server is ours, when a page is closed."""

from __future__ import annotations

import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from tests.scripts import NOWHERE

import backpulse.view
from backpulse.engine import Value
from backpulse.parser import SourceError
from backpulse.view import playground, web_browser
from backpulse.view.exports import export
from backpulse.view.playground import Playground

pytestmark = pytest.mark.usefixtures("nobodys_own_server")


def test_where_a_browser_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not web_browser.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert web_browser.has_screen()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert web_browser.has_screen()


class Micrograd:
    """As micrograd has it."""

    def __init__(self) -> None:
        self.data, self._prev, self._op = 1.0, set[Any](), ""


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (
            Micrograd(),
            r"open needs a Value of backpulse.engine, not .*Micrograd, which keeps its inputs as a set",
        ),
        ([Value(1), Value(2)], "open shows one graph, not a list: give it one of these values, or their sum"),
        (3, "open needs a Value of backpulse.engine or a text, not builtins.int"),
        (None, "not builtins.NoneType"),
    ],
)
def test_what_is_no_graph(what: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        backpulse.view.open(what)


def test_values_are_for_the_leaves_of_a_text() -> None:
    with pytest.raises(TypeError, match="a=… is for the leaves of a text"):
        backpulse.view.open(Value(1, label="a"), a=2)
    with pytest.raises(ValueError, match="The text has no leaf `z`; its leaves: a, b"):
        backpulse.view.open("a * b", z=2)
    with pytest.raises(ValueError, match="The value of `a` must be a finite number, not inf"):
        backpulse.view.open("a * b", a=float("inf"))
    with pytest.raises(SourceError, match="Missing"):
        backpulse.view.open("a *")


def test_a_graph_that_is_refused_is_refused_with_a_sentence(running: Playground) -> None:
    def refused(value: Value) -> str:
        with pytest.raises(ValueError) as error:  # noqa: PT011 - its sentence is what is looked at
            backpulse.view.open(value, server=running.address)
        return str(error.value)

    a = Value(float("nan"), label="a")
    assert refused(a * 2).startswith(
        "Node 0 (`a`) holds nan, which is no number. Give it a finite number, from"
    )
    b = Value(1, label="b")
    circle = b.exp()
    circle.inputs = (circle * b,)
    assert "which does not stand before it. A node stands after its inputs" in refused(circle)
    long = b
    for _ in range(25_000):
        long = long + 1
    assert refused(long).startswith("The graph has more than 25,000 nodes. Open a part of it")


def test_no_server_where_one_was_named() -> None:
    with pytest.raises(ConnectionError, match=r"No backpulse 0.1.0 answers at http://127.0.0.1:9/. Start it"):
        backpulse.view.open(Value(1), server="127.0.0.1:9")


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        b"[]",
        b'{"status": "ok"}',
        b'{"name": "backpulse", "status": "ok", "version": "0", "pages": 0}',
    ],
)
def test_another_server_is_not_taken_for_ours(answer: bytes) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{other.server_port}/"
        with pytest.raises(ConnectionError, match="No backpulse"):
            backpulse.view.open(Value(1), server=address)
        other.shutdown()
        thread.join()


def test_a_server_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playground, "_program", lambda: "print('no')")
    with pytest.raises(ConnectionError, match="could not be started"):
        backpulse.view.open(Value(1), block=False)


@pytest.mark.parametrize(
    ("before", "pages", "asked"),
    [
        (0, [0] * 20 + [1, 1, 0, 0, 0, 0, 0, 0, 0, 0], 28),  # opened late, then closed
        (0, [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 10),  # loaded anew in between
        (0, [1, None, None, 1, 0, 0, 0, 0, 0, 0, 0, 0], 10),  # too busy to answer for a while
        (0, [0, None, None, None, None, None, None, None], 7),  # gone before any page
        (2, [2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2], 10),  # beside two other pages
    ],
)
def test_when_a_page_counts_as_closed(
    monkeypatch: pytest.MonkeyPatch, before: int, pages: list[int | None], asked: int
) -> None:
    """The server is asked twice a second; three seconds without the page, and it is closed."""
    now, answers = [0.0], iter(pages)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    place = Playground(NOWHERE)
    monkeypatch.setattr(place, "pages", lambda: next(answers))
    place.wait(before)
    assert len(pages) - len(list(answers)) == asked


@pytest.mark.parametrize("label", ["\ud800", "a\udfffb", "\ud83d \ude00"])
def test_half_a_character_in_a_label(label: str) -> None:
    """Refused where the graph is taken, so by all that shows one."""
    value = Value(1, label=label) * 2
    sentence = r"The label '.*\\ud.*' holds half a character, U\+D.*: leave it out"
    for shows in (backpulse.view.open, backpulse.view.show, backpulse.view.show_text, _as_picture):
        with pytest.raises(ValueError, match=sentence):
            shows(value)


def _as_picture(value: Value) -> str:
    return export(value, "svg")


@pytest.mark.parametrize("text", ["\ud800", "a + \ud800", "a # \ud800", "print('\ud800'); a"])
def test_half_a_character_in_a_text(text: str) -> None:
    for shows in (backpulse.view.open, lambda text: export(text, "json")):
        with pytest.raises(SourceError) as error:
            shows(text)
        assert error.value.message == "U+D800 is not part of this language"
        assert error.value.hint == "It is half a character. Leave it out."
        assert error.value.span[0] == text.index("\ud800")
    with pytest.raises(ValueError, match="U\\+D800 is not part of this language") as refused:
        backpulse.view.show(text)
    assert str(refused.value).encode()
