"""How an answer came about: the events of one exchange, told a line each. Pure.

Raw turns as the brain spoke them, refusals with their reason, calls with their results, what was
asked and granted, and the milliseconds from the exchange's beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.console.safety import one_line
from bot.console.wire import written
from waiter import event as e

# A result of many dishes is no help in a terminal; `waiter audit show` has it in full.
LONGEST = 600


def told(events: Sequence[e.Event], guest: str) -> list[str]:
    """The guest's last exchange, a line an event; nothing before their first."""
    started = next(
        (
            index
            for index in range(len(events) - 1, -1, -1)
            if isinstance(body := events[index].body, e.ExchangeOpened) and body.guest == guest
        ),
        None,
    )
    if started is None:
        return []
    begun = events[started].at
    lines = []
    for event in events[started:]:
        if event.session in (None, guest) and (text := line(event.body)) is not None:
            lines.append(f"{_ms(begun, event.at):>6} ms  {text}")
    return lines


def line(body: e.Body) -> str | None:
    """One event; None for what tells nothing about how the answer came about."""
    match body:
        case e.ExchangeOpened(heard=heard, opening=opening, granted=granted):
            return "greets" if opening else "a yes" if granted else f"heard    {one_line(heard)}"
        case e.BrainAsked(ask=ask, role=role):
            return f"asked    {role} brain, {ask}"
        case e.BrainSpoke() as spoke:
            return f"turn     {one_line(spoke.raw)}  [{_about(spoke)}]"
        case e.BrainFailed(brain=brain, reason=reason):
            return f"failed   {brain}: {one_line(reason)}"
        case e.TurnAccepted(repairs=repairs) if repairs:
            return f"repaired {', '.join(repairs)}"
        case e.TurnRefused(kind=kind, by=by, sentence=sentence):
            return f"refused  {kind} by {by}: {one_line(sentence)}"
        case e.CallMade(call=call, app=app, params=params):
            return f"call {call}   {app} {_json(params)}"
        case e.AppReturned(call=call, app=app, ok=ok, result=result):
            return f"result {call} {app} {'ok' if ok else 'refused'} {_json(result)}"
        case e.CallDeclined(call=call, app=app, result=result):
            return f"result {call} {app} declined {_json(result)}"
        case e.QuestionOpened(ask=ask):
            return f"question {ask.kind} {one_line(ask.text)}"
        case e.CandidatesNumbered(candidates=candidates):
            return f"numbered {', '.join(one.id for one in candidates)}"
        case e.RequestOpened(app=app, request=request):
            return f"request  {app} {request[:8]}"
        case e.RequestVoided(request=request, why=why):
            return f"void     request {request[:8]}: {why}"
        case e.GrantSpent(request=request, by=by):
            return f"granted  request {request[:8]} by {by}"
        case e.GrantGiven(grant=grant, app=app):
            return f"granted  {app} from now on, {grant[:8]}"
        case e.GrantUsed(grant=grant):
            return f"granted  by standing grant {grant[:8]}"
        case e.GrantRevoked(grant=grant):
            return f"revoked  standing grant {grant[:8]}"
        case e.StaffCalled(reason=reason):
            return f"staff    {one_line(reason)}"
        case e.EnvelopeSent(envelope=envelope):
            return f"sent     {envelope.number} {envelope.type}, {envelope.status}"
        case e.ExchangeClosed(why=why):
            return f"closed   {why}"
        case _:
            return None


def _about(spoke: e.BrainSpoke) -> str:
    sure = "" if spoke.confidence is None else f", sure {spoke.confidence:.2f}"
    model = "" if spoke.model is None else f", {spoke.model}"
    tokens = "" if spoke.tokens is None else f", {spoke.tokens} tokens"
    return f"{spoke.brain}{model}{sure}{tokens}, {spoke.ms} ms"


def _json(value: Mapping[str, Any]) -> str:
    text = written(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _ms(begun: datetime, at: datetime) -> int:
    return round((at - begun).total_seconds() * 1000)
