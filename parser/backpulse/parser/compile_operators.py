"""Names, numbers, texts and operators: the actions of grammar.lark for expressions outside brackets."""

from __future__ import annotations

import unicodedata

from backpulse.parser.compile_base import _NUMBER, Base, Item
from backpulse.parser.errors import Span
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import Fix
from backpulse.parser.grammar import Unexpected
from backpulse.parser.lalr import drive
from backpulse.parser.machine.own_ops import formula_of
from backpulse.parser.names import checked
from backpulse.parser.strings import is_closed, is_formatted, pieces, text_of


class Operators(Base):
    """Compiles what stands alone and what joins it."""

    def name(self, place: Span) -> Item:
        """`a`."""
        at = len(self.code)
        name = checked(self.source, self.source[place[0] : place[1]], place)
        self.code.append((self.machine.load, place[0], place[1], name))
        return Item(at, *place, "name")

    def number(self, place: Span) -> Item:
        """`2`, `.5`, `1e-3`, `1_000`."""
        start, end = place
        at = len(self.code)
        self.code.append((self.machine.literal, start, end, self._read(self.source[start:end], place)))
        return Item(at, start, end, "number")

    def _read(self, text: str, place: Span) -> tuple[float, bool]:
        """A literal's number, and whether it is an integer in Python."""
        data = float(text if text.isascii() else text.replace("−", "-"))
        if abs(data) == float("inf"):
            raise self.wrong("number/huge", place, written=shown(text))
        return data, text.replace("_", "").isdecimal()

    def vulgar(self, place: Span) -> Item:
        """`½`."""
        at = len(self.code)
        data = unicodedata.numeric(self.text(place))
        self.emit(self.machine.literal, *place, (data, False))
        self.machine.read_as(place, f"read as {data:.6g}")
        return Item(at, *place, "number")

    def ellipsis(self, place: Span) -> Item:
        """`...`, a statement that does nothing."""
        at = len(self.code)
        self.emit(self.machine.push, *place, None)
        return Item(at, *place, "string")

    def first_string(self, place: Span) -> Item:
        """`'a'`, `f"{a:.4f}"`."""
        at = len(self.code)
        text = self.text(place)
        if not is_closed(text):
            raise self.wrong(
                "text/open", (place[0], place[0] + 3), what=f"`{shown(text, 4)}` without its end"
            )
        if not is_formatted(text):
            self.emit(self.machine.push, *place, text_of(text))
            return Item(at, *place, "string")
        count = 0
        for piece in pieces(self.source, place):
            if isinstance(piece, str):
                self.emit(self.machine.push, *place, piece)
            else:
                self._part(piece.start, piece.end)
                self.emit(self.machine.format_piece, piece.start, piece.end, (piece.conversion, piece.form))
            count += 1
        self.emit(self.machine.join, *place, count)
        return Item(at, *place, "string")

    def next_string(self, before: Item, place: Span) -> Item:
        """`'a' 'b'` is one text."""
        self.first_string(place)
        self.emit(self.machine.join, before.start, place[1], 2)
        return Item(before.at, before.start, place[1], "string")

    def _part(self, start: int, end: int) -> None:
        """The expression between the braces of an f-string."""
        self._embedded += 1
        try:
            drive(self.source, self.action, start, end)
        except Unexpected as unexpected:
            raise self.wrong("text/braces", (unexpected.start, max(unexpected.start + 1, end))) from None
        self._embedded -= 1

    def _infix(self, op_name: str, left: Item, right: Item) -> Item:
        self.code.append((self.machine.infix[op_name], left[1], right[2], None))
        return Item(left[0], left[1], right[2])

    def add(self, left: Item, _: Span, right: Item) -> Item:
        """`a + b`."""
        return self._infix("add", left, right)

    def sub(self, left: Item, _: Span, right: Item) -> Item:
        """`a - b`."""
        return self._infix("sub", left, right)

    def mul(self, left: Item, _: Span, right: Item) -> Item:
        """`a * b`."""
        return self._infix("mul", left, right)

    def div(self, left: Item, _: Span, right: Item) -> Item:
        """`a / b`."""
        return self._infix("div", left, right)

    def floordiv(self, left: Item, _: Span, right: Item) -> Item:
        """`a // b`, of plain numbers."""
        return self._plain_infix("//", left, right)

    def mod(self, left: Item, _: Span, right: Item) -> Item:
        """`a % b`, of plain numbers; `text % values`."""
        return self._plain_infix("%", left, right)

    def matmul(self, left: Item, _: Span, right: Item) -> Item:
        """`a @ b`, of vectors and matrices."""
        return self._plain_infix("@", left, right)

    def _plain_infix(self, sign: str, left: Item, right: Item) -> Item:
        self.emit(self.machine.plain_infix, left.start, right.end, sign)
        return Item(left.at, left.start, right.end)

    def neg(self, sign: Span, item: Item) -> Item:
        """`-a`; a literal's sign belongs to it, so `-3` is one constant."""
        if item.what == "number":
            do, _, end, arg = self.code[-1]
            if do == self.machine.literal:
                self.code[-1] = do, sign[0], end, (-arg[0], arg[1])
                return Item(item.at, sign[0], end)
        self.emit(self.machine.neg, sign[0], item.end, (item.start, item.end))
        return Item(item.at, sign[0], item.end)

    def plus(self, sign: Span, item: Item) -> Item:
        """`+a`, which is `a`."""
        return Item(item.at, sign[0], item.end)

    def pow(self, base: Item, _: Span, exponent: Item) -> Item:
        """`a ** 2`."""
        self.emit(self.machine.pow, base.start, exponent.end, (base[1:3], exponent[1:3]))
        return Item(base.at, base.start, exponent.end)

    def raised(self, base: Item, digits: Span) -> Item:
        """`x²`, `x⁻¹`."""
        number = int(unicodedata.normalize("NFKC", self.text(digits)).replace("−", "-"))
        self.emit(self.machine.literal, *digits, (float(number), True))
        written = shown(self.piece(base.start, base.end))
        self.machine.read_as((base.start, digits[1]), f"read as {written} ** {number}")
        self.emit(self.machine.pow, base.start, digits[1], (base[1:3], digits))
        return Item(base.at, base.start, digits[1])

    def caret(self, base: Item, sign: Span, exponent: Item) -> Item:
        """`e^x` and LaTeX's `x^{2}`; between other values `^` could mean two things."""
        span = base.start, exponent.end
        braced = exponent.what == "braced"
        written, raised = self.piece(base.start, base.end), self.piece(exponent.start, exponent.end)
        if braced:
            self.code.pop()
            raised = f"({raised[1:-1].strip()})"
        if base.what == "name" and written == "e":
            del self.code[base.at : exponent.at]
            self.emit(self.machine.call_op, *span, ("exp", (exponent[1:3],)))
            bare = raised[1:-1] if raised.startswith("(") and raised.endswith(")") else raised
            self.machine.read_as(span, f"read as exp({shown(bare)})")
        elif braced or self.latex:
            self.emit(self.machine.pow, *span, (base[1:3], exponent[1:3]))
            self.machine.read_as(span, f"read as {shown(written)} ** {shown(raised)}")
        else:
            left, right = self.source[base.start : base.end], self.source[exponent.start : exponent.end]
            power = Fix(span, f"{left} ** {right}", "a power, by a number")
            varying = Fix(span, f"exp({right} * log({left}))", f"a power, where {shown(left)} is above 0")
            number = _NUMBER.fullmatch(raised) is not None
            fixes = [Fix(power.span, power.text)] if number else [power, varying]
            raise self.wrong("caret" if number else "caret/varying", sign, fixes)
        return Item(base.at, *span)

    def absolute(self, opening: Span, item: Item, closing: Span) -> Item:
        """`|x|`."""
        span = opening[0], closing[1]
        self.machine.read_as(span, f"read as abs({shown(self.piece(item.start, item.end))})")
        return self._call_op("abs", item, span)

    def root(self, sign: Span, item: Item) -> Item:
        """`√x`, `∛x`."""
        function = "sqrt" if self.text(sign) == "√" else "cbrt"
        span = sign[0], item.end
        self.machine.read_as(span, f"read as {function}({shown(self._inside(item))})")
        return self._call_op(function, item, span)

    def bare_function(self, function: Span, item: Item) -> Item:
        """`ln x`."""
        name = self.text(function)
        span = function[0], item.end
        self.machine.read_as(span, f"read as {'log' if name == 'ln' else name}({shown(self._inside(item))})")
        return self._call_op("log" if name == "ln" else name, item, span)

    def frac(self, slash: Span, _o: Span, left: Item, _c: Span, _p: Span, right: Item, close: Span) -> Item:
        r"""LaTeX's `\frac{a}{b}`."""
        self.code.append((self.machine.infix["div"], slash[0], close[1], None))
        return Item(left.at, slash[0], close[1])

    def _inside(self, item: Item) -> str:
        text = self.piece(item.start, item.end)
        return text[1:-1] if text.startswith("(") and text.endswith(")") else text

    def _call_op(self, op_name: str, item: Item, span: Span) -> Item:
        self.emit(self.machine.call_op, *span, (op_name, (item[1:3],)))
        return Item(item.at, *span)

    def condition(self, item: Item, word: Span) -> None:
        """`a if` of `a if c else b`: its instructions wait until those of `c` stand before them."""
        self._starts.append((item.start, word[1]))
        self._jumps.append(self.code[item.at :])
        del self.code[item.at :]

    def otherwise(self, place: Span) -> None:
        """`else` of it."""
        chosen = self._jumps.pop()
        start, end = self._starts[-1][1], place[0]
        asked = self.source[start:end]
        start, end = start + len(asked) - len(asked.lstrip()), start + len(asked.rstrip())
        self.emit(self.machine.jump_if_false, start, end, len(chosen) + 1)
        self.code += chosen
        self._jumps.append(len(self.code))
        self.emit(self.machine.jump, *place)

    def conditional(self, _: None, condition: Item, _else: None, other: Item) -> Item:
        """`a if c else b`."""
        self.land(self._jumps.pop())
        span = self._starts.pop()[0], other.end
        if found := formula_of(self.piece(*span)):
            self.emit(self.machine.as_op, *span, found)
        return Item(condition.at, *span)

    def or_left(self, item: Item, _: Span) -> Item:
        """`a or`."""
        self._jumps.append(len(self.code))
        self.emit(self.machine.jump_if_true_or_pop, item.start, item.end)
        return item

    def and_left(self, item: Item, _: Span) -> Item:
        """`a and`."""
        self._jumps.append(len(self.code))
        self.emit(self.machine.jump_if_false_or_pop, item.start, item.end)
        return item

    def or_(self, left: Item, right: Item) -> Item:
        """`a or b`."""
        self.land(self._jumps.pop())
        return Item(left.at, left.start, right.end)

    and_ = or_

    def not_(self, word: Span, item: Item) -> Item:
        """`not a`."""
        self.emit(self.machine.not_, word[0], item.end)
        return Item(item.at, word[0], item.end)

    def comparator(self, first: Span, second: Span | None = None) -> str:
        """`<`, `==`, `not in`."""
        word = self.text(first) if second is None else f"{self.text(first)} {self.text(second)}"
        return {"≤": "<=", "≥": ">=", "≠": "!="}.get(word, word)

    def compare(self, left: Item, sign: str, right: Item) -> Item:
        """`a < b`."""
        index = len(self.code)
        self.emit(self.machine.compare, left.start, right.end, (sign, False, False))
        return Item(left.at, left.start, right.end, index)

    def compare_next(self, left: Item, sign: str, right: Item) -> Item:
        """`a < b < c`: the middle one is kept for the second."""
        do, start, end, (first, chained, _) = self.code[left.what]
        self.code[left.what] = do, start, end, (first, chained, True)
        index = len(self.code)
        self.emit(self.machine.compare, left.start, right.end, (sign, True, False))
        return Item(left.at, left.start, right.end, index)
