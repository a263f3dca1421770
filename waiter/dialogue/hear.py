"""A guest is heard: what the words or the tap mean before any brain hears them.

In order: a message of a closed visit or too old is held; one that arrives while an exchange runs
waits (or stops it); a held message is released; "wait" and "go on"; a yes or no to the one open
request; an answer to the open question; a number from the list shown. What is left becomes an
exchange, its numbers put into names.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from apps.contract import Candidate
from menu_data.words.allergens import allergens_stated
from menu_data.words.answers import (
    is_hold_back,
    is_no,
    is_resume,
    is_send,
    is_still,
    is_wait,
    is_yes,
)
from menu_data.words.language import language_of
from menu_data.words.standing import standing
from waiter import event as e
from waiter import numbering, permission
from waiter.dialogue import decide, exchanges, questions, send, taps
from waiter.dialogue.stepping import Stepping
from waiter.neutral import neutral
from waiter.phrases import say
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
        send.tell(s, body.guest, "visit.closed")
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
        send.tell(s, body.guest, "visit.closed")
    elif s.event.at - body.sent_at > STALE_AFTER:
        send.tell(s, body.guest, "tap.stale")
    elif body.answer == "interrupt":
        if session.exchange is None:
            _wait(s, body.guest)
        else:
            exchanges.interrupt(s, body.guest)
    elif session.exchange is not None:
        s.emit(e.InputQueued(body.guest, answered=body))
    else:
        take(s, body)


def unsupported(s: Stepping, body: e.GuestSentUnsupported) -> None:
    """Something the waiter can't read."""
    send.refuse(s, body.guest, "input.unsupported")


def _hold(s: Stepping, guest: str, text: str) -> None:
    if s.session(guest).held is not None:
        s.emit(e.HeldReleased(guest, kept=False))
    s.emit(e.InputHeld(guest, text))
    send.ask(s, guest, "held.ask", text=excerpt(text))


def hear(s: Stepping, body: e.GuestSaid) -> None:
    """A message that is to be understood now, with no exchange running."""
    guest, text = body.guest, body.text
    _note(s, guest, text)
    session = s.session(guest)
    if session.held is not None:
        s.emit(e.HeldReleased(guest, kept=is_still(text)))
        if is_still(text):
            return hear(s, replace(body, text=session.held))
        if is_no(text):
            return send.tell(s, guest, "held.dropped")
    if session.paused is not None and is_resume(text):
        s.emit(e.Resumed(guest))
        return hear(s, replace(body, text=session.paused))
    if is_wait(text):
        return _wait(s, guest)
    wish = standing(text)
    if wish is not None and wish.revoked:
        return decide.revoke(s, guest)
    if wish is not None:
        return decide.open_standing(s, guest, wish.limit)
    if _decided(s, guest, text) or questions.answered(s, body):
        return None
    return _numbered(s, body)


def _note(s: Stepping, guest: str, text: str) -> None:
    """What is learnt from any message, whoever speaks the turns: the guest's language, and an
    allergy.
    """
    language = language_of(text, s.session(guest).language)
    if language != s.session(guest).language:
        s.emit(e.LanguageHeard(guest, language))
    stated = allergens_stated(text)
    known = s.state.allergies.get(guest, frozenset())
    added = tuple(sorted(stated.added - known))
    withdrawn = tuple(sorted(stated.withdrawn & known))
    if added or withdrawn:
        s.emit(e.AllergyStated(guest, added, withdrawn))


def _wait(s: Stepping, guest: str) -> None:
    waiting = bool(permission.open_to(s.state, guest))
    send.tell(s, guest, "wait.request" if waiting else "wait.nothing")


def _decided(s: Stepping, guest: str, text: str) -> bool:
    """A text that is exactly a yes or a no, while requests are open to this guest.

    "Send it" is a yes to the one request that is about sending, "don't send it" a no.
    """
    requests = permission.open_to(s.state, guest)
    if not requests:
        return False
    sending = len(requests) == 1 and requests[0].app == "submit"
    yes = is_yes(text) or (sending and is_send(text))
    if not yes and not is_no(text) and not (sending and is_hold_back(text)):
        return False
    if len(requests) > 1:
        send.refuse(s, guest, "request.which")
    else:
        decide.decided(s, guest, requests[0], approve=yes)
    return True


