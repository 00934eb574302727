"""What is said in place of a hint with code where that code would not be true of the text at hand."""

from __future__ import annotations

_NO_SLOPE = "The gradient flows to the base only, so `{exponent}` would get none and nothing would say so. "
_NO_BOTH = "Two values stand side by side: write what joins them."
WITHOUT_CODE: dict[str, str] = {
    "missing-value/twice": "Write a name, a number or a bracket after it.",
    "missing-bracket": "The bracket opened {where} is never closed.",
    "missing-operator": _NO_BOTH,
    "missing-operator/number": _NO_BOTH,
    "missing-operator/function": "What a function takes stands in brackets.",
    "missing-end": "Each statement stands on a line of its own.",
    "extra-bracket": "Remove it, or open a bracket before it.",
    "wrong-bracket": "Each bracket is closed by its own kind.",
    "comma/decimal": "A decimal point is a point.",
    "assignment/turned": "Write the name on the left, the value on the right.",
    "assignment/split": "Leave the blank out.",
    "caret/varying": "A power is `**`, and its exponent a number."
    " Python's own `^` works on bits and has no slope.",
    "caret": "A power is `**`, and its exponent a number.",
    "function": "Below `def` a function's value stands after `return`.",
    "layer": "Call the function of that name, in small letters.",
    "text/name": "Write names and numbers without quotes.",
    "number/point": "A number has one decimal point.",
    "number/exponent": "Digits are missing after `{after}`.",
    "character": "Write names with letters, digits and `_`, and the operators `+ - * / **`.",
    "exponent": _NO_SLOPE + "Write it with `exp` and `log`.",
    "exponent/number": _NO_SLOPE + "Write it with `exp` and `log`.",
    "unknown-function/similar": "Write one of the functions that are known.",
    "unknown-function/product": "It is a value, and no function.",
    "arity": "Give it {needed}.",
    "keyword-argument": "Write only values.",
    "keyword": "It is a word of Python's own that has no place here.",
    "field": "After a value only functions can stand.",
    "prefix": "Import what is meant.",
    "wrapped": "It wraps a starting value; an expression stands without `{name}`.",
    "wrapped/list": "Wrap each of its numbers.",
    "two-names": "Give it a value above, or write what joins the two.",
}
