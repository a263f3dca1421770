"""How an answer came about: the events of one exchange, told a row each. Pure.

Raw turns as the brain spoke them, the verdicts of grammar and constraints with their reasons, calls
with their results, what was asked and granted, and the milliseconds from the exchange's beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.console.card import Card, cell, columns
from bot.console.wire import written
from waiter import event as e

# A result of many dishes is no help in a terminal; `waiter audit show` has it in full.
LONGEST = 600
# Rows that a person looks for first.
STYLES = {
    "turn": "bold", "refused": "bold red", "failed": "bold red", "void": "red", "waits": "yellow",
    "request": "yellow", "granted": "green", "staff": "magenta",
}  # fmt: skip

Told = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """One event: when, counted from the beginning, what it was, and what it says."""

    ms: int
    what: str
    text: str


def told(events: Sequence[e.Event], guest: str) -> list[Step]:
    """The guest's last exchange, a step an event; nothing before their first."""
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
    return [
        Step(_ms(begun, event.at), *said)
        for event in events[started:]
        if event.session in (None, guest) and (said := step(event.body)) is not None
    ]


def card(steps: Sequence[Step], title: str) -> Card:
    """The steps, to look at. The last of them tells how long it took."""
    table = columns("amount", "label", "text")
    for one in steps:
        style = STYLES.get(one.what.split()[0], "")
        table.add_row(cell(str(one.ms), "dim"), cell(one.what, style or "cyan"), cell(one.text))
    return Card((title, f"{steps[-1].ms} ms"), table, style="blue")


def step(body: e.Body) -> Told | None:
    """One event; None for what tells nothing about how the answer came about."""
    match body:
        case e.ExchangeOpened(heard=heard, opening=opening, granted=granted):
            return ("greets", "") if opening else ("a yes", "") if granted else ("heard", heard)
        case e.BrainAsked(ask=ask, role=role):
            return "asked", f"{role} brain, {ask}"
        case e.BrainSpoke() as spoke:
            return "turn", f"{spoke.raw}  [{_about(spoke)}]"
        case e.BrainFailed(brain=brain, reason=reason):
            return "failed", f"{brain}: {reason}"
        case e.TurnAccepted(repairs=repairs) if repairs:
            return "repaired", ", ".join(repairs)
        case e.TurnRefused(kind=kind, by=by, sentence=sentence):
            return "refused", f"{kind} by {by}: {sentence}"
        case e.CallMade(call=call, app=app, params=params):
            return f"call {call}", f"{app} {_json(params)}"
        case e.AppReturned(call=call, app=app, ok=ok, result=result):
            return f"result {call}", f"{app} {'ok' if ok else 'refused'} {_json(result)}"
        case e.CallDeclined(call=call, app=app, result=result):
            return f"result {call}", f"{app} declined {_json(result)}"
        case e.CommitDeferred(app=app, params=params):
            return "waits", f"{app} {_json(params)}: for the guest's yes"
        case _:
            return _decided(body)


def _decided(body: e.Body) -> Told | None:
    """What was asked of the guest and what they granted, and what was sent."""
    match body:
        case e.QuestionOpened(ask=ask):
            return "question", f"{ask.kind} {ask.text}"
        case e.CandidatesNumbered(candidates=candidates):
            return "numbered", ", ".join(one.id for one in candidates)
        case e.RequestOpened(app=app, request=request):
            return "request", f"{app} {request[:8]}"
        case e.RequestVoided(request=request, why=why):
            return "void", f"request {request[:8]}: {why}"
        case e.GrantSpent(request=request, by=by):
            return "granted", f"request {request[:8]} by {by}"
        case e.GrantGiven(grant=grant, app=app):
            return "granted", f"{app} from now on, {grant[:8]}"
        case e.GrantUsed(grant=grant):
            return "granted", f"by standing grant {grant[:8]}"
        case e.BatchGiven(requests=requests):
            return "granted", f"{len(requests)} requests by one yes"
        case e.BatchDropped():
            return "revoked", "the rest of a yes to several requests"
        case e.GrantRevoked(grant=grant):
            return "revoked", f"standing grant {grant[:8]}"
        case e.StaffCalled(reason=reason):
            return "staff", reason
        case e.TakenOver(who=who):
            return "staff", f"{who} takes over"
        case e.GivenBack(who=who):
            return "staff", f"{who} gives back"
        case e.EnvelopeSent(envelope=envelope):
            return "sent", f"{envelope.number} {envelope.type}, {envelope.status}"
        case e.ExchangeClosed(why=why):
            return "closed", why
        case _:
            return None


def _about(spoke: e.BrainSpoke) -> str:
    sure = "" if spoke.confidence is None else f", sure {spoke.confidence:.2f}"
    model = "" if spoke.model is None else f", {spoke.model}"
    tokens = "" if spoke.tokens is None else f", {spoke.tokens} tokens"
    why = "" if spoke.reason is None else f"; {spoke.reason}"
    return f"{spoke.brain}{model}{sure}{tokens}, {spoke.ms} ms{why}"


def _json(value: Mapping[str, Any]) -> str:
    text = written(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _ms(begun: datetime, at: datetime) -> int:
    return round((at - begun).total_seconds() * 1000)
