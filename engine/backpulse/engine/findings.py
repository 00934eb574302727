"""Findings: where a number leaves the number line or stands on a kink, said of the node that caused it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from weakref import WeakKeyDictionary

from backpulse.engine.findings_numpy import PARAMETERS, Check, VectorFindings
from backpulse.engine.formula import IEEE, function
from backpulse.engine.graph import Graph, name_of
from backpulse.engine.ops import OPS
from backpulse.engine.plan import Numbers, Record

EXPLODING = 1e12
"""A gradient larger than this is called exploding."""

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "log-of-zero": "{label} is the log of 0: the value is -∞ and the slope infinite here. "
        "Move its input above 0.",
        "log-of-negative": "{label} is the log of a negative number, which is undefined. "
        "Move its input above 0.",
        "division-by-zero": "{label} divides by 0. Move the divisor away from 0.",
        "zero-to-negative-power": "{label} is 0 to a negative power, a division by 0. "
        "Move its base away from 0.",
        "root-of-negative": "{label} is a fractional power of a negative number, which is undefined. "
        "Move its base above 0.",
        "overflow": "{label} is too large to hold and becomes infinite. Make its inputs smaller.",
        "infinity-minus-infinity": "{label} takes infinity from infinity, which is undefined. "
        "Look for the infinity at its inputs.",
        "zero-times-infinity": "{label} multiplies 0 by infinity, which is undefined. "
        "Look for the infinity at its inputs.",
        "infinity-over-infinity": "{label} divides infinity by infinity, which is undefined. "
        "Look for the infinities at its inputs.",
        "wave-of-infinity": "{label} is the sine or cosine of infinity, which is undefined. "
        "Look for the infinity at its input.",
        "kink": "{label} stands on its kink: the slope jumps at 0, and 0 is used for it. "
        "Move its input a little to either side.",
        "tie": "{label} compares two equal numbers: each receives half of the gradient. "
        "Move one of them a little.",
        "infinite-slope": "{label} has an infinite slope at 0. Move its input above 0.",
        "vanishing": "the gradient vanishes at {label}: it is too small to hold and becomes 0. "
        "Move the inputs to where the slope is larger.",
        "exploding": "the gradient explodes at {label}: it is beyond 1e12. "
        "Move the inputs to where the slope is smaller.",
    }
)
"""Every kind of finding in the order of its wire number; `{label}` stands for the node."""

# What can be while every number is finite, so it must be looked for each time.
_AT_FINITE = frozenset({"kink", "tie", "vanishing"})
# What is about the local derivative alone, so of no interest where no gradient goes.
_ABOUT_DERIVATIVE = frozenset({"kink", "tie", "vanishing", "infinite-slope"})


@dataclass(frozen=True, slots=True)
class Finding:
    """What is special about a node at these values."""

    node: int
    code: str
    message: str


def find(graph: Graph, numbers: Numbers, labels: Sequence[str] | None = None) -> list[Finding]:
    """All findings, by node and then kind. `labels` says what to call each node (by default `name_of`)."""
    found = sorted(find_kinds(graph, numbers))
    codes = list(KINDS)
    result = []
    for node, kind in found:
        label = (labels[node] if labels else "") or name_of(graph, node)
        result.append(Finding(node, codes[kind], KINDS[codes[kind]].replace("{label}", label)))
    return result


def find_kinds(graph: Graph, numbers: Numbers) -> set[tuple[int, int]]:
    """All findings as (node, index of its kind in KINDS). Fast where all numbers are finite and moderate."""
    return _found(graph, _checks(graph), numbers)


def finder(graph: Graph) -> Callable[[Record], set[tuple[int, int]]]:
    """`find_kinds` of a record, for the moves of one graph: the checks are looked up once."""
    checks, nodes = _checks(graph), len(graph.nodes)
    locals_, sent = 2 * nodes, 2 * nodes + len(graph.edges)
    totals = sent + len(graph.edges)

    def find(record: Record) -> set[tuple[int, int]]:
        # The usual case of a small graph: no gradient is beyond the limit if all together are not.
        if (
            not checks.at_finite
            and not isinstance(record, memoryview)
            and sum(map(abs, record[nodes:locals_])) <= EXPLODING
            and math.isfinite(sum(record[:nodes]))
            and record[sent:totals].count(0.0) <= checks.without_gradient
        ):
            return set()
        return _found(graph, checks, Numbers.of(record, graph))

    return find


def _found(graph: Graph, checks: _Checks, numbers: Numbers) -> set[tuple[int, int]]:
    if isinstance(numbers.values, memoryview):
        checks.vector = checks.vector or VectorFindings(
            checks.at_finite, checks.senders, checks.without_gradient, _VANISHING
        )
        by_numpy = checks.vector(numbers, EXPLODING)
        if by_numpy is not None:
            return by_numpy
        numbers = Numbers(*map(list, numbers))
    values, grads = numbers.values, numbers.grads
    # A sum is finite only if every term is; if a sum of finite terms is not, the long way finds nothing more.
    finite = math.isfinite(sum(values)) and math.isfinite(sum(grads))
    moderate = finite and max(grads) <= EXPLODING and min(grads) >= -EXPLODING
    found = set()
    for node, a, b, n, kind, _, condition, needs_gradient in checks.at_finite if moderate else checks.all:
        if condition(values[a], values[b], n, values[node]) and (grads[node] != 0 or not needs_gradient):
            found.add((node, kind))
    if not moderate:
        found |= {(node, _EXPLODING) for node in _exploding(graph, numbers, {node for node, _ in found})}
    if numbers.contributions.count(0.0) > checks.without_gradient:
        found |= {(node, _VANISHING) for node in _vanishing(checks.senders, numbers)}
    return found


_KIND = {code: kind for kind, code in enumerate(KINDS)}
_EXPLODING, _VANISHING = _KIND["exploding"], _KIND["vanishing"]


def _exploding(graph: Graph, numbers: Numbers, explained: set[int]) -> Iterator[int]:
    """Ops that send a gradient beyond the limit and received none, and values where several add up to one."""
    values, grads = numbers.values, numbers.grads
    reached = set()
    for edge, sent in zip(graph.edges, numbers.contributions, strict=True):
        if not abs(sent) <= EXPLODING:
            reached.add(edge.child)
            parent = graph.nodes[edge.parent]
            at = (values[parent.id], *(values[child] for child in parent.inputs))
            if (
                abs(grads[parent.id]) <= EXPLODING
                and parent.id not in explained
                and all(map(math.isfinite, at))
            ):
                yield parent.id
    for node, grad in enumerate(grads):
        if abs(grad) > EXPLODING and node not in reached:
            yield node


def _vanishing(senders: list[int], numbers: Numbers) -> list[int]:
    """Ops where the product of a gradient and a local derivative that are not 0 is too small to hold."""
    arrows = zip(senders, numbers.contributions, numbers.locals, strict=True)
    nothing = [sender for sender, sent, local in arrows if not sent and local]
    return [sender for sender in nothing if numbers.grads[sender]]


@dataclass(slots=True)
class _Checks:
    """What to look for in a graph."""

    at_finite: list[Check]
    """Those that can hold while all numbers are finite and moderate."""
    all: list[Check]
    senders: list[int]
    """Each edge's parent."""
    without_gradient: int
    """How many edges lead to constants."""
    vector: VectorFindings | None = None
    """Made when it is first wanted."""


_checks_of: WeakKeyDictionary[Graph, _Checks] = WeakKeyDictionary()


def _checks(graph: Graph) -> _Checks:
    checks = _checks_of.get(graph)
    if checks is None:
        without_gradient = sum(not graph.carries_gradient(edge) for edge in graph.edges)
        checks = _checks_of[graph] = _Checks([], [], [edge.parent for edge in graph.edges], without_gradient)
        for node in graph.nodes:
            if not node.op:
                continue
            steady = all(graph.nodes[child].kind == "const" for child in node.inputs)
            n = 0.0 if node.param is None else node.param
            for code, text in OPS[node.op].findings:
                if not (steady and code in _ABOUT_DERIVATIVE):
                    condition = function(text, PARAMETERS, IEEE)
                    about = (node.id, node.inputs[0], node.inputs[-1], n)
                    check = Check(*about, _KIND[code], text, condition, code == "vanishing")
                    checks.all.append(check)
                    if code in _AT_FINITE:
                        checks.at_finite.append(check)
    return checks
