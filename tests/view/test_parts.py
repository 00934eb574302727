"""The layout's parts on their own, against what can be reckoned by hand or by trying everything."""

from __future__ import annotations

import random
from itertools import product

import pytest

from backpulse.engine import graph_of
from backpulse.parser import parse
from backpulse.view.layout.crossing_reduction import count_crossings, reduce_crossings
from backpulse.view.layout.curves import Curve, Route, SampledRoute
from backpulse.view.layout.isotonic import isotonic_places
from backpulse.view.layout.label_candidates import Candidate, overlap
from backpulse.view.layout.label_choice import OVERLAP, choose_places
from backpulse.view.layout.layering import assign_ranks, layers_of


def ranks(source: str) -> list[int]:
    return assign_ranks(graph_of(parse(source).root))


def test_ranks() -> None:
    assert ranks("(a + b) * c") == [0, 0, 1, 0, 2]
    assert ranks("a") == [0]
    assert ranks("2") == [0]
    assert ranks("2 * 3") == [0, 0, 1]


def test_constants_stand_one_rank_before_their_consumer() -> None:
    # a, b, *, +, 2, * : the constant stands with the sum.
    assert ranks("(a*b + a) * 2") == [0, 0, 1, 2, 2, 3]


def test_what_has_one_input_stands_near_its_consumer() -> None:
    # a, b, *, exp, c, exp, + : both exps stand before the sum.
    assert ranks("exp(a * b) + exp(c)") == [0, 0, 1, 2, 0, 2, 3]


def test_spread_keeps_wishes_that_fit() -> None:
    assert isotonic_places([0, 2, 5], [1, 1, 1], [1, 1]) == [0, 2, 5]
    assert isotonic_places([7], [1], []) == [7]


def test_spread_shares_what_does_not_fit() -> None:
    assert isotonic_places([0, 0], [1, 1], [2]) == [-1, 1]
    assert isotonic_places([0, 0], [3, 1], [2]) == [-0.5, 1.5]
    assert isotonic_places([0, 0, 10], [1, 1, 1], [2, 2]) == [-1, 1, 10]


def test_spread_is_the_least_squares_solution() -> None:
    dice = random.Random(3)
    for _ in range(50):
        count = dice.randint(1, 8)
        wishes = [dice.uniform(-5, 5) for _ in range(count)]
        weights = [dice.uniform(0.5, 3) for _ in range(count)]
        gaps = [dice.uniform(0.2, 2) for _ in range(count - 1)]
        places = isotonic_places(wishes, weights, gaps)
        assert all(b - a >= gap - 1e-9 for a, b, gap in zip(places, places[1:], gaps, strict=False))

        def cost(at: list[float], wishes: list[float] = wishes, weights: list[float] = weights) -> float:
            return sum(w * (p - q) ** 2 for w, p, q in zip(weights, at, wishes, strict=True))

        for _ in range(40):
            step = [dice.uniform(-0.05, 0.05) for _ in range(count)]
            moved = [p + d for p, d in zip(places, step, strict=True)]
            if all(b - a >= gap for a, b, gap in zip(moved, moved[1:], gaps, strict=False)):
                assert cost(moved) >= cost(places) - 1e-9


@pytest.mark.parametrize(
    ("source", "least"),
    [
        ("(a + b) * c", 0),
        ("tanh(x1*w1 + x2*w2 + b)", 0),
        ("(x + y) * x", 1),
        ("(a*b) * (a + b)", 1),
        ("b*c + a*d + b*d", 3),
    ],
)
def test_crossings(source: str, least: int) -> None:
    graph = graph_of(parse(source).root)
    made = layers_of(graph, assign_ranks(graph))
    before = count_crossings(made)
    reduce_crossings(made)
    assert count_crossings(made) <= min(before, least)
    for layer in made.layers:
        assert [made.place[item] for item in layer] == list(range(len(layer)))


def test_trees_have_no_crossing_in_the_order_of_the_text() -> None:
    graph = graph_of(parse("((a + b) * tanh(c - d) + e / f) * exp(g)").root)
    made = layers_of(graph, assign_ranks(graph))
    assert count_crossings(made) == 0


def test_a_curve_is_level_at_its_ends_and_half_way_in_the_middle() -> None:
    curve = Curve((0, 0), (2, 4))
    assert curve.at(-1) == curve.at(0) == 0
    assert curve.at(1) == pytest.approx(2)
    assert curve.at(2) == curve.at(3) == 4
    assert curve.at(0.05) < 0.02
    assert curve.within(3, 4) is None
    assert curve.within(1, 9) == pytest.approx((2, 4))


def test_a_track_runs_where_its_lane_does() -> None:
    lane = Route((Curve((0, 0), (1, 1)), Curve((1, 1), (3, 1)), Curve((3, 1), (4, -1))))
    track = SampledRoute(lane)
    assert lane.within(0, 4) == (-1, 1)
    assert min(track.between(0, 4)) == pytest.approx(-1)
    assert max(track.between(0.9, 3.1)) == pytest.approx(1)
    assert track.between(5, 6) == []
    assert lane.touches((1.5, 1.2, 2.5, 2.0), 0.3)
    assert not lane.touches((1.5, 1.2, 2.5, 2.0), 0.1)


def test_choice_is_the_cheapest_without_overlap() -> None:
    dice = random.Random(5)
    feasible = 0
    for _ in range(30):
        options = [
            [
                Candidate((x, y, x + 1.5, y + 0.8), 2, round(dice.uniform(0, 2), 3))
                for x, y in ((dice.uniform(0, 6), dice.uniform(0, 3)) for _ in range(5))
            ]
            for _ in range(4)
        ]
        chosen, cost = choose_places(options)
        best = min(
            sum(place.cost for place in places)
            + OVERLAP * sum(overlap(p.box, q.box) for i, p in enumerate(places) for q in places[:i])
            for places in product(*options)
        )
        if best < OVERLAP:
            feasible += 1
            assert cost == pytest.approx(best)
        assert [place in own for place, own in zip(chosen, options, strict=True)] == [True] * 4
    assert feasible > 10
