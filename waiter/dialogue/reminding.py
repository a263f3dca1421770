"""What waits for a guest's answer is mentioned once more, then let go: it stays open, but nobody
speaks of it again.

A request for a yes has its own time (`decide`), and while one is open nothing else is mentioned.
"""

from __future__ import annotations

from waiter import event as e
from waiter import listing, permission, reasons
from waiter.dialogue import send
from waiter.dialogue.send import REMIND_AFTER, TIMER
from waiter.dialogue.stepping import Stepping
from waiter.phrases import say
from waiter.session import Session


def due(s: Stepping, body: e.TimerFired) -> None:
    """A guest hasn't answered: they hear of it once, unless something else has come between."""
    number, _, guest = body.timer.removeprefix(TIMER).partition(":")
    session = s.state.sessions.get(guest)
    awaited = None if session is None else session.awaited
    if session is None or awaited is None or str(awaited.envelope) != number:
        return
    if s.event.at < awaited.since + REMIND_AFTER:
        return
    if _is_silent(s, session):
        _remind(s, session)
    s.emit(e.Reminded(guest, awaited.envelope))


def _is_silent(s: Stepping, session: Session) -> bool:
    """Whether nothing is under way that speaks for itself."""
    bill = s.snapshot.books.bill
    busy = session.exchange is not None or session.held is not None or session.paused is not None
    paid = bill is not None and bill.state == "paid"
    waits = bool(permission.open_to(s.state, session.guest))
    return s.state.phase == "open" and not (busy or paid or waits)


def _remind(s: Stepping, session: Session) -> None:
    if session.questions:
        asked = session.questions[0].ask
        if asked.kind == "note":
            return  # typed at once, or not wanted any more
        question = reasons.question(asked, s.snapshot.menu, session.language)
        text = say("remind.question", session.language, question=question)
        numbers = asked.range or listing.numbers_in_force(asked.candidates)
        send.remind(s, session.guest, text, "input_request", numbers)
    elif (numbers := listing.numbers_in_force(listing.current(session))) is not None:
        low, high = numbers
        text = say("remind.list", session.language, low=low, high=high)
        send.remind(s, session.guest, text, "advice", numbers)
