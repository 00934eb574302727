"""The cache of compiled texts: bounded, and of no consequence but speed."""

from __future__ import annotations

import gc
import json
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from backpulse.answering import compiled, limits
from backpulse.answering.answerer import Answerer
from backpulse.answering.compiled import Cache
from backpulse.answering.errors import Refusal
from backpulse.answering.exports import ExportRequest, export_text
from backpulse.answering.limit import Limit
from backpulse.engine import Graph
from backpulse.view.layout import Flow, Layout, layout


def test_a_text_is_compiled_once_for_each_way_of_showing_it() -> None:
    cache = Cache()
    assert cache.get("a - b", False) is cache.get("a - b", False)
    assert cache.get("a - b", True) is not cache.get("a - b", False)
    assert len(cache) == 2


def test_the_one_unused_for_longest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CACHED", Limit("cached-programs", 2, "", ""))
    cache = Cache()
    first, second = cache.get("a", False), cache.get("b", False)
    assert cache.get("a", False) is first
    cache.get("c", False)
    assert len(cache) == 2
    assert cache.get("a", False) is first
    assert cache.get("b", False) is not second


def test_texts_count_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CACHED_BYTES", Limit("cached-bytes", 250_100, "", ""))
    cache = Cache()
    cache.get("a * a", False)
    cache.get("b * b", False)
    assert len(cache) == 2
    cache.get("a+b+c+d+e", False)
    assert len(cache) == 1
    cache.get("a+b+c+d+e+f", False)
    assert len(cache) == 0
    assert cache.get("a * a", False).subject.names == ["a"]


@pytest.mark.parametrize(
    "source",
    [
        "\n".join(["t0 = a + b", *(f"t{i} = t{i - 1} * a + b" for i in range(1, 150))]),
        "+".join(["a * b"] * 2_000),
        "print();" * 3_000 + "a",
    ],
    ids=["drawn", "not drawn", "passed over"],
)
def test_the_size_of_a_text_is_about_what_it_takes(source: str) -> None:
    question = json.dumps({"source": source}).encode()
    Answerer().trace(question)  # what is made once for all texts is there
    answerer = Answerer()
    gc.collect()
    tracemalloc.start()
    answerer.trace(question)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    estimated = answerer._cache.get(source, False).size
    assert taken / 2 <= estimated <= taken * 2


@pytest.mark.parametrize(("format_name", "flows"), [("python", []), ("json", ["right", "down"])])
def test_only_what_is_asked_for_is_laid_out(
    monkeypatch: pytest.MonkeyPatch, format_name: str, flows: list[str]
) -> None:
    asked: list[str] = []

    def watched(graph: Graph, flow: Flow) -> Layout:
        asked.append(flow)
        return layout(graph, flow)

    monkeypatch.setattr(compiled, "layout", watched)
    export_text(ExportRequest(source="a * b", values={}, format=format_name, t=None), Cache())
    assert asked == flows


def test_mistakes_are_not_kept() -> None:
    cache = Cache()
    with pytest.raises(Refusal):
        cache.get("a +", False)
    assert len(cache) == 0


def test_from_many_threads() -> None:
    cache = Cache()
    sources = [f"a * {i % 5} + b" for i in range(60)]
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda source: cache.get(source, False), sources))
    assert [one.subject.source for one in made] == sources
    assert len(cache) == 5
