"""The wire's messages as one JSON Schema, from which `make types` writes the page's TypeScript types.

`python -m backpulse.answering.schema` prints it.
"""

from __future__ import annotations

import inspect
import json
from typing import Any

from pydantic.json_schema import models_json_schema

from backpulse.answering import exports, legend, messages

_MODULES = (messages, exports, legend)
"""Where messages are declared: in the one file for all, those of export and of the legend beside it."""
WIRE_NUMBER = {
    "title": "WireNumber",
    "description": "A number as it travels: JSON has no words for those that are not finite.",
    "anyOf": [{"type": "number"}, {"enum": ["Infinity", "-Infinity", "NaN"]}],
}
_WIRE_NUMBER_REF = {"$ref": "#/definitions/WireNumber"}
_QUESTIONS = {
    messages.TraceRequest,
    messages.LiveSource,
    messages.GraphRequest,
    messages.GraphNode,
    exports.ExportRequest,
}


def schema() -> dict[str, Any]:
    """All messages under `definitions`: questions as they may be sent, answers as they are sent."""
    found = {
        name: model
        for module in _MODULES
        for name, model in inspect.getmembers(module, inspect.isclass)
        if issubclass(model, messages.Message) and model is not messages.Message
    }
    models = [model for _, model in sorted(found.items())]
    _, whole = models_json_schema(
        [(model, "validation" if model in _QUESTIONS else "serialization") for model in models],
        ref_template="#/definitions/{model}",
    )
    definitions = {name: _tidy(definition) for name, definition in whole["$defs"].items()}
    return {
        "title": "Message",
        "description": "Every message on the wire and every part of one.",
        "anyOf": [{"$ref": f"#/definitions/{model.__name__}"} for model in models],
        "definitions": {"WireNumber": WIRE_NUMBER, **definitions},
    }


def _tidy(definition: Any, model: bool = True) -> Any:
    """Without the titles of fields (each would become a type of its own), tuples as json2ts reads them."""
    if isinstance(definition, list):
        return [_tidy(item, model=False) for item in definition]
    if not isinstance(definition, dict):
        return definition
    if definition.get("tsType") == "WireNumber":
        return _WIRE_NUMBER_REF
    tidy = {}
    for key, value in definition.items():
        if key == "properties":
            tidy[key] = {name: _tidy(item, model=False) for name, item in value.items()}
        elif key == "prefixItems":
            tidy["items"] = _tidy(value)
        elif key != "title" or model:
            tidy[key] = _tidy(value, model=False)
    return tidy


def text() -> str:
    """The schema as `web/page/messages.schema.json` holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
