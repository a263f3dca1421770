"""A commit never runs on a model's word: what a yes is bound to, who may give it, what voids it.

Pure. A request is bound to a digest of what was read back. A yes is judged against the world as it
is when the yes arrives: anything bound that moved since then makes it void. It is spent once:
`dialogue` journals `GrantSpent`, and a spent request is no longer in the state.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from apps.contract import Binding, Refusal
from menu_data.money import minor
from waiter.requests import Grant, Request
from waiter.state import State

# Long enough to fetch a wallet or ask the table, short enough that prices and stock still mean
# something.
REQUEST_LIFE = timedelta(minutes=15)

# Hex digits of a mark: it has to fit a button, and tells a few requests of one visit apart.
MARK = 16

STANDING = "standing"  # a request that is no app's: whether orders may be sent unasked

Judgement = Literal["granted", "not_entitled", "expired", "blocked", "changed"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a yes. `refusal`: why it is blocked."""

    judgement: Judgement
    refusal: Refusal | None = None


def digest(content: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of what is read back.

    Equal content, equal digest, whatever the order of keys.
    """
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def judge(
    request: Request, guest: str, now: datetime, refusal: Refusal | None, binding: Binding | None
) -> Judged:
    """What a yes to this request is worth now.

    `refusal` and `binding`: `check` and `bind` of its app at this moment.
    """
    if guest not in request.entitled:
        return Judged("not_entitled")
    if now >= request.expires_at:
        return Judged("expired")
    if refusal is not None or binding is None:
        return Judged("blocked", refusal)
    if guest not in binding.entitled or digest(binding.content) != request.digest:
        return Judged("changed")
    return Judged("granted")


def covering(state: State, guest: str, app: str, binding: Binding, currency: str) -> Grant | None:
    """The standing grant this may be done under: the guest's own order, within its limit.

    A line that meets a stated allergy is always asked about.
    """
    rows = binding.content["lines"]
    if any(row["guest"] != guest or row["conflicts"] for row in rows):
        return None
    total = minor(binding.content["total"], currency)
    return next(
        (
            grant
            for grant in state.grants.values()
            if (grant.guest, grant.app) == (guest, app)
            and (grant.limit is None or total <= grant.limit)
        ),
        None,
    )


def open_to(state: State, guest: str) -> tuple[Request, ...]:
    """The requests this guest may decide, oldest first."""
    return tuple(r for r in state.requests.values() if guest in r.entitled)


def shown_to(state: State, guest: str) -> tuple[Request, ...]:
    """The requests that were read back to this guest, in the order one yes to all is spent: what
    sends most first, so that it does what smaller ones ask too; the bill last, which it changes.
    """
    mine = [r for r in open_to(state, guest) if read_back_to(r.guest, r.entitled) == guest]
    return tuple(sorted(mine, key=_turn))


def mark(requests: Iterable[Request]) -> str:
    """What a yes to just these is known by: equal for the same requests, as they were read back,
    in whatever order.
    """
    return digest({request.id: request.digest for request in requests})[:MARK]


def _turn(request: Request) -> tuple[bool, int]:
    return request.app == "checkout", -len(request.content.get("lines", ()))


def read_back_to(guest: str, entitled: tuple[str, ...]) -> str:
    """Who is asked: whoever brought a request about, if they may decide it."""
    return guest if guest in entitled else entitled[0]


def asked_of(state: State, guest: str, app: str) -> tuple[Request, ...]:
    """The open requests this guest brought about for an app; a new one supersedes them."""
    return tuple(r for r in state.requests.values() if r.guest == guest and r.app == app)


def shown_in(state: State, guest: str, envelope: int | None) -> Request | None:
    """The request a tap belongs to: the one shown in that envelope, or the newest open to the
    guest.
    """
    mine = open_to(state, guest)
    if envelope is None:
        return mine[-1] if mine else None
    return next((r for r in mine if r.envelope == envelope), None)
