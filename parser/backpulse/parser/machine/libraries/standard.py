"""What programs take of functools, itertools, collections and operator."""

from __future__ import annotations

import itertools
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Mapping
from itertools import islice
from typing import Any

from backpulse.parser.machine.objects import Builtin, Call

Arguments = list[Any]
Named = Mapping[str, Any]


def _reduce(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    items = m.listed(a[1], c.span)
    result = a[2] if len(a) > 2 else items.pop(0)
    for one in items:
        result = m.call_now(a[0], [result, one], c.span)
    return result


def _partial(m: Any, a: Arguments, n: Named, c: Call) -> Builtin:
    first, named = list(a), dict(n)

    def run(m: Any, a: Arguments, n: Named, c: Call) -> Any:
        return m.call_now(first[0], [*first[1:], *a], c.span, {**named, **n})

    return Builtin("partial", run)


def _listed(name: str) -> Any:
    """Of itertools: as many items as one list may have, each list gone through before."""
    function = getattr(itertools, name)

    def run(m: Any, a: Arguments, n: Named, c: Call) -> Any:
        lists = [m.listed(x, c.span) for x in a]
        repeat = m.as_index(n.get("repeat", 1), c.span)
        made = function(*lists * repeat) if name == "product" else function(*lists, **n)
        return iter(m.bounded(list(islice(made, m.budget.items + 1)), c.span))

    return run


def _of_size(name: str) -> Any:
    function = getattr(itertools, name)

    def run(m: Any, a: Arguments, n: Named, c: Call) -> Any:
        size = m.as_index(a[1], c.span) if len(a) > 1 else None
        made = function(m.listed(a[0], c.span), *([] if size is None else [size]))
        return iter(m.bounded(list(islice(made, m.budget.items + 1)), c.span))

    return run


def _islice(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    bounds = [None if x is None else m.as_index(x, c.span) for x in a[1:]]
    return islice(m.iterate(a[0], c.span), *bounds)


def _accumulate(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    function = a[1] if len(a) > 1 else n.get("func")
    made: list[Any] = []
    for x in m.listed(a[0], c.span):
        if made:
            before = made[-1]
            x = (
                m.binary("add", before, x, c.span)
                if function is None
                else m.call_now(function, [before, x], c.span)
            )
        made.append(x)
    return iter(made)


def _count(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    return itertools.count(*(m.as_number(x, c.span) for x in a))


def _repeat(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    return itertools.repeat(a[0], *(m.as_index(x, c.span) for x in a[1:]))


def _cycle(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    return itertools.cycle(m.listed(a[0], c.span))


def _defaultdict(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    if not a or a[0] is None:
        return dict(n)
    return defaultdict(lambda: m.call_now(a[0], [], c.span), **n)


def _counter(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    return Counter([m.key(x, c.span) for x in m.listed(a[0], c.span)] if a else [])


def _ordered(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    return OrderedDict(m.listed(a[0].items() if isinstance(a[0], dict) else a[0], c.span) if a else [])


def _same(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    return a[0] if a else Builtin("same", _same)


def _infix(op_name: str) -> Any:
    return lambda m, a, n, c: m.binary(op_name, a[0], a[1], c.span)


def _itemgetter(m: Any, a: Arguments, n: Named, c: Call) -> Any:
    keys = list(a)

    def run(m: Any, a: Arguments, n: Named, c: Call) -> Any:
        found = [m.item(a[0], key, c.span) for key in keys]
        return found[0] if len(found) == 1 else tuple(found)

    return Builtin("itemgetter", run)


STANDARD: dict[str, dict[str, Any]] = {
    library: {name: Builtin(name, run) for name, run in table.items()}
    for library, table in {
        "functools": {
            "reduce": _reduce,
            "partial": _partial,
            **dict.fromkeys(("lru_cache", "cache", "wraps", "total_ordering"), _same),
        },
        "itertools": {
            **{name: _listed(name) for name in ("product", "chain", "zip_longest")},
            **{name: _of_size(name) for name in ("combinations", "permutations", "pairwise")},
            "combinations_with_replacement": _of_size("combinations_with_replacement"),
            "islice": _islice,
            "accumulate": _accumulate,
            "count": _count,
            "repeat": _repeat,
            "cycle": _cycle,
        },
        "collections": {
            "defaultdict": _defaultdict,
            "Counter": _counter,
            "OrderedDict": _ordered,
        },
        "operator": {
            **{name: _infix(name) for name in ("add", "sub", "mul")},
            "truediv": _infix("div"),
            "itemgetter": _itemgetter,
            "matmul": _infix("@"),
        },
    }.items()
}
