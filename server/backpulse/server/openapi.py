"""What `GET /api/openapi.json` says: every question as it is read, and every way in which it is refused."""

from __future__ import annotations

from typing import Any

from backpulse.answering.exports import ExportRequest, formats
from backpulse.answering.messages import Alive, ErrorMessage, GraphRequest, GraphText, Message, TraceRequest
from backpulse.answering.schema import WIRE_NUMBER

_QUESTIONS = (TraceRequest, GraphRequest, GraphText, ExportRequest)
_ANSWERS = (ErrorMessage, Alive)
"""Those that FastAPI does not know of: they are given by no operation's function."""
_PLACE = "#/components/schemas/"
_SUMMARY = (
    "Texts, graphs and their numbers for the playground, and for any program. Every no has the shape of "
    "`ErrorMessage`. The sliders' channel is the WebSocket `/api/live`, which OpenAPI has no words for."
)
_REFUSED = {
    400: "No JSON, or no host that can be read",
    401: "Not the token with which the server was started",
    403: "From another site's page, or by a name that is not the server's",
    405: "Not a method of this address",
    500: "A mistake of the server's own",
}
_UNKNOWN = {404: "Not here, or no longer"}
_UNANSWERED = {
    408: "It did not come, or not whole, in time",
    413: "Over a limit, which is named",
    415: "The body is not said to be JSON",
    422: "A mistake in the text, with its place, or in the question",
    429: "Too much is asked at a time",
    503: "It cannot be computed now, or not in the time that a question has",
}


def json_body(model: type[Message]) -> dict[str, Any]:
    """What an operation says that reads its body, a `model`, itself."""
    content = {"application/json": {"schema": {"$ref": f"{_PLACE}{model.__name__}-Input"}}}
    return {"openapi_extra": {"requestBody": {"required": True, "content": content}}}


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """FastAPI's description made whole. It is changed, and returned."""
    schemas: dict[str, Any] = {"WireNumber": WIRE_NUMBER}
    for name, schema in document["components"]["schemas"].items():
        if name not in ("HTTPValidationError", "ValidationError"):  # never given, see `errors.malformed`
            schemas[name] = schema
    for question in _QUESTIONS:
        schemas |= _definitions(question.model_json_schema(ref_template=f"{_PLACE}{{model}}-Input"), "-Input")
    for answer in _ANSWERS:
        schemas |= _definitions(
            answer.model_json_schema(ref_template=f"{_PLACE}{{model}}", mode="serialization")
        )
    for path, operations in document["paths"].items():
        for operation in operations.values():
            _add_answers(path, operation)
    document["info"]["description"] = _SUMMARY
    document["components"] = {
        "schemas": {name: _with_numbers(schema) for name, schema in schemas.items()},
        "securitySchemes": {
            "header": {"type": "http", "scheme": "bearer"},
            "address": {"type": "apiKey", "in": "query", "name": "token"},
        },
    }
    # Where the server has no token, none is needed.
    document["security"] = [{}, {"header": []}, {"address": []}]
    return document


def _add_answers(path: str, operation: dict[str, Any]) -> None:
    """How an operation is refused, and what is answered where its function does not say so."""
    refused = dict(_REFUSED)
    if "requestBody" in operation:
        refused |= _UNANSWERED
    if "{" in path:
        refused |= _UNKNOWN
    answers = {"200": operation["responses"]["200"]}
    if path == "/api/export":
        text = {"schema": {"type": "string"}}
        answers["200"]["content"] = {row.media_type.partition(";")[0]: text for row in formats()}
    if path == "/healthz":
        del refused[401]
        known = answers["200"]["content"]["application/json"]
        known["schema"] = {"anyOf": [known["schema"], {"$ref": f"{_PLACE}Alive"}]}
    body = {"application/json": {"schema": {"$ref": f"{_PLACE}ErrorMessage"}}}
    for status, when in sorted(refused.items()):
        answers[str(status)] = {"description": when, "content": body}
    operation["responses"] = answers


def _definitions(schema: dict[str, Any], ending: str = "") -> dict[str, Any]:
    """A message's schema and those of its parts, each by its name."""
    parts = schema.pop("$defs", {})
    return {f"{name}{ending}": part for name, part in {**parts, schema["title"]: schema}.items()}


def _with_numbers(schema: Any) -> Any:
    """The schema with its numbers as they travel."""
    if isinstance(schema, list):
        return [_with_numbers(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("tsType") == "WireNumber":
        return {"$ref": f"{_PLACE}WireNumber"}
    return {key: _with_numbers(value) for key, value in schema.items()}
