"""Orders of the dialogue to `waiter.runner`, one owner each.

Every result comes back as an event. Types only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.contract import Desk
from waiter.decisions import BrainRole
from waiter.envelope import Envelope
from waiter.flow import Flow
from waiter.inputs import Outside
from waiter.view import Refused, View


@dataclass(frozen=True, slots=True)
class AskBrain:
    """Have a brain speak; the result is `BrainSpoke` or `BrainFailed`."""

    guest: str
    exchange: str
    ask: int
    role: BrainRole
    view: View
    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class CallApp:
    """Run an app at a desk, or a workflow in its place; the result is `AppReturned`."""

    guest: str
    exchange: str
    call: int
    app: str
    params: Mapping[str, Any]
    key: str
    desk: Desk
    flow: Flow | None = None


@dataclass(frozen=True, slots=True)
class ActForStaff:
    """Carry out an act of staff; the result is `StaffActReturned`."""

    act: str
    params: Mapping[str, Any]
    who: str
    why: str


@dataclass(frozen=True, slots=True)
class TellVisit:
    """Put something into another visit's inbox, within this step's own transaction."""

    visit: str
    input_id: str
    body: Outside


@dataclass(frozen=True, slots=True)
class Send:
    envelope: Envelope


@dataclass(frozen=True, slots=True)
class StartTimer:
    timer: str
    due: datetime


@dataclass(frozen=True, slots=True)
class CancelTask:
    """Stop a brain that is speaking or an app that is looking; what comes later is not heard."""

    guest: str
    exchange: str


Effect = AskBrain | CallApp | ActForStaff | TellVisit | Send | StartTimer | CancelTask
