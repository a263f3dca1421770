"""What an event does to a running exchange: the part of `state.apply` that counts turns, calls and
facts. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from waiter import event as e
from waiter.observation import fact_of
from waiter.session import Call, Exchange
from waiter.view import Fact, Refused


class Impossible(RuntimeError):
    """An event that this state can't have: a bug of ours, never swallowed."""


def advanced(
    exchange: Exchange,
    body: e.BrainAsked | e.BrainSpoke | e.BrainFailed | e.TurnAccepted | e.TurnRefused
    | e.CallMade | e.CallDeclined | e.CommitDeferred | e.AppReturned,
) -> Exchange:  # fmt: skip
    """The exchange after an event of its own. `Impossible`: it can't have happened."""
    match body:
        case e.BrainAsked(ask=ask, role=role) if role != exchange.role:
            # Whoever takes over was not refused, and may still make calls.
            return replace(exchange, ask=ask, role=role, awaiting="brain", bad=0, refused=())
        case e.BrainAsked(ask=ask):
            return replace(exchange, ask=ask, awaiting="brain")
        case e.BrainSpoke(ask=ask) | e.BrainFailed(ask=ask):
            return replace(exchange, awaiting=None) if ask == exchange.ask else exchange
        case e.TurnAccepted():
            return replace(exchange, bad=0, refused=())
        case e.TurnRefused(kind=kind, sentence=sentence, raw=raw):
            refused = (*exchange.refused, Refused(raw, kind, sentence))
            return replace(exchange, bad=exchange.bad + 1, refused=refused)
        case e.CallMade(call=call, app=app, params=params, key=key, flow=flow):
            made = Call(call, app, params, key, flow)
            return replace(exchange, calls=call, awaiting="app", call=made)
        case e.CallDeclined(call=call, app=app, params=params, result=result):
            fact = Fact(call, app, params, False, result)
            return replace(exchange, calls=call, facts=(*exchange.facts, fact))
        case e.CommitDeferred(call=call, app=app, params=params):
            return replace(exchange, calls=call, commit=Call(call, app, params, ""))
        case e.AppReturned(call=call, app=app, ok=ok, result=result, staff=staff):
            if exchange.call is None or exchange.call.call != call:
                raise Impossible(f"{app!r} returned call {call}, which is not on its way")
            fact = fact_of(call, app, exchange.call.params, ok, result)
            called = exchange.called_staff or staff is not None
            facts = (*exchange.facts, fact)
            return replace(exchange, awaiting=None, call=None, facts=facts, called_staff=called)
        case _ as never:
            assert_never(never)
