"""Questions that a call brings about, and those that a call answers. How an answer is read is in
`questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.contract import Ask
from waiter import event as e
from waiter.dialogue.stepping import Stepping
from waiter.session import Question


def opened(s: Stepping, guest: str, asks: tuple[Ask, ...]) -> None:
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


def settled(s: Stepping, guest: str, result: Mapping[str, Any]) -> None:
    """A brain answered an open question by a call of its own: the dish it was about is on the
    tab now.
    """
    exchange = s.session(guest).exchange
    known = {"guests": result.get("head_count"), "fulfilment": result.get("fulfilment")}
    done = {str(row.get("item")) for row in result.get("lines", ()) if isinstance(row, Mapping)}
    for question in s.session(guest).questions:
        if question.ask.kind == "note":
            if exchange is not None and _is_noted(question, exchange.facts[-1].params):
                s.emit(e.QuestionClosed(guest, question.id, "answered"))
            continue
        if known.get(str(question.ask.hole[0])) is not None:
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
