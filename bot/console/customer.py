"""The envelope in the customer's shape, camelCase, and back: `waiter chat --wire customer`.

    {"messageId", "messageType", "timestamp", "allowInterrupt",
     "context": {"sessionId", "relatedSkill"}, "payload": {"content", "options": [{"id", "label"}]}}

The shape has no numbers: an option's place is its number, so what can't be had isn't in it. What it
carries comes back unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from menu_data.faults import first_fault, written
from waiter.envelope import EnvelopeType


class WireError(ValueError):
    """A row that isn't in the customer's shape; names the place and what is wrong there."""


class _Shape(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True
    )


class CustomerOption(_Shape):
    id: str
    label: str


class Context(_Shape):
    """`session_id`: the visit and the guest in it; `related_skill`: the app it is about."""

    session_id: str
    related_skill: str | None


class Payload(_Shape):
    content: str
    options: tuple[CustomerOption, ...]


class CustomerEnvelope(_Shape):
    """One message to a guest in the customer's shape."""

    message_id: str
    message_type: EnvelopeType
    timestamp: datetime
    allow_interrupt: bool
    context: Context
    payload: Payload


def customer_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """An envelope's row (`wire.envelope_row`) in the customer's shape, as JSON."""
    shape = CustomerEnvelope(
        message_id=row["message_id"],
        message_type=row["type"],
        timestamp=row["timestamp"],
        allow_interrupt=row["allow_interrupt"],
        context=Context(session_id=f"{row['visit']}/{row['session']}", related_skill=row["app"]),
        payload=Payload(
            content=row["content"],
            options=tuple(
                CustomerOption(id=option["id"], label=option["label"])
                for option in row["options"]
                if option["number"] is not None
            ),
        ),
    )
    return shape.model_dump(mode="json", by_alias=True)


def read(row: Mapping[str, Any]) -> CustomerEnvelope:
    """A row in the customer's shape. `WireError`: it isn't."""
    try:
        return CustomerEnvelope.model_validate(dict(row))
    except ValidationError as error:
        fault = first_fault(error)
        raise WireError(f"{written(fault.place)}: {fault.problem}") from error


def envelope_row(shape: CustomerEnvelope) -> dict[str, Any]:
    """What the shape carries, as an envelope's row: numbers by place, the range they make."""
    visit, _, session = shape.context.session_id.partition("/")
    options = [
        {"number": number, "id": option.id, "label": option.label}
        for number, option in enumerate(shape.payload.options, 1)
    ]
    return {
        "message_id": shape.message_id,
        "visit": visit,
        "session": session,
        "type": shape.message_type,
        "timestamp": shape.timestamp.isoformat(),
        "allow_interrupt": shape.allow_interrupt,
        "app": shape.context.related_skill,
        "content": shape.payload.content,
        "options": options,
        "range": [1, len(options)] if options else None,
    }
