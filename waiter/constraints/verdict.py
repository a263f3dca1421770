"""What a constraint may say of a turn, and what it may look at. Types only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.contract import Desk, Params, Refusal, Snapshot
from waiter.view import View


@dataclass(frozen=True, slots=True)
class Case:
    """What a verdict may rest on: the exchange as the brain saw it, the house as it is now,
    whose desk it is.
    """

    view: View
    snapshot: Snapshot
    desk: Desk


@dataclass(frozen=True, slots=True)
class TypedCall:
    """A call whose app is known and whose params fit.

    `params` as JSON, `typed` as the app reads them; `refusal`: what the app's own `check` has
    against it, as things are.
    """

    app: str
    params: Mapping[str, Any]
    typed: Params
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The call may be dispatched."""

    app: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refuse:
    """The brain broke a rule: back to it with the sentence; `by` is the constraint."""

    kind: str
    by: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Decline:
    """The restaurant says no: a fact for the brain, not a fault of its turn."""

    app: str
    params: Mapping[str, Any]
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Wait:
    """The call needs the guest's permission first."""

    app: str
    params: Mapping[str, Any]


CallVerdict = Pass | Refuse | Decline | Wait
ReplyVerdict = Refuse | None
