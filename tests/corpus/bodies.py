"""Bodies of requests that once hurt, or are of the kind: each with where it goes and what refuses it."""

from __future__ import annotations

from typing import NamedTuple

_WRONG = ",".join(f'"{entry:x}": []' for entry in range(20_000)).encode()
_SHIFTED = bytes(range(256))


class Body(NamedTuple):
    """A body and the answer that it gets."""

    path: str
    body: bytes
    status: int
    code: str


def _trace(body: bytes, status: int = 422, code: str = "invalid-request") -> Body:
    return Body("/api/trace", body, status, code)


def _graph(nodes: bytes, code: str = "invalid-request", status: int = 422, root: bytes = b"0") -> Body:
    return Body("/api/graphs", b'{"nodes": [' + nodes + b'], "root": ' + root + b"}", status, code)


def _value(value: bytes) -> Body:
    return _trace(b'{"source": "a", "values": {"a": ' + value + b"}}")


MANY_MISTAKES: dict[str, Body] = {
    "values that are none": _trace(b'{"source": "a", "values": {' + _WRONG + b"}}", 413, "too-many-values"),
    "fields that there are not": _trace(b'{"source": "a", ' + _WRONG + b"}"),
    "a node's fields that there are not": _graph(b'{"kind": "leaf", ' + _WRONG + b"}"),
    "inputs that are no nodes": _graph(b'{"kind": "op", "inputs": [' + b"0.5, " * 49_999 + b"0.5]}"),
}
"""Of one mistake the person is told; the others are not to cost more than being read."""

TOO_MANY: dict[str, Body] = {
    "nodes that are none": _graph(b"0, " * 99_999 + b"0", "graph-nodes", 413),
    "nodes that are empty": _graph(b"{}, " * 49_999 + b"{}", "graph-nodes", 413),
    "nodes that are lists": _graph(b"[[]], " * 49_999 + b"[]", "graph-nodes", 413),
}
"""Over a limit by their number alone, whatever they are."""

BODIES: dict[str, Body] = {
    **MANY_MISTAKES,
    **TOO_MANY,
    # What is not JSON, or only just.
    "nothing": _trace(b"", 400, "invalid-json"),
    "null": _trace(b"null"),
    "a number": _trace(b"1"),
    "all bytes": _trace(_SHIFTED, 400, "invalid-json"),
    "UTF-16": _trace('{"source": "a"}'.encode("utf-16"), 400, "invalid-json"),
    "half a character": _trace(b'{"source": "\\ud800"}', 422, "not-text"),
    "half of an escape": _trace(b'{"source": "\\u12', 400, "invalid-json"),
    "lists in lists": _trace(b"[" * 200_000, 400, "invalid-json"),
    "objects in objects": _trace(b'{"source":' * 20_000, 400, "invalid-json"),
    "lists in a value": _value(b"[" * 150 + b"]" * 150),
    "a text that never ends": _trace(b'{"source": "' + b"a" * 200_000, 400, "invalid-json"),
    "blanks": _trace(b" " * 200_000, 400, "invalid-json"),
    "a body that is too large": _trace(b" " * ((1 << 20) + 1), 413, "body-too-large"),
    "a graph that is too large": Body("/api/graphs", b" " * ((4 << 20) + 1), 413, "graph-too-large"),
    "a source that is none": _trace(b'{"source": ["a"]}'),
    "a source of 600,001": _trace(b'{"source": "' + b"a" * 600_001 + b'"}', 413, "source-too-long"),
    # Numbers.
    "a number of 200,000 digits": _trace(
        b'{"source": "a", "values": {"a": ' + b"9" * 200_000 + b"}}", 400, "invalid-json"
    ),
    "a number of 4,000 digits": _value(b"9" * 4_000),
    "a number past all": _value(b"1e999"),
    "no number": _value(b"NaN"),
    "true": _value(b"true"),
    "a number as text": _value(b'"1"'),
    # Names.
    "a name that is nothing": _trace(b'{"source": "a", "values": {"": 1}}', 422, "unknown-name"),
    "a long name": _trace(b'{"source": "a", "values": {"' + b"a" * 200_000 + b'": 1}}', 422, "unknown-name"),
    "a long name that is nearly it": _trace(
        b'{"source": "' + b"ab" * 40_000 + b'", "values": {"' + b"ba" * 40_000 + b'": 1}}',
        422,
        "unknown-name",
    ),
    "long names that there are": _trace(
        b'{"source": "'
        + b"+".join(b"%c" % letter * 9_000 for letter in range(97, 105))
        + b'", "values": {"z": 1}}',
        422,
        "unknown-name",
    ),
    "a long name of a step": _trace(
        b'{"source": "' + b"s" * 9_000 + b' = a + b", "values": {"' + b"s" * 9_000 + b'": 1}}',
        422,
        "unknown-name",
    ),
    "a name of a null": _trace(b'{"source": "a", "values": {"\\u0000": 1}}', 422, "unknown-name"),
    "a long format": Body(
        "/api/export", b'{"source": "a", "format": "' + b"s" * 200_000 + b'"}', 422, "unknown-format"
    ),
    # Graphs.
    "no nodes": _graph(b"", "no-root"),
    "a root of 4,000 digits": _graph(b"", "no-root", root=b"9" * 4_000),
    "a root before all": _graph(b'{"kind": "leaf", "data": 1}', "no-root", root=b"-1"),
    "a root that is none": _graph(b'{"kind": "leaf", "data": 1}', root=b"true"),
    "an input of 4,000 digits": _graph(
        b'{"kind": "op", "op": "relu", "inputs": [' + b"9" * 4_000 + b"]}", "wrong-slot"
    ),
    "itself as input": _graph(b'{"kind": "op", "op": "relu", "inputs": [0]}', "cycle"),
    "a thousand inputs": _graph(b'{"kind": "op", "op": "relu", "inputs": [' + b"0, " * 999 + b"0]}", "arity"),
    "a long op": _graph(b'{"kind": "op", "op": "' + b"relu" * 50_000 + b'"}', "unknown-op"),
    "a long kind": _graph(b'{"kind": "' + b"leaf" * 50_000 + b'"}'),
    "a long label": _graph(
        b'{"kind": "leaf", "data": 1, "label": "' + b"a" * 200_000 + b'"}', "label-too-long", 413
    ),
    "a leaf of infinity": _graph(b'{"kind": "leaf", "data": "Infinity"}', "not-finite"),
    "an exponent of no number": _graph(
        b'{"kind": "leaf", "data": 1}, {"kind": "op", "op": "pow", "inputs": [0], "param": "NaN"}',
        "not-finite",
        root=b"1",
    ),
}
