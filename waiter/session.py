"""One guest's conversation within a visit, as values: its exchange, its questions, its lists.

Types, and what is read off them; `waiter.state` changes them in `apply`, the dialogue reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from apps.contract import Ask, Candidate, Then
from apps.ledger.books import Line
from waiter import event as e
from waiter.envelope import Envelope
from waiter.flow import Flow
from waiter.view import Fact, Refused, Said


@dataclass(frozen=True, slots=True)
class Question:
    """What only the guest can say, kept until answered, dropped or superseded.

    `envelope`: the number of the envelope that asked it.
    """

    id: str
    ask: Ask
    at: datetime
    envelope: int | None = None


@dataclass(frozen=True, slots=True)
class Awaited:
    """An envelope that waits for the guest's answer, by its number; it is mentioned once more."""

    envelope: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Attended:
    """One of the staff speaks with this guest instead of the waiter. `place`: where, in the
    front-end's terms; `number`: the event by which they took over; `since`: their last word.
    """

    who: str
    place: str
    number: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Numbered:
    """A numbered list as it was shown, and the number of the envelope that showed it.

    `more`: the params of `menu` that bring its next page. `after`: the envelope before it; a list
    that a card shows has none of its own.
    """

    id: str
    candidates: tuple[Candidate, ...]
    at: datetime
    envelope: int | None = None
    more: Mapping[str, Any] | None = None
    after: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A call on its way."""

    call: int
    app: str
    params: Mapping[str, Any]
    key: str
    flow: Flow | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """From a guest's input to the envelopes that answer it.

    `ask` counts questions to brains, `bad` refused in a row.
    """

    id: str
    heard: str
    said: str
    opened_at: datetime
    picked: tuple[str, ...] = ()
    tab: tuple[Line, ...] = ()
    opening: bool = False
    granted: bool = False
    asker: str | None = None
    question: Ask | None = None
    settling: bool = False
    quiet: bool = False
    then: Then | None = None
    role: e.BrainRole = "chosen"
    ask: int = 0
    bad: int = 0
    calls: int = 0
    awaiting: Literal["brain", "app"] | None = None
    call: Call | None = None
    refused: tuple[Refused, ...] = ()
    facts: tuple[Fact, ...] = ()
    asked: tuple[str, ...] = ()
    listed: str | None = None
    commit: Call | None = None
    called_staff: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """One guest's conversation within the visit.

    `before`: the facts of the exchange before; `touched`: the lines of the tab that were last added
    or changed for this guest; `awaited`: what they were asked or offered last and haven't answered;
    `batch`: the requests that a yes of theirs to all of them was given to.
    """

    guest: str
    language: str
    exchange: Exchange | None = None
    history: tuple[Said, ...] = ()
    queue: tuple[e.GuestSaid | e.GuestAnswered, ...] = ()
    questions: tuple[Question, ...] = ()
    lists: tuple[Numbered, ...] = ()
    held: str | None = None
    paused: str | None = None
    envelopes: int = 0
    before: tuple[Fact, ...] = ()
    touched: tuple[int, ...] = ()
    awaited: Awaited | None = None
    attended: Attended | None = None
    batch: tuple[str, ...] = ()
    language_chosen: bool = False


def lists_with(session: Session, envelope: Envelope) -> tuple[Numbered, ...]:
    """The session's lists, the one that an envelope shows with its number: the open question's
    before another with the same options.
    """
    options = [option.id for option in envelope.options]
    fits = [one for one in session.lists if options and [c.id for c in one.candidates] == options]
    asked = [one for one in fits if session.questions and one.id == session.questions[0].id]
    if not fits:
        return session.lists
    found = (asked or fits)[-1]
    shown = replace(found, envelope=envelope.number)
    return tuple(shown if one is found else one for one in session.lists)


def with_question(session: Session, new: Question) -> tuple[Question, ...]:
    """The questions with a new one: what came up in this exchange is asked before what was asked
    earlier, and a note that is awaited stands behind what must be chosen.
    """
    now = session.exchange.asked if session.exchange is not None else ()
    fresh = [one for one in session.questions if one.id in now]
    older = [one for one in session.questions if one.id not in now]
    return tuple(sorted((*fresh, new, *older), key=lambda one: one.ask.kind == "note"))


def questions_with(session: Session, envelope: Envelope) -> tuple[Question, ...]:
    """The session's questions, the one that an envelope asks with its number."""
    asked = next((one for one in session.questions if one.envelope is None), None)
    if envelope.type != "input_request" or asked is None:
        return session.questions
    told = replace(asked, envelope=envelope.number)
    return tuple(told if one is asked else one for one in session.questions)


def touched_by(facts: tuple[Fact, ...], guest: str) -> tuple[int, ...]:
    """The lines of a guest's that calls of `order` added or changed, in order."""
    rows = [row for fact in facts if fact.ok and fact.source == "order" for row in _rows(fact)]
    found = [row["line"] for row in rows if row["guest"] == guest and row["what"] != "removed"]
    return tuple(dict.fromkeys(found))


def _rows(fact: Fact) -> tuple[Mapping[str, Any], ...]:
    return tuple(row for row in fact.value.get("lines", ()) if "what" in row and "line" in row)
