"""Events of permission: what was asked, what became of it, what goes unasked. Types only.

Decided by the dialogue like `waiter.decisions`; what a yes may do is in `waiter.permission`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

RequestEnd = Literal["changed", "blocked", "expired", "superseded", "withdrawn", "denied"]


@dataclass(frozen=True, slots=True)
class RequestOpened:
    """Permission asked. `content` is what was read back; `digest` binds the yes to it."""

    request: str
    guest: str
    app: str
    params: Mapping[str, Any]
    entitled: tuple[str, ...]
    content: Mapping[str, Any]
    digest: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class RequestVoided:
    request: str
    why: RequestEnd


@dataclass(frozen=True, slots=True)
class GrantSpent:
    """A yes, used up by the one call it was given for."""

    request: str
    by: str
    digest: str


@dataclass(frozen=True, slots=True)
class GrantGiven:
    """A standing grant: this guest's own orders go unasked, each up to `limit` minor units."""

    grant: str
    guest: str
    app: str
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class GrantUsed:
    """A commit under a standing grant, with the digest of what it did."""

    grant: str
    by: str
    digest: str


@dataclass(frozen=True, slots=True)
class GrantRevoked:
    grant: str
    by: str


@dataclass(frozen=True, slots=True)
class BatchGiven:
    """One yes to several open requests, each (id, the digest it is bound to), to be spent in this
    order; what isn't spent by then ends when the guest stops it.
    """

    guest: str
    batch: str
    requests: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BatchDropped:
    """The guest took the rest of it back."""

    guest: str
