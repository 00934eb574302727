"""backpulse's own `show`, `open` and `export` of a text: the text in their quotes is read where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser.machine.objects import Builtin, Call


def _show(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
    """`show("(a + b) * c", a=2)`: its leaves start as the arguments say. Of a value it computes nothing."""
    if not a or not isinstance(a[0], str):
        m.note(c.span, "it computes no value of the graph")
        return None
    start, end = c.spans[0]
    quotes = 3 if m.source[start : start + 3] in ('"""', "'''") else 1
    inside = start + quotes, end - quotes
    if m.text_at(inside) != a[0]:
        m.note(c.span, "its text is not read here: paste it by itself")
        return None
    for name, x in n.items():
        if m.is_number(x) or (isinstance(x, Value) and x in m.fixed):
            place = m.named_spans.get(name, c.span)
            m.module.names[name] = m.leaf(float(m.as_number(x, place)), name, place, plain=True)
    m.read_as(c.span, "the text in its quotes is drawn")
    m.read_inside(*inside)
    return next((x for _, x in reversed(m.statements.values()) if isinstance(x, Value)), None)


VIEW = {name: Builtin(name, _show) for name in ("show", "show_text", "open", "export")}
"""What the view has."""
