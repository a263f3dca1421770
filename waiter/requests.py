"""What is open or in force of permission, as values: requests, and standing grants. `waiter.state`
keeps them; what a yes may do is in `waiter.permission`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """An open permission request; spent, voided or denied it is no longer in the state."""

    id: str
    guest: str
    app: str
    params: Mapping[str, Any]
    entitled: tuple[str, ...]
    content: Mapping[str, Any]
    digest: str
    expires_at: datetime
    envelope: int | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """A standing grant, until the guest takes it back or the visit ends."""

    id: str
    guest: str
    app: str
    limit: int | None
