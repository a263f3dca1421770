"""Bodies of events to JSON and back: what the journal stores and transcripts hold. No clock, no
storage.

A body is written as its class's name (`kind`) and its fields (`data`). Unknown kinds and fields
are refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from waiter import event as e

KINDS: Mapping[str, type[Any]] = {body.__name__: body for body in get_args(e.Body)}
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
OUTSIDE = frozenset(body.__name__ for body in get_args(e.Outside))


class UnreadableEvent(ValueError):
    """A record that this version can't read: unknown kind, or fields that don't fit."""


@lru_cache(maxsize=64)
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])


def kind_of(body: e.Body) -> str:
    return type(body).__name__


def dump(body: e.Body) -> dict[str, Any]:
    """The body's fields as plain JSON values; fields at their default are left out."""
    data: dict[str, Any] = _adapter(kind_of(body)).dump_python(
        body, mode="json", exclude_defaults=True
    )
    return data


def load(kind: str, data: Mapping[str, Any]) -> e.Body:
    """The inverse of `dump`; `UnreadableEvent` names what doesn't fit."""
    if kind not in KINDS:
        raise UnreadableEvent(f"unknown event kind {kind!r}")
    try:
        body: e.Body = _adapter(kind).validate_python(dict(data))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnreadableEvent(f"{kind}.{place}: {first['msg']}, got {first['input']!r}") from error
    return body


def canonical(data: Mapping[str, Any]) -> str:
    """One text per value: sorted keys, no spaces, no escapes beyond JSON's own."""
    return _ENCODER.encode(data)
