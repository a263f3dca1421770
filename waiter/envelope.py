"""What a front-end gets: one typed, numbered message. Semantics only; each front-end decides how
it looks.

`dialogue` makes envelopes, the journal keeps them, `bot/` draws them. The shape is DESIGN's
envelope format, version 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

ENVELOPE_VERSION = "1"

EnvelopeType = Literal["notification", "advice", "permission_request", "input_request", "error"]
Status = Literal["success", "partial_success", "need_clarification", "processing", "error"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something the guest may pick. `number` None: shown, but not to be had (sold out)."""

    number: int | None
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What front-ends may show of a permission request: what for, until when.

    Its digest stays in the journal.
    """

    id: str
    app: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Envelope:
    """One message to one guest.

    `number` counts from 1 within the session; `range` bounds what may be answered.
    """

    message_id: str
    number: int
    visit: str
    session: str
    exchange: str | None
    type: EnvelopeType
    timestamp: datetime
    content: str
    status: Status = "success"
    app: str | None = None
    allow_interrupt: bool = True
    options: tuple[Option, ...] = ()
    range: tuple[int, int] | None = None
    request: OpenRequest | None = None
    answer: Mapping[str, Any] | None = None
    version: str = ENVELOPE_VERSION
