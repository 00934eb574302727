"""Why a number went wrong, in words."""

from __future__ import annotations

from tests.golden.whys import RECORD, record

from backpulse.engine.diagnosis import LINKS
from backpulse.view.expression import of_text
from backpulse.view.why import Place, Why, way_text, whys


def told(source: str, **values: float) -> list[Why]:
    subject = of_text(source)
    leaves = [values.get(name, start) for name, start in zip(subject.names, subject.starts, strict=True)]
    return whys(subject, subject.program.run(leaves))


def test_the_first_place_forward_and_each_place_backward() -> None:
    value, grad = told("log(sigmoid(x))", x=-800)
    assert (value.nodes, value.what, value.is_) == ([2], "value", "infinite")
    assert (grad.nodes, grad.what, grad.is_) == ([0], "gradient", "undefined")
    assert [place.text for place in value.places] == ["log(sigmoid(x)) = -inf"]
    assert grad.places == [
        Place(True, "log(sigmoid(x)) = -inf", value.places[0].message),
        Place(
            False,
            "log(sigmoid(x)) → sigmoid(x): 1 × inf = inf",
            "The local derivative of log(sigmoid(x)) to sigmoid(x) is infinite.",
        ),
        Place(
            False,
            "sigmoid(x) → x: inf × 0 = nan",
            "An infinite gradient meets a local derivative of 0: ∞ × 0 is undefined.",
        ),
    ]
    assert value.places[0].message.startswith("log(sigmoid(x)) is the log of 0")
    assert grad.way == [2, 1, 0]
    assert grad.involved == {1, 2}
    assert grad.hint == "Write both ops as one, so that neither factor stands alone."


def test_names_that_look_like_places_in_a_sentence_do_no_harm() -> None:
    subject = of_text("relu(x)")
    subject.labels[0] = "{label}"
    (why,) = whys(subject, subject.program.run([-1.0]))
    assert why.places[0].message == "The local derivative of relu(x) to {label} is 0: nothing passes."


def test_the_way_goes_along_arrows_where_infinities_meet() -> None:
    (why,) = told("sqrt(x) - cbrt(x)", x=0)
    assert why.is_ == "undefined"
    assert [place.text for place in why.places] == [
        "cbrt(x) → x: -1 × inf = -inf",
        "sqrt(x) → x: 1 × inf = inf",
    ]
    assert why.way == [2, 0]


def test_the_record_of_whys_is_up_to_date() -> None:
    """The page is held to it (`web/page/src/model/why.test.ts`); `python -m tests.golden.whys` writes it."""
    assert RECORD.read_text(encoding="utf-8") == record()
    assert all(f'"kind": "{kind}"' in record() for kind in LINKS)


def test_a_long_way_is_counted() -> None:
    labels = list("abcdefghij")
    assert way_text(labels, range(6)) == "a → b → c → d → e → f"
    assert way_text(labels, range(10)) == "a → b → c → (5 more) → i → j"
