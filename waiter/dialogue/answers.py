"""A guest's typed answer, with no exchange running: a tap, or what a program sends for one.

Each belongs to the envelope it answers (None: the newest that fits). One to an envelope that is no
longer open changes nothing and says so; a value that can't be is told the range, and the question
stays open.
"""

from __future__ import annotations

from waiter import event as e
from waiter import listing, numbering, permission
from waiter.dialogue import batch, decide, exchanges, hear, questions, send, taps
from waiter.dialogue.stepping import Stepping
from waiter.neutral import neutral
from waiter.phrases import say
from waiter.requests import Request
from waiter.session import Question


def take(s: Stepping, body: e.GuestAnswered) -> None:
    """Act on a typed answer."""
    guest = body.guest
    match body.answer:
        case "approve" | "deny":
            _decide(s, guest, _request(s, body), approve=body.answer == "approve")
        case "approve_all":
            batch.tapped(s, guest, body.value or "")
        case "pick":
            _pick(s, body)
        case "accept":
            _accept(s, body)
        case "decline":
            _decline(s, body)
        case "input":
            _input(s, body)
        case "call":
            taps.called(s, body)
        case "note":
            taps.note(s, body)
        case "language":
            taps.language(s, body)
        case "undo":
            _call(s, guest, "order", {"action": "undo"})
        case "report":
            summary = neutral(body.value or "").strip()
            _call(s, guest, "staff", {"reason": "report", "summary": summary})
        case "retry":
            history = s.session(guest).history
            last = next((m.text for m in reversed(history) if m.who == "guest"), "")
            _said(s, body, last)
        case "interrupt":
            hear.wait(s, guest)


def _said(s: Stepping, body: e.GuestAnswered, text: str) -> None:
    """As if the guest had written it."""
    if not text:
        return send.tell(s, body.guest, "pick.closed")
    return hear.hear(s, e.GuestSaid(body.input_id, body.guest, text, body.sent_at))


def _call(s: Stepping, guest: str, app: str, params: dict[str, str]) -> None:
    exchange = exchanges.opened(s, guest, tab=s.snapshot.books.lines)
    exchanges.call(s, guest, exchange, app, params)


def _request(s: Stepping, body: e.GuestAnswered) -> Request | None:
    return permission.shown_in(s.state, body.guest, body.in_reply_to)


def _decide(s: Stepping, guest: str, request: Request | None, *, approve: bool) -> None:
    if request is None:
        send.tell(s, guest, "request.nothing_open")
    else:
        decide.decided(s, guest, request, approve=approve)


def _pick(s: Stepping, body: e.GuestAnswered) -> None:
    """A tapped number, read against the list of the envelope it was tapped on."""
    session = s.session(body.guest)
    picked = numbering.tapped(session, body.in_reply_to, body.value)
    if isinstance(picked, numbering.OutOfRange):
        return send.out_of_range(s, body.guest, picked)
    if picked is None or picked.closed:
        return send.tell(s, body.guest, "pick.closed")
    question = next((q for q in session.questions if q.id == picked.list_id), None)
    name = numbering.name_of(picked.candidate, session.language)
    if question is not None:
        return questions.settle(s, body.guest, ((question, picked.candidate.id),), name)
    return hear.open_picked(s, body.guest, picked.candidate, name)


def _accept(s: Stepping, body: e.GuestAnswered) -> None:
    """A yes to what was proposed: to the one thing shown, or as the words "yes"."""
    if body.value:
        return _pick(s, body) if body.value.isdigit() else _said(s, body, neutral(body.value))
    if body.in_reply_to is not None and _request(s, body) is not None:
        return _decide(s, body.guest, _request(s, body), approve=True)
    one = numbering.tapped(s.session(body.guest), body.in_reply_to, "1")
    options = listing.pickable(listing.current(s.session(body.guest)))
    if isinstance(one, numbering.Tapped) and not one.closed and len(options) == 1:
        return _pick(s, e.GuestAnswered(
            body.input_id, body.guest, "pick", body.sent_at, body.in_reply_to, "1"
        ))  # fmt: skip
    return _said(s, body, say("yes", s.session(body.guest).language))


def _decline(s: Stepping, body: e.GuestAnswered) -> None:
    """A no to whatever the envelope was: a request, a question, or advice."""
    question = _question(s, body)
    if body.in_reply_to is not None and (request := _request(s, body)) is not None:
        decide.decided(s, body.guest, request, approve=False)
    elif question is not None:
        questions.drop(s, body.guest, (question,))
    elif questions.drop_note(s, body.guest):
        send.tell(s, body.guest, "question.dropped.note")
    else:
        send.tell(s, body.guest, "advice.declined")


def _input(s: Stepping, body: e.GuestAnswered) -> None:
    """What was asked for, to the question of that envelope, whichever else is open."""
    text = neutral(body.value or "").strip()
    question = _question(s, body)
    if body.in_reply_to is None or not text:
        return _said(s, body, text)
    if question is None:
        return send.tell(s, body.guest, "pick.closed")
    answer = numbering.answer(text, question.ask)
    if isinstance(answer, numbering.OutOfRange):
        return send.out_of_range(s, body.guest, answer)
    if answer is None:
        return _said(s, body, text)
    return questions.settle(s, body.guest, ((question, answer),), text)


def _question(s: Stepping, body: e.GuestAnswered) -> Question | None:
    """The open question that an envelope asked; None where it asked none, or it is closed."""
    asked = s.session(body.guest).questions
    return next((q for q in asked if q.envelope == body.in_reply_to is not None), None)
