"""Events of staff who step in: called, speaking with a guest themselves, gone again. Types only.

Decided by the dialogue like `waiter.decisions`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StaffCalled:
    guest: str
    reason: str


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Staff speak with this guest from now on. `place`: where, in the front-end's terms."""

    guest: str
    who: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class GivenBack:
    """The waiter speaks with this guest again."""

    guest: str
    who: str


@dataclass(frozen=True, slots=True)
class Relayed:
    """What a guest wrote is for staff; or `what` they sent instead of words."""

    guest: str
    text: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class StaffSpoke:
    """Words of staff's to a guest; the envelope that follows has them."""

    guest: str
    who: str
