"""What the brain needs of an endpoint, and what comes back. Types only.

`client` is the real endpoint; a test may have another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from waiter.view import ModelUnavailable


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A complete reply. `tokens`: of prompt and reply together, where the endpoint tells."""

    text: str
    model: str | None = None
    tokens: int | None = None


class SchemaRefused(ModelUnavailable):
    """The endpoint won't take the request as it is written: it may not know schemas."""


class Endpoint(Protocol):
    """Answers a chat."""

    async def say(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Reply:
        """The reply, held to `schema` (JSON Schema) where one is given.

        `ModelUnavailable` says why there is none; `SchemaRefused` only where a schema was given.
        """
