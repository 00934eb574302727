"""Random numbers: Python's own and NumPy's, so that a program that sets a seed gets the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backpulse.parser.machine.objects import Array, Builtin, Call

Machine = Any


def _python(name: str) -> Any:
    def run(m: Machine, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
        _noted(m, "random", c)
        if name in ("choice", "sample", "choices", "shuffle"):
            items = m.listed(a[0], c.span)
            rest = [m.as_index(x, c.span) for x in a[1:]]
            named = {"k": m.as_index(n["k"], c.span)} if "k" in n else {}
            if max([*rest, *named.values(), 0]) > m.budget.items:
                raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
            if name == "shuffle":
                m.random.shuffle(items)
                a[0][:] = items
                return None
            return getattr(m.random, name)(items, *rest, **named)
        numbers = [m.as_number(x, c.span) for x in a]
        return getattr(m.random, name)(*numbers, **{k: m.as_number(x, c.span) for k, x in n.items()})

    return Builtin(name, run)


def _noted(m: Machine, library: str, c: Call) -> None:
    if library not in m.seeded:
        m.seeded.add(library)
        m.read_as(c.span, "no seed is set: these random numbers are those of the seed 0")


def _seed(m: Machine, a: list[Any], n: Mapping[str, Any], c: Call) -> None:
    m.seeded.add("random")
    m.random.seed(m.as_number(a[0], c.span) if a and not isinstance(a[0], str) else a[0] if a else 0)


def _numpy_seed(m: Machine, a: list[Any], n: Mapping[str, Any], c: Call) -> None:
    m.seeded.add("numpy")
    m.numpy_random.seed(m.as_index(a[0], c.span) if a else 0)


def _numpy(name: str, takes: int) -> Any:
    """numpy's legacy generator; `takes`: how many arguments come before the size."""

    def run(m: Machine, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
        _noted(m, "numpy", c)
        numbers = [m.as_number(x, c.span) for x in (a if name in ("rand", "randn") else a[:takes])]
        size = n.get("size", a[takes] if name not in ("rand", "randn") and len(a) > takes else None)
        sizes = (
            [m.as_index(x, c.span) for x in (size if isinstance(size, tuple) else (size,))]
            if size is not None
            else []
        )
        count = 1
        for one in [*sizes, *(numbers if name in ("rand", "randn") else [])]:
            count *= max(int(one), 1)
        if count > m.budget.items:
            raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
        if name in ("rand", "randn"):
            numbers = [int(x) for x in numbers]
        named = {"size": tuple(sizes)} if sizes else {}
        keywords = {k: m.as_number(x, c.span) for k, x in n.items() if k != "size"}
        return _ours(getattr(m.numpy_random, name)(*numbers, **keywords, **named))

    return Builtin(name, run)


def _ours(x: Any) -> Any:
    """numpy's numbers and arrays as ours."""
    if hasattr(x, "tolist"):
        x = x.tolist()
    return Array([_ours(one) for one in x]) if isinstance(x, list) else x


def _refused(m: Machine, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
    raise m.wrong("random/torch", c.span, name=m.text_at(c.called))


def _seed_refused(m: Machine, a: list[Any], n: Mapping[str, Any], c: Call) -> None:
    m.note(c.span, "PyTorch's random numbers are not made here")


RANDOM: dict[str, Any] = {
    name: _python(name)
    for name in (
        *(
            "random",
            "uniform",
            "gauss",
            "normalvariate",
            "randint",
            "randrange",
            "choice",
            "sample",
            "choices",
        ),
        *("shuffle", "expovariate", "betavariate", "triangular"),
    )
} | {"seed": Builtin("seed", _seed)}

NUMPY_RANDOM: dict[str, Any] = {
    "seed": Builtin("seed", _numpy_seed),
    "rand": _numpy("rand", 0),
    "randn": _numpy("randn", 0),
    "random": _numpy("random_sample", 0),
    "random_sample": _numpy("random_sample", 0),
    "uniform": _numpy("uniform", 2),
    "normal": _numpy("normal", 2),
    "randint": _numpy("randint", 2),
}

TORCH_RANDOM: dict[str, Any] = {
    **dict.fromkeys(("randn", "rand", "randint", "normal", "randperm", "empty"), Builtin("randn", _refused)),
    **dict.fromkeys(("manual_seed", "seed", "set_seed"), Builtin("manual_seed", _seed_refused)),
}

Drawn = Callable[..., Any]
