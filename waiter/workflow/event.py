"""What happens in a run, as values. Inputs come from outside, decisions are derived from them, and
effects are orders to the runner. Both kinds of event are journalled. Types only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from waiter.workflow.value import Citation, Json, TypeName

Ending = Literal["done", "denied"]
Voided = Literal["expired", "changed", "denied", "unneeded"]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function. `key`: equal keys have one answer in a run; `forms`: the types its
    answer is wanted in, and no others are kept.
    """

    key: str
    function: str
    arguments: Mapping[str, Json]
    forms: tuple[TypeName, ...] = ()
    citations: tuple[Citation, ...] = ()


# --- from outside


@dataclass(frozen=True, slots=True)
class RunStarted:
    """`campaign`: whom a guest hears from once; the workflow's name and inputs, as a digest."""

    workflow: str
    version: str
    file_hash: str
    inputs: Mapping[str, Json]
    campaign: str
    by: str
    menus: str = ""


@dataclass(frozen=True, slots=True)
class RunResumed:
    """Somebody takes the run up again: what has no result yet is done now."""

    by: str
    menus: str = ""


@dataclass(frozen=True, slots=True)
class CallReturned:
    key: str
    forms: Mapping[TypeName, Json]
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallFailed:
    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class StepBound:
    """What a yes to a step would be bound to now; `content` None: there is nothing to ask."""

    step: str
    content: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True)
class BindFailed:
    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A person's yes or no to a request. `content`: what it would be bound to at that moment."""

    request: str
    digest: str
    approve: bool
    by: str
    content: Mapping[str, Json] | None


Outside = RunStarted | RunResumed | CallReturned | CallFailed | StepBound | BindFailed | Decided


# --- decided


@dataclass(frozen=True, slots=True)
class StepBegan:
    """All calls of a step, with their arguments as they are from now on."""

    step: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class StepDone:
    step: str
    values: Mapping[str, Json]
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepFailed:
    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class RequestOpened:
    """Permission asked: `content` is what a person is shown, `digest` binds the yes to it."""

    request: str
    step: str
    function: str
    content: Mapping[str, Json]
    digest: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class RequestVoided:
    request: str
    step: str
    why: Voided


@dataclass(frozen=True, slots=True)
class GrantSpent:
    """A yes, used up by the calls of one step; `request` None where there was nothing to ask."""

    step: str
    request: str | None = None
    by: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class RunEnded:
    ending: Ending
    outputs: Mapping[str, Json]
    citations: tuple[Citation, ...] = ()


Derived = StepBegan | StepDone | StepFailed | RequestOpened | RequestVoided | GrantSpent | RunEnded
Body = Outside | Derived


@dataclass(frozen=True, slots=True)
class Event:
    """One record of a run's stream. `nonce`: random hex on what comes from outside, else ""."""

    run: str
    seq: int
    at: datetime
    body: Body
    nonce: str = ""


# --- effects


@dataclass(frozen=True, slots=True)
class CallFunction:
    """The result is `CallReturned` or `CallFailed`."""

    step: str
    guarded: bool
    call: Call


@dataclass(frozen=True, slots=True)
class BindStep:
    """Find out what a yes would be bound to; the result is `StepBound` or `BindFailed`."""

    step: str


@dataclass(frozen=True, slots=True)
class AskPerson:
    """Show a request; a person's decision is `Decided`, and may take days."""

    opened: RequestOpened


Effect = CallFunction | BindStep | AskPerson
