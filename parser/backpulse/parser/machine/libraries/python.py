"""Python's own functions, as far as programs of this kind use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser.machine.libraries.exceptions import EXCEPTIONS
from backpulse.parser.machine.objects import (
    Array,
    Bound,
    Builtin,
    Call,
    Class,
    Comparison,
    Function,
    Gradient,
    Instance,
    Opaque,
    Super,
)

Machine = Any
Arguments = list[Any]
Named = Mapping[str, Any]

SHOWN = frozenset(("print", "display", "draw_dot", "pprint", "trace"))
"""What shows something, and has no value."""


def _range(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    made = range(*(m.as_index(x, s) for x, s in zip(a, c.spans, strict=True)))
    if len(made) > 10 * m.budget.steps:
        raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
    return made


def _len(m: Machine, a: Arguments, n: Named, c: Call) -> int:
    (x,) = a
    if isinstance(x, Instance) and (method := x.cls.find("__len__")):
        return m.as_index(m.call_now(method, [x], c.span), c.span)  # type: ignore[no-any-return]
    return len(x)


def _sum(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    if len(a) > 2 or not a:
        raise TypeError("sum takes a list, and a start")
    if isinstance(a[0], Value):
        return a[0]
    items = m.listed(a[0], c.spans[0])
    start = a[1] if len(a) > 1 else n.get("start")
    # Python begins at 0; a node that adds 0 would say nothing.
    zero = start is not None and m.is_number(m.plain_of(start)) and m.plain_of(start) == 0
    return m.total(items, c.span, None if zero and items else start)


def _zip(m: Machine, a: Arguments, n: Named, c: Call) -> list[Any]:
    return list(
        zip(*(m.listed(x, s) for x, s in zip(a, c.spans, strict=True)), strict=n.get("strict") is True)
    )


def _enumerate(m: Machine, a: Arguments, n: Named, c: Call) -> list[Any]:
    start = m.as_index(a[1] if len(a) > 1 else n.get("start", 0), c.span)
    return list(enumerate(m.listed(a[0], c.span), start))


def _map(m: Machine, a: Arguments, n: Named, c: Call) -> list[Any]:
    lists = [m.listed(x, c.span) for x in a[1:]]
    return [m.call_now(a[0], list(items), c.span) for items in zip(*lists, strict=False)]


def _filter(m: Machine, a: Arguments, n: Named, c: Call) -> list[Any]:
    items = m.listed(a[1], c.span)
    return [x for x in items if m.truth(x if a[0] is None else m.call_now(a[0], [x], c.span), c.span)]


def _sorted(m: Machine, a: Arguments, n: Named, c: Call) -> list[Any]:
    return m.sorted(m.listed(a[0], c.span), n, c.span)  # type: ignore[no-any-return]


def _all(m: Machine, a: Arguments, n: Named, c: Call) -> bool:
    return all(m.truth(x, c.span) for x in m.listed(a[0], c.span))


def _any(m: Machine, a: Arguments, n: Named, c: Call) -> bool:
    return any(m.truth(x, c.span) for x in m.listed(a[0], c.span))


def _float(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """A number without a gradient; of a literal the number, which can start a leaf."""
    (x,) = a
    if isinstance(x, str):
        return float(x)
    if isinstance(x, Value):
        return m.constant(float(x.data), c.span) if x in m.fixed else Gradient(x.data)
    return float(m.as_number(x, c.span))


def _int(m: Machine, a: Arguments, n: Named, c: Call) -> int:
    x = a[0]
    return int(x) if isinstance(x, str) else int(m.as_number(x, c.span))


def _bool(m: Machine, a: Arguments, n: Named, c: Call) -> bool:
    return bool(a) and bool(m.truth(a[0], c.span))


def _str(m: Machine, a: Arguments, n: Named, c: Call) -> str:
    return m.bounded(str(m.printable(a[0])) if a else "", c.span)  # type: ignore[no-any-return]


def _round(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    digits = a[1] if len(a) > 1 else n.get("ndigits")
    if isinstance(a[0], Value) and a[0] not in m.plain:
        raise m.wrong("round", c.span, name=m.text_at(c.spans[0]))
    return round(m.as_number(a[0], c.span), None if digits is None else m.as_index(digits, c.span))


def _divmod(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    x, y = (m.as_number(one, c.span) for one in a)
    return divmod(x, y)


def _isinstance(m: Machine, a: Arguments, n: Named, c: Call) -> bool:
    x, kinds = a
    names = {getattr(kind, "name", str(kind)) for kind in (kinds if isinstance(kinds, tuple) else (kinds,))}
    if isinstance(x, Instance):
        classes, found = [x.cls], set()
        while classes:
            cls = classes.pop()
            found.add(cls.name)
            classes += [base for base in cls.bases if isinstance(base, Class)]
        return bool(found & names)
    own = {
        "Value": isinstance(x, Value) and x not in m.plain,
        "Tensor": isinstance(x, (Value, Array)) and x not in m.plain
        if isinstance(x, Value)
        else isinstance(x, Array),
        "int": isinstance(m.plain_of(x), int),
        "float": isinstance(m.plain_of(x), float),
        "str": isinstance(x, str),
        "list": isinstance(x, (list, Array)),
        "tuple": isinstance(x, tuple),
        "dict": isinstance(x, dict),
        "bool": isinstance(x, (bool, Comparison)),
    }
    return any(own.get(name, name in ("Var", "Scalar", "Variable") and own["Value"]) for name in names)


def _type(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    x = a[0]
    if isinstance(x, Instance):
        return x.cls
    return Opaque(type(m.plain_of(x)).__name__)


def _super(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    scope = m.scope
    while scope.owner is None and scope.parent is not None:
        scope = scope.parent
    me = next(iter(scope.names.values()), None)
    return Super(me, scope.owner.bases) if scope.owner and isinstance(me, Instance) else Opaque("super()")


def _hasattr(m: Machine, a: Arguments, n: Named, c: Call) -> bool:
    x, name = a
    if isinstance(x, Instance):
        return name in x.names or x.cls.find(name) is not None
    return isinstance(x, Value) and name in ("data", "grad", "label")


def _getattr(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    if len(a) == 3 and not _hasattr(m, a[:2], n, c):
        return a[2]
    return m.look_up(a[0], a[1], c.called, c.span)


def _setattr(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    m._set(a[0], a[2], (a[1], c.called, c.span), c.span)


def _callable(m: Machine, a: Arguments, n: Named, c: Call) -> bool:
    return isinstance(a[0], (Function, Bound, Builtin, Class))


def _id(m: Machine, a: Arguments, n: Named, c: Call) -> int:
    return m.number_for(a[0])  # type: ignore[no-any-return]


def _next(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    made = a[0] if hasattr(a[0], "__next__") else m.iterate(a[0], c.span)
    return next(made, *a[1:])


def _print(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    end = n.get("end", "\n")
    text = str(n.get("sep", " ") or " ").join(str(m.printable(x)) for x in a)
    m.print(text + (end if isinstance(end, str) else "\n"))


def _once(run: Callable[[Machine, Arguments, Named, Call], Any]) -> Callable[..., Any]:
    """What is gone through once, as Python's `map` and `zip` are."""
    return lambda m, a, n, c: iter(run(m, a, n, c))