def _numbered(s: Stepping, body: e.GuestSaid) -> None:
    """Numbers from the list shown become names; then a brain hears it."""
    session = s.session(body.guest)
    shown = numbering.shown_when(session, body.sent_at)
    counted = shown == numbering.current(session)
    read: numbering.ReadNumbers | numbering.OutOfRange
    read = (numbering.so_many(body.text, session) if counted else None) or numbering.read(
        body.text, shown, session.language
    )
    if isinstance(read, numbering.ReadNumbers) and not read.picked:
        read = numbering.just_shown(read.text, session)
    if isinstance(read, numbering.ReadNumbers) and not read.picked and session.questions:
        read = numbering.completed(read.text, session.questions[0].ask, session.language)
    if isinstance(read, numbering.OutOfRange):
        send.out_of_range(s, body.guest, read)
    elif read.picked and shown != numbering.current(session):
        send.which(s, body.guest, read.picked)
    elif len(read.picked) == 1 and read.whole:
        _open_picked(s, body.guest, read.picked[0], body.text)
    else:
        picked = tuple(c.id for c in read.picked)
        exchanges.open_for(s, body.guest, heard=read.text, said=body.text, picked=picked)


def _open_picked(s: Stepping, guest: str, picked: Candidate, said: str) -> None:
    """One option, and nothing else said: a category opens, anything else is for the brain."""
    if picked.kind == "category":
        exchange = exchanges.opened(s, guest, said=said, tab=s.snapshot.books.lines)
        return exchanges.call(s, guest, exchange, "menu", {"category": picked.id})
    name = numbering.name_of(picked, s.session(guest).language)
    return exchanges.open_for(s, guest, heard=name, said=said, picked=(picked.id,))


def take(s: Stepping, body: e.GuestAnswered) -> None:
    """A typed answer, with no exchange running."""
    guest = body.guest
    match body.answer:
        case "approve" | "deny":
            request = permission.shown_in(s.state, guest, body.in_reply_to)
            if request is None:
                send.tell(s, guest, "request.nothing_open")
            else:
                decide.decided(s, guest, request, approve=body.answer == "approve")
        case "pick":
            _pick(s, body)
        case "decline":
            dropped = questions.drop_note(s, guest)
            send.tell(s, guest, "question.dropped.note" if dropped else "advice.declined")
        case "call":
            taps.called(s, body)
        case "note":
            taps.note(s, body)
        case "undo":
            exchange = exchanges.opened(s, guest, tab=s.snapshot.books.lines)
            exchanges.call(s, guest, exchange, "order", {"action": "undo"})
        case "report":
            exchange = exchanges.opened(s, guest, tab=s.snapshot.books.lines)
            params = {"reason": "report", "summary": body.value or ""}
            exchanges.call(s, guest, exchange, "staff", params)
        case "retry":
            history = s.session(guest).history
            last = next((m.text for m in reversed(history) if m.who == "guest"), "")
            hear(s, e.GuestSaid(body.input_id, guest, last, body.sent_at))
        case "accept" | "input" | "interrupt":
            text = neutral(body.value or "") or say("yes", s.session(guest).language)
            hear(s, e.GuestSaid(body.input_id, guest, text, body.sent_at))


def _pick(s: Stepping, body: e.GuestAnswered) -> None:
    """A tapped number, read against the list of the envelope it was tapped on."""
    session = s.session(body.guest)
    picked = numbering.tapped(session, body.in_reply_to, body.value)
    if isinstance(picked, numbering.OutOfRange):
        return send.out_of_range(s, body.guest, picked)
    if picked is None:
        return send.tell(s, body.guest, "pick.closed")
    question = next((q for q in session.questions if q.id == picked.list_id), None)
    name = numbering.name_of(picked.candidate, session.language)
    if question is not None:
        return questions.settle(s, body.guest, ((question, picked.candidate.id),), name)
    if picked.closed:
        return send.tell(s, body.guest, "pick.closed")
    return _open_picked(s, body.guest, picked.candidate, name)


def queued(s: Stepping, guest: str) -> None:
    """Hear what arrived while the last exchange ran: texts gathered, taps one by one."""
    session = s.session(guest)
    if session.exchange is not None or not session.queue:
        return
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
        take(s, first)
    queued(s, guest)
