"""What every message is: strict about unknown fields, with the types of numbers and places that all share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _read_number(given: Any) -> Any:
    return float(given) if given in ("Infinity", "-Infinity", "NaN") else given


Number = Annotated[float, Field(json_schema_extra={"tsType": "WireNumber"})]
AnyNumber = Annotated[float, BeforeValidator(_read_number), Field(json_schema_extra={"tsType": "WireNumber"})]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Span = tuple[int, int]
Point = tuple[float, float, float]


class Message(BaseModel):
    """What all messages share: unknown fields are refused, non-finite numbers travel as strings.

    They can be read off the engine's and the layout's dataclasses, whose fields have the same names.
    """

    model_config = ConfigDict(
        extra="forbid",
        from_attributes=True,
        ser_json_inf_nan="strings",
        json_schema_serialization_defaults_required=True,
    )
