"""What a front-end gets: one typed, numbered message. Semantics only; each front-end decides how
it looks.

`dialogue` makes envelopes, the journal keeps them, `bot/` draws them. The shape is the envelope
format, version 1. An envelope that isn't one of the five types in full can't be made.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from waiter.answer import Answer, Status

ENVELOPE_VERSION = "1"

EnvelopeType = Literal["notification", "advice", "permission_request", "input_request", "error"]


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

    `number` counts from 1 within the session; `range` bounds what may be answered; `answer`: how
    it came about, put in on the way out. ValueError where the parts don't fit the type: only a
    permission request has a `request`, and no `options`; a notification has nothing to pick; what
    may be picked has a range, and what has none can't be.
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
    answer: Answer | None = None
    version: str = ENVELOPE_VERSION

    def __post_init__(self) -> None:
        wrong = _misfit(self)
        if wrong:
            raise ValueError(f"envelope {self.message_id!r}, a {self.type}, {wrong}")


def _misfit(envelope: Envelope) -> str:
    """What of an envelope doesn't fit its type; "" where all does."""
    asks = envelope.type == "permission_request"
    if asks != (envelope.request is not None):
        return "has no request" if asks else "has a request"
    if envelope.options and envelope.type in ("permission_request", "notification"):
        return "has options"
    numbers = [option.number for option in envelope.options if option.number is not None]
    if numbers and (envelope.range is None or numbers != list(range(1, len(numbers) + 1))):
        return f"has options {numbers} with range {envelope.range}"
    if envelope.type == "error" and envelope.status == "success":
        return "has status success"
    return "" if envelope.content.strip() else "says nothing"
