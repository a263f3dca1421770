"""What an app is: the one contract between the dialogue and the restaurant's apps. Types only.

An app is pure: it reads a `Snapshot` and returns an `Outcome`; the ledger stores what it changed,
inside the runner's transaction. `check` is the same rule the constraint chain asks before dispatch
and `run` asks again inside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict

from apps.ledger.books import Availability, Books
from apps.problems import Code
from menu_data.menu import Menu

Effect = Literal["read", "draft", "commit"]
AskKind = Literal["dish", "modifier", "choice", "quantity", "note"]
CandidateKind = Literal["dish", "category", "modifier", "choice", "fulfilment"]


class Params(BaseModel):
    """What a turn may carry for an app. Unknown fields are refused; values are not coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True, slots=True)
class Desk:
    """Where an app runs: one visit, one speaker. Bound by the dialogue, never by a turn.

    `guests` are the visit's guests in the order they joined (the first is the host); `allergies`
    are stated ones.
    """

    visit: str
    guest: str
    guests: tuple[str, ...]
    allergies: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """A workflow of the house that is to answer an intent, by name, and what it may look at
    besides.
    """

    intent: str
    workflow: str
    availability: Availability
    now: datetime


@dataclass(frozen=True, slots=True)
class Answered:
    """What a workflow answered. `dishes`: ids of the menu, in its order; `text`: words of its own,
    "" for none. `flow`: which it was, as JSON; `failed`: why it has no answer, "" where it has.
    """

    flow: Mapping[str, Any]
    dishes: tuple[str, ...] = ()
    text: str = ""
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: at most `top_k` dishes of the menu; `allowed`: ids, None for all.

    `text`: the words to compare; `asked`: the guest's own, "" where they are the same; `run`: who
    is to answer first.
    """

    menu: Menu
    text: str
    top_k: int
    allowed: frozenset[str] | None = None
    asked: str = ""
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class FoundDish:
    """A dish found. `places`: where each ranking that has it put it, from 1; scores compare within
    one search alone.
    """

    id: str
    score: float
    places: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note of the house that answers what was asked. `id`: its citation; `updated`: ISO 8601."""

    id: str
    title: str
    text: str
    source: str
    version: str
    updated: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, best first. `by`: the rankings it rests on, "keywords" and, where they
    could be had, "vectors"; `reason`: why they couldn't, for staff alone. `notes`: of the house;
    `answered`: what a workflow says of it, where one was to.
    """

    dishes: tuple[FoundDish, ...]
    by: tuple[str, ...]
    reason: str = ""
    notes: tuple[FoundNote, ...] = ()
    answered: Answered | None = None


class Searcher(Protocol):
    """Looks for dishes. May take its time and is called outside any unit, from any thread."""

    def find(self, wish: Wish) -> Found:
        """What fits the wish; fewer where less fits. Never fails: words always answer."""

    def close(self) -> None:
        """Stop what runs for it, and let others have what it holds."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a decision may look at besides the dialogue's state. `now` is UTC.

    `found`: what a searcher brought back for the call that runs now, if it was asked.
    """

    now: datetime
    menu: Menu
    availability: Availability
    books: Books
    found: Found | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be picked: `id`, its name by language, and every word that means it.

    `price` in minor units where it has one; `available` False is shown without a number. `group`:
    whose modifier it is, where the question is not about one group.
    """

    id: str
    name: tuple[tuple[str, str], ...]
    words: tuple[str, ...] = ()
    price: int | None = None
    available: bool = True
    kind: CandidateKind = "dish"
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Then:
    """The commit that a question's answer was missing for: called again once it is there."""

    app: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """What only the guest can say. `text`: the words it is about.

    `draft` is the call's params, complete but for this; always a call of `order`, whichever app
    asked. `hole` is where the answer goes in it: ("lines", 0, "dish"), ("lines", 0, "modifiers"),
    ("lines", 0, "choices"), ("lines", 0, "quantity"), ("lines", 0, "note"), ("guests",) or
    ("fulfilment",);
    `apps.asking.fill` puts it there. `slot` or `group` name what is chosen; both, a modifier of
    what was chosen for the slot. `range` bounds a number (inclusive). `then`: what waits for it.
    """

    kind: AskKind
    text: str
    draft: Mapping[str, Any]
    hole: tuple[str | int, ...]
    candidates: tuple[Candidate, ...] = ()
    range: tuple[int, int] | None = None
    group: str | None = None
    slot: str | None = None
    then: Then | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason for a no.

    `line` is the index of the call's line it is about; where the call has none (`submit`), the
    number of the tab's line. `subject`: what it is about (an id where known, else the words said).
    `allowed`: what would be accepted, JSON-able.
    """

    code: Code
    subject: str = ""
    line: int | None = None
    allowed: Mapping[str, Any] = field(default_factory=dict)
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """The restaurant says no. Never empty."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call did. `result` is the app's typed result as JSON; `books` as they stand after it.

    `stock_taken`: dish id → how many were taken. `candidates`: what the guest may now pick from,
    in order. `staff`: a message staff must get.
    """

    result: Mapping[str, Any]
    books: Books
    refusal: Refusal | None = None
    stock_taken: Mapping[str, int] = field(default_factory=dict)
    candidates: tuple[Candidate, ...] = ()
    staff: str | None = None

    @property
    def ok(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class Binding:
    """What a commit app would do, to be read back to the guest and bound by its digest.

    `content` is JSON-able and complete: lines with names, modifiers, prices, availability and
    allergens, fulfilment, fees, tax, total. `entitled`: the guests who may decide. What can't be
    placed never gets here: `check` refuses it.
    """

    content: Mapping[str, Any]
    entitled: tuple[str, ...]


P = TypeVar("P", bound=Params)


class App(Protocol):
    """One app. Its docstring is what a model is shown."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]]
    effect: ClassVar[Effect]
    Params: ClassVar[type[Params]]

    def check(self, params: Any, snapshot: Snapshot, desk: Desk) -> Refusal | None:
        """The restaurant's no, before anything happens; None when it may run. Pure."""

    def run(self, params: Any, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The call itself; asks `check` first. Pure: the ledger stores the outcome."""


@runtime_checkable
class OutsideApp(App, Protocol):
    """An app that looks outside the house first: not within a unit, which would wait for it.

    The runner has the searcher answer `wish`, then `run` finds the answer in the snapshot.
    """

    outside: ClassVar[bool]

    def wish(self, params: Any, snapshot: Snapshot, desk: Desk) -> Wish | None:
        """What to look for; None when `check` has something against the call. Pure."""


@runtime_checkable
class CommitApp(App, Protocol):
    """An app that runs only on a guest's yes."""

    def bind(self, params: Any, snapshot: Snapshot, desk: Desk) -> Binding:
        """What the yes would be bound to. Only called when `check` has nothing against it."""
