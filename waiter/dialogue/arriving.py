"""A guest's input arrives: whose visit is closed or whose message is too old to act on, what comes
while an exchange runs, and what may be heard at once.

A message is held, queued, refused for its length, or handed to `hear`; a tap to `answers`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from menu_data.words.answers import is_wait
from waiter import event as e
from waiter.dialogue import answers, attending, batch, exchanges, send
from waiter.dialogue.hear import hear, wait
from waiter.dialogue.stepping import Stepping
from waiter.neutral import neutral
from waiter.telling import excerpt

# A message typed this long ago may no longer be meant (house rule): it is asked about.
STALE_AFTER = timedelta(minutes=10)
# A guest's message; longer ones are not read (DESIGN section 2).
GUEST_TEXT = 2_000


def joined(s: Stepping, body: e.GuestJoined) -> None:
    """A guest sits down; the waiter speaks first where the front-end has nothing from them yet."""
    if body.greet:
        exchanges.open_for(s, body.guest, opening=True)


def said(s: Stepping, body: e.GuestSaid) -> None:
    """A guest's message."""
    session = s.session(body.guest)
    text = neutral(body.text).strip()
    if s.state.phase == "closed":
        send.tell(s, body.guest, _closed(s))
    elif session.attended is not None and text:
        attending.said(s, body.guest, text[:GUEST_TEXT])
    elif s.event.at - body.sent_at > STALE_AFTER:
        _hold(s, body.guest, text)
    elif len(text) > GUEST_TEXT:
        send.refuse(s, body.guest, "input.too_long", limit=GUEST_TEXT)
    elif not text:
        send.refuse(s, body.guest, "input.empty")
    elif session.exchange is None:
        hear(s, replace(body, text=text))
    elif is_wait(text):
        exchanges.interrupt(s, body.guest)
    else:
        s.emit(e.InputQueued(body.guest, said=replace(body, text=text)))


def answered(s: Stepping, body: e.GuestAnswered) -> None:
    """A tap, or another typed answer."""
    session = s.session(body.guest)
    if s.state.phase == "closed":
        send.tell(s, body.guest, _closed(s))
    elif session.attended is not None:
        send.tell(s, body.guest, "attending.tap")
    elif s.event.at - body.sent_at > STALE_AFTER:
        send.tell(s, body.guest, "tap.stale")
    elif body.answer == "interrupt":
        if session.exchange is None:
            wait(s, body.guest)
        else:
            exchanges.interrupt(s, body.guest)
    elif session.exchange is not None:
        s.emit(e.InputQueued(body.guest, answered=body))
    else:
        answers.take(s, body)


def unsupported(s: Stepping, body: e.GuestSentUnsupported) -> None:
    """Something the waiter can't read, nor pass on to staff; they hear that there was something."""
    if s.session(body.guest).attended is not None:
        s.emit(e.Relayed(body.guest, what=body.what))
    send.refuse(s, body.guest, "input.unsupported")


def _closed(s: Stepping) -> str:
    """Which sentence a closed visit is told by: it is over, or goes on as part of another."""
    return "moved.again" if s.state.merged_into else "visit.closed"


def _hold(s: Stepping, guest: str, text: str) -> None:
    if s.session(guest).held is not None:
        s.emit(e.HeldReleased(guest, kept=False))
    s.emit(e.InputHeld(guest, text))
    send.ask(s, guest, "held.ask", text=excerpt(text))


def queued(s: Stepping, guest: str) -> None:
    """Go on with a yes to several things; then hear what arrived while the last exchange ran: texts
    gathered, taps one by one.
    """
    if batch.go_on(s, guest):
        return queued(s, guest)
    session = s.session(guest)
    if session.exchange is not None or not session.queue:
        return None
    first, rest = session.queue[0], session.queue[1:]
    s.emit(e.QueueTaken(guest))
    if isinstance(first, e.GuestSaid):
        while rest and isinstance(rest[0], e.GuestSaid):
            first = replace(first, text=f"{first.text}\n{rest[0].text}"[:GUEST_TEXT])
            rest = rest[1:]
    for later in rest:
        if isinstance(later, e.GuestSaid):
            s.emit(e.InputQueued(guest, said=later))
        else:
            s.emit(e.InputQueued(guest, answered=later))
    if isinstance(first, e.GuestSaid):
        hear(s, first)
    else:
        answers.take(s, first)
    return queued(s, guest)
