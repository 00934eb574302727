"""For the tests of `open`: a server that runs, and a machine on which no other one does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.scripts import NOWHERE

from backpulse.view import playground
from backpulse.view.playground import Playground


@pytest.fixture(scope="module")
def running() -> Iterator[Playground]:
    """A server that somebody has started."""
    place = playground._start()
    yield place
    place.stop()


@pytest.fixture
def nobodys_own_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a person's own server nor their screen is met."""
    monkeypatch.setattr(playground, "USUAL", NOWHERE)
    monkeypatch.setattr(playground, "_started", None)
    monkeypatch.delenv(playground.VARIABLE, raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
