"""Which list is in force: the open question's candidates, or what was listed since it was asked,
else the newest that was shown. Pure.

Candidates are numbered from 1 in their order; what is not to be had keeps its place without a
number. What a number in a message means is `numbering`'s matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from apps.contract import Candidate
from waiter.session import Numbered, Session


def numbered(candidates: tuple[Candidate, ...]) -> tuple[tuple[int | None, Candidate], ...]:
    """Each candidate with its number, or None where it is not to be had."""
    rows: list[tuple[int | None, Candidate]] = []
    count = 0
    for candidate in candidates:
        count += candidate.available
        rows.append((count if candidate.available else None, candidate))
    return tuple(rows)


def pickable(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The candidates that have a number: number n is at index n - 1."""
    return tuple(c for c in candidates if c.available)


def numbers_in_force(candidates: tuple[Candidate, ...]) -> tuple[int, int] | None:
    """The range that may be answered with, or None when there is nothing to pick."""
    count = len(pickable(candidates))
    return (1, count) if count else None


def current(session: Session) -> tuple[Candidate, ...]:
    """The list in force: the open question's candidates, or what was shown after it; else the
    newest list of the session.
    """
    if asks_by_number(session):
        return session.questions[0].ask.candidates
    plain = plain_lists(session)
    return plain[-1].candidates if plain else ()


def asks_by_number(session: Session) -> bool:
    """Whether the open question has candidates, and nothing was listed since it was asked."""
    if not (session.questions and session.questions[0].ask.candidates):
        return False
    asked, plain = session.questions[0].envelope, plain_lists(session)
    if asked is None or not plain:
        return True
    return (plain[-1].envelope or plain[-1].after + 1) <= asked


def shown_when(session: Session, sent_at: datetime) -> tuple[Candidate, ...]:
    """The list that was in force when a message was sent, where an older one is still known."""
    if asks_by_number(session):
        return current(session)
    plain = plain_lists(session)
    before = [shown for shown in plain if shown.at <= sent_at]
    if plain and not before:
        return plain[0].candidates
    return before[-1].candidates if before else ()


def next_page(session: Session) -> Mapping[str, Any] | None:
    """The params of `menu` that bring the next page of the newest list, where it has one."""
    plain = plain_lists(session)
    return plain[-1].more if plain else None


def plain_lists(session: Session) -> tuple[Numbered, ...]:
    """The lists that no question has shown, oldest first."""
    return tuple(shown for shown in session.lists if not shown.id.startswith("q"))


def is_fresh(session: Session) -> bool:
    """Whether the newest list is what was shown last: by the last message, or on a card since."""
    plain = plain_lists(session)
    if not plain:
        return False
    shown = plain[-1].after if plain[-1].envelope is None else plain[-1].envelope
    return shown == session.envelopes


def asked_last(session: Session) -> bool:
    """Whether the open question is what was said last."""
    return session.envelopes in [one.envelope for one in session.questions[:1]]
