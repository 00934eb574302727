"""Every recorded case against PyTorch's figures, without PyTorch."""

from tests.parity import record
from tests.parity.compare import close, figures, undetermined
from tests.points import points

from backpulse.engine import OPS


def test_the_engine_gives_what_pytorch_gave() -> None:
    known = record.read()["cases"]
    wrong, names = [], set()
    for name, graph in record.recorded_cases():
        names.add(name)
        mine, theirs = figures(graph), known[name]
        if not all(map(close, mine, theirs)) and not undetermined(graph, mine, theirs):
            wrong.append((name, mine, theirs))
    assert wrong == []
    assert names == set(known)


def test_the_record_covers_every_row() -> None:
    record_ = record.read()
    assert record_["torch"].startswith("2.")
    for op in OPS.values():
        at = [name for name in record_["cases"] if name.startswith(f"{op.name} at ")]
        assert len(at) == len(set(map(str, points(op))))
