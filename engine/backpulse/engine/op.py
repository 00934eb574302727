"""What a row of the ops table says about an operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SUM, PRODUCT, SIGN, POWER, ATOM = range(1, 6)
"""How tightly a written piece holds together, as in Python's grammar; names and calls hold tightest."""

Param = float | tuple[float, float]
"""An op's constants: one alone is `n` in its formulas, two are `lo` and `hi`."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that is part of the op itself: it has no slider and no gradient."""

    name: str
    """PyTorch's name for it, as a keyword."""
    default: float | None = None
    """PyTorch's; None where it must be given."""


@dataclass(frozen=True, slots=True)
class Op:
    """One operation: what it computes, its slopes, and how both are said."""

    name: str
    symbol: str
    """As typed: an operator sign, or the function's name."""
    signature: str
    """As typed over `a`, `b` and the constants."""
    forward: str
    partials: tuple[str, ...]
    partials_latex: tuple[str, ...]
    words: tuple[str, ...]
    """Per input, what its local derivative is."""
    gate: str
    """What the op does to a gradient that passes through it."""
    binds: int = ATOM
    """Its precedence."""
    sign: str = ""
    """The symbol as a person writes it (`×`), where that is not as typed."""
    function: str = ""
    """What an infix op is called as a function of the language too: `pow`."""
    torch: str = ""
    """In PyTorch, where that is not the signature, or `torch.` and the signature of a function."""
    numpy: str = ""
    """What numpy calls it, where that is not the name: a name that hides none of Python's."""
    micrograd: tuple[str, ...] | None = None
    """micrograd's own way in Python over a, b, n, y, g: the value, and what it sends to each input.

    Empty where that is always as here; None where micrograd has no such op.
    """
    micrograd_op: str = ""
    """How micrograd marks a value made by it, where that is not the symbol."""
    constants: tuple[Constant, ...] = ()
    """At most two, in the order of the signature."""
    contribution: str = "g * d"
    expansion: str | None = None
    """The primitives a derived op hides (`+`, `*`, `**`, functions); equal parts are one shared node."""
    findings: tuple[tuple[str, str], ...] = ()
    """(kind of finding, condition over a, b, y and the constants under which this op causes it)."""
    defined: str = ""
    """Of an op that a program made by `define`: its definition, as the language has it."""
    differs: str = ""
    """Where its numbers are not PyTorch's, on purpose, and why."""

    @property
    def arity(self) -> int:
        """How many inputs it has (a constant is none)."""
        return len(self.partials)

    @property
    def names(self) -> tuple[str, ...]:
        """Its inputs and constants as formulas have them."""
        constants = ("n",) if len(self.constants) == 1 else ("lo", "hi")[: len(self.constants)]
        return (*"ab"[: self.arity], *constants)

    @property
    def in_torch(self) -> str:
        """PyTorch's spelling over its `names`."""
        return self.torch or (self.signature if self.infix else f"torch.{self.signature}")

    @property
    def counts(self) -> range:
        """How many arguments its function can have, constants in them."""
        optional = sum(constant.default is not None for constant in self.constants)
        most = self.arity + len(self.constants)
        return range(most - optional, most + 1)

    @property
    def derived(self) -> bool:
        """Whether it can be opened into primitives."""
        return self.expansion is not None

    @property
    def infix(self) -> bool:
        """Whether it is typed with an operator sign and not as a function."""
        return not self.symbol.isidentifier()

    @property
    def called(self) -> str:
        """Its name as a function of the language; "" for an operator that has none."""
        return self.function or ("" if self.infix else self.symbol)

    @property
    def signed(self) -> bool:
        """Whether a sign before its one operand would read otherwise without brackets: `(-3) ** 2`."""
        return self.infix and self.arity == 1

    @property
    def slots(self) -> tuple[int, ...]:
        """How tightly each operand must hold together to stand without brackets.

        Operators of one kind are read from the left; the base of a power stands tightest of all.
        """
        return (self.binds + 1 if self.constants else self.binds, self.binds + 1)[: self.arity]

    @property
    def defaults(self) -> Param | None:
        """PyTorch's constants; None without any, or if one must be given."""
        return packed([constant.default for constant in self.constants])

    @property
    def wants(self) -> str:
        """What it takes beside its inputs, in words: `no exponent`, `two constants`."""
        if self.infix or not self.constants:
            return "an exponent" if self.constants else "no exponent"
        return "one constant" if len(self.constants) == 1 else "two constants"

    def given(self, numbers: Sequence[float], named: Mapping[str, float]) -> Param | None:
        """The constants, in order or by PyTorch's names; those left out are PyTorch's.

        TypeError for too many, for one that is given twice or unknown, and where one must be given.
        """
        names = [constant.name for constant in self.constants]
        chosen = {**dict(zip(names, numbers, strict=False)), **named}
        full = [chosen.get(constant.name, constant.default) for constant in self.constants]
        if len(numbers) + len(named) > len(chosen) or not set(chosen) <= set(names) or None in full:
            raise TypeError(f"{self.name} takes {self.wants}")
        return packed(full)

    def takes(self, param: Param | None) -> bool:
        """Whether these are as many constants as it has."""
        return len(constants_of(param)) == len(self.constants)


def constants_of(param: Param | None) -> tuple[float, ...]:
    """An op's constants, one by one."""
    return () if param is None else param if isinstance(param, tuple) else (param,)


def packed(numbers: Sequence[float | None]) -> Param | None:
    """Constants as an op holds them; None without any, or if one is missing."""
    there = [number for number in numbers if number is not None]
    if not there or len(there) < len(numbers):
        return None
    return there[0] if len(there) == 1 else (there[0], there[1])
