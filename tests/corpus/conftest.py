"""What hurts is computed in this process: what is counted is seen, however busy the machine is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from backpulse.answering import limits
from backpulse.server import app
from backpulse.server.workers import InProcess


@pytest.fixture(scope="session", autouse=True)
def computed_here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "processes", lambda: [InProcess(), InProcess()])
        patch.setattr(limits, "WAITING", replace(limits.WAITING, most=1_000_000))
        yield
