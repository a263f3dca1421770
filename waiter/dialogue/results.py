"""An app returned: its result is a fact, its asks become questions, its candidates a numbered
list; the brain goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.contract import Ask, Candidate
from waiter import event as e
from waiter.dialogue import decide, exchanges
from waiter.dialogue.stepping import Stepping
from waiter.session import Exchange, Question


def returned(s: Stepping, body: e.AppReturned) -> None:
    """A call's end.

    One whose exchange was interrupted changes nothing more here (the ledger has what it did).
    """
    exchange = s.session(body.guest).exchange
    if body.ok and body.app == "order":
        decide.withdraw(s, body.guest)
        settle_questions(s, body.guest, body.result)
    if body.staff is not None:
        s.emit(e.StaffCalled(body.guest, body.staff))
    if exchange is None or exchange.id != body.exchange:
        return
    open_questions(s, body.guest, body.asks)
    if body.candidates:
        list_id = f"l{s.state.seq + 1}"
        more = _next_page(body, exchange)
        shown = _with_earlier(s, body, exchange)
        s.emit(e.CandidatesNumbered(body.guest, list_id, shown, s.event.at, more))
    exchanges.ask(s, body.guest)


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


def open_questions(s: Stepping, guest: str, asks: tuple[Ask, ...]) -> None:
    """Open what only the guest can say;

    a question about the same thing gives way to the new one.
    """
    for ask in asks:
        for question in s.session(guest).questions:
            if _about(question) == _subject(ask):
                s.emit(e.QuestionClosed(guest, question.id, "superseded"))
        question_id = f"q{s.state.seq + 1}"
        s.emit(e.QuestionOpened(guest, question_id, ask, s.event.at))
        if ask.candidates:
            s.emit(e.CandidatesNumbered(guest, question_id, ask.candidates, s.event.at))


def settle_questions(s: Stepping, guest: str, result: Mapping[str, Any]) -> None:
    """A brain answered an open question by a call of its own: the dish it was about is on the
    tab now.
    """
    exchange = s.session(guest).exchange
    done = {str(row.get("item")) for row in result.get("lines", ()) if isinstance(row, Mapping)}
    for question in s.session(guest).questions:
        new = exchange is not None and question.id in exchange.asked
        if not new and done & _dishes(question.ask):
            s.emit(e.QuestionClosed(guest, question.id, "answered"))


def _dishes(ask: Ask) -> set[str]:
    if ask.kind == "dish":
        return {candidate.id for candidate in ask.candidates}
    return {str(line.get("dish")) for line in ask.draft.get("lines", ())}


def _subject(ask: Ask) -> tuple[str, ...]:
    return tuple(sorted(_dishes(ask)))


def _about(question: Question) -> tuple[str, ...]:
    return _subject(question.ask)
