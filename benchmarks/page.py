"""The page of results, `benchmarks/README.md`."""

from __future__ import annotations

_PAGE = """\
# Benchmarks

`make bench` measures all of this anew, writes this page and `results.json`; `make bench QUICK=1` takes a
first look in under a minute and writes nothing. The peers are installed in `.venv-bench` alone; C needs
gcc.

{machine}.
{versions}.
{day}; load averages when it began: {load}.

How it is measured: on Linux, everything on one core, the garbage collector off for all, engines by turns
in rounds, the medians of the rounds. Every engine is given a list of floats (two settings in turn, so
that nothing repeats). **backpulse records the full trace**: every value, gradient, local derivative,
contribution and running total; **the peers leave the gradients of the leaves only**. All of the trace's
numbers are computed anew and kept; those that are one number by construction are kept once (what `+`
hands on is its own gradient, a slope of `*` is its other input), and an index made at compiling says
where each entry of the trace is, so that nothing is computed when it is read. "As a row" is the same with
every entry also copied to its place in one row, as the server sends it.

For new leaf values micrograd and PyTorch build their graph anew, as they do; JAX runs one function
compiled by `jit`, after a first call that takes long (XLA had not compiled the batch of 22,112 nodes
after five minutes, so it is not asked for the two largest); C is a loop over a flat tape (`tape.c`,
gcc -O2) called through ctypes. micrograd has no `tanh`; it is given the lecture's. Before anything is
timed all engines must agree on the value and on every leaf's gradient to 1e-9. Targets stand in
parentheses.

{tables}
`g7` is `e = a * b; d = e + c; L = d * f`; `neuron10` the lecture's neuron; `readme33` the example of
micrograd's README; `mlp1029` the lecture's MLP 3-16-16-1; `chain10k` `v = v * 0.9999` and `v = v +
0.0001` in turn, 5,000 ops deep (10,001 nodes with the constants); `batch22k` that MLP on a batch of 32
with shared weights and the squared loss (22,112 nodes); `dag100k` a random graph, each op on nodes drawn
evenly from all before it. Growth is of such random graphs. Bytes are what tracemalloc counts as kept.

A move's cost is the CPU time of the server's process (all threads) for a move and its answer: 16 pages,
each sending its next move when the last one is answered, so that waking an idle server is not counted
in; server and pages have a core each. Clients are held while 99 of 100 of their moves are answered
within 50 ms of the moment they were due, moves spread evenly over time; a move that a newer one
displaced counts as never answered.
"""


def page(machine: str, versions: str, day: str, load: str, tables: str) -> str:
    """The text of the page; `load` is the machine's load averages when the run began."""
    return _PAGE.format(machine=machine, versions=versions, day=day, load=load, tables=tables)
