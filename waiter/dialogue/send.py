"""Envelopes: every word a guest gets passes here. Typed, numbered, journalled, then sent; what
waits for an answer gets its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from apps.contract import Ask, Binding, Candidate, Refusal
from apps.rows import line_row
from waiter import event as e
from waiter import listing, numbering, reasons, telling
from waiter.answer import Status
from waiter.dialogue.stepping import Stepping
from waiter.envelope import Envelope, EnvelopeType, OpenRequest, Option
from waiter.neutral import neutral
from waiter.observation import refusal_json
from waiter.phrases import say
from waiter.requests import Request
from waiter.session import Awaited, Exchange
from waiter.view import Fact

TIMER = "remind:"
# Long enough to talk it over at the table, short enough that the kitchen doesn't wait for nothing.
REMIND_AFTER = timedelta(minutes=5)


def timer_of(guest: str, awaited: Awaited) -> e.StartTimer:
    """The timer of what waits for a guest."""
    return e.StartTimer(f"{TIMER}{awaited.envelope}:{guest}", awaited.since + REMIND_AFTER)


def _send(
    s: Stepping, guest: str, kind: EnvelopeType, content: str, *, status: Status = "success",
    candidates: tuple[Candidate, ...] = (), numbers: tuple[int, int] | None = None,
    request: OpenRequest | None = None, app: str | None = None,
) -> None:  # fmt: skip
    session = s.session(guest)
    number = session.envelopes + 1
    envelope = Envelope(
        message_id=f"{s.state.visit}/{guest}/{number}",
        number=number,
        visit=s.state.visit,
        session=guest,
        exchange=session.exchange.id if session.exchange else None,
        type=kind,
        timestamp=s.event.at,
        content=content,
        status=status,
        app=app,
        options=_options(s, candidates, session.language),
        range=numbers or listing.numbers_in_force(candidates),
        request=request,
    )
    s.emit(e.EnvelopeSent(guest, envelope))
    s.order(e.Send(envelope))
    awaited = s.session(guest).awaited
    if awaited is not None and awaited.envelope == number:
        s.order(timer_of(guest, awaited))


def _options(s: Stepping, candidates: tuple[Candidate, ...], language: str) -> tuple[Option, ...]:
    menu = s.snapshot.menu
    return tuple(
        Option(number, candidate.id, telling.label(candidate, menu, language))
        for number, candidate in listing.numbered(candidates)
    )


def tell(s: Stepping, guest: str, key: str, **values: object) -> None:
    """A sentence of the house's that needs no answer."""
    _send(s, guest, "notification", say(key, s.session(guest).language, **values))


def with_others(s: Stepping, guest: str, names: Sequence[str]) -> None:
    """Who sits with a guest from now on."""
    language = s.session(guest).language
    tell(s, guest, "moved.with_you", guests=telling.joined(names, language))


def from_staff(s: Stepping, guest: str, who: str, text: str) -> None:
    """Words of staff's, as theirs."""
    content = say("attending.says", s.session(guest).language, who=who, text=neutral(text).strip())
    _send(s, guest, "notification", content)


def refuse(s: Stepping, guest: str, key: str, **values: object) -> None:
    """A sentence that says what was wrong and what may be done instead."""
    text = say(key, s.session(guest).language, **values)
    _send(s, guest, "error", text, status="error")


def ask(s: Stepping, guest: str, key: str, **values: object) -> None:
    """A question of the house's own, answered in words."""
    text = say(key, s.session(guest).language, **values)
    _send(s, guest, "input_request", text, status="need_clarification")


def ask_note(s: Stepping, guest: str, asked: Ask) -> None:
    """What the kitchen is to know of a line: the next words are it."""
    text = reasons.question(asked, s.snapshot.menu, s.session(guest).language)
    _send(s, guest, "input_request", text, status="need_clarification", app="order")


def remind(
    s: Stepping, guest: str, text: str, kind: EnvelopeType, numbers: tuple[int, int] | None
) -> None:
    """What is still open, in words; its buttons are where they were."""
    status: Status = "need_clarification" if kind == "input_request" else "success"
    _send(s, guest, kind, text, status=status, numbers=numbers)


