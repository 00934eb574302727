"""show: the widget's state as a program sees it, without a front end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import comm
import pytest
from ipywidgets.widgets.widget import _instances as registry

from backpulse.engine import Value
from backpulse.view.moment import moment_at
from backpulse.view.notebook import MOST, Refused, show
from backpulse.view.notebook.view import View


@pytest.fixture
def example() -> Iterator[View]:
    view = show("(a + b) * c", a=2, b=-3, c=10)
    yield view
    view.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The messages that widgets send from now on."""
    messages: list[dict[str, Any]] = []

    class Heard(comm.base_comm.BaseComm):
        def publish_msg(
            self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
        ) -> None:
            # What the front end itself has said is only echoed.
            if msg_type == "comm_msg" and data["method"] != "echo_update":
                messages.append(data)

    monkeypatch.setattr(comm, "create_comm", Heard)
    return messages


def test_values_and_gradients(example: View) -> None:
    assert example.values == {"a": 2, "b": -3, "c": 10}
    assert example.numbers.values[example.expression.graph.root] == -10
    assert example.grads == {"a": 10, "b": 10, "c": -1}


def test_a_text_s_own_starts_are_kept() -> None:
    view = show("a = 7; a * b")
    assert view.values["a"] == 7
    view.close()


def test_a_value_is_shown_and_never_changed() -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    root = a * b
    view = show(root, b=5)
    assert view.values == {"a": 2, "b": 5}
    assert view.grads == {"a": 5, "b": 2}
    assert (a.data, b.data, root.data, a.grad) == (2, 3, 6, 0)
    view.close()


def test_leaves_may_be_called_like_options() -> None:
    view = show("theme * height", {"theme": 2, "height": 4}, theme="dark")
    assert view.values == {"theme": 2, "height": 4}
    view.close()


def test_a_slider_moves_everything(example: View) -> None:
    example.leaves["a"].slider.value = 5.0
    assert example.values["a"] == example.leaves["a"].field.value == 5
    assert example.numbers.values[example.expression.graph.root] == 20
    assert example.grads["c"] == 2
    assert "20" in example.node.value


def test_a_number_is_typed_beyond_the_range(example: View) -> None:
    example.leaves["a"].field.value = 123.4567
    slider = example.leaves["a"].slider
    assert (slider.min, slider.max, example.values["a"]) == (-200, 200, 123.4567)
    assert slider.value == 123


def test_what_a_front_end_makes_of_a_slider_s_value_is_not_taken_for_a_wish() -> None:
    view = show("b * 1", b=6.8813735870195432)
    view.leaves["b"].slider.value = 6.8999999999999995
    assert view.values["b"] == 6.8813735870195432
    view.close()


def test_a_slider_in_a_hand_is_not_answered(sent: list[dict[str, Any]]) -> None:
    view = show("a * b", a=2, b=3)
    sent.clear()
    view.leaves["a"].slider.set_state({"value": 2.0999999999999996})
    view.transport.scrub.set_state({"value": 0.15000000000000002})
    assert view.values["a"] == 2.1
    assert view.stage.time == pytest.approx(view._times.begin + 0.15)
    moved = [message["state"]["value"] for message in sent if "value" in message["state"]]
    assert [value for value in moved if not isinstance(value, str)] == [2.1]
    view.close()


def test_gradients_are_hidden_until_reached(example: View) -> None:
    example._on_pick(example.expression.graph.leaves[0])
    assert ">--<" in example.node.value
    example.seek(3)
    assert ">--<" in example.node.value
    example.seek(4)
    assert example.moment.grads[0] == 10
    assert ">--<" not in example.node.value
    assert "sends" in example.sentence.value
    assert "Step 4 of 5" in example.sentence.value


def test_the_picture_stands_where_the_scrubber_does(example: View) -> None:
    begin = example._times.begin
    assert example.stage.time == begin
    example.transport.scrub.value = 2.5
    assert example.stage.time == begin + 2.5
    example.transport.on.click()
    assert example.stage.time == begin + 3
    example.transport.back.click()
    assert example.stage.time == begin + 2
    example.transport.direction.value = "forward"
    assert (example.stage.time, example.transport.scrub.max) == (0, 5)
    assert "Forward" in example.sentence.value


def test_final_gradients_are_shown_at_once(example: View) -> None:
    example._on_pick(example.expression.graph.leaves[0])
    example.transport.final.value = True
    assert ">10<" in example.node.value
    assert example.moment.grads[0] is None


