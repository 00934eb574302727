"""The wide plan: whole levels of a graph at once by numpy, for large graphs with many nodes side by side."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any

from backpulse.engine.formula import arrays, spell, template
from backpulse.engine.groups import Group, Grouping
from backpulse.engine.ops import OPS
from backpulse.engine.plan import Evaluation, Plan, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from backpulse.engine.graph import Graph

    Places = NDArray[np.intp]
    Cells = NDArray[np.float64]


def levels(graph: Graph, fallback: Plan) -> Plan:
    """The whole graph as a few calls of numpy a level. `fallback` answers for a wrong number of leaves.

    Sums, products and quotients are those of the other plans bit for bit; `exp`, `log`, `sin`, `cos`,
    `tanh` and powers are numpy's, which differ from the C library's by at most 2 units in the last place.
    """
    import numpy as np

    writer = _Writer(graph)
    cells = writer.cells()
    body = writer.body(cells)
    leaves, row = writer.place[graph.leaves], writer.row()
    lock, count = Lock(), len(graph.leaves)

    def lay_out(numbers: Sequence[float]) -> Record:
        return np.asarray(numbers).take(row).data

    def evaluate(leaf_values: Sequence[float]) -> Evaluation:
        if len(leaf_values) != count:
            return fallback(leaf_values)
        with lock, np.errstate(all="ignore"):
            cells[leaves] = leaf_values
            body()
            return cells.copy().data, lay_out

    return evaluate


class _Writer:
    """Lays all numbers of an evaluation out in one array of cells, and writes the calls that compute them.

    What needs no computing gets no cell: an arrow of `+` is the gradient it passes on, a slope of `*` is
    the other input's value, the gradient of a value used once is what its one arrow brought.
    """

    def __init__(self, graph: Graph) -> None:
        import numpy as np

        self.np = np
        self.graph = graph
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}
        self.views: dict[str, slice] = {}
        self.gathered: dict[bytes, str] = {}
        self.literals: dict[float, int] = {}
        self.size = len(graph.nodes)
        grouping = Grouping(graph)
        groups = grouping.groups
        self.place: Places = np.empty(len(graph.nodes), np.intp)
        self.place[np.concatenate([group.nodes for group in groups])] = np.arange(len(graph.nodes))
        zero = self.literal(0.0)
        self.grads = np.full(len(graph.nodes), zero)
        self.locals, self.sent, self.totals = (np.full(len(graph.edges), zero) for _ in range(3))
        if graph.nodes[graph.root].kind != "const":
            self.grads[graph.root] = self.literal(1.0)
        for group in groups:
            if group.op:
                self.forward(group)
        by_level: dict[int, list[Group]] = {}
        for group in groups:
            by_level.setdefault(group.level, []).append(group)
        for level in sorted(by_level, reverse=True):
            nodes = np.concatenate([group.nodes for group in by_level[level]])
            receivers, turns = grouping.arrivals(nodes)
            if turns:
                self.receive(receivers, turns)
            for group in by_level[level]:
                if group.op:
                    self.send(group)

    def cells(self) -> Cells:
        """The array of all numbers, constants in it."""
        cells = self.np.zeros(self.size)
        cells[self.place] = [node.data for node in self.graph.nodes]
        cells[list(self.literals.values())] = list(self.literals)
        return cells

    def body(self, cells: Cells) -> Callable[[], None]:
        """The program over these cells: made of formulas, numbers and generated names."""
        np = self.np
        names = {**arrays().names, **self.names, "copyto": np.copyto, "accumulate": np.add.accumulate}
        names |= {name: getattr(np, name) for name in ("add", "subtract", "multiply", "negative")}
        names |= {name: cells[part] for name, part in self.views.items()}
        names["take"] = cells.take
        text = "\n ".join(["def body():", *(self.lines or ["pass"]), ""])
        exec(compile(text, "<program by levels>", "exec"), names)
        body: Callable[[], None] = names["body"]
        return body

    def row(self) -> Places:
        """Where each number of the record is."""
        return self.np.concatenate([self.place, self.grads, self.locals, self.sent, self.totals])

    def literal(self, number: float) -> int:
        """The cell of a number that never changes."""
        if number not in self.literals:
            self.literals[number] = self.room(1)
        return self.literals[number]

    def room(self, count: int) -> int:
        """The first of so many new cells."""
        self.size += count
        return self.size - count

    def view(self, first: int, count: int, step: int = 1) -> str:
        """A name for cells at even distances."""
        stop = first + step * count
        name = f"v{len(self.views)}"
        self.views[name] = slice(first, stop if stop >= 0 else None, step)
        return name

    def index(self, places: Places) -> str:
        """A name for some places."""
        name = f"i{len(self.names)}"
        self.names[name] = places.copy()
        return name

    def read(self, places: Places) -> str:
        """A name for the numbers at `places`: a view where they stand at even distances, else gathered."""
        key = places.tobytes()
        if key not in self.gathered:
            first, count = int(places[0]), len(places)
            step = int(places[1]) - first if count > 1 else 0
            if (self.np.diff(places) == step).all():
                self.gathered[key] = self.view(first, count, step) if step else self.view(first, 1)
            else:
                name = self.gathered[key] = f"t{len(self.names)}"
                self.names[name] = self.np.empty(count)
                self.lines.append(f"take({self.index(places)}, None, {name}, 'clip')")
        return self.gathered[key]

    def forward(self, group: Group) -> None:
        """The values of a group."""
        a, b = self.read(self.place[group.inputs[0]]), self.read(self.place[group.inputs[-1]])
        out = self.view(int(self.place[group.nodes[0]]), len(group.nodes))
        self.write(out, OPS[group.op].forward, group.param, a=a, b=b)

    def send(self, group: Group) -> None:
        """The arrows of a group: local derivatives and contributions."""
        op, incoming = OPS[group.op], self.grads[group.nodes]
        places = {
            "a": self.place[group.inputs[0]],
            "b": self.place[group.inputs[-1]],
            "y": self.place[group.nodes],
        }
        for carries, edges, partial in zip(group.carries, group.edges, op.partials, strict=True):
            if not carries:
                continue
            text = spell(partial, arrays(), group.param)
            if text in places:
                local = places[text]
            elif _is_number(text):
                local = self.np.full(len(edges), self.literal(float(text)))
            else:
                local = self.computed(partial, group, **{name: self.read(at) for name, at in places.items()})
            if text == "1.0":
                sent = incoming
            elif (incoming == self.literal(1.0)).all():
                sent = local
            else:
                sent = self.computed(op.contribution, group, g=self.read(incoming), d=self.read(local))
            self.locals[edges], self.sent[edges] = local, sent

    def receive(self, receivers: Places, turns: list[Places]) -> None:
        """The gradients of values whose arrows have all been sent, and the running totals; see `arrivals`.

        The arrows of a value used once are its gradient. Of the others, the few with very many are added up
        one by one, the rest together, turn by turn.
        """
        counts = [len(turn) for turn in turns] + [0]
        several = counts[1] if len(turns) > 1 else 0
        self.grads[receivers[several:]] = self.totals[turns[0][several:]] = self.sent[turns[0][several:]]
        few = on_their_own(counts)
        for at in range(few):
            arrows = self.np.array([turn[at] for turn in turns if len(turn) > at])
            cells = self.block([arrows])
            column = self.view(int(cells[0][0]), len(arrows))
            self.lines.append(f"accumulate({column}, 0, None, {column})")
            self.grads[receivers[at]] = cells[0][-1]
        rows = self.block([turn[few:several] for turn in turns if len(turn) > few] if few < several else [])
        for before, row in pairwise(rows):
            x, y = self.view(int(before[0]), len(row)), self.view(int(row[0]), len(row))
            self.lines.append(f"add({x}, {y}, {y})")
        for row in rows:
            self.grads[receivers[few : few + len(row)]] = row

    def block(self, turns: list[Places]) -> list[Places]:
        """New cells for totals, turn by turn, with what the arrows bring in them."""
        if not turns:
            return []
        arrows = self.np.concatenate(turns)
        first = self.room(len(arrows))
        places = self.np.arange(first, self.size)
        out = self.view(first, len(arrows))
        self.lines.append(f"take({self.index(self.sent[arrows])}, None, {out}, 'clip')")
        self.totals[arrows] = places
        ends = list(accumulate(map(len, turns)))
        return [places[end - len(turn) : end] for turn, end in zip(turns, ends, strict=True)]

    def computed(self, formula: str, group: Group, **names: str) -> Places:
        """New cells with a formula's numbers for a group."""
        count = len(group.nodes)
        first = self.room(count)
        self.write(self.view(first, count), formula, group.param, **names)
        return self.np.arange(first, first + count)

    def write(self, out: str, formula: str, n: float | None, **names: str) -> None:
        """A line that computes a formula into `out`, the last step directly."""
        unused = dict.fromkeys("abygd", "")
        text = template(formula, arrays(), n).format(**{**unused, **names})
        tree = ast.parse(text, mode="eval").body
        if isinstance(tree, ast.BinOp) and type(tree.op) in _CALLS:
            call = f"{_CALLS[type(tree.op)]}({ast.unparse(tree.left)}, {ast.unparse(tree.right)}, {out})"
        elif isinstance(tree, ast.UnaryOp):
            call = f"negative({ast.unparse(tree.operand)}, {out})"
        elif isinstance(tree, ast.Call) and ast.unparse(tree.func) != "where":
            call = f"{text[:-1]}, {out})"
        else:
            call = f"copyto({out}, {text})"
        self.lines.append(call)


def on_their_own(counts: Sequence[int]) -> int:
    """How many values are added up each on its own; `counts[k]` have an arrow in turn `k`, in the last none.

    On its own a value takes two calls; the rest takes one for each turn in which any of it has an arrow.
    """
    first: dict[int, int] = {}
    for turn, count in enumerate(counts):
        first.setdefault(count, turn)
    return min(dict.fromkeys(counts[1:]), key=lambda count: 2 * count + first[count])


_CALLS = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply"}


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