_TABLE: dict[str, Callable[[Machine, Arguments, Named, Call], Any]] = {
    "range": _range,
    "len": _len,
    "sum": _sum,
    "zip": _once(_zip),
    "enumerate": _once(_enumerate),
    "reversed": _once(lambda m, a, n, c: m.listed(a[0], c.span)[::-1]),
    "map": _once(_map),
    "filter": _once(_filter),
    "sorted": _sorted,
    "all": _all,
    "any": _any,
    "list": lambda m, a, n, c: m.listed(a[0], c.span) if a else [],
    "tuple": lambda m, a, n, c: tuple(m.listed(a[0], c.span)) if a else (),
    "set": lambda m, a, n, c: {m.key(x, c.span) for x in m.listed(a[0], c.span)} if a else set(),
    "dict": lambda m, a, n, c: {
        **(dict(a[0] if isinstance(a[0], dict) else m.listed(a[0], c.span)) if a else {}),
        **n,
    },
    "float": _float,
    "int": _int,
    "bool": _bool,
    "str": _str,
    "repr": lambda m, a, n, c: repr(m.printable(a[0])),
    "divmod": _divmod,
    "round": _round,
    "frozenset": lambda m, a, n, c: frozenset(m.key(x, c.span) for x in m.listed(a[0], c.span)),
    "isinstance": _isinstance,
    "type": _type,
    "super": _super,
    "hasattr": _hasattr,
    "getattr": _getattr,
    "setattr": _setattr,
    "callable": _callable,
    "id": _id,
    "iter": lambda m, a, n, c: m.iterate(a[0], c.span),
    "next": _next,
    "print": _print,
    "ord": lambda m, a, n, c: ord(a[0]),
    "chr": lambda m, a, n, c: chr(m.as_index(a[0], c.span)),
    "property": lambda m, a, n, c: a[0],
    "staticmethod": lambda m, a, n, c: a[0],
    "classmethod": lambda m, a, n, c: a[0],
}

PYTHON: dict[str, Any] = {name: Builtin(name, run) for name, run in _TABLE.items()} | {
    "object": Class("object", [], {"__init__": Builtin("__init__", lambda m, a, n, c: None, True)}),
    "ABC": Class("ABC", [], {"__init__": Builtin("__init__", lambda m, a, n, c: None, True)}),
    **EXCEPTIONS,
}
