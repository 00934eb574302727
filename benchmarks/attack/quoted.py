"""Live texts of quotes that never close: does reading them take longer than they are long?"""

from __future__ import annotations

from time import sleep

from benchmarks.attack.texts import quoted
from benchmarks.attack.trial import Ring
from benchmarks.attack.wire import Page, text_frame


def attack(ring: Ring) -> None:
    """Wait for one; leave another behind."""
    with ring.trial("quoted", "a live text, `print(` and 10,000 × `'\\`") as trial:
        trial.ask("answer", quoted(10_000), ring.limit(20))
    if ring.quick:
        return
    with ring.trial("quoted, left", "the same of 40,000 ×; the client hangs up after a second") as trial:
        with Page(trial.port) as page:
            page.line.sendall(text_frame(quoted(40_000)))
            sleep(1)
        trial.busy(ring.limit(15))
