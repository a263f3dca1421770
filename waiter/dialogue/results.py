"""An app returned: its result is a fact, its asks become questions, its candidates a numbered
list; the brain goes on.
"""

from __future__ import annotations

from typing import Any

from apps.contract import Candidate
from waiter import event as e
from waiter.dialogue import asked, decide, exchanges, turns
from waiter.dialogue.stepping import Stepping
from waiter.session import Exchange


def returned(s: Stepping, body: e.AppReturned) -> None:
    """A call's end.

    One whose exchange was interrupted changes nothing more here (the ledger has what it did).
    """
    exchange = s.session(body.guest).exchange
    if body.ok and body.app == "order":
        decide.withdraw(s, body.guest)
        asked.settled(s, body.guest, body.result)
    if body.staff is not None:
        s.emit(e.StaffCalled(body.guest, body.staff))
    if exchange is None or exchange.id != body.exchange:
        return None
    asked.opened(s, body.guest, body.asks)
    if body.candidates:
        list_id = f"l{s.state.seq + 1}"
        more = _next_page(body, exchange)
        shown = _with_earlier(s, body, exchange)
        s.emit(e.CandidatesNumbered(body.guest, list_id, shown, s.event.at, more))
    if exchange.quiet and _shows_for_itself(body):
        return exchanges.close(s, body.guest)
    if exchange.then is not None and exchange.calls == 1 and body.ok and not body.asks:
        return turns.resume(s, body.guest, exchange.then)
    # What a tap came to is told by the built-in brain: nothing in it is to be understood.
    return exchanges.ask(s, body.guest, "house" if exchange.quiet else None)


def _shows_for_itself(body: e.AppReturned) -> bool:
    """Whether the tab, or a list, shows what the call did, and nothing else need be heard."""
    told = body.asks or body.result.get("warnings")
    return body.ok and not told and body.app in ("order", "menu")


def _with_earlier(s: Stepping, body: e.AppReturned, exchange: Exchange) -> tuple[Candidate, ...]:
    """Dishes looked up one by one in an exchange are one list, in the order they were asked for."""
    lists = s.session(body.guest).lists
    alone = len(body.candidates) == 1 and "dish" in body.result
    if not alone or not lists or lists[-1].id != exchange.listed or lists[-1].id.startswith("q"):
        return body.candidates
    return tuple(dict.fromkeys((*lists[-1].candidates, *body.candidates)))


def _next_page(body: e.AppReturned, exchange: Exchange) -> dict[str, Any] | None:
    """What brings the rest of a list that doesn't fit on one page."""
    page, pages = body.result.get("page"), body.result.get("pages")
    if body.app != "menu" or not isinstance(page, int) or not isinstance(pages, int):
        return None
    made = next((f.params for f in exchange.facts if f.call == body.call), {})
    return {**made, "page": page + 1} if page < pages else None
