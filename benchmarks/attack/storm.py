"""A class opens the page at once, everyone with a text of their own."""

from __future__ import annotations

from statistics import median
from threading import Thread
from time import perf_counter

from benchmarks.attack.texts import network
from benchmarks.attack.trial import Ring, seconds
from benchmarks.attack.wire import Page


def attack(ring: Ring) -> None:
    """The lecture's network, for each with names of its own."""
    pages = 12 if ring.quick else 40
    with ring.trial("storm", f"{pages} pages, each with its own first text of 1,029 nodes") as trial:
        limit, took = ring.limit(40), [float("inf")] * pages
        began = perf_counter()

        def open_page(number: int) -> None:
            try:
                with Page(trial.port, limit) as page:
                    if page.ask(network(number), limit).status == 200:
                        took[number] = perf_counter() - began
            except OSError:
                pass  # counts as not answered

        threads = [Thread(target=open_page, args=(number,), daemon=True) for number in range(pages)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(limit)
        there = [each for each in took if each < limit]
        trial.say(f"{len(there)} of {pages} answered" + (f" in {limit:.0f} s" if len(there) < pages else ""))
        if there:
            trial.say(f"the middle one after {seconds(median(there))}, the last after {seconds(max(there))}")