def reply(s: Stepping, guest: str, text: str) -> None:
    """A brain's words. What was asked or listed in this exchange goes along as numbered options."""
    session = s.session(guest)
    exchange = s.exchange(guest)
    question = session.questions[0] if session.questions else None
    if question is not None and numbering.is_due(question, exchange):
        _send(
            s, guest, "input_request", text, status="need_clarification",
            candidates=question.ask.candidates, numbers=question.ask.range,
        )  # fmt: skip
    elif exchange.listed is not None and listing.current(session):
        _send(s, guest, "advice", text, candidates=listing.current(session))
    else:
        _send(s, guest, "notification", text, status=_status(exchange))


def _status(exchange: Exchange) -> Status:
    good = [fact.ok for fact in exchange.facts]
    if all(good):
        return "success"
    return "partial_success" if any(good) else "need_clarification"


def question_again(s: Stepping, guest: str) -> None:
    """What is still open must be said first; asked again with its options."""
    session = s.session(guest)
    asked = session.questions[0].ask
    text = say(
        "question.first", session.language,
        question=reasons.question(asked, s.snapshot.menu, session.language),
    )  # fmt: skip
    if asked.candidates:
        s.emit(e.QuestionClosed(guest, session.questions[0].id, "superseded"))
        number = f"q{s.state.seq + 1}"
        s.emit(e.QuestionOpened(guest, number, asked, s.event.at))
        s.emit(e.CandidatesNumbered(guest, number, asked.candidates, s.event.at))
    _send(
        s, guest, "input_request", text, status="need_clarification",
        candidates=asked.candidates, numbers=asked.range,
    )  # fmt: skip


def request(s: Stepping, guest: str, wanted: Request, preface: str | None) -> None:
    """What a yes would do, read back in full; never a brain's words."""
    language = s.session(guest).language
    text = telling.read_back(wanted.app, wanted.content, s.snapshot.menu, language)
    shown = OpenRequest(wanted.id, wanted.app, wanted.expires_at)
    unsent = [line_row(s.snapshot, line) for line in s.snapshot.books.lines]
    if wanted.app == "checkout" and unsent:
        told = say("request.checkout.unsent", language, lines=telling.brief(unsent, language))
        text = f"{told}\n{text}"
    content = f"{preface}\n{text}" if preface else text
    _send(
        s, guest, "permission_request", content, status="need_clarification", request=shown,
        app=wanted.app,
    )  # fmt: skip


def changes(s: Stepping, guest: str, wanted: Request, now: Binding | None) -> str:
    """Why a yes was void: what moved since it was read back."""
    language = s.session(guest).language
    after = now.content if now is not None else {}
    return telling.changes(wanted.content, after, s.snapshot.menu, language)


def blocked(s: Stepping, guest: str, app: str, refusal: Refusal | None) -> None:
    """A yes that can't be carried out any more: which lines, why, and what may be done."""
    language = s.session(guest).language
    problems = refusal_json(refusal)["problems"] if refusal else ()
    text = reasons.blocked(app, problems, s.snapshot.menu, language, s.snapshot.now)
    _send(s, guest, "error", text, status="need_clarification", app=app)


def out_of_range(s: Stepping, guest: str, wrong: numbering.OutOfRange) -> None:
    """A number nothing has: the range, and the list stays open."""
    low, high = wrong.range
    text = say(
        "number.out_of_range", s.session(guest).language, number=wrong.number, low=low, high=high
    )
    _send(s, guest, "error", text, status="need_clarification", numbers=wrong.range)


def which(
    s: Stepping, guest: str, picked: tuple[Candidate, ...], text: str = "number.which"
) -> None:
    """A number that meant something else when it was sent, or that may count any of what is shown:
    which one, by name.
    """
    language = s.session(guest).language
    now = listing.pickable(listing.current(s.session(guest)))
    choices = tuple(dict.fromkeys((*picked, *now)))
    list_id = f"l{s.state.seq + 1}"
    s.emit(e.CandidatesNumbered(guest, list_id, choices, s.event.at))
    asked = say(text, language)
    _send(s, guest, "input_request", asked, status="need_clarification", candidates=choices)


def interrupted(s: Stepping, guest: str, done: Sequence[Fact]) -> None:
    """What was done and what wasn't, when the guest says stop."""
    language = s.session(guest).language
    text = telling.interrupted(done, language)
    _send(s, guest, "notification", text)


def on_behalf(s: Stepping, guest: str, exchange: Exchange) -> None:
    """Tell the guest who had asked that another's yes has done it."""
    apps = {fact.source for fact in exchange.facts if fact.ok}
    for app in ("submit", "checkout"):
        if app in apps:
            tell(s, guest, f"request.done_for_you.{app}")
