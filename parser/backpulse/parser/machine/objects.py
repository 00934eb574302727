"""What a program can hold besides Values, numbers, texts and Python's own lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from backpulse.engine import Value
from backpulse.parser.errors import Span
from backpulse.parser.machine.code import Code, FunctionForm


class Scope:
    """Names, and where to look for those that are not among them."""

    __slots__ = ("inner", "names", "of_class", "outer", "owner", "parent")

    def __init__(self, parent: Scope | None, of_class: bool = False) -> None:
        self.names: dict[str, Any] = {}
        self.parent = parent
        self.of_class = of_class
        """Whether they are those of a class, which its methods do not see."""
        self.owner: Class | None = None
        """The class whose method runs here, for `super()`."""
        self.inner = False
        """Whether they are those of a comprehension, where `:=` names nothing."""
        self.outer: frozenset[str] = frozenset()
        """Names declared `global` or `nonlocal`."""


@dataclass(slots=True, eq=False)
class Frame:
    """Instructions that are being run, and what is to be restored after them."""

    code: Code
    scope: Scope
    pc: int = 0
    base: int = 0
    """The height of the stack below what is its own."""
    instance: Any = None
    """What a constructor gives back in place of what it returns."""
    still: bool = False
    """Whether gradients were switched off where it was called."""
    waiting: list[Waiting] = field(default_factory=list)
    """The `try` blocks that are open."""
    last: bool = False
    """Whether it has a `finally` that must not be left by `return`."""
    now: int = 0
    """The instruction after the `try` that begins."""
    generator: Any = None
    """The generator whose body it is."""


class Waiting(NamedTuple):
    """A block under `try`: its instructions, where its handlers are, and the stack's height."""

    first: int
    stop: int
    handler: int
    height: int


@dataclass(slots=True, eq=False)
class Function:
    """A function of the program."""

    form: FunctionForm
    defaults: dict[str, Any]
    scope: Scope
    owner: Class | None = None
    """The class it is a method of."""


@dataclass(slots=True, eq=False)
class Bound:
    """A method of an instance."""

    receiver: Any
    function: Any


@dataclass(slots=True, eq=False)
class Class:
    """A class of the program."""

    name: str
    bases: list[Any]
    names: dict[str, Any]

    def find(self, name: str) -> Any:
        """What the class or a base has by that name; None if nothing."""
        if name in self.names:
            return self.names[name]
        for base in self.bases:
            if isinstance(base, Class) and (found := base.find(name)) is not None:
                return found
        return None

    def derives_from(self, other: Class) -> bool:
        """Whether it is the other class, or made from it."""
        return self is other or any(
            isinstance(base, Class) and base.derives_from(other) for base in self.bases
        )


@dataclass(slots=True, eq=False)
class Instance:
    """An object of a class of the program."""

    cls: Class
    names: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Super:
    """`super()`: the methods of the bases, for the same instance."""

    receiver: Instance
    bases: list[Any]


@dataclass(slots=True, eq=False)
class Property:
    """A method that is read like an attribute."""

    function: Any
    kind: str = "property"


Native = Callable[["Any", list[Any], Mapping[str, Any], "Call"], Any]
"""A function of ours: the machine, the arguments by place and by name, and the call."""


@dataclass(slots=True, eq=False)
class Builtin:
    """A function of Python's or of a library, in ours."""

    name: str
    run: Native
    method: bool = False
    """Whether it is called with the object that it is found in."""


@dataclass(slots=True, eq=False)
class OpFunction:
    """A function of the ops table, which is a node of its own."""

    name: str
    prefix: Unknown | None = None
    """The name before it, where that could be a variable just as well: `F.relu`."""
    qualified: bool = False


@dataclass(slots=True, eq=False)
class Constructor:
    """`Value`, `torch.tensor`: what a starting value is wrapped in."""

    name: str
    constant: bool = False
    """Whether what it makes has no gradient: `jnp.array`."""


@dataclass(slots=True, eq=False)
class Module:
    """A library that is known here."""

    name: str


@dataclass(slots=True, eq=False)
class Opaque:
    """Something of a library that computes nothing here, such as a plot."""

    origin: str


@dataclass(slots=True, eq=False)
class Unknown:
    """A name that is called or looked into, and that nothing has made."""

    name: str
    span: Span
    owner: str = ""
    """The library it was looked for in."""


@dataclass(slots=True, eq=False)
class Method:
    """An attribute of a Value, list, text, …: known or not when it is called."""

    receiver: Any
    name: str
    receiver_span: Span
    name_span: Span


class Named(float):
    """A constant of a library, such as `math.pi`: a node of its own wherever it is read."""


class Gradient(float):
    """A gradient, or a value's number, that is read: it knows whose it is, for `x.grad.zero_()`.

    A name that is given one is no leaf: the program says that no gradient goes there.
    """

    owner: Value | None = None


class Comparison:
    """`a < b` of Values: true or false at their present values, and what decides."""

    __slots__ = ("left", "right", "sign", "truth")

    def __init__(self, truth: bool, sign: str, left: Any, right: Any) -> None:
        self.truth, self.sign, self.left, self.right = truth, sign, left, right

    def __bool__(self) -> bool:
        return self.truth

    def __repr__(self) -> str:
        return str(self.truth)


class Array:
    """A vector or matrix of a library: a list whose arithmetic goes element by element."""

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Any:
        return iter(self.items)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows, columns, …"""
        first = self.items[0] if self.items else None
        return (len(self.items), *(first.shape if isinstance(first, Array) else ()))

    def flat(self) -> list[Any]:
        """All elements, row by row."""
        return [x for item in self.items for x in (item.flat() if isinstance(item, Array) else [item])]


@dataclass(slots=True, eq=False)
class Context:
    """What stands after `with`."""

    kind: str
    label: str = ""


@dataclass(slots=True)
class Call:
    """A call that is being answered: its place, and its arguments' places."""

    span: Span
    spans: tuple[Span, ...]
    called: Span
    receiver: Value | None = None


@dataclass(slots=True)
class Pass:
    """One call of `.backward()`."""

    root: Value
    span: Span
    starts: dict[Value, float]
    """The leaves' numbers at that moment."""
    adds: bool
    """Whether its gradients were added to those of the pass before."""
