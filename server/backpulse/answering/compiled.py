"""A text made ready to be run, with what the wire says of its graph; and the bounded cache of those."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from backpulse.answering import limits, messages
from backpulse.answering.errors import Refusal
from backpulse.answering.moves import AnswerMove, move_answerer
from backpulse.answering.remedies import remedies_of
from backpulse.engine import OPS
from backpulse.parser import SourceError
from backpulse.view.expression import Expression, of_text
from backpulse.view.layout import layout
from backpulse.view.node_names import expansion

# Bytes, as tracemalloc counts them: a node with its places in both layouts, one that is not drawn, and a part
# of the text that is passed over.
_DRAWN_NODE = 25_000
_NODE = 2_000
_SKIPPED = 200


@dataclass(frozen=True, eq=False)
class Compiled:
    """All of a text that does not depend on the leaves' values, each part made when it is first wanted."""

    subject: Expression

    @cached_property
    def layouts(self) -> messages.Layouts | None:
        """Where its nodes stand; None where the graph is too large to be drawn."""
        graph = self.subject.graph
        if len(graph.nodes) > limits.DRAWN.most:
            return None
        right, down = (messages.Layout.model_validate(layout(graph, flow)) for flow in ("right", "down"))
        return messages.Layouts(right=right, down=down)

    @cached_property
    def remedies(self) -> list[messages.Remedy]:
        """What to write in place of formulas that go wrong at some values."""
        return remedies_of(self.subject)

    @cached_property
    def answer_move(self) -> AnswerMove:
        """What answers moves of its leaves."""
        return move_answerer(self.subject.program)

    @property
    def size(self) -> int:
        """About how many bytes it takes once it has been answered, by what was measured of such texts."""
        nodes = len(self.subject.graph.nodes)
        each = _DRAWN_NODE if nodes <= limits.DRAWN.most else _NODE
        said = len(self.subject.skipped) + len(self.subject.notes)
        return nodes * each + said * _SKIPPED + len(self.subject.source) + len(self.subject.printed)

    @property
    def structure(self) -> messages.Graph:
        """The graph as the wire has it; of a large one it is not kept."""
        return _structure(self.subject, None) if self.layouts is None else self._drawn_structure

    @cached_property
    def _drawn_structure(self) -> messages.Graph:
        return _structure(self.subject, self.layouts)


def compile_source(source: str, expand: bool) -> Compiled:
    """A text made ready, its derived ops opened if `expand`. Refusal for a mistake in it or over a limit."""
    limits.SOURCE.check(len(source))
    try:
        subject = of_text(source, expand, limits.NODES.most)
    except SourceError as error:
        raise Refusal.of(error, source) from error
    limits.LEAVES.check(len(subject.names))
    return Compiled(subject)


def _structure(subject: Expression, layouts: messages.Layouts | None) -> messages.Graph:
    graph, labels = subject.graph, subject.labels
    nodes = []
    for node in graph.nodes:
        op = OPS[node.op] if node.op else None
        card = layouts.right.cards[node.id] if layouts else None
        nodes.append(
            messages.Node(
                id=node.id,
                kind=node.kind,
                op=node.op or None,
                symbol=op.symbol if op else "",
                label=labels[node.id],
                text=subject.texts[node.id],
                inputs=list(node.inputs),
                param=list(node.param) if isinstance(node.param, tuple) else node.param,
                derived=op is not None and op.derived,
                expansion=expansion(graph, node, labels),
                span=subject.spans[node.id],
                position=(card.x, card.y, card.z) if card else None,
            )
        )
    edges = [messages.Edge.model_validate(edge) for edge in graph.edges]
    return messages.Graph(nodes=nodes, edges=edges, root=graph.root, leaves=graph.leaves)


class Cache:
    """The texts compiled last, within `limits.CACHED` and `limits.CACHED_BYTES`. It may be used from threads.

    It is only speed: what has been forgotten is compiled again.
    """

    def __init__(self) -> None:
        self._entries: OrderedDict[tuple[str, bool], Compiled] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, source: str, expand: bool) -> Compiled:
        """The text made ready, from the cache if it is there. Refusal as `compile_source`."""
        key = (source, expand)
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
                return found
        made = compile_source(source, expand)
        with self._lock:
            if key not in self._entries:
                self._entries[key] = made
                self._bytes += made.size
            while len(self._entries) > limits.CACHED.most or self._bytes > limits.CACHED_BYTES.most:
                _, forgotten = self._entries.popitem(last=False)
                self._bytes -= forgotten.size
        return made

    def __len__(self) -> int:
        return len(self._entries)
