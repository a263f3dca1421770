"""The dialogue's state of one visit, and `apply`, the only place where it changes.

Two rules for this file: everything that an event does to the state is in `apply`, and nothing
here decides anything. What is on the tab, placed or owed is not here: the ledger owns it
(`apps/ledger`). Folding `apply` over a visit's journal gives the live state exactly; recovery
does nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, assert_never

from apps.ledger.books import Availability
from waiter import event as e
from waiter.exchange import Impossible, advanced
from waiter.flow import Flow
from waiter.habits import NO_HABIT, Habit
from waiter.requests import Grant, Request
from waiter.session import (
    Attended,
    Awaited,
    Exchange,
    Numbered,
    Question,
    Session,
    lists_with,
    questions_with,
    touched_by,
    with_question,
)
from waiter.view import Said

# A brain's history window: enough to follow "the same again", small enough for a small model's
# prompt.
HISTORY = 24
# Lists a tap may still refer to; an older card is answered with "which one?".
LISTS_KEPT = 8


@dataclass(frozen=True, slots=True)
class State:
    visit: str
    table: str | None = None
    phase: Literal["new", "open", "closed"] = "new"
    guided: bool = False
    flows: tuple[Flow, ...] = ()
    without: tuple[str, ...] = ()
    sessions: Mapping[str, Session] = field(default_factory=dict)
    requests: Mapping[str, Request] = field(default_factory=dict)
    grants: Mapping[str, Grant] = field(default_factory=dict)
    allergies: Mapping[str, frozenset[str]] = field(default_factory=dict)
    habits: Mapping[str, Habit] = field(default_factory=dict)
    menu: str = ""
    availability: Availability = field(default_factory=Availability)
    staff_calls: int = 0
    talks: int = 0  # guests taken over, given back, and what they wrote in between
    acting: tuple[e.StaffActed, ...] = ()
    merged_into: str = ""
    seq: int = 0

    @property
    def guests(self) -> tuple[str, ...]:
        """In the order they joined; the first is the host."""
        return tuple(self.sessions)


def apply(state: State, event: e.Event) -> State:
    """The state after an event.

    Total over every event; raises `Impossible` where the event can't happen.
    """
    if event.seq != state.seq + 1:
        raise Impossible(f"event {event.seq} after {state.seq} in visit {state.visit!r}")
    return replace(_applied(state, event), seq=event.seq)


def _applied(state: State, event: e.Event) -> State:
    match event.body:
        case e.VisitOpened(table=table, guided=guided, flows=flows, without=without):
            opened = replace(state, table=table, guided=guided, phase="open")
            return replace(opened, flows=flows, without=without)
        case e.VisitClosed():
            return replace(state, phase="closed")
        case e.GuestJoined(guest=guest, language=language):
            return _put(state, Session(guest, language))
        case e.VisitMoved(table=table):
            return replace(state, table=table)
        case e.VisitMerged(into=into):
            return replace(state, phase="closed", merged_into=into)
        case e.GuestCame() as came:
            return _came(state, came)
        case e.PaymentReported() | e.TimerFired():
            return state
        case e.StaffActed() as act:
            return replace(state, acting=(*state.acting, act))
        case e.StaffActReturned(act=act_name, ok=ok):
            phase = "closed" if ok and act_name == "close" else state.phase
            return replace(state, acting=state.acting[1:], phase=phase)
        case e.HouseSeen(menu=menu, availability=availability):
            return replace(state, menu=menu, availability=availability)
        case e.AllergyStated(guest=guest, added=added, withdrawn=withdrawn):
            keys = (state.allergies.get(guest, frozenset()) | set(added)) - set(withdrawn)
            return replace(state, allergies={**state.allergies, guest: keys})
        case e.HabitStated(guest=guest, habit=habit, withdrawn=withdrawn):
            known = state.habits.get(guest, NO_HABIT).joined(habit).less(withdrawn)
            return replace(state, habits={**state.habits, guest: known})
        case e.StaffCalled():
            return replace(state, staff_calls=state.staff_calls + 1)
        case e.GrantGiven(grant=grant, guest=guest, app=app, limit=limit):
            return replace(state, grants={**state.grants, grant: Grant(grant, guest, app, limit)})
        case e.GrantUsed(grant=grant) | e.GrantRevoked(grant=grant) if grant not in state.grants:
            raise Impossible(f"grant {grant!r} is not in force")
        case e.GrantUsed():
            return state
        case e.GrantRevoked(grant=grant):
            return replace(state, grants={k: v for k, v in state.grants.items() if k != grant})
        case e.RequestOpened() | e.RequestVoided() | e.GrantSpent():
            return _request(state, event.body)
        case _:
            return _session(state, event)


def _came(state: State, body: e.GuestCame) -> State:
    """A guest of another visit sits here, with what is known of them."""
    known = {**state.allergies, body.guest: frozenset(body.allergies)}
    session = Session(body.guest, body.language, language_chosen=body.chosen)
    return _put(
        replace(
            state,
            allergies=known if body.allergies else state.allergies,
            habits={**state.habits, body.guest: body.habit} if body.habit else state.habits,
        ),
        session,
    )


def _request(state: State, body: e.RequestOpened | e.RequestVoided | e.GrantSpent) -> State:
    if isinstance(body, e.RequestOpened):
        request = Request(
            body.request, body.guest, body.app, body.params, body.entitled, body.content,
            body.digest, body.expires_at,
        )  # fmt: skip
        return replace(state, requests={**state.requests, body.request: request})
    if body.request not in state.requests:
        raise Impossible(f"request {body.request!r} is not open")
    left = {k: v for k, v in state.requests.items() if k != body.request}
    return replace(state, requests=left)


def _session(state: State, event: e.Event) -> State:
    body = event.body
    assert not isinstance(
        body,
        e.VisitOpened | e.VisitClosed | e.GuestJoined | e.PaymentReported | e.StaffActed
        | e.StaffActReturned
        | e.VisitMoved | e.VisitMerged | e.GuestCame
        | e.HouseSeen | e.TimerFired | e.AllergyStated | e.HabitStated | e.StaffCalled
        | e.RequestOpened | e.RequestVoided | e.GrantSpent | e.GrantGiven | e.GrantUsed
        | e.GrantRevoked,
    )  # fmt: skip
    session = session_of(state, body.guest)
    match body:
        case e.GuestSaid() | e.GuestAnswered() | e.GuestSentUnsupported() | e.Reminded():
            return _put(state, replace(session, awaited=None)) if session.awaited else state
        case e.LanguageHeard(language=language, chosen=chosen):
            return _put(state, replace(session, language=language, language_chosen=chosen))
        case e.InputHeld(text=text):
            return _put(state, replace(session, held=text))
        case e.HeldReleased():
            return _put(state, replace(session, held=None))
        case e.InputQueued(said=said, answered=answered):
            queue = tuple(i for i in (*session.queue, said, answered) if i is not None)
            return _put(state, replace(session, queue=queue))
        case e.QueueTaken():
            return _put(state, replace(session, queue=()))
        case e.TakenOver() | e.GivenBack() | e.StaffSpoke() | e.Relayed():
            talks = state.talks + (0 if isinstance(body, e.StaffSpoke) else 1)
            return _put(replace(state, talks=talks), _attended(session, event))
        case e.Paused(said=said):
            return _put(state, replace(session, paused=said or None, batch=()))
        case e.BatchGiven(requests=requests):
            return _put(state, replace(session, batch=tuple(request for request, _ in requests)))
        case e.BatchDropped():
            return _put(state, replace(session, batch=()))
        case e.Resumed():
            return _put(state, replace(session, paused=None))
        case e.QuestionOpened(question=question, ask=ask, at=at):
            opened = replace(session, questions=with_question(session, Question(question, ask, at)))
            return _put(state, _noted(opened, question))
        case e.QuestionClosed(question=question):
            left = tuple(q for q in session.questions if q.id != question)
            return _put(state, replace(session, questions=left))
        case e.CandidatesNumbered(list_id=list_id, candidates=candidates, at=at, more=more):
            shown = Numbered(list_id, candidates, at, more=more, after=session.envelopes)
            lists = (*session.lists, shown)[-LISTS_KEPT:]
            exchange = session.exchange and replace(session.exchange, listed=list_id)
            return _put(state, replace(session, lists=lists, exchange=exchange))
        case e.EnvelopeSent():
            return _sent(state, session, body)
        case e.ExchangeOpened():
            return _put(state, _opened(session, body, event.at))
        case e.ExchangeClosed(exchange=exchange_id):
            facts = _running(session, exchange_id).facts
            touched = touched_by(facts, session.guest) or session.touched
            closed = replace(session, exchange=None, before=facts, touched=touched)
            return _put(state, closed)
        case (
            e.BrainAsked() | e.BrainSpoke() | e.BrainFailed() | e.TurnAccepted() | e.TurnRefused()
            | e.CallMade() | e.CallDeclined() | e.CommitDeferred() | e.AppReturned()
        ):  # fmt: skip
            if session.exchange is None or session.exchange.id != body.exchange:
                return state  # a brain that was cancelled: heard by the journal alone
            return _put(state, replace(session, exchange=advanced(session.exchange, body)))
        case _ as never:
            assert_never(never)


def _attended(session: Session, event: e.Event) -> Session:
    match event.body:
        case e.TakenOver(who=who, place=place):
            taken = Attended(who, place, event.seq, event.at)
            return replace(session, attended=taken, awaited=None, batch=())
        case e.StaffSpoke() if session.attended is not None:
            return replace(session, attended=replace(session.attended, since=event.at))
        case e.Relayed(text=text):
            heard = (Said("guest", text),) if text else ()
            history = (*session.history, *heard)[-HISTORY:]
            return replace(session, history=history)
        case e.GivenBack():
            return replace(session, attended=None)
        case _:
            raise Impossible(f"{session.guest!r} is not taken over")


def _opened(session: Session, body: e.ExchangeOpened, at: datetime) -> Session:
    if session.exchange is not None:
        raise Impossible(f"{session.guest!r} already has exchange {session.exchange.id!r}")
    exchange = Exchange(
        body.exchange, body.heard, body.said, at, body.picked, body.tab, body.opening,
        body.granted, body.asker, body.question, body.settling, body.quiet, body.then,
    )  # fmt: skip
    history = session.history
    if body.said and not body.granted:
        history = (*history, Said("guest", body.said))[-HISTORY:]
    return replace(session, exchange=exchange, history=history)


def _sent(state: State, session: Session, body: e.EnvelopeSent) -> State:
    envelope = body.envelope
    if envelope.number != session.envelopes + 1:
        raise Impossible(f"envelope {envelope.number} after {session.envelopes}")
    history = session.history
    if envelope.type != "permission_request":  # a brain never sees a request it could imitate
        history = (*history, Said("waiter", envelope.content))[-HISTORY:]
    awaited = session.awaited
    if envelope.type in ("advice", "input_request"):
        awaited = Awaited(envelope.number, envelope.timestamp)
    sent = replace(
        session, envelopes=envelope.number, history=history, awaited=awaited,
        lists=lists_with(session, envelope), questions=questions_with(session, envelope),
    )  # fmt: skip
    state = _put(state, sent)
    if envelope.request is None or envelope.request.id not in state.requests:
        return state
    request = replace(state.requests[envelope.request.id], envelope=envelope.number)
    return replace(state, requests={**state.requests, request.id: request})


def _noted(session: Session, question: str) -> Session:
    exchange = session.exchange
    if exchange is None:
        return session
    return replace(session, exchange=replace(exchange, asked=(*exchange.asked, question)))


def _running(session: Session, exchange_id: str) -> Exchange:
    if session.exchange is None or session.exchange.id != exchange_id:
        raise Impossible(f"{session.guest!r} has no exchange {exchange_id!r}")
    return session.exchange


def session_of(state: State, guest: str) -> Session:
    """The guest's session; `Impossible` when they never joined."""
    if guest not in state.sessions:
        raise Impossible(f"{guest!r} has not joined visit {state.visit!r}")
    return state.sessions[guest]


def _put(state: State, session: Session) -> State:
    return replace(state, sessions={**state.sessions, session.guest: session})
