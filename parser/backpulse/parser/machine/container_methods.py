"""What lists, texts, dicts and sets have after a dot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backpulse.parser.machine.objects import Call

Machine = Any
Table = dict[str, Callable[[Machine, Any, list[Any], Mapping[str, Any], Call], Any]]


def _sort(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    x[:] = machine.sorted(x, named, call.span)


def _extend(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    x += machine.listed(arguments[0], call.span)
    machine.bounded(x, call.span)


def _append(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    (item,) = arguments
    x.append(item)
    machine.bounded(x, call.span)


def _index(machine: Machine, x: Any, arguments: list[Any], *_: Any) -> int:
    found: int = [machine.printable(one) for one in x].index(machine.printable(arguments[0]))
    return found


OF_LIST: Table = {
    "append": _append,
    "extend": _extend,
    "insert": lambda m, x, a, n, c: x.insert(m.as_index(a[0], c.span), a[1]),
    "pop": lambda m, x, a, n, c: x.pop(*(m.as_index(i, c.span) for i in a)),
    "reverse": lambda m, x, a, n, c: x.reverse(),
    "sort": _sort,
    "copy": lambda m, x, a, n, c: list(x),
    "clear": lambda m, x, a, n, c: x.clear(),
    "index": _index,
    "remove": lambda m, x, a, n, c: x.pop(_index(m, x, a)) and None,
    "count": lambda m, x, a, n, c: [m.printable(one) for one in x].count(m.printable(a[0])),
}


def _joined(machine: Machine, x: str, arguments: list[Any], named: Mapping[str, Any], call: Call) -> str:
    text = x.join(machine.listed(arguments[0], call.span))
    return machine.bounded(text, call.span)  # type: ignore[no-any-return]


def _filled(machine: Machine, x: str, arguments: list[Any], named: Mapping[str, Any], call: Call) -> str:
    """`'{:.4f}'.format(x)`, field by field."""
    from string import Formatter

    made, number = "", 0
    for text, field, form, conversion in Formatter().parse(x):
        made += text
        if field is None:
            continue
        if field == "":
            field, number = str(number), number + 1
        value = arguments[int(field)] if field.isdigit() else named[field]
        shown = machine.printable(value)
        made += machine.formatted(repr(shown) if conversion == "r" else shown, form or "", call.span)
    return machine.bounded(made, call.span)  # type: ignore[no-any-return]


def _text(name: str) -> Callable[..., Any]:
    def run(machine: Machine, x: str, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
        plain = [machine.printable(one) for one in arguments]
        if name in ("ljust", "rjust", "center", "zfill") and int(plain[0]) > 1000:
            raise ValueError("a width of over 1,000")
        return (
            machine.bounded(getattr(x, name)(*plain), call.span)
            if name in _LONG
            else getattr(x, name)(*plain)
        )

    return run


_LONG = ("ljust", "rjust", "center", "zfill", "replace", "split")
OF_TEXT: Table = {
    name: _text(name)
    for name in (
        *("upper", "lower", "strip", "lstrip", "rstrip", "split", "splitlines", "replace", "startswith"),
        *(
            "endswith",
            "find",
            "count",
            "ljust",
            "rjust",
            "center",
            "zfill",
            "title",
            "isdigit",
            "isalpha",
            "index",
        ),
    )
}
OF_TEXT |= {"join": _joined, "format": _filled}

OF_DICT: Table = {
    "items": lambda m, x, a, n, c: list(x.items()),
    "keys": lambda m, x, a, n, c: list(x),
    "values": lambda m, x, a, n, c: list(x.values()),
    "get": lambda m, x, a, n, c: x.get(m.key(a[0], c.span), a[1] if len(a) > 1 else None),
    "pop": lambda m, x, a, n, c: x.pop(m.key(a[0], c.span), *a[1:]),
    "update": lambda m, x, a, n, c: x.update(*a, **n),
    "setdefault": lambda m, x, a, n, c: x.setdefault(m.key(a[0], c.span), *a[1:]),
    "copy": lambda m, x, a, n, c: dict(x),
}

OF_SET: Table = {
    "add": lambda m, x, a, n, c: x.add(m.key(a[0], c.span)),
    "discard": lambda m, x, a, n, c: x.discard(m.key(a[0], c.span)),
    "union": lambda m, x, a, n, c: x.union(*a),
}
