"""`pending`: what was to be done when the house went down.

Effects whose results never came are ordered again.
"""

from __future__ import annotations

from apps.contract import Desk, Snapshot
from waiter import event as e
from waiter.dialogue.timers import timers
from waiter.dialogue.viewing import view_of
from waiter.session import Exchange
from waiter.state import State


def pending(state: State, snapshot: Snapshot) -> tuple[e.Effect, ...]:
    """Brains to be asked again, calls to be made again under their old keys, and every
    timer.
    """
    effects: list[e.Effect] = []
    for guest, session in state.sessions.items():
        exchange = session.exchange
        if exchange is not None and exchange.awaiting == "brain":
            view = view_of(state, guest, snapshot)
            effects.append(
                e.AskBrain(guest, exchange.id, exchange.ask, exchange.role, view, exchange.refused)
            )
        elif exchange is not None and exchange.call is not None:
            effects.append(_again(state, guest, exchange))
    effects += timers(state)
    effects += [e.ActForStaff(a.act, a.params, a.who, a.why) for a in state.acting]
    return tuple(effects)


def _again(state: State, guest: str, exchange: Exchange) -> e.CallApp:
    call = exchange.call
    assert call is not None
    desk = Desk(state.visit, exchange.asker or guest, state.guests, state.allergies)
    return e.CallApp(
        guest, exchange.id, call.call, call.app, call.params, call.key, desk, call.flow
    )
