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
        return None
    open_questions(s, body.guest, body.asks)
    if body.candidates:
        list_id = f"l{s.state.seq + 1}"
        more = _next_page(body, exchange)
        shown = _with_earlier(s, body, exchange)
        s.emit(e.CandidatesNumbered(body.guest, list_id, shown, s.event.at, more))
    if exchange.quiet and _shows_for_itself(body):
        return exchanges.close(s, body.guest)
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


def open_questions(s: Stepping, guest: str, asks: tuple[Ask, ...]) -> None:
    """Open what only the guest can say;

    a question about the same thing gives way to the new one.
    """
    for ask in asks:
        for question in s.session(guest).questions:
            if _about(question) == _subject(ask) or _is_open(question.ask):
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
        if question.ask.kind == "note":
            if exchange is not None and _is_noted(question, exchange.facts[-1].params):
                s.emit(e.QuestionClosed(guest, question.id, "answered"))
            continue
        new = exchange is not None and question.id in exchange.asked
        if not new and (done & _dishes(question.ask) or (done and _is_open(question.ask))):
            s.emit(e.QuestionClosed(guest, question.id, "answered"))


def _is_noted(question: Question, params: Mapping[str, Any]) -> bool:
    """Whether a call wrote the note that was asked for."""
    said = [params, *(params.get("lines") or ())]
    return params.get("line") == question.ask.draft["line"] and any("note" in one for one in said)


def _dishes(ask: Ask) -> set[str]:
    if ask.kind == "dish":
        return {candidate.id for candidate in ask.candidates}
    return {str(line.get("dish")) for line in ask.draft.get("lines", ())}


def _is_open(ask: Ask) -> bool:
    """Whether any dish at all answers it."""
    return ask.kind == "dish" and not ask.candidates


def _subject(ask: Ask) -> tuple[str, ...]:
    if ask.kind == "note":
        return ("note", str(ask.draft["line"]))
    return tuple(sorted(_dishes(ask)))


def _about(question: Question) -> tuple[str, ...]:
    return _subject(question.ask)
