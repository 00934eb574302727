"""Every bound of the server, in one table, each with the sentence that says so to a person.

They keep one question, or one asker, from taking the machine away from everybody else.
"""

from __future__ import annotations

from dataclasses import replace

from backpulse.answering.limit import Limit
from backpulse.parser.machine.budget import BUDGET

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
VALUES = Limit(
    "too-many-values",
    10_000,  # a page sends those of names that are no longer in its text, too
    "The request gives more than {most} values",
    "Send those of the text's leaves alone.",
)
LABEL = Limit(
    "label-too-long",
    100,
    "A label is longer than {most} characters",
    "A label is a name: a word or two.",
)
COMPUTING = Limit(
    "too-slow",
    20,
    "Computing this takes longer than {most} seconds",
    "Shorten it, or give the server more time with `--time-limit`.",
)
"""Seconds of a worker's processor for one question, where a person serves their own machine."""
COMPUTING_SHARED = replace(
    COMPUTING, most=2, hint="Shorten it, or run backpulse on a machine of your own, where it may take longer."
)
"""The same on a server that others use."""
WAITED = Limit(
    "took-too-long",
    4,
    "The machine is so busy that this takes {most} times as long as it may",
    "Ask again in a moment, or shorten it.",
    503,
)
"""A question that is being computed may take so many times `COMPUTING`'s seconds by the clock."""
ABANDONED = Limit(
    "abandoned",
    500,
    "What nobody waits for any more is computed for {most} milliseconds at the most",
    "Ask for it again.",
)
WORKERS = Limit(
    "workers",
    4,
    "No more than {most} questions are computed at a time",
    "The next one waits.",
)
"""Processes that compute; a machine with fewer processors has one for each, and two at least."""
WORKER_BYTES = Limit(
    "too-much-memory",
    1_500_000_000,
    "Computing this takes more than {most} bytes of memory",
    "Shorten the text.",
)
RETIRED = Limit(
    "retired-worker",
    300_000_000,
    "A worker that holds more than {most} bytes when it has answered is replaced by a new one",
    "Nothing need be done.",
)
QUEUED = Limit(
    "busy",
    1_000,
    "The server has more than {most} questions waiting",
    "Ask again in a moment.",
    503,
)
QUEUED_BYTES = Limit(
    "busy-bytes",
    128 << 20,
    "The questions that wait are longer than {most} bytes together",
    "Ask again in a moment.",
    503,
)
WAITING = Limit(
    "waiting",
    1_000,
    "A page whose question takes longer hears of it every {most} milliseconds",
    "It is being computed, or waits for others.",
)
STORED = Limit(
    "kept-graphs",
    64,
    "No more than {most} graphs from scripts are kept",
    "The one unused for the longest time is forgotten; its script can open it again.",
)
STORED_BYTES = Limit(
    "kept-graph-bytes",
    16 << 20,
    "The graphs from scripts that are kept have no more than {most} bytes together",
    "The one unused for the longest time is forgotten; its script can open it again.",
)
REMEDIES = Limit(
    "remedies",
    8,
    "No more than {most} formulas of a text are named with what to write instead",
    "Those nearest to the root are.",
)
CHANGED_SOURCE = Limit(
    "changed-source",
    4_000,  # each change that is offered has been read, which takes a few milliseconds then
    "No change is offered of a text longer than {most} characters",
    "What to write instead is said in words.",
)
STEPS = Limit(
    "program-steps",
    BUDGET.steps,
    "The loops and calls of a program take no more than {most} steps",
    "Let its loops run less often.",
)
MADE = Limit(
    "program-values",
    BUDGET.values,
    "A program makes no more than {most} values, whether its root depends on them or not",
    "Let its loops run less often.",
)
CALLS = Limit(
    "program-calls",
    BUDGET.calls,
    "A program has no more than {most} calls inside each other",
    "Check where the recursion ends.",
)
ITEMS = Limit(
    "program-items",
    BUDGET.items,
    "A list or text of a program has no more than {most} items",
    "Make it shorter.",
)
PRINTED = Limit(
    "program-printed",
    BUDGET.printed,
    "No more than {most} characters are kept of what a program prints",
    "Let it print less.",
)
REPEATED = Limit(
    "repeated-steps",
    1_000,  # each change that is offered has run the whole program, which takes a few milliseconds then
    "No change is offered of a program whose loops and calls take more than {most} steps",
    "What to write instead is said in words.",
)
CACHED = Limit(
    "cached-texts",
    64,
    "No more than {most} texts are kept ready in a worker",
    "The one unused for the longest time is forgotten; it is read again when it is asked for.",
)
CACHED_BYTES = Limit(
    "cached-bytes",
    64 << 20,
    "The texts that a worker keeps ready take about {most} bytes together",
    "The one unused for the longest time is forgotten; it is read again when it is asked for.",
)
INLINE = Limit(
    "inline-nodes",
    1_500,
    "Moves of graphs over {most} nodes are computed by a worker",
    "So that other pages are not kept waiting.",
)
PROGRAMS_BYTES = Limit(
    "program-bytes",
    256 << 20,
    "The programs that answer moves at once take about {most} bytes together",
    "Moves of the one unused for the longest time are computed by a worker.",
)
TEXTS_BYTES = Limit(
    "open-text-bytes",
    256 << 20,
    "The texts of all pages together are longer than {most} bytes",
    "Close some pages, or ask again in a moment.",
    503,
)
CONNECTIONS = Limit(
    "too-many-connections",
    2_000,
    "More than {most} pages are open on this server",
    "Close some of them, or start another server.",
    503,
)
ADDRESS = Limit(
    "too-many-from-address",
    500,
    "More than {most} connections come from this address",
    "Close some pages. Behind a proxy all connections come from the proxy's address.",
    503,
)
"""Of addresses other than this machine's own."""
FILES = Limit(
    "too-many-files",
    8_192,
    "The server has more connections than it may have with {most} open files",
    "Ask again in a moment, or allow it more: `ulimit -n`.",
    503,
)
"""Open files that the server asks the system for; it keeps a few of them for itself."""
HEAD = Limit(
    "slow-head",
    10,
    "The head of the request did not come within {most} seconds",
    "Send it at once.",
    408,
)
ARRIVAL = Limit(
    "slow-body",
    30,
    "The request did not come within {most} seconds",
    "Send it over a faster line, or send less.",
    408,
)
UNREAD = Limit(
    "unread",
    20,
    "A connection that takes nothing of its answer for {most} seconds is ended",
    "Connect anew, and read.",
)
UNSENT_BYTES = Limit(
    "unsent-bytes",
    256 << 20,
    "Answers that are not being read have no more than {most} bytes together",
    "The connection with the most is ended.",
)

TABLE: tuple[Limit, ...] = tuple(entry for entry in list(vars().values()) if isinstance(entry, Limit))
"""All of them, in the order above."""
