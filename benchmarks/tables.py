"""Figures as tables: the same cells in the terminal and in the README, each beside its target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from benchmarks import targets
from benchmarks.growth import Size
from rich import box
from rich.console import Console
from rich.table import Table as RichTable


class Table(NamedTuple):
    """A title, the columns' heads, and rows of cells."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    def show(self, console: Console) -> None:
        """Print it; what misses its target in red."""
        table = RichTable(title=self.title, title_justify="left", box=box.SIMPLE_HEAD)
        for index, head in enumerate(self.heads):
            table.add_column(head, justify="right" if index else "left")
        for row in self.rows:
            table.add_row(*(f"[red]{cell}[/]" if "✗" in cell else cell for cell in row))
        console.print(table)

    def markdown(self) -> str:
        """It as Markdown."""
        rule = ["---"] + ["---:"] * (len(self.heads) - 1)
        lines = [f"| {' | '.join(cells)} |" for cells in (self.heads, rule, *self.rows)]
        return "\n".join([f"## {self.title}", "", *lines, ""])


def rounded(number: float) -> float:
    """To four significant digits."""
    return float(f"{number:.4g}")


def text(number: float) -> str:
    """Four significant digits, never an exponent."""
    value = rounded(number)
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"


def most(number: float, limit: float | None) -> str:
    """A figure that is to be at most `limit`."""
    return _cell(number, limit, "≤", limit is not None and number <= limit)


def least(number: float, limit: float | None) -> str:
    """A figure that is to be at least `limit`."""
    return _cell(number, limit, "≥", limit is not None and number >= limit)


def _cell(number: float, limit: float | None, sign: str, met: bool) -> str:
    if limit is None:
        return text(number)
    return f"{text(number)} ({sign} {text(limit)} {'✓' if met else '✗'})"


PEERS = ("micrograd", "torch", "jax")


def engines(results: Mapping[str, Mapping[str, float]]) -> Table:
    """Microseconds a re-evaluation, and how many times faster than each peer."""
    rows = []
    for graph, times in results.items():
        ours, wanted = times["backpulse"], targets.FASTER.get(graph, {})
        faster = (least(times[peer] / ours, wanted.get(peer)) if peer in times else "–" for peer in PEERS)
        rows.append((graph, text(ours), *faster, most(ours / times["c"], targets.TIMES_C.get(graph))))
    heads = ("graph", "backpulse, µs", "× faster than micrograd", "than PyTorch", "than JAX jit", "time / C")
    return Table("A re-evaluation, the full trace recorded", heads, rows)


def times(results: Mapping[str, Mapping[str, float]], first_jax: Mapping[str, float]) -> Table:
    """The medians themselves; and the seconds of JAX's first call, in which it compiles."""
    names = ("backpulse", "row", *PEERS, "c")
    rows = [
        (
            *(graph, *(text(found[name]) if name in found else "–" for name in names)),
            text(first_jax[graph]) if graph in first_jax else "–",
        )
        for graph, found in results.items()
    ]
    heads = (
        *("graph", "backpulse", "backpulse, as a row", "micrograd", "PyTorch", "JAX jit", "C"),
        "JAX's first call, s",
    )
    return Table("The medians, µs", heads, rows)


def building(results: Mapping[int, float]) -> Table:
    """Milliseconds from a text to its graph."""
    rows = [
        (f"{tokens:,}", most(ms, targets.BUILD_MS.get(tokens)), text(ms * 1e3 / tokens))
        for tokens, ms in results.items()
    ]
    return Table("From text to graph", ("tokens", "ms", "µs a token"), rows)


def sizes(results: Iterable[Size]) -> Table:
    """Growth with the number of nodes."""
    rows = [
        (
            *(f"{size.nodes:,}", size.plan, text(size.values_ms), text(size.compile_ms)),
            *(text(size.run_us), text(size.run_us * 1e3 / size.nodes)),
            *(f"{size.values_bytes:,.0f}", f"{size.program_bytes:,.0f}"),
        )
        for size in results
    ]
    heads = (
        *("nodes", "plan", "Values and graph, ms", "compiling, ms", "a run, µs", "ns a node"),
        *("bytes a node: Values and graph", "its program"),
    )
    return Table("Growth: random graphs", heads, rows)


def moves(
    frame_us: Mapping[str, float], clients: Mapping[str, int], p99: Mapping[str, float], sweep_ms: float
) -> list[Table]:
    """A slider's move, the clients that one server holds, and the response curve."""
    rows = [
        (
            *(graph, most(us, targets.FRAME_US[graph])),
            *(least(clients[graph], targets.CLIENTS[graph]), text(p99[graph] * 1e3)),
        )
        for graph, us in frame_us.items()
    ]
    heads = ("graph", "server CPU a move, µs", "clients at 30 moves a second", "their p99, ms")
    curve = ("one leaf over 256 positions, mlp1029", most(sweep_ms, targets.SWEEP_MS))
    return [
        Table("A slider's move, over a real socket", heads, rows),
        Table("The response curve", ("sweep", "ms"), [curve]),
    ]
