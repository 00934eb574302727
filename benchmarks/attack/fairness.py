"""A slider of seven nodes beside those who take all they can get."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count
from time import perf_counter

from benchmarks.attack.flood import flood
from benchmarks.attack.texts import NODES, large
from benchmarks.attack.trial import Ring
from benchmarks.attack.wire import Page, move_frame


def attack(ring: Ring) -> None:
    """Large texts without pause; then moves, of a graph that is answered at once and of a large one."""
    did = f"a client sends texts of {NODES:,} nodes, each new, without pause"
    with ring.trial("fairness, texts", did) as trial, Page(trial.port) as page:
        end, answered = perf_counter() + ring.limit(9), 0
        for number in count():
            if (left := end - perf_counter()) <= 0:
                break
            try:
                page.ask(large(number=number), left)
                answered += 1
            except TimeoutError:
                break
        trial.say(f"{answered} answered")
    for nodes, clients in ((1_001, 8), (NODES, 3 if ring.quick else 8)):
        did = f"{clients} clients send moves of {nodes:,} nodes, as many as their sockets take"
        with ring.trial(f"fairness, moves of {nodes:,}", did, beside=False) as trial, ExitStack() as stack:
            pages = [stack.enter_context(Page(trial.port)) for _ in range(clients)]
            for page in pages:
                page.ask(large(nodes))
            trial.start_bystander()
            sent = flood([page.line for page in pages], move_frame(1, 2, 3) * 100, ring.limit(6), reads=True)
            trial.stop_bystander()
            trial.say(f"{sent / len(move_frame(1, 2, 3)):,.0f} moves were taken")
