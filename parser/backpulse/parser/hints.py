"""What to write instead of a word, a sign or a character that the language does not have."""

from __future__ import annotations

_FUNCTIONS_CHOOSE = "To choose by size use `relu`, `max` or `min`."
_WRITTEN_OUT = "There are no loops and no functions of your own: write the steps out, one a line."
KEYWORDS: dict[str, str] = {
    **dict.fromkeys(("if", "elif", "else", "and", "or", "not", "is", "in", "match"), _FUNCTIONS_CHOOSE),
    **dict.fromkeys(("True", "False", "None"), "Every value is a number: write `1` or `0`."),
    **dict.fromkeys(("lambda", "def", "for", "while", "class"), _WRITTEN_OUT),
    "return": "The last statement is the result: write its expression alone.",
    "print": "Every value is shown: write its name alone.",
}
OTHER_KEYWORD = "Write expressions and assignments, one a line; the last one is drawn."

OPERATORS: dict[str, str] = {
    "%": "There is no remainder: it has no useful slope.",
    "//": "For a division write `/`.",
    "@": "Every value is one number: for a product write `*`.",
    "<": "Multiply by the power of two.",
    ">": "Divide by the power of two.",
    "&": _FUNCTIONS_CHOOSE,
    "|": "For the size of a number use `abs`.",
    "~": "For the opposite sign write `-`.",
    "!": "There is no factorial and no `not`.",
    ":=": "Name a value on a line of its own.",
    **dict.fromkeys((":", "->"), OTHER_KEYWORD),
    **dict.fromkeys("{}", "Group with round brackets: `(` and `)`."),
    "$": "Write names with letters, digits and `_`.",
    "?": _FUNCTIONS_CHOOSE,
    "\\": "For a division write `/`.",
    **dict.fromkeys(("`", "\\'", '\\"'), "Write names and numbers without quotes."),
}
"""What to write instead, by the first sign of an operator or by all of it."""

FIELDS: dict[str, str] = {
    "grad": "Gradients come out of the picture; they cannot go into it.",
    "data": "Write the name alone: `{name}`.",
    "function": "Write `{fixed}`.",
    "more": "It takes more than one value, for example `{fixed}`.",
    "assigned": "To start a leaf at a number assign it to the name; to change it move its slider.",
    "other": "After a value only functions can stand, for example `{name}.relu()`.",
}

CHARACTERS: dict[str, str] = {
    "—": "For minus write `-`.",
    "√": "The square root is `sqrt`.",
    "∛": "The cube root is `cbrt`.",
    "∑": "Write the sum out with `+`.",
    "∏": "Write the product out with `*`.",
    "∞": "Every number in the text is finite; infinities only come out.",
    "…": "Write all the terms out.",
    **dict.fromkeys("∂∇", "Derivatives come out of the picture; write only the expression."),
    "±": "Write one of the two signs.",
    "′": "Write names with letters, digits and `_`.",
}
QUOTES = "'\"‘’‚‛“”„‟«»‹›"
