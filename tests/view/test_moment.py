"""Moments: what is known when; the page is held to the same ones (`web/page/src/model/moments.test.ts`)."""

from __future__ import annotations

import json
import math

import pytest
from tests.golden.moments import RECORD, record
from tests.golden.test_expressions import CASES

from backpulse.view.display import clip, number_text, sign_of, typeset_minus
from backpulse.view.expression import of_text
from backpulse.view.moment import Moment, moment_at, steps_of


def test_the_record_is_what_is_computed_now() -> None:
    """Otherwise look at what changed and run `python -m tests.golden.moments`."""
    assert json.loads(RECORD.read_text(encoding="utf-8")) == json.loads(record())


def known(numbers: list[float | None]) -> int:
    return sum(number is not None for number in numbers)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_no_number_is_taken_back_and_all_are_known_in_the_end(case: dict[str, str]) -> None:
    subject = of_text(case["source"])
    graph, numbers = subject.graph, subject.program.run(subject.starts)
    forward = [moment_at(subject, numbers, "forward", t) for t in range(len(graph.nodes) + 1)]
    assert [known(at.values) for at in forward] == sorted(known(at.values) for at in forward)
    assert forward[-1].values == list(numbers.values) or math.isnan(sum(numbers.values))
    assert all(forward[-1].forward)
    count = len(steps_of(graph, "backward"))
    backward = [moment_at(subject, numbers, "backward", t) for t in range(count + 1)]
    assert [known(at.grads) for at in backward] == sorted(known(at.grads) for at in backward)
    for node in graph.nodes:
        final = backward[-1].grads[node.id]
        assert (
            final is None
            if node.kind == "const"
            else number_text(final) == number_text(numbers.grads[node.id])
        )


def test_a_step_under_way_counts_as_finished_and_time_is_clamped() -> None:
    subject = of_text("(a + b) * c")
    numbers = subject.program.run(subject.starts)

    def at(t: float | None) -> Moment:
        return moment_at(subject, numbers, "backward", t)

    assert at(1.4) == at(2)
    assert at(99) == at(5) == at(None)
    assert at(-1) == at(0)


def test_a_constant_root_receives_nothing() -> None:
    subject = of_text("3")
    assert moment_at(subject, subject.program.run([])).grads == [None]


def test_numbers_are_shown_as_on_the_page() -> None:
    numbers = [None, math.nan, math.inf, -math.inf, -0.0, -2.5, 4.9e-324]
    assert list(map(number_text, numbers)) == ["--", "undefined", "∞", "−∞", "0", "−2.5", "4.9e−324"]
    assert list(map(sign_of, numbers)) == [0, 0, 0, 0, 0, -1, 1]


def test_long_texts_are_cut() -> None:
    assert clip("a + b", 5) == "a + b"
    assert clip("a + bc", 5) == "a + …"
    assert clip("a + bc", 5, trim=True) == "a +…"


def test_the_engine_s_sentences_are_typeset() -> None:
    assert typeset_minus("log(0) is -∞; use a - b") == "log(0) is −∞; use a - b"
