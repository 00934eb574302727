"""A question from the bytes of a request: lengths first, then the form."""

from __future__ import annotations

import re
from collections.abc import Sized
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from backpulse.answering import limits
from backpulse.answering.errors import malformed, not_json
from backpulse.answering.messages import Message

_Question = TypeVar("_Question", bound=Message)

# Of a question that is no JSON, half a character in its text, say: as our page writes it.
_BEGINNING = re.compile(r'\{"type":\s?"source",\s?"id":\s?([0-9]{1,15}),')

_LENGTHS = {"nodes": limits.GRAPH_NODES, "values": limits.VALUES, "source": limits.SOURCE}
"""Of the fields that may be long: what has too many entries is refused before any of them is looked at."""


def read(model: type[_Question], body: bytes | str, example: str | None = None) -> _Question:
    """The question in a body. Refusal if it is none; `example` is a right one, for the sentence."""
    try:
        data: Any = from_json(body)
    except ValueError as error:
        raise not_json(str(error)) from error
    if isinstance(data, dict):
        for field, limit in _LENGTHS.items():
            if isinstance(entries := data.get(field), Sized):
                limit.check(len(entries))
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise malformed(error, example) from error


def number_of(text: str) -> int:
    """The number of a question on the live channel, whatever else is wrong with it; -1 without."""
    try:
        number = from_json(text)["id"]
    except ValueError:
        begins = _BEGINNING.match(text)
        return int(begins[1]) if begins else -1
    except (TypeError, KeyError):
        return -1
    return number if type(number) is int else -1
