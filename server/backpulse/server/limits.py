"""Every bound of the server, in one table, each with the sentence that says so to a person.

They keep one question from taking the machine away from everybody else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backpulse.server.errors import Refusal


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` of something. `message` and `hint` are what a person is told beyond it."""

    code: str
    most: int
    message: str
    hint: str

    def refusal(self) -> Refusal:
        """The refusal (413) of what is over this limit."""
        return Refusal(413, self.code, self._fill(self.message), self._fill(self.hint))

    def check(self, count: int) -> None:
        """Raise the refusal if `count` is over the limit."""
        if count > self.most:
            raise self.refusal()

    def _fill(self, sentence: str) -> str:
        return sentence.format(most=f"{self.most:,}")


SOURCE = Limit(
    "source-too-long",
    600_000,  # so long can the text of a graph of `NODES` be
    "The text is longer than {most} characters",
    "Shorten it, or build the graph in Python from `Value`s.",
)
NODES = Limit(
    "too-many-nodes",
    25_000,
    "The graph has more than {most} nodes",
    "Shorten the text, or build the graph in Python from `Value`s. An opened op counts as its primitives.",
)
LEAVES = Limit(
    "too-many-leaves",
    2_000,
    "The text has more than {most} leaves",
    "Each name gets a slider. Write numbers that need none as numbers.",
)
DRAWN = Limit(
    "too-large-to-draw",
    1_200,
    "More than {most} nodes are not drawn",
    "The steps and the nodes stand in the tables; `position` and `layouts` are null.",
)
BODY = Limit(
    "body-too-large",
    1 << 20,
    "The request is larger than {most} bytes",
    "Shorten the text, or send fewer values.",
)
GRAPH_BODY = replace(
    BODY,
    code="graph-too-large",
    most=4 << 20,
    hint="Open a part of the graph: fewer examples, or one neuron.",
)
GRAPH_NODES = replace(
    NODES, code="graph-nodes", hint="Open a part of it: the loss of fewer examples, or one neuron's output."
)
GRAPH_TEXT = replace(
    SOURCE,
    code="graph-text-too-long",
    message="Written as a text the graph is longer than {most} characters",
    hint="Give its values shorter labels, or open a part of it.",
)
LABEL = Limit(
    "label-too-long",
    100,
    "A label is longer than {most} characters",
    "A label is a name: a word or two.",
)
KEPT = Limit(
    "kept-graphs",
    64,
    "No more than {most} graphs from scripts are kept",
    "The one unused for the longest time is forgotten; its script can open it again.",
)
KEPT_TEXT = Limit(
    "kept-graph-text",
    4_000_000,
    "The texts of the graphs from scripts that are kept have no more than {most} characters together",
    "The one unused for the longest time is forgotten; its script can open it again.",
)
CONNECTIONS = Limit(
    "too-many-connections",
    2_000,
    "More than {most} pages are open on this server",
    "Close some of them, or start another server.",
)
CACHED = Limit(
    "cached-programs",
    64,
    "No more than {most} compiled programs are kept",
    "The one unused for the longest time is forgotten; it is compiled again when it is asked for.",
)
CACHED_NODES = Limit(
    "cached-nodes",
    100_000,
    "The compiled programs that are kept have no more than {most} nodes together",
    "The one unused for the longest time is forgotten; it is compiled again when it is asked for.",
)
INLINE = Limit(
    "inline-nodes",
    2_000,
    "Moves of graphs over {most} nodes are computed in a thread",
    "So that other pages are not kept waiting.",
)
THREADS = Limit(
    "threads",
    8,
    "No more than {most} questions are computed in threads at a time",
    "The next one waits.",
)

TABLE: tuple[Limit, ...] = tuple(entry for entry in list(vars().values()) if isinstance(entry, Limit))
"""All of them, in the order above."""
