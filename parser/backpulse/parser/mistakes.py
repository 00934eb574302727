"""Every sentence that says what is wrong with a text, one row each.

`code` or `code/variant`, kind, message, hint. The message names what is wrong, short as a title; the hint
is a sentence
or two with the way out, code in backticks. What stands in {braces} comes from the person's own text, a
{way_out} from
hints.py.
"""

from __future__ import annotations

from backpulse.parser.mistakes_of_programs import OF_PROGRAMS

_ON_LINE = "A line ends its statement. To go on below, put the whole expression in brackets."

_TEXT = "Text in quotes has no value"
_TWO = "Two assignments in one statement"
_VARIES = "The exponent of `**` must be a constant"
_NO_SLOPE = "The gradient flows to the base only, so `{exponent}` would get none and nothing would say so. "

ROWS: dict[str, tuple[str, str, str]] = {
    "empty": ("Incomplete", "Nothing to draw yet", "Type an expression, for example `(a + b) * c`."),
    "empty/skipped": (
        "Incomplete",
        "Nothing to draw in these lines",
        "They are understood, but none computes a value. Add an expression, for example `(a + b) * c`.",
    ),
    "empty/branch": (
        "Incomplete",
        "Nothing is computed on the way that this program takes",
        "`{condition}` is {truth} at these values. Give the names other ones.",
    ),
    "empty/function": (
        "Incomplete",
        "Nothing is computed: the functions are defined, and none is called",
        "Call one below them, for example `{fixed}`.",
    ),
    "keyword/misplaced": (
        "Misplaced",
        "`{word}` cannot stand here",
        "It is a word of Python's own, and no name.",
    ),
    "missing-value": (
        "Incomplete",
        "Missing value after `{before}`",
        "Write a name, a number or a bracket after it.",
    ),
    "missing-value/line": ("Incomplete", "Missing value after `{before}`", _ON_LINE),
    "missing-value/twice": (
        "Incomplete",
        "Missing value after `{before}`",
        "To add or take 1 write `{fixed}`.",
    ),
    "missing-value/between": (
        "Incomplete",
        "Missing value between `{before}` and `{after}`",
        "Write a name, a number or a bracket between them, or remove one of the two.",
    ),
    "missing-value/first": ("Incomplete", "Missing value before `{after}`", "Write what stands left of it."),
    "missing-value/first-on-line": ("Incomplete", "Missing value before `{after}`", _ON_LINE),
    "missing-value/assigned": (
        "Incomplete",
        "Missing value after `{before}`",
        "Write what `{name}` is, for example `{name} = 2`.",
    ),
    "missing-value/brackets": ("Incomplete", "Nothing inside the brackets", "Write an expression in them."),
    "missing-name": ("Incomplete", "Missing function after `{before}`", "Write one, for example `{fixed}`."),
    "missing-bracket": (
        "Incomplete",
        "Missing {closing}",
        "The bracket opened {where} is never closed. Add `{fixed}` here.",
    ),
    "missing-operator": (
        "Incomplete",
        "Missing operator between `{before}` and `{after}`",
        "To multiply them write `{fixed}`.",
    ),
    "missing-operator/number": (
        "Incomplete",
        "Missing `*` between `{before}` and `{after}`",
        "Write `{fixed}`.",
    ),
    "missing-operator/function": (
        "Incomplete",
        "Missing brackets after `{before}`",
        "Write `{fixed}`.",
    ),
    "missing-end": (
        "Incomplete",
        "Two statements on one line",
        "Put `;` or a new line before `{after}`.",
    ),
    "extra-bracket": (
        "Misplaced",
        "This `{after}` closes nothing",
        "Remove it, or open a bracket before it.",
    ),
    "wrong-bracket": ("Misplaced", "`{after}` does not close `{opening}`", "Write `{fixed}` here."),
    "comma": (
        "Misplaced",
        "A comma outside a function's brackets",
        "Each statement computes one value: write one a line.",
    ),
    "comma/decimal": ("Misplaced", "A comma inside a number", "Write a decimal point: `{fixed}`."),
    "assignment": (
        "Misplaced",
        "Only a name can stand before `{after}`",
        "Write the name on the left, the value on the right.",
    ),
    "assignment/turned": (
        "Misplaced",
        "Only a name can stand before `{after}`",
        "Write it the other way round: `{fixed}`.",
    ),
    "assignment/inside": (
        "Misplaced",
        "An assignment inside brackets",
        "Write it as a statement of its own.",
    ),
    "assignment/split": ("Misplaced", "A blank inside `{before}`", "Write `{fixed}`."),
    "misplaced": (
        "Misplaced",
        "`{after}` cannot stand here",
        "Remove it, or write an expression such as `(a + b) * c`.",
    ),
    "misplaced/line": (
        "Misplaced",
        "A line ends its statement",
        "So the value above would be lost. To go on with `{after}`, put the whole expression in brackets.",
    ),
    "caret/varying": (
        "Unsupported",
        "`^` is not a power here",
        "A power is `**`: write `{fixed}`. Python's own `^` works on bits and has no slope.",
    ),
    "caret/alone": (
        "Unsupported",
        "`^` is not a power here",
        "A power is `**`: its base stands left, its exponent right.",
    ),
    "caret": ("Unsupported", "`^` is not a power here", "Use `**`: write `{fixed}`."),
    "operator": ("Unsupported", "`{after}` is not part of this language", "{way_out}"),
    "comparison": (
        "Unsupported",
        "`{after}` compares, and a comparison has no slope",
        "To choose by size use `relu`, `max` or `min`; to name a value use a single `=`.",
    ),
    "keyword": ("Unsupported", "`{word}` is Python, but not part of this language", "{way_out}"),
    "function": ("Misplaced", "A function is written with `def`", "Write `{fixed}`."),
    "layer": ("Unsupported", "`{before}` is a layer, and there are only functions", "Write `{fixed}`."),
    "text": ("Unsupported", _TEXT, "Write an expression without quotes."),
    "text/name": ("Unsupported", _TEXT, "If `{inside}` is a variable, write it without quotes."),
    "text/open": (
        "Unsupported",
        "{what} is not part of this language",
        "Write names and numbers without quotes.",
    ),
    "number": ("Unsupported", "`{written}` is not a decimal number", "Write it with decimal digits."),
    "number/point": (
        "Unsupported",
        "`{written}` is not a number",
        "A number has one decimal point, as in `{fixed}`.",
    ),
    "number/exponent": (
        "Unsupported",
        "`{written}` is not a complete number",
        "Digits are missing after `{after}`. For a product write `{fixed}`.",
    ),
    "number/huge": (
        "Unsupported",
        "`{written}` is too large for a number",
        "The largest is about `1.8e308`.",
    ),
    "character": ("Unsupported", "{what} is not part of this language", "{way_out}"),
    "exponent": (
        "Misused",
        _VARIES,
        _NO_SLOPE + "For `{base}` above 0 write `{fixed}`.",
    ),
    "exponent/not-above-0": (
        "Misused",
        _VARIES,
        "`{base}` is not above 0: its power has no slope in an exponent that varies. Write a number there.",
    ),
    "exponent/number": ("Misused", _VARIES, _NO_SLOPE + "Write `{fixed}`."),
    "exponent/long": (
        "Misused",
        _VARIES,
        _NO_SLOPE + "For a base above 0 write it with `exp` and `log`.",
    ),
    "exponent/infinite": (
        "Misused",
        "This exponent comes out as {number}",
        "Write one that is a finite number.",
    ),
    "unknown-function": ("Misused", "There is no function `{name}`", "The functions are {known}."),
    "unknown-function/similar": ("Misused", "There is no function `{name}`", "Did you mean `{fixed}`?"),
    "unknown-function/product": ("Misused", "There is no function `{name}`", "To multiply write `{fixed}`."),
    "unknown-constant": ("Misused", "There is no constant `{name}`", "Known are {known}."),
    "arity": ("Misused", "`{name}` takes {needed}, here it gets {given}", "Write `{fixed}`."),
    "arity/few": (
        "Misused",
        "`{name}` takes {needed}, here it gets {given}",
        "Give it what is missing, as in `{fixed}`.",
    ),
    "two-names": (
        "Misused",
        "`{name}` could be one name, or `{left}` times `{right}`",
        "For the product write `{fixed}`; for a name of its own give it a value above.",
    ),
    "constant": (
        "Misused",
        "`{written}` is no number, and what belongs to `{name}` itself must be one",
        "Only its inputs are differentiated: write a number, as in `{fixed}`.",
    ),
    "function-as-value": (
        "Misused",
        "`{name}` is a function and needs its brackets",
        "Call it, for example `{fixed}`.",
    ),
    "function-as-name": (
        "Misused",
        "`{name}` is a function and cannot be a variable",
        "Choose another name, such as `{fixed}`.",
    ),
    "keyword-argument": ("Misused", "`{name}` takes no `{keyword}=`", "Write only values: `{fixed}`."),
    "wrapped": (
        "Misused",
        "`{name}` takes one number",
        "It wraps a starting value; an expression stands without `{name}`.",
    ),
    "field": ("Misused", "`{after}` has no place in an expression", "{way_out}"),
    "field/assigned": ("Misused", "`{after}` cannot be set in the text", "{way_out}"),
    "too-many-nodes": (
        "TooLarge",
        "More than {limit} nodes",
        "Every name, number and operation is one. Shorten the text, or draw a part of it.",
    ),
    **OF_PROGRAMS,
}
