"""Calls of ops: their inputs, their constants, vectors, lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from backpulse.engine import Op, Value
from backpulse.engine.op import packed
from backpulse.engine.rules import RULES
from backpulse.parser import functions
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.attributes import Attributes
from backpulse.parser.machine.objects import (
    Array,
    Call,
    Comparison,
    OpFunction,
)


class OpCalls(Attributes):
    """What a call of an op gives."""

    def _call_op_function(
        self, called: OpFunction, arguments: list[Any], named: Mapping[str, Any], call: Call
    ) -> Any:
        op = functions.FUNCTIONS[called.name]
        pythons = len(arguments) != 1 or named or self.is_number(arguments[0])
        if called.name == "round" and not called.qualified and pythons:
            from backpulse.parser.machine.libraries.python import PYTHON

            return self.guarded(lambda: PYTHON["round"].run(self, arguments, named, call), call.span)
        prefix = called.prefix
        if prefix is not None and len(arguments) not in op.counts and len(arguments) + 1 in op.counts:
            receiver = self.find(prefix.name)
            if not isinstance(receiver, Value):
                receiver = self._unbound(prefix.name, prefix.span)
            arguments = [receiver, *arguments]
            call = Call(call.span, (prefix.span, *call.spans), call.called)
        return self.call_op_by_name(op, arguments, named, call)

    def call_op_by_name(self, op: Op, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
        """`relu(a)`, `clamp(a, -1, 1)`, `max(a, b)`; of a vector element by element."""
        if op.name in ("max", "min") and (
            len(arguments) != 2
            or "key" in named
            or (
                not all(self._single(x) for x in arguments)
                and not (len(arguments) == 2 and any(isinstance(x, Array) for x in arguments))
            )
        ):
            return self.extreme(op.name, arguments, named, call)
        arrays = [x for x in arguments if isinstance(x, Array)]
        if arrays:
            size = len(arrays[0])
            return Array(
                [
                    self.call_op_by_name(
                        op, [x.items[i] if isinstance(x, Array) else x for x in arguments], named, call
                    )
                    for i in range(size)
                ]
            )
        if op.name == "log" and len(arguments) == 2:
            logs = [
                self._node(op, [x], Call(call.span, (s,), call.called), None)
                for x, s in zip(arguments, call.spans, strict=True)
            ]
            return self.binary("div", logs[0], logs[1], call.span)
        if op.name in functions.VARIANTS:
            keyword, variants = functions.VARIANTS[op.name]
            if (chosen := variants.get(str(named.get(keyword)))) is not None:
                rest = {name: x for name, x in named.items() if name != keyword}
                return self.call_op_by_name(functions.FUNCTIONS[chosen], arguments, rest, call)
        if op.constants:
            return self._with_constants(op, arguments, named, call)
        if named:
            name = next(iter(named))
            place = self.named_spans.get(name, call.span)
            raise self._not_named(op, name, place, call)
        if len(arguments) != op.arity:
            raise functions.wrong_number(
                self.source, call.span, op, [self.text_at(span) for span in call.spans]
            )
        return self._node(op, arguments, call, None)

    def as_op(self, start: int, end: int, found: tuple[Op, dict[str, str]]) -> None:
        """`0.0 if x <= 0 else x` of plain numbers is `relu(x)`, whichever branch was taken."""
        op, names = found
        texts = [names[name] for name in op.names[: op.arity]]
        inputs = [self.find(one) if one.isidentifier() else self.constant(float(one)) for one in texts]
        if not all(isinstance(x, Value) and x in self.plain for x in inputs) or self.fixed.issuperset(inputs):
            return
        param = packed([float(names[name]) for name in op.names[op.arity :]])
        for span in [span for span in self.branches if start <= span[0] and span[1] <= end]:
            del self.branches[span]
        self.stack[-1] = self.apply(op.name, tuple(inputs), (start, end), param)
        texts = [names[name] for name in op.names]
        self.read_as((start, end), f"read as {op.called}({', '.join(texts)})")

    def _not_named(self, op: Op, name: str, place: Span, call: Call) -> SourceError:
        fixed = f"{op.called}({', '.join(self.text_at(span) for span in call.spans)})"
        return self.wrong(
            "keyword-argument", place, [Fix(call.span, fixed)], name=op.called, keyword=shown(name)
        )

    def _single(self, x: Any) -> bool:
        return isinstance(x, (Value, Comparison)) or self.is_number(x)

    def _node(self, op: Op, arguments: Sequence[Any], call: Call, param: Any) -> Any:
        """The op's value; of plain numbers alone a plain number."""
        if all(map(self.is_number, arguments)) or (
            any(map(self.is_number, arguments))
            and all(self.is_number(x) or (isinstance(x, Value) and x in self.fixed) for x in arguments)
        ):
            numbers = [float(self.as_number(x, call.span)) for x in arguments]
            n = 0.0 if param is None else param
            result = RULES[op.name].forward(numbers[0], numbers[-1], n)
            whole = op.name in ("abs", "max", "min") and all(isinstance(x, int) for x in arguments)
            return int(result) if whole else result
        inputs = tuple(
            self.as_value(x, span, op.called) for x, span in zip(arguments, call.spans, strict=True)
        )
        return self.apply(op.name, inputs, call.span, param)

    def _with_constants(self, op: Op, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
        """`clamp(a, -1, 1)`, `elu(a, alpha=2)`, `pow(a, 2)`: constants come last, or by PyTorch's names."""
        known = {constant.name for constant in op.constants}
        numbers: dict[str, float] = {}
        for name, value in named.items():
            if name not in known:
                place = self.named_spans.get(name, call.span)
                raise self._not_named(op, name, place, call)
            if value is None and op.name == "clamp":
                continue
            numbers[name] = self._op_constant(op, value, self.named_spans.get(name, call.span))
        inputs, rest = arguments[: op.arity], arguments[op.arity :]
        if op.infix and len(rest) == 1 and not named:
            return self.power(inputs[0], rest[0], call.span, call.spans[0], call.spans[1])
        places = call.spans[op.arity :]
        if op.name == "clamp":
            return self._clamp(op, inputs, rest, numbers, call)
        constants = [self._op_constant(op, x, span) for x, span in zip(rest, places, strict=True)]
        try:
            param = op.given(constants, numbers)
        except TypeError:
            param = None
        if len(inputs) < op.arity or param is None:
            texts = [self.text_at(span) for span in call.spans]
            raise functions.wrong_number(self.source, call.span, op, texts)
        return self._node(op, inputs, call_of(call, op.arity), param)

    def _clamp(
        self, op: Op, inputs: list[Any], rest: list[Any], numbers: dict[str, float], call: Call
    ) -> Any:
        """`clamp` with one bound or both; a bound that is left out or None is none."""
        places = call.spans[op.arity :]
        bounds = dict(numbers)
        for name, x, span in zip(("min", "max"), rest, places, strict=False):
            if x is not None:
                bounds[name] = self._op_constant(op, x, span)
        if len(inputs) < op.arity or len(rest) > 2 or not bounds:
            texts = [self.text_at(span) for span in call.spans]
            raise functions.wrong_number(self.source, call.span, op, texts)
        one = call_of(call, op.arity)
        if len(bounds) == 2:
            return self._node(op, inputs, one, (bounds["min"], bounds["max"]))
        ((name, bound),) = bounds.items()
        limit = self.constant(bound)
        other = functions.FUNCTIONS["max" if name == "min" else "min"]
        return self._node(
            other, [inputs[0], limit], Call(call.span, (call.spans[0], call.span), call.called), None
        )

    def _op_constant(self, op: Op, x: Any, span: Span) -> float:
        """A number that belongs to an op itself."""
        number = None
        if self.is_number(x):
            number = float(x)
        elif isinstance(x, Value) and x in self.plain:
            number = x.data
            if x not in self.fixed:
                self.read_as(span, f"a constant of `{op.called}`: here {number:g}")
        if number is None or not isfinite(number):
            written, fixed = shown(self.text_at(span)), functions.example(op, "a")
            raise self.wrong("constant", span, name=op.called, written=written, fixed=fixed)
        return number

    def extreme(self, name: str, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
        """`max` and `min` of a list or of several."""
        items = arguments
        if len(arguments) == 1:
            if isinstance(arguments[0], (Value, int, float)):
                op = functions.FUNCTIONS[name]
                raise functions.wrong_number(self.source, call.span, op, [self.text_at(call.spans[0])])
            items = list(self.iterate(arguments[0], call.spans[0]))
        elif not arguments or not all(
            self._single(x) or isinstance(x, (str, list, tuple)) for x in arguments
        ):
            op = functions.FUNCTIONS[name]
            raise functions.wrong_number(self.source, call.span, op, [self.text_at(s) for s in call.spans])
        if not items:
            if "default" in named:
                return named["default"]
            raise self.wrong("empty-list", call.span, name=name)
        key = named.get("key")
        if key is None and any(isinstance(x, Value) and x not in self.fixed for x in items):
            result = items[0]
            for item in items[1:]:
                left, right = (self.as_value(x, call.span, name) for x in (result, item))
                result = self.apply(name, (left, right), call.span)
            return result
        keys = [x if key is None else self.call_now(key, [x], call.span) for x in items]
        plain = [self.comparable(x, call.span) for x in keys]
        best = (max if name == "max" else min)(range(len(items)), key=plain.__getitem__)
        return items[best]

    def comparable(self, x: Any, span: Span) -> Any:
        """Something as Python compares it."""
        if isinstance(x, (str, tuple, list)):
            return x if isinstance(x, str) else [self.comparable(one, span) for one in x]
        return self.as_number(x, span)


def several(count: int) -> str:
    """`1 value`, `2 values`."""
    return f"{count} value{'' if count == 1 else 's'}"


def call_of(call: Call, count: int) -> Call:
    """The same call with its first arguments alone."""
    return Call(call.span, call.spans[:count], call.called)
