"""What a brain is given, and what it gives back. Values only: `dialogue.view_of` builds a view,
brains read it.

A brain never sees a request or a decision as text; it is told which apps wait for a yes, and what
came of its calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from apps.contract import Ask, Candidate
from apps.ledger.books import Availability, Books, Line
from menu_data.menu import Menu
from waiter.habits import NO_HABIT, Habit


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the conversation as it was read or shown."""

    who: Literal["guest", "waiter"]
    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """An observation: what one call brought back.

    `source` is the app; `confidence` 0.95 as read from the ledger. `withheld`: prose of the result
    that isn't told to anyone; no brain gets it.
    """

    call: int
    source: str
    params: Mapping[str, Any]
    ok: bool
    value: Mapping[str, Any]
    confidence: float = 0.95
    withheld: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A turn of this exchange that was refused, with the sentence that says what was wrong and
    what is allowed.
    """

    raw: str
    kind: str
    sentence: str


@dataclass(frozen=True, slots=True)
class View:
    """One exchange as its brain sees it.

    `tab_before`, `question_before`: as they were when the exchange began; `books` and `question`
    are as they are now (`asked_now`: the question was opened in this exchange). `range`: the
    numbers in force; `more`: the params of `menu` for the list's next page. `waits`: apps waiting
    for this guest's yes; `grants`: apps that go unasked by their word. `ending`: a request is ready
    to be shown once the rest has been told. `before`: what came of the exchange before; `touched`:
    the lines last added or changed for this guest. `habit`: what the guest never has.
    """

    guest: str
    guests: tuple[str, ...]
    language: str
    now: datetime
    menu: Menu
    availability: Availability
    books: Books
    heard: str
    said: str
    picked: tuple[str, ...]
    opening: bool
    granted: bool
    ending: bool
    history: tuple[Said, ...]
    tab_before: tuple[Line, ...]
    question: Ask | None
    question_before: Ask | None
    asked_now: bool
    candidates: tuple[Candidate, ...]
    range: tuple[int, int] | None
    more: Mapping[str, Any] | None
    waits: tuple[str, ...]
    grants: tuple[str, ...]
    facts: tuple[Fact, ...]
    allergies: Mapping[str, frozenset[str]]
    before: tuple[Fact, ...] = ()
    touched: tuple[int, ...] = ()
    table: str | None = None
    habit: Habit = NO_HABIT


@dataclass(frozen=True, slots=True)
class Reading:
    """What a brain took the guest's words to mean: intents in order of mention, and what was named.

    An entity has its `type` (dish, category, allergen, ...) and what is known of it.
    """

    intents: tuple[str, ...] = ()
    entities: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Spoken:
    """A brain's raw turn.

    `confidence` None counts as sure once the chain has passed it. `ms`: wall milliseconds.
    `reading`: with the first turn of an exchange, where the brain has one; told, not acted on.
    """

    raw: str
    confidence: float | None = None
    model: str | None = None
    tokens: int | None = None
    ms: int = 0
    reason: str | None = None
    reading: Reading | None = None


class Brain(Protocol):
    """Whoever speaks the protocol. `ModelUnavailable` when it can't."""

    name: str

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        """The next turn, as raw text of the turn grammar."""


class ModelUnavailable(Exception):
    """The outside world behind a brain failed; the built-in brain takes the turn."""
