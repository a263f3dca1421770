"""The life of an exchange: opened by an input, asks brains, makes calls, closed by its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.contract import Then
from apps.ledger.books import Line
from waiter import event as e
from waiter.dialogue import send
from waiter.dialogue.flows import answering
from waiter.dialogue.stepping import Stepping
from waiter.dialogue.viewing import view_of
from waiter.flow import Flow


def opened(
    s: Stepping, guest: str, *, heard: str = "", said: str = "", picked: tuple[str, ...] = (),
    tab: tuple[Line, ...] = (), opening: bool = False, asker: str | None = None,
    settling: bool = False, quiet: bool = False, then: Then | None = None,
) -> str:  # fmt: skip
    """Open an exchange and return its id.

    `asker`: it begins with a yes to what they had brought about. `settling`: with the answer to a
    question, which `then` has waited for. `quiet`: with a tap that shows for itself on the tab.
    """
    exchange = f"x{s.state.seq + 1}"
    questions = s.session(guest).questions
    s.emit(
        e.ExchangeOpened(
            guest, exchange, heard, said, picked, tab, opening, asker is not None, asker,
            questions[0].ask if questions else None, settling, quiet, then,
        )
    )  # fmt: skip
    return exchange


def open_for(
    s: Stepping, guest: str, *, heard: str = "", said: str = "", picked: tuple[str, ...] = (),
    opening: bool = False,
) -> None:  # fmt: skip
    """Open an exchange and ask the brain what to do; where a workflow of the house answers, what
    it finds comes first.
    """
    tab = s.snapshot.books.lines
    opened(s, guest, heard=heard, said=said, picked=picked, tab=tab, opening=opening)
    flow = answering(view_of(s.state, guest, s.snapshot), s.state.flows) if s.state.flows else None
    if flow is None:
        return ask(s, guest)
    exchange = s.exchange(guest).id
    return call(s, guest, exchange, "search", {"query": heard}, flow=flow)


def ask(s: Stepping, guest: str, role: e.BrainRole | None = None) -> None:
    """Have a brain speak the next turn of the guest's exchange."""
    exchange = s.exchange(guest)
    role = role or exchange.role
    number = exchange.ask + 1
    s.emit(e.BrainAsked(guest, exchange.id, number, role))
    view = view_of(s.state, guest, s.snapshot)
    s.order(e.AskBrain(guest, exchange.id, number, role, view, s.exchange(guest).refused))


def call(
    s: Stepping, guest: str, exchange: str, app: str, params: Mapping[str, Any], *,
    key: str | None = None, desk_of: str | None = None, flow: Flow | None = None,
) -> None:  # fmt: skip
    """Dispatch a call at the guest's desk (or, for a yes, at the desk of who asked for it)."""
    number = s.exchange(guest).calls + 1
    key = key or f"{s.state.visit}:{exchange}:{number}"
    s.emit(e.CallMade(guest, exchange, number, app, params, key, flow))
    desk = s.desk(desk_of or guest)
    s.order(e.CallApp(guest, exchange, number, app, params, key, desk, flow))


def close(s: Stepping, guest: str, why: e.ExchangeEnd = "answered") -> None:
    """The exchange is over; what waited meanwhile is heard at the end of the step."""
    s.emit(e.ExchangeClosed(guest, s.exchange(guest).id, why))


def interrupt(s: Stepping, guest: str) -> None:
    """Stop what runs: a brain is cancelled, nothing further dispatched, the guest told what was
    and wasn't done.
    """
    exchange = s.exchange(guest)
    s.order(e.CancelTask(guest, exchange.id))
    done = [fact for fact in exchange.facts if fact.ok]
    close(s, guest, "interrupted")
    s.emit(e.Paused(guest, exchange.said))
    send.interrupted(s, guest, done)
