"""A guest whom staff have taken over: the waiter is silent, what the guest writes goes to staff and
stays in the conversation, what staff write goes to the guest as theirs.

Whether an act can be is `apps/acts/attending`'; here is what it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waiter import event as e
from waiter.dialogue import exchanges, send
from waiter.dialogue.hear import note
from waiter.dialogue.stepping import Stepping


def returned(s: Stepping, body: e.StaffActReturned) -> None:
    """An act of staff was carried out; one that is about the conversation changes it now."""
    if not body.ok:
        return
    guests: Sequence[Any] = body.result.get("guests", ())
    who = str(body.result.get("who", ""))
    match body.act:
        case "take_over":
            for guest in guests:
                _take_over(s, guest, who, str(body.result["place"]))
        case "give_back":
            for guest in guests:
                s.emit(e.GivenBack(guest, who))
                send.tell(s, guest, "attending.gone")
        case "say":
            for guest in guests:
                s.emit(e.StaffSpoke(guest, who))
                send.from_staff(s, guest, who, str(body.result["text"]))
        case "paid" | "payment":
            _no_bill_waits(s)
        case _:
            pass


def _no_bill_waits(s: Stepping) -> None:
    """The bill is paid: nobody is asked for their yes to it any more."""
    for request in tuple(s.state.requests.values()):
        if request.app == "checkout":
            s.emit(e.RequestVoided(request.id, "withdrawn"))


def said(s: Stepping, guest: str, text: str) -> None:
    """Words for staff; what anybody would learn from them is learnt."""
    note(s, guest, text)
    s.emit(e.Relayed(guest, text))


def _take_over(s: Stepping, guest: str, who: str, place: str) -> None:
    """What runs is stopped, open requests are withdrawn; what waited to be heard goes to staff."""
    running = s.session(guest).exchange
    if running is not None:
        s.order(e.CancelTask(guest, running.id))
        exchanges.close(s, guest, "interrupted")
    for request in tuple(s.state.requests.values()):
        if request.guest == guest:
            s.emit(e.RequestVoided(request.id, "withdrawn"))
    s.emit(e.TakenOver(guest, who, place))
    waiting = s.session(guest).queue
    if waiting:
        s.emit(e.QueueTaken(guest))
    for one in waiting:
        if isinstance(one, e.GuestSaid):
            said(s, guest, one.text)
    send.tell(s, guest, "attending.here", who=who)
