"""Everything that happens at a table, as values: one record of a visit's journal, and where its
bodies are.

An `Event` is a body with its place in the stream. What came from outside (`waiter.inputs`) and
what was decided on it (`waiter.decisions`, `waiter.grants`, `waiter.attended`,
`waiter.moves`) are both
journalled; effects (`waiter.effects`) are orders to the runner. The house's modules name all of
them from here: `from waiter import event as e`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from apps.contract import Snapshot
from waiter.attended import (
    GivenBack,
    Relayed,
    StaffCalled,
    StaffSpoke,
    TakenOver,
)
from waiter.decisions import (
    AllergyStated,
    BrainAsked,
    BrainRole,
    CallDeclined,
    CallMade,
    CandidatesNumbered,
    CommitDeferred,
    Derived,
    EnvelopeSent,
    ExchangeClosed,
    ExchangeEnd,
    ExchangeOpened,
    HabitStated,
    HeldReleased,
    InputHeld,
    InputQueued,
    LanguageHeard,
    Paused,
    QuestionClosed,
    QuestionEnd,
    QuestionOpened,
    QueueTaken,
    Reminded,
    Resumed,
    TurnAccepted,
    TurnRefused,
)
from waiter.effects import (
    ActForStaff,
    AskBrain,
    CallApp,
    CancelTask,
    Effect,
    Send,
    StartTimer,
    TellVisit,
)
from waiter.grants import (
    BatchDropped,
    BatchGiven,
    GrantGiven,
    GrantRevoked,
    GrantSpent,
    GrantUsed,
    RequestEnd,
    RequestOpened,
    RequestVoided,
)
from waiter.inputs import (
    AnswerKind,
    AppReturned,
    BrainFailed,
    BrainSpoke,
    GuestAnswered,
    GuestJoined,
    GuestSaid,
    GuestSentUnsupported,
    HouseSeen,
    Outside,
    PaymentReported,
    StaffActed,
    StaffActReturned,
    TimerFired,
    VisitClosed,
    VisitOpened,
)
from waiter.moves import GuestCame, VisitMerged, VisitMoved

__all__ = [
    "ActForStaff",
    "AllergyStated",
    "AnswerKind",
    "AppReturned",
    "AskBrain",
    "BatchDropped",
    "BatchGiven",
    "Body",
    "BrainAsked",
    "BrainFailed",
    "BrainRole",
    "BrainSpoke",
    "CallApp",
    "CallDeclined",
    "CallMade",
    "CancelTask",
    "CandidatesNumbered",
    "CommitDeferred",
    "Derived",
    "Effect",
    "EnvelopeSent",
    "Event",
    "ExchangeClosed",
    "ExchangeEnd",
    "ExchangeOpened",
    "GivenBack",
    "GrantGiven",
    "GrantRevoked",
    "GrantSpent",
    "GrantUsed",
    "GuestAnswered",
    "GuestCame",
    "GuestJoined",
    "GuestSaid",
    "GuestSentUnsupported",
    "HabitStated",
    "HeldReleased",
    "HouseSeen",
    "InputHeld",
    "InputQueued",
    "LanguageHeard",
    "Outside",
    "Paused",
    "PaymentReported",
    "QuestionClosed",
    "QuestionEnd",
    "QuestionOpened",
    "QueueTaken",
    "Relayed",
    "Reminded",
    "RequestEnd",
    "RequestOpened",
    "RequestVoided",
    "Resumed",
    "Send",
    "StaffActReturned",
    "StaffActed",
    "StaffCalled",
    "StaffSpoke",
    "StartTimer",
    "TakenOver",
    "TellVisit",
    "TimerFired",
    "TurnAccepted",
    "TurnRefused",
    "VisitClosed",
    "VisitMerged",
    "VisitMoved",
    "VisitOpened",
]

Body = Outside | Derived


@dataclass(frozen=True, slots=True)
class Event:
    """One record of a visit's stream. `nonce`: 32 random hex digits on what comes from outside,
    "" on what is derived.

    `snapshot` is what the decision could look at; the journal keeps its digest (`snapshot_ref`),
    not its content.
    """

    visit: str
    seq: int
    at: datetime
    session: str | None
    body: Body
    nonce: str = ""
    snapshot: Snapshot | None = field(default=None, compare=False)
