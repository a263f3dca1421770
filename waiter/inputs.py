"""Events that come from outside a visit's dialogue: guests, staff, timers, payments, brains,
apps. Types only.

Bodies of `waiter.event.Event`; what the dialogue decides on them is in `waiter.decisions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from apps.contract import Ask, Candidate
from apps.ledger.books import Availability
from waiter.flow import Flow
from waiter.view import Reading

AnswerKind = Literal[
    "accept", "decline", "pick", "approve", "deny", "input", "retry", "undo", "report", "interrupt",
    "call", "note", "language", "approve_all",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class VisitOpened:
    """A party sat down: the first event of every stream.

    `guided`: turns are repaired where that needs no guessing; `flows`: the workflows that answer
    intents; `without`: constraints on replies that don't hold.
    """

    table: str | None
    opened_by: str
    guided: bool = False
    flows: tuple[Flow, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VisitClosed:
    why: str


@dataclass(frozen=True, slots=True)
class GuestJoined:
    """A guest's session joins the visit.

    The first is its host. `greet`: the waiter opens the conversation.
    """

    guest: str
    language: str
    greet: bool = True


@dataclass(frozen=True, slots=True)
class GuestSaid:
    input_id: str
    guest: str
    text: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class GuestAnswered:
    """A tap or another typed answer.

    `in_reply_to`: the number of the envelope it belongs to, or None for the newest. `value`: of a
    pick its number; of a call the turn that makes it; of a note the number of the tab's line;
    of a language its code, "" for the one they write in; of an approve_all the mark of the
    requests it is meant for.
    """

    input_id: str
    guest: str
    answer: AnswerKind
    sent_at: datetime
    in_reply_to: int | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class GuestSentUnsupported:
    """A photo, a voice message, a sticker: something the waiter can't read."""

    input_id: str
    guest: str
    what: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class StaffActed:
    input_id: str
    act: str
    params: Mapping[str, Any]
    who: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PaymentReported:
    input_id: str
    bill: int
    amount: int
    currency: str
    reference: str


@dataclass(frozen=True, slots=True)
class TimerFired:
    timer: str


@dataclass(frozen=True, slots=True)
class HouseSeen:
    """The menu version and availability as this visit sees them from now on (changed by staff or
    other tables).
    """

    menu: str
    availability: Availability


@dataclass(frozen=True, slots=True)
class BrainSpoke:
    """A brain's answer to the `ask`-th question of an exchange. `ms`: wall milliseconds.

    `reading`: what it took the guest's words to mean; told in answers, no decision looks at it.
    """

    guest: str
    exchange: str
    ask: int
    raw: str
    brain: str
    confidence: float | None = None
    model: str | None = None
    tokens: int | None = None
    ms: int = 0
    reason: str | None = None
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class BrainFailed:
    guest: str
    exchange: str
    ask: int
    brain: str
    reason: str


@dataclass(frozen=True, slots=True)
class AppReturned:
    """A call's end. `refusal` holds the restaurant's reasons when `ok` is false."""

    guest: str
    exchange: str
    call: int
    app: str
    ok: bool
    result: Mapping[str, Any]
    asks: tuple[Ask, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    staff: str | None = None


@dataclass(frozen=True, slots=True)
class StaffActReturned:
    act: str
    ok: bool
    result: Mapping[str, Any]


Outside = (
    VisitOpened
    | VisitClosed
    | GuestJoined
    | GuestSaid
    | GuestAnswered
    | GuestSentUnsupported
    | StaffActed
    | PaymentReported
    | TimerFired
    | HouseSeen
    | BrainSpoke
    | BrainFailed
    | AppReturned
    | StaffActReturned
)
