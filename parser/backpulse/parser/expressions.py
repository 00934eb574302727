"""What an expression means: the actions of grammar.lark that make Values as the text is read.

An expression's value on the driver's stack is an `Item`: the Value and its place [start, end) in the text. A
token's is its `Span`, the place alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any

from backpulse.engine import Op, Value, apply
from backpulse.engine.op import Param
from backpulse.parser import functions
from backpulse.parser.arguments import NUMBER, Argument, Boxed, Item, Keyword
from backpulse.parser.errors import SourceError, Span, mistake
from backpulse.parser.excerpt import shown
from backpulse.parser.names import Names, check_keyword


class Expressions:
    """Makes the Values of one text and keeps where they stand in it."""

    def __init__(self, source: str, max_nodes: int | None) -> None:
        self.source = source
        self._limit = inf if max_nodes is None else max_nodes
        self.names = Names(source)
        self.spans: dict[Value, Span] = {}
        """Where constants and ops are in the text: with their brackets, a named op as its whole statement."""
        self.bare: dict[Value, Span] = {}
        """The same without brackets, for those that have some."""
        self._fixed: set[Value] = set()  # constants, and what is computed from constants alone
        self._wraps: set[Value] = set()  # constants that stand for a `Value(…)`

    def text(self, token: Span) -> str:
        """A token as written."""
        return self.source[token[0] : token[1]]

    def infix(self, op_name: str) -> Callable[[Item, Any, Item], Item]:
        """The action of `a + b`, `a - b`, … for one op."""
        spans, fixed, limit = self.spans, self._fixed, self._limit

        def act(left: Item, _: Any, right: Item) -> Item:
            a, start, _end = left
            b, _start, end = right
            value = apply(op_name, a, b)
            spans[value] = start, end
            if len(spans) > limit:
                raise self._too_many((start, end))
            if a in fixed and b in fixed:
                fixed.add(value)
            return value, start, end

        return act

    def neg(self, sign: Span, item: Item) -> Item:
        """`-a`; a literal's sign belongs to it, so `-3` is one constant, and `-math.pi` and `-Value(3)`."""
        value, start, end = item
        first = self.source[start]
        if value.kind == "const" and (first.isalnum() or first == "." or value in self._wraps):
            value.data = -value.data
            self.bare.pop(value, None)
            return self._made(value, sign[0], end)
        return self._op("neg", [item], sign[0], end)

    def plus(self, sign: Span, item: Item) -> Item:
        """`+a`, which is `a`."""
        return item[0], sign[0], item[2]

    def pow(self, base: Item, _: Any, exponent: Item) -> Item:
        """`a ** 2`: the exponent is computed here, once and for all."""
        return self._op("pow", [base], base[1], exponent[2], self._exponent(base, exponent))

    def _exponent(self, base: Item, exponent: Item) -> float:
        value, start, end = exponent
        if value not in self._fixed:
            base_text, exponent_text = self._without_brackets(base), self.source[start:end]
            number = base[0].data if base[0] in self._fixed else None
            raise functions.varying_exponent(self.source, (start, end), base_text, exponent_text, number)
        if not isfinite(value.data):
            outcome = "not a number" if value.data != value.data else "infinite"
            raise mistake("exponent/infinite", self.source, (start, end), number=outcome)
        return value.data

    def group(self, opening: Span, item: Item, closing: Span) -> Item:
        """`(a)`: the brackets belong to the place of what they hold, if it was made there."""
        value, start, end = item
        span = opening[0], closing[1]
        if value.kind != "leaf" and self.spans[value] == (start, end):
            self.bare.setdefault(value, (start, end))
            self.spans[value] = span
        return value, *span

    def number(self, place: Span) -> Item:
        """`2`, `.5`, `1e-3`, `1_000`."""
        start, end = place
        return self._literal(self.source[start:end], start, end)

    def name(self, place: Span) -> Item:
        """`a`: what the name is bound to, or its leaf."""
        start, end = place
        text = self.source[start:end]
        value = self.names.bound.get(text)
        if value is None:
            value = self.names.refer(text, place)
        return value, start, end

    def constant(self, module: Span, name: Span) -> Item:
        """`math.pi`."""
        text = self.text(name)
        if text in functions.FUNCTIONS:
            self.names.refer(text, name)  # says that it needs its brackets
        if text not in functions.CONSTANTS:
            known = ", ".join(f"`{self.text(module)}{constant}`" for constant in functions.CONSTANTS)
            raise mistake("unknown-constant", self.source, name, name=shown(text), known=known)
        return self._constant(functions.CONSTANTS[text], module[0], name[1])

    def call(self, name: Span, _open: Span, arguments: list[Argument], close: Span) -> Item:
        """`relu(a)`."""
        return self._call(name, arguments, name[0], close)

    def module_call(
        self, module: Span, name: Span, _open: Span, arguments: list[Argument], close: Span
    ) -> Item:
        """`torch.relu(a)`."""
        return self._call(name, arguments, module[0], close)

    def method(
        self, item: Item, _dot: Span, name: Span, _open: Span, arguments: list[Argument], close: Span
    ) -> Item:
        """`a.relu()`; and `F.relu(a)`, if F has no value of its own."""
        text = self.text(name)
        if text in functions.TRANSPARENT:
            return item[0], item[1], close[1]
        if self._is_module(item):
            op = functions.FUNCTIONS.get(text)
            if len(arguments) in op.counts if op else arguments:
                return self._call(name, arguments, item[1], close)
        return self._call(name, [item, *arguments], item[1], close)

    def _is_module(self, item: Item) -> bool:
        """Whether it is the name F, and the text gives that name neither a value nor a start."""
        value, start, end = item
        names, name = self.names, functions.MODULE
        its_leaf = value is names.leaves.get(name) and name not in names.given
        return its_leaf and self.source[start:end] == name

    def _call(self, name: Span, arguments: Sequence[Argument], start: int, close: Span) -> Item:
        text, end = self.text(name), close[1]
        if text in functions.CONSTRUCTORS:
            return self._wrapped((start, name[1]), arguments, end)
        op = functions.FUNCTIONS.get(text)
        if op is not None and op.constants:
            return self._with_constants(op, arguments, start, end)
        items = [self._plain(text, argument) for argument in arguments]
        if op is not None and len(items) == op.arity:
            return self._op(op.name, items, start, end)
        texts = [self.source[item[1] : item[2]] for item in items]
        if op is not None:
            raise functions.wrong_number(self.source, (start, end), op, texts)
        check_keyword(self.source, text, name)
        raise functions.unknown(self.source, name, text, texts, self.names.known(text), start < name[0])

    def _with_constants(self, op: Op, arguments: Sequence[Argument], start: int, end: int) -> Item:
        """`clamp(a, -1, 1)`, `elu(a, alpha=2)`, `pow(a, 2)`: constants come last, or by PyTorch's names."""
        known = {constant.name for constant in op.constants}
        named: dict[str, float] = {}
        items = []
        for argument in arguments:
            if isinstance(argument, Keyword) and argument.name in known:
                if not NUMBER.fullmatch(argument.setting):
                    raise self._no_constant(op, argument.start, argument.end)
                number, _, _ = self._literal(argument.setting, argument.start, argument.end)
                named[argument.name] = number.data
            else:
                items.append(self._plain(op.called, argument))
        inputs, rest = items[: op.arity], items[op.arity :]
        if op.infix and len(rest) == 1 and not named:
            return self._op(op.name, inputs, start, end, self._exponent(inputs[0], rest[0]))
        for value, begin, stop in rest:
            if value not in self._fixed or not isfinite(value.data):
                raise self._no_constant(op, begin, stop)
        try:
            param = op.given([value.data for value, _, _ in rest], named)
        except TypeError:
            param = None
        if len(inputs) < op.arity or param is None:
            texts = [self.source[item[1] : item[2]] for item in items]
            raise functions.wrong_number(self.source, (start, end), op, texts)
        return self._op(op.name, inputs, start, end, param)

    def _no_constant(self, op: Op, start: int, end: int) -> SourceError:
        written = shown(self.source[start:end])
        fixed = functions.example(op, "a")
        return mistake("constant", self.source, (start, end), name=op.called, written=written, fixed=fixed)

    def _plain(self, function: str, argument: Argument) -> Item:
        """An argument that is a value, as a function needs."""
        if isinstance(argument, Boxed):
            raise mistake("list", self.source, (argument.start, argument.end))
        if isinstance(argument, Keyword):
            op = functions.FUNCTIONS.get(function)
            words = {
                "name": shown(function),
                "keyword": shown(argument.name),
                "fixed": functions.example(op, "a") if op and op.constants else f"{shown(function)}(a)",
            }
            raise mistake("keyword-argument", self.source, (argument.start, argument.end), **words)
        return argument

    def _wrapped(self, name: Span, arguments: Sequence[Argument], end: int) -> Item:
        """`Value(2.0)`, `Value(data=2.0)`, `torch.tensor([2.0], requires_grad=True)`: the number.

        Other keywords are passed over.
        """
        items = []
        for argument in arguments:
            if isinstance(argument, Boxed):
                items.append(argument.item)
            elif not isinstance(argument, Keyword):
                items.append(argument)
            elif argument.name == "data" and NUMBER.fullmatch(argument.setting):
                items.append(self._literal(argument.setting, argument.start, argument.end))
        if len(items) != 1 or items[0][0].kind != "const":
            raise mistake("wrapped", self.source, (name[0], end), name=shown(self.text(name)))
        self._wraps.add(items[0][0])
        self.bare.pop(items[0][0], None)
        return self._made(items[0][0], name[0], end)

    def no_arguments(self) -> list[Argument]:
        """`()`."""
        return []

    def first_argument(self, argument: Argument) -> list[Argument]:
        """`a` in `(a, b)`."""
        return [argument]

    def next_argument(self, arguments: list[Argument], _: Span, argument: Argument) -> list[Argument]:
        """`, b` in `(a, b)`."""
        arguments.append(argument)
        return arguments

    def trailing_comma(self, arguments: list[Argument], _: Span) -> list[Argument]:
        """`(a, b,)`, which Python allows."""
        return arguments

    def keyword(self, name: Span, sign: Span, setting: Span) -> Keyword:
        """`label='a'`."""
        end = setting[1]
        return Keyword(self.text(name), self.source[sign[1] : end].strip(), name[0], end)

    def boxed(self, opening: Span, item: Item, closing: Span) -> Boxed:
        """`[2.0]` as an argument."""
        return Boxed(item, opening[0], closing[1])

    def _op(self, op_name: str, items: list[Item], start: int, end: int, param: Param | None = None) -> Item:
        inputs = [item[0] for item in items]
        value = apply(op_name, *inputs, param=param)
        if self._fixed.issuperset(inputs):
            self._fixed.add(value)
        return self._made(value, start, end)

    def _literal(self, text: str, start: int, end: int) -> Item:
        data = float(text if text.isascii() else text.replace("−", "-"))
        if abs(data) == inf:
            raise mistake("number/huge", self.source, (start, end), written=shown(text))
        return self._constant(data, start, end)

    def _constant(self, data: float, start: int, end: int) -> Item:
        value = Value.const(data)
        self._fixed.add(value)
        return self._made(value, start, end)

    def _made(self, value: Value, start: int, end: int) -> Item:
        self.spans[value] = start, end
        if len(self.spans) > self._limit:
            raise self._too_many((start, end))
        return value, start, end

    def _too_many(self, span: Span) -> SourceError:
        return mistake("too-many-nodes", self.source, span, limit=f"{self._limit:,}")

    def _without_brackets(self, item: Item) -> str:
        value, start, end = item
        if self.spans.get(value) == (start, end):
            start, end = self.bare.get(value, (start, end))
        return self.source[start:end]
