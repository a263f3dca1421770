"""Events the dialogue derives: what was decided, in the past tense. Types only.

They are journalled like what comes from outside (`waiter.inputs`), so that recovery never decides
again. Those of permission are in `waiter.grants`, those of staff who step in
in `waiter.attended`, those of visits put elsewhere in `waiter.moves`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from apps.contract import Ask, Candidate, Then
from apps.ledger.books import Chosen, Line
from waiter.attended import (
    GivenBack,
    Relayed,
    StaffCalled,
    StaffSpoke,
    TakenOver,
)
from waiter.envelope import Envelope
from waiter.flow import Flow
from waiter.grants import (
    BatchDropped,
    BatchGiven,
    GrantGiven,
    GrantRevoked,
    GrantSpent,
    GrantUsed,
    RequestOpened,
    RequestVoided,
)
from waiter.habits import Habit
from waiter.inputs import GuestAnswered, GuestSaid
from waiter.moves import GuestCame, VisitMerged, VisitMoved

BrainRole = Literal["chosen", "house"]
QuestionEnd = Literal["answered", "dropped", "superseded"]
ExchangeEnd = Literal["answered", "waiting", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class LanguageHeard:
    """`chosen`: the guest named it, and what they write in changes it no more."""

    guest: str
    language: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class AllergyStated:
    guest: str
    added: tuple[str, ...]
    withdrawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HabitStated:
    """What a guest never has in their food, or does have after all."""

    guest: str
    habit: Habit
    withdrawn: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True)
class InputHeld:
    """A message too old to act on, kept until the guest says whether it still holds."""

    guest: str
    text: str


@dataclass(frozen=True, slots=True)
class HeldReleased:
    guest: str
    kept: bool


@dataclass(frozen=True, slots=True)
class InputQueued:
    """An input that arrived while an exchange was running; texts are gathered into the next one."""

    guest: str
    said: GuestSaid | None = None
    answered: GuestAnswered | None = None


@dataclass(frozen=True, slots=True)
class QueueTaken:
    guest: str


@dataclass(frozen=True, slots=True)
class ExchangeOpened:
    """An exchange begins: `said` as the guest wrote it, `heard` with its numbers put into names.

    `tab`, `question`: what was on the tab and open to the guest then. `opening`: the waiter speaks
    first. `granted`: it began with a yes to what `asker` had brought about. `settling`: with the
    answer to a question, and `then` is called once it is there. `quiet`: with a tap whose end is
    seen on the tab, and told only where it isn't what was tapped.
    """

    guest: str
    exchange: str
    heard: str
    said: str
    picked: tuple[str, ...] = ()
    tab: tuple[Line, ...] = ()
    opening: bool = False
    granted: bool = False
    asker: str | None = None
    question: Ask | None = None
    settling: bool = False
    quiet: bool = False
    then: Then | None = None


@dataclass(frozen=True, slots=True)
class ExchangeClosed:
    guest: str
    exchange: str
    why: ExchangeEnd


@dataclass(frozen=True, slots=True)
class BrainAsked:
    guest: str
    exchange: str
    ask: int
    role: BrainRole


@dataclass(frozen=True, slots=True)
class TurnAccepted:
    guest: str
    exchange: str
    turn: str
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnRefused:
    """Nothing of it was dispatched.

    `by`: "grammar" or the constraint; `sentence`: what the brain is told.
    """

    guest: str
    exchange: str
    kind: str
    by: str
    sentence: str
    raw: str


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call on its way to an app. `key`: its idempotency key; `flow`: the workflow of the house
    that is to answer it.
    """

    guest: str
    exchange: str
    call: int
    app: str
    params: Mapping[str, Any]
    key: str
    flow: Flow | None = None


@dataclass(frozen=True, slots=True)
class CallDeclined:
    """The restaurant's no to a call never dispatched: a commit that its `check` was against."""

    guest: str
    exchange: str
    call: int
    app: str
    params: Mapping[str, Any]
    result: Mapping[str, Any]
    asks: tuple[Ask, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitDeferred:
    """A commit that may be asked about, once the brain has told what else came of the exchange."""

    guest: str
    exchange: str
    call: int
    app: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class QuestionOpened:
    guest: str
    question: str
    ask: Ask
    at: datetime


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    guest: str
    question: str
    how: QuestionEnd


@dataclass(frozen=True, slots=True)
class CandidatesNumbered:
    """The session's current list: what is available is numbered from 1, in order.

    `more`: the params of `menu` that bring its next page, where there is one.
    """

    guest: str
    list_id: str
    candidates: tuple[Candidate, ...]
    at: datetime
    more: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The guest asked to wait; `said` was under way and may be resumed."""

    guest: str
    said: str


@dataclass(frozen=True, slots=True)
class Resumed:
    guest: str


@dataclass(frozen=True, slots=True)
class Reminded:
    """What an envelope asked or offered won't be mentioned again, answered or not."""

    guest: str
    envelope: int


@dataclass(frozen=True, slots=True)
class EnvelopeSent:
    guest: str
    envelope: Envelope


Derived = (
    LanguageHeard
    | AllergyStated
    | HabitStated
    | InputHeld
    | HeldReleased
    | InputQueued
    | QueueTaken
    | ExchangeOpened
    | ExchangeClosed
    | BrainAsked
    | TurnAccepted
    | TurnRefused
    | CallMade
    | CallDeclined
    | QuestionOpened
    | QuestionClosed
    | CandidatesNumbered
    | RequestOpened
    | RequestVoided
    | GrantSpent
    | GrantGiven
    | GrantUsed
    | GrantRevoked
    | BatchGiven
    | BatchDropped
    | StaffCalled
    | TakenOver
    | GivenBack
    | Relayed
    | StaffSpoke
    | VisitMoved
    | VisitMerged
    | GuestCame
    | Paused
    | Resumed
    | CommitDeferred
    | Reminded
    | EnvelopeSent
)
