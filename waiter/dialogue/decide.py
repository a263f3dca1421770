"""Permission at work: a request is opened, decided, runs out.

The rules of a yes are in `waiter/permission.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from apps.contract import Binding, Refusal, Snapshot
from apps.table import commit_app
from menu_data.money import Money, minor
from waiter import event as e
from waiter import permission
from waiter.dialogue import exchanges, send
from waiter.dialogue.stepping import Stepping
from waiter.requests import Request

TIMER = "request:"


def open_request(
    s: Stepping, guest: str, app: str, params: Mapping[str, Any], preface: str | None = None
) -> None:
    """Ask for the yes a commit needs: what was read back is bound.

    An older request for the same app gives way.
    """
    refusal, binding = _now(s, guest, app, params)
    if binding is None:  # what could run when the brain called may not run any more
        return send.blocked(s, guest, app, refusal)
    for older in permission.asked_of(s.state, guest, app):
        s.emit(e.RequestVoided(older.id, "superseded"))
    request_id = _request_id(s)
    expires_at = s.snapshot.now + permission.REQUEST_LIFE
    bound = permission.digest(binding.content)
    s.emit(
        e.RequestOpened(
            request_id, guest, app, params, binding.entitled, binding.content, bound, expires_at
        )
    )
    s.order(e.StartTimer(TIMER + request_id, expires_at))
    request = s.state.requests[request_id]
    to = permission.read_back_to(guest, binding.entitled)
    send.request(s, to, request, preface)
    if to != guest:
        send.tell(s, guest, "request.host_asked")
    return None


def open_standing(s: Stepping, guest: str, limit: str | None) -> None:
    """Ask whether the guest's own orders may be sent unasked from now on, each up to a limit."""
    currency = s.snapshot.menu.restaurant.currency
    try:
        bound = None if limit is None else Money(minor(limit, currency), currency).plain()
    except ValueError:
        return send.refuse(s, guest, "grant.no_amount", text=limit)
    return open_request(s, guest, permission.STANDING, {"app": "submit", "limit": bound})


def revoke(s: Stepping, guest: str) -> None:
    """The guest wants to be asked again: every standing grant of theirs ends."""
    grants = [grant for grant in s.state.grants.values() if grant.guest == guest]
    for grant in grants:
        s.emit(e.GrantRevoked(grant.id, guest))
    send.tell(s, guest, "grant.revoked" if grants else "grant.none")


def use_standing(
    s: Stepping, guest: str, exchange: str, app: str, params: Mapping[str, Any]
) -> bool:
    """Do it under a standing grant, where one covers it."""
    _, binding = _now(s, guest, app, params)
    if app != "submit" or binding is None:
        return False
    currency = s.snapshot.menu.restaurant.currency
    grant = permission.covering(s.state, guest, app, binding, currency)
    if grant is None:
        return False
    s.emit(e.GrantUsed(grant.id, guest, permission.digest(binding.content)))
    key = f"standing:{grant.id}:{s.state.visit}:{exchange}:{s.state.seq}"
    exchanges.call(s, guest, exchange, app, params, key=key)
    return True


def decided(s: Stepping, guest: str, request: Request, *, approve: bool) -> None:
    """A guest's yes or no to a request."""
    if guest not in request.entitled:
        send.refuse(s, guest, "request.not_yours")
    elif not approve:
        s.emit(e.RequestVoided(request.id, "denied"))
        send.tell(s, guest, f"request.denied.{request.app}")
    else:
        _approved(s, guest, request)


def _approved(s: Stepping, guest: str, request: Request) -> None:
    refusal, binding = _now(s, request.guest, request.app, request.params)
    judged = permission.judge(request, guest, s.snapshot.now, refusal, binding)
    match judged.judgement:
        case "granted":
            _spend(s, guest, request)
        case "expired":
            _expire(s, request)
        case "blocked" if is_done(s, request):
            s.emit(e.RequestVoided(request.id, "superseded"))
            send.tell(s, guest, "request.sent_already")
        case "blocked":
            s.emit(e.RequestVoided(request.id, "blocked"))
            send.blocked(s, guest, request.app, judged.refusal)
        case "changed":
            s.emit(e.RequestVoided(request.id, "changed"))
            preface = send.changes(s, guest, request, binding)
            open_request(s, request.guest, request.app, request.params, preface)
        case "not_entitled":
            send.refuse(s, guest, "request.not_yours")


def still_holds(s: Stepping, request: Request) -> bool:
    """Whether what was read back is still what there is."""
    _, binding = _now(s, request.guest, request.app, request.params)
    return binding is not None and permission.digest(binding.content) == request.digest


def is_done(s: Stepping, request: Request) -> bool:
    """Whether an order asks for nothing any more: all of it has been sent."""
    refusal, _ = _now(s, request.guest, request.app, request.params)
    return refusal is not None and {one.code for one in refusal.problems} == {"empty_tab"}


def _spend(s: Stepping, guest: str, request: Request) -> None:
    s.emit(e.GrantSpent(request.id, guest, request.digest))
    if request.app == permission.STANDING:
        return _give(s, guest, request)
    tab = s.snapshot.books.lines
    exchange = exchanges.opened(s, guest, tab=tab, asker=request.guest)
    return exchanges.call(
        s, guest, exchange, request.app, request.params, key=f"grant:{request.id}",
        desk_of=request.guest,
    )  # fmt: skip


def _give(s: Stepping, guest: str, request: Request) -> None:
    currency = s.snapshot.menu.restaurant.currency
    limit = request.params["limit"]
    most = None if limit is None else minor(limit, currency)
    s.emit(e.GrantGiven(f"g{s.state.seq + 1}", guest, request.params["app"], most))
    send.tell(s, guest, "grant.given")


def ran_out(s: Stepping, body: e.TimerFired) -> None:
    """A request's time is up."""
    request = s.state.requests.get(body.timer.removeprefix(TIMER))
    if request is not None and s.event.at >= request.expires_at:
        _expire(s, request)


def _expire(s: Stepping, request: Request) -> None:
    s.emit(e.RequestVoided(request.id, "expired"))
    send.tell(s, request.guest, f"request.expired.{request.app}")


def withdraw(s: Stepping, guest: str) -> None:
    """A guest changed the lines an open request was about: it is withdrawn."""
    for request in tuple(s.state.requests.values()):
        whole = request.params.get("whose") == "all"
        if request.app == "submit" and (request.guest == guest or (whole and _is_host(s, guest))):
            s.emit(e.RequestVoided(request.id, "withdrawn"))


def _is_host(s: Stepping, guest: str) -> bool:
    return s.state.guests[0] == guest


def _now(
    s: Stepping, guest: str, app_name: str, params: Mapping[str, Any]
) -> tuple[Refusal | None, Binding | None]:
    """What the app would say and bind at this moment."""
    if app_name == permission.STANDING:
        return None, Binding(params, (guest,))
    app = commit_app(app_name)
    snapshot: Snapshot = s.snapshot
    desk = s.desk(guest)
    typed = app.Params.model_validate(params)
    refusal = app.check(typed, snapshot, desk)
    return (refusal, None) if refusal else (None, app.bind(typed, snapshot, desk))


def _request_id(s: Stepping) -> str:
    """Random because the nonce is: it came with the event from outside.

    Several of one step stay apart by the seq.
    """
    seed = f"{s.event.nonce}:{s.event.visit}:{s.state.seq}"
    return hashlib.sha256(seed.encode()).hexdigest()[:32]
