"""A brain spoke: its turn is parsed, judged, and then said, dispatched, or made to wait for the
guest's yes.

Nothing is ever dispatched from a refused turn. A refused brain is told why and speaks again,
twice in a row at most; then the built-in brain takes the turn over, and if it is unsure too the
guest gets an apology and staff are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from apps.contract import Ask, Then
from apps.table import APP_NAMES, find_app
from waiter import event as e
from waiter import turn as grammar
from waiter.constraints import judge_call, judge_reply, judge_tap
from waiter.constraints.verdict import Case, Decline, Pass, Refuse, Wait
from waiter.dialogue import asked, decide, exchanges, send
from waiter.dialogue.stepping import Stepping
from waiter.dialogue.viewing import view_of
from waiter.observation import refusal_json
from waiter.wording import words_for

# After two bad turns in a row another try rarely helps; the guest has waited long enough.
BAD_TURNS = 2
# Calls in one exchange: a menu look-up, a search and a few edits fit; a loop does not.
CALLS = 8
# Below this the built-in brain's own answer is a guess, and a person is the better answer.
SURE = 0.7


def spoke(s: Stepping, body: e.BrainSpoke) -> None:
    """A brain's raw turn. One that was cancelled or came too late changes nothing."""
    if not _is_current(s, body):
        return None
    exchange = s.exchange(body.guest)
    stands_in = exchange.role == "house"
    if stands_in and body.confidence is not None and body.confidence < SURE:
        return give_up(s, body.guest)
    words = words_for(s.snapshot.menu)
    parsed = grammar.parse(body.raw, APP_NAMES, wording=words, guided=s.state.guided)
    match parsed:
        case grammar.Violation(kind=kind, sentence=sentence):
            return _refused(s, body, kind, "grammar", sentence)
        case grammar.Repaired(turn=turn, repairs=repairs):
            return _accepted(s, body, turn, repairs)
        case turn:
            return _accepted(s, body, turn, ())


def _accepted(
    s: Stepping, body: e.BrainSpoke, turn: grammar.Turn, repairs: tuple[str, ...]
) -> None:
    match turn:
        case grammar.ToUser():
            _reply(s, body, turn, repairs)
        case grammar.ToSys():
            _call(s, body, turn, repairs)
        case _ as never:
            assert_never(never)


def failed(s: Stepping, body: e.BrainFailed) -> None:
    """The world behind a brain failed: the built-in brain stands in."""
    if _is_current(s, body):
        stand_in(s, body.guest)


def stand_in(s: Stepping, guest: str) -> None:
    """The built-in brain takes the turn over, or, when it already had, we give up politely."""
    if s.exchange(guest).role == "house":
        give_up(s, guest)
    else:
        exchanges.ask(s, guest, "house")


def give_up(s: Stepping, guest: str) -> None:
    """A plain apology, and staff are called."""
    s.emit(e.StaffCalled(guest, "the waiter could not answer"))
    send.refuse(s, guest, "sorry.staff_called")
    exchanges.close(s, guest, "failed")


def _is_current(s: Stepping, body: e.BrainSpoke | e.BrainFailed) -> bool:
    exchange = s.session(body.guest).exchange
    return exchange is not None and (exchange.id, exchange.ask) == (body.exchange, body.ask)


def _refused(s: Stepping, body: e.BrainSpoke, kind: str, by: str, sentence: str) -> None:
    s.emit(e.TurnRefused(body.guest, body.exchange, kind, by, sentence, body.raw))
    if s.exchange(body.guest).bad < BAD_TURNS:
        exchanges.ask(s, body.guest)
    else:
        stand_in(s, body.guest)


def _case(s: Stepping, guest: str) -> Case:
    return Case(view_of(s.state, guest, s.snapshot), s.snapshot, s.desk(guest))


def _reply(s: Stepping, body: e.BrainSpoke, turn: grammar.ToUser, repairs: tuple[str, ...]) -> None:
    verdict = judge_reply(turn, _case(s, body.guest), s.state.without)
    if isinstance(verdict, Refuse):
        return _refused(s, body, verdict.kind, verdict.by, verdict.sentence)
    s.emit(e.TurnAccepted(body.guest, body.exchange, grammar.render(turn), repairs))
    commit = s.exchange(body.guest).commit
    asker = s.exchange(body.guest).asker
    send.reply(s, body.guest, turn.text)
    if asker is not None and asker != body.guest:
        send.on_behalf(s, asker, s.exchange(body.guest))
    if commit is not None:
        decide.open_request(s, body.guest, commit.app, commit.params)
    exchanges.close(s, body.guest)
    return None


def _call(s: Stepping, body: e.BrainSpoke, turn: grammar.ToSys, repairs: tuple[str, ...]) -> None:
    guest = body.guest
    if s.exchange(guest).calls >= CALLS:
        return stand_in(s, guest) if s.exchange(guest).role != "house" else give_up(s, guest)
    verdict = judge_call(turn, _case(s, guest))
    if isinstance(verdict, Refuse):
        return _refused(s, body, verdict.kind, verdict.by, verdict.sentence)
    s.emit(e.TurnAccepted(guest, body.exchange, grammar.render(turn), repairs))
    return carry_out(s, guest, verdict)


def carry_out(s: Stepping, guest: str, verdict: Pass | Decline | Wait) -> None:
    """What a call comes to that nobody refused: made, declined by the restaurant, or asked about
    first.
    """
    number = s.exchange(guest).calls + 1
    match verdict:
        case Pass(app=app, params=params):
            exchanges.call(s, guest, s.exchange(guest).id, app, params)
        case Decline(app=app, params=params, refusal=refusal):
            result = refusal_json(refusal)
            asks = tuple(_kept(p.ask, app, params) for p in refusal.problems if p.ask is not None)
            exchange = s.exchange(guest)
            s.emit(e.CallDeclined(guest, exchange.id, number, app, params, result, asks))
            asked.opened(s, guest, asks)
            exchanges.ask(s, guest, "house" if exchange.quiet else None)
        case Wait(app=app, params=params):
            _permission(s, guest, number, app, params)


def _kept(ask: Ask, app: str, params: Mapping[str, Any]) -> Ask:
    """A question with the commit it stands in the way of."""
    called = find_app(app)
    commits = called is not None and called.effect == "commit"
    return replace(ask, then=Then(app, params)) if commits else ask


def resume(s: Stepping, guest: str, then: Then) -> None:
    """What the guest had asked for before the question; that they want it needs no evidence."""
    turn = grammar.ToSys(then.app, dict(then.params))
    verdict = judge_tap(turn, _case(s, guest))
    if isinstance(verdict, Refuse):
        return exchanges.ask(s, guest)
    s.emit(e.TurnAccepted(guest, s.exchange(guest).id, grammar.render(turn)))
    return carry_out(s, guest, verdict)


def _permission(s: Stepping, guest: str, number: int, app: str, params: Mapping[str, Any]) -> None:
    """What waits for a yes: first the question that is still open, then what the guest must
    hear, then the request.
    """
    exchange = s.exchange(guest)
    if app == "submit" and s.session(guest).questions:
        send.question_again(s, guest)
        exchanges.close(s, guest)
    elif any(not fact.ok for fact in exchange.facts):
        s.emit(e.CommitDeferred(guest, exchange.id, number, app, params))
        exchanges.ask(s, guest)
    elif not decide.use_standing(s, guest, exchange.id, app, params):
        decide.open_request(s, guest, app, params)
        exchanges.close(s, guest, "waiting")