def test_a_slider_move_is_a_handful_of_messages(sent: list[dict[str, Any]]) -> None:
    view = show("x = a * b + tanh(c) * d; relu(x * a) + c * b", a=1, b=2, c=3, d=4)
    sent.clear()
    view.leaves["a"].slider.set_state({"value": 4.0})
    # The three meshes, the field, and what is said of the node.
    assert 0 < len(sent) <= 5
    sent.clear()
    view.transport.scrub.set_state({"value": 1.0})
    # The scene's time, the sentence, the node.
    assert 0 < len(sent) <= 3
    view.close()


def test_playing_is_one_message_and_no_frame_is_sent(sent: list[dict[str, Any]], example: View) -> None:
    view = show("a * b")
    sent.clear()
    view.play()
    plays = [message for message in sent if message.get("content", {}).get("type") == "play"]
    assert len(plays) == 1
    assert len(sent) <= 4
    view.pause()
    view.close()


def test_the_front_end_says_how_far_it_came(example: View) -> None:
    example.play()
    example.pause()
    example.stage.clock.position = (0.0, 0.0, example._times.begin + 3.25)
    assert example._t == 3.25
    assert "Step 4 of 5" in example.sentence.value
    assert example.transport.scrub.value == 3.25


@pytest.mark.parametrize("source", ["(a + b) * c", "a * a", "2 + 3", "tanh(a) / b - c ** 2", "a"])
def test_closing_closes_every_widget(source: str) -> None:
    before = set(registry)
    view = show(source)
    assert len(set(registry) - before) > 40
    view.close()
    assert set(registry) == before


def test_what_is_known_is_what_the_page_knows(example: View) -> None:
    """The scene's time axis has each number appear in the step in which `moment` knows it."""
    times, subject = example._times, example.expression
    for t in range(times.count("backward") + 1):
        at, now = times.at("backward", t), moment_at(subject, example.numbers, "backward", t)
        for edge, begins in times.arrows().items():
            assert (begins < at - 0.5) == now.backward[edge]
        assert (times.root_known() <= at) == (now.grads[subject.graph.root] is not None)
    for t in range(times.count("forward") + 1):
        known = [times.value_known(node.id) <= t for node in subject.graph.nodes]
        assert known == [
            value is not None for value in moment_at(subject, example.numbers, "forward", t).values
        ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: show("(a + ) * c"), "Missing value after `+`\n(a + ) * c\n    ^"),
        (
            lambda: show("alpha * b", alhpa=1),
            "no leaf alhpa. Did you mean alpha?\nThe leaves are alpha, b.",
        ),
        (lambda: show("d = a * b; d * d", d=1), "d is computed in the text, so it cannot be given a value."),
        (lambda: show("a * b", a=float("nan")), "a needs a finite number, and this is nan."),
        (
            lambda: show("a * b", a="2"),  # type: ignore[arg-type]
            "a needs a finite number, and this is '2'.",
        ),
        (lambda: show(" + ".join(f"a{i}" for i in range(MOST))), "are too many for a scene in a notebook"),
    ],
)
def test_refusals_are_sentences(wrong: Any, said: str) -> None:
    before = set(registry)
    with pytest.raises(Refused) as caught:
        wrong()
    assert said in str(caught.value)
    assert caught.value._render_traceback_() == str(caught.value).splitlines()
    assert set(registry) == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"b": float("inf")}, "b needs a finite number, and this is inf."),
        ({"b": "2"}, "b needs a finite number, and this is '2'."),
        ({"z": 1}, "There is no leaf z."),
        ({"d": 1}, "d is computed in the text"),
    ],
)
def test_what_cannot_be_set_moves_nothing(wrong: dict[str, Any], said: str) -> None:
    view = show("d = a * b; d + a", a=1, b=2)
    with pytest.raises(Refused) as caught:
        view.set(a=5, **wrong)
    assert said in str(caught.value)
    assert (view.leaves["a"].value, view.leaves["b"].value) == (1, 2)
    view.close()


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="show takes a text or a Value, not int"):
        show(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="theme is 'auto', 'dark' or 'light', not 'blue'"):
        show("a * b", theme="blue")


def test_numbers_off_the_line_are_shown_and_said() -> None:
    view = show("log(a)", a=0)
    assert "−∞" in view.node.value
    assert "log of 0" in view.findings.value
    view.close()


def test_names_that_are_markup_are_text() -> None:
    a = Value(1.0, label="<b>a</b>")
    view = show(a * 2)
    assert "<b>a</b>" not in view.node.value
    view.close()
