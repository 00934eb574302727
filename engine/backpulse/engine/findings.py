"""Findings: where a number leaves the number line or stands on a kink, said of its node or arrow."""

from __future__ import annotations

import math
import re
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
        "outside-one": "{label} is the arcsine or arccosine of a number beyond 1, which is undefined. "
        "Move its input between -1 and 1.",
        "infinite-slope-at-one": "{label} has an infinite slope at -1 and 1. Move its input between them.",
        "tangent-of-infinity": "{label} is the tangent of infinity, which is undefined. "
        "Look for the infinity at its input.",
        "corner": "{label} stands on a corner: the slope jumps here, and PyTorch's is used for it. "
        "Move its input a little to either side.",
        "flat": "{label} is flat between its jumps: its slope is 0 and no gradient passes. "
        "Look for a smooth op in its place.",
        "frozen": "{label} is frozen: only the program that made it computes it, so its number and its local "
        "derivative stay as they are when sliders move. Make it an op with `define`, and it follows them.",
        "gradient-zero-times-infinity": "{label} sends 0 × ∞ to {input}, which is undefined: a gradient of 0 "
        "meets an infinite local derivative. Move the input of {label} to where that is finite.",
        "gradient-infinity-times-zero": "{label} sends ∞ × 0 to {input}, which is undefined: an infinite "
        "gradient meets a local derivative of 0. Look for what made the gradient infinite.",
        "gradient-infinity-minus-infinity": "the total at {input} takes infinity from infinity, which is "
        "undefined, as what {label} sends is added. Look for what made the gradients infinite.",
        "undefined-derivative": "{label} has an undefined local derivative to {input}, as its inputs are too "
        "large. Make its inputs smaller.",
    }
)
"""Every kind of finding in the order of its wire number; `{label}` stands for the node.

Those from `gradient-zero-times-infinity` on are about an arrow: `{label}` sends, `{input}` receives.
"""

# What can be while every number is finite, so it must be looked for each time.
_AT_FINITE = frozenset({"kink", "tie", "vanishing", "infinite-slope-at-one", "corner", "flat", "frozen"})
# What is about the local derivative alone, so of no interest where no gradient goes.
_ABOUT_DERIVATIVE = frozenset({*_AT_FINITE, "infinite-slope"})


@dataclass(frozen=True, slots=True)
class Finding:
    """What is special about a node, or an arrow, at these values."""

    node: int
    """Of an arrow: the one that sends."""
    code: str
    message: str
    edge: int | None = None
    """The arrow."""


def find(graph: Graph, numbers: Numbers, labels: Sequence[str] | None = None) -> list[Finding]:
    """All findings by node, then those of arrows. `labels`: what to call each node (by default `name_of`)."""

    def called(node: int) -> str:
        return (labels[node] if labels else "") or name_of(graph, node)

    codes, nodes = list(KINDS), len(graph.nodes)
    result = []
    for place, kind in sorted(find_kinds(graph, numbers)):
        edge = graph.edges[place - nodes] if place >= nodes else None
        node = edge.parent if edge else place
        names = {"{label}": called(node), "{input}": called(edge.child) if edge else ""}
        message = _NAMED.sub(lambda name, names=names: names[name[0]], KINDS[codes[kind]])  # type: ignore[misc]
        result.append(Finding(node, codes[kind], message, edge.id if edge else None))
    return result


def find_kinds(graph: Graph, numbers: Numbers) -> set[tuple[int, int]]:
    """All findings as (place, index of its kind in KINDS). Fast where all numbers are finite and moderate.

    The places are the nodes, and after them the arrows: arrow 0 of a graph of 7 nodes is place 7.
    """
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
    sent = numbers.contributions
    for node, a, b, n, kind, _, condition, arrows in checks.at_finite if moderate else checks.all:
        if condition(values[a], values[b], n, values[node]) and (
            not arrows or (grads[node] != 0 and (sent[arrows[0]] == 0 or sent[arrows[-1]] == 0))
        ):
            found.add((node, kind))
    if not moderate:
        found |= {(node, _EXPLODING) for node in _exploding(graph, numbers, {node for node, _ in found})}
        found |= {(len(graph.nodes) + edge, kind) for edge, kind in _undefined(graph, numbers)}
    if numbers.contributions.count(0.0) > checks.without_gradient:
        found |= {(node, _VANISHING) for node in _vanishing(checks.senders, numbers)}
    return found


_NAMED = re.compile(r"\{label\}|\{input\}")
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
                sent == sent
                and abs(grads[parent.id]) <= EXPLODING
                and parent.id not in explained
                and all(map(math.isfinite, at))
            ):
                yield parent.id
    for node, grad in enumerate(grads):
        if abs(grad) > EXPLODING and node not in reached:
            yield node


def _undefined(graph: Graph, numbers: Numbers) -> Iterator[tuple[int, int]]:
    """Arrows at which a gradient becomes undefined that was not, and why."""
    values, grads, locals_, contributions, totals = numbers
    undefined = [False] * len(graph.nodes)  # whether the node's total is, so far
    for node in reversed(graph.nodes):
        incoming = grads[node.id]
        for edge in graph.sends[node.id]:
            child, local, sent = edge.child, locals_[edge.id], contributions[edge.id]
            if sent != sent:
                if incoming == 0 and abs(local) == math.inf:
                    yield edge.id, _KIND["gradient-zero-times-infinity"]
                elif abs(incoming) == math.inf and local == 0:
                    yield edge.id, _KIND["gradient-infinity-times-zero"]
                elif incoming == incoming and all(
                    map(math.isfinite, (values[node.id], *(values[child] for child in node.inputs)))
                ):
                    yield edge.id, _KIND["undefined-derivative"]
            elif totals[edge.id] != totals[edge.id] and not undefined[child]:
                yield edge.id, _KIND["gradient-infinity-minus-infinity"]
            undefined[child] = totals[edge.id] != totals[edge.id]


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
        without_gradient = graph.carries.count(False)
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
                    arrows = tuple(edge.id for edge in graph.sends[node.id] if graph.carries[edge.id])
                    check = Check(*about, _KIND[code], text, condition, arrows if code == "vanishing" else ())
                    checks.all.append(check)
                    if code in _AT_FINITE:
                        checks.at_finite.append(check)
    return checks
