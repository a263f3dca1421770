"""One live visit: its state in memory, and how a body becomes journal records, within one unit.

The runner's synchronous half. `take` stamps what came from outside, steps the dialogue, journals
the event with all that was decided, and carries out the calls that belong to the ledger in the
same transaction. What it returns is left for the runner: brains, calls that look outside the house,
timers, envelopes. The state changes only when the unit has committed.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from apps.contract import Problem, Snapshot
from apps.ledger.books import Availability, Books
from apps.ledger.normal import availability_to_json, books_to_json, canonical
from apps.ledger.store import LedgerStore
from menu_data.menu import Menu
from waiter import acting, dialogue, elsewhere
from waiter import event as e
from waiter.state import State, apply
from waiter.storage import Journal, Record, Unit

# A snapshot of the state every so many events: a cache that makes opening a long visit quick,
# never the truth.
SNAPSHOT_EVERY = 200
# Part of a cached state's key: change it whenever `State` or `apply` change.
STATE_VERSION = "8"

_STATE = TypeAdapter(State)


@dataclass(frozen=True, slots=True)
class Outside:
    """What the live part of the house takes as values: the clock, and randomness."""

    now: Callable[[], datetime]
    nonce: Callable[[], str]


# How a call is carried out. Replay has its own: it takes what reads brought back from the record.
Caller = Callable[[LedgerStore, e.CallApp, Snapshot], tuple[e.AppReturned, Books]]
# What other visits have against an act of staff at one; of a replay the record says it.
Elsewhere = Callable[[Unit, str, e.ActForStaff], Problem | None]


@dataclass(slots=True)
class LiveVisit:
    """A visit whose lease is ours."""

    visit: str
    outside: Outside
    menu_of: Callable[[Unit, str], Menu]
    state: State
    books: Books = field(default_factory=Books)
    snapshotted: int = 0
    call: Caller = acting.call
    against: Elsewhere = elsewhere.against

    @classmethod
    def load(
        cls, unit: Unit, visit: str, outside: Outside, menu_of: Callable[[Unit, str], Menu]
    ) -> LiveVisit:
        """The visit as its journal tells it: the cached state, then `apply` over the rest."""
        cached = _cached(unit.journal, visit) or State(visit)
        state = fold(unit.journal, cached)
        return cls(visit, outside, menu_of, state, unit.ledger.books(visit), cached.seq)

    def take(self, unit: Unit, body: e.Outside) -> list[e.Effect]:
        """Journal a body and all that follows from it; the effects that are left to do.

        The caller commits the unit; on a rollback it goes `back_to` the mark. All of it happens
        at one instant, so that the record's times are all a replay needs to know.
        """
        now = self.outside.now()
        left: list[e.Effect] = []
        bodies = deque([body])
        while bodies:
            body = bodies.popleft()
            self._see_house(unit, now)
            effects = self._step(unit, body, now)
            for effect in effects:
                match effect:
                    case e.CallApp() if not acting.is_outside(effect):
                        bodies.append(self._call(unit, effect, now))
                    case e.ActForStaff():
                        bodies.append(self._act(unit, effect, now))
                    case e.TellVisit():
                        unit.inbox.put(effect.input_id, effect.visit, effect.body, now)
                        left.append(effect)
                    case _:
                        left.append(effect)
        return left

    def mark(self) -> tuple[State, Books, int]:
        """Where the visit stands, to go back to when a unit is rolled back."""
        return self.state, self.books, self.snapshotted

    def back_to(self, mark: tuple[State, Books, int]) -> None:
        self.state, self.books, self.snapshotted = mark

    def pending(self, unit: Unit) -> tuple[e.Effect, ...]:
        """Effects whose results never came, to be taken up again."""
        return dialogue.pending(self.state, self.seen(unit))

    def seen(self, unit: Unit) -> Snapshot:
        """The house as this visit sees it now."""
        return self._snapshot(unit, self.outside.now())

    def _see_house(self, unit: Unit, now: datetime) -> None:
        """The stream says itself which menu and availability its decisions could look at."""
        version, availability = unit.ledger.menu_version(), unit.ledger.availability()
        if (version, availability) != (self.state.menu, self.state.availability):
            self._step(unit, e.HouseSeen(version, availability), now)

    def _step(self, unit: Unit, body: e.Outside, now: datetime) -> tuple[e.Effect, ...]:
        snapshot = self._snapshot(unit, now) if not isinstance(body, e.HouseSeen) else None
        session = getattr(body, "guest", None)
        event = e.Event(
            self.visit, self.state.seq + 1, now, session, body, self.outside.nonce(), snapshot
        )
        step = dialogue.step(self.state, event)
        reference = snapshot_ref(snapshot) if snapshot else ""
        unit.journal.append(
            [Record(event, reference), *(Record(derived) for derived in step.events)]
        )
        self.state = step.state
        if self.state.seq - self.snapshotted >= SNAPSHOT_EVERY:
            text = _STATE.dump_json(self.state).decode()
            unit.journal.save_snapshot(self.visit, self.state.seq, STATE_VERSION, text)
            self.snapshotted = self.state.seq
        return step.effects

    def _snapshot(self, unit: Unit, now: datetime) -> Snapshot:
        menu = self.menu_of(unit, self.state.menu or unit.ledger.menu_version())
        return Snapshot(now, menu, self.state.availability, self.books)

    def _call(self, unit: Unit, order: e.CallApp, now: datetime) -> e.AppReturned:
        snapshot = self._snapshot(unit, now)
        returned, self.books = self.call(unit.ledger, order, snapshot)
        return returned

    def _act(self, unit: Unit, act: e.ActForStaff, now: datetime) -> e.StaffActReturned:
        snapshot = self._snapshot(unit, now)
        guests = {one.guest: one.attended.who if one.attended else ""
                  for one in self.state.sessions.values()}  # fmt: skip
        against = self.against(unit, self.visit, act)
        returned, self.books = acting.act(unit.ledger, self.visit, act, snapshot, guests, against)
        return returned


def _cached(journal: Journal, visit: str) -> State | None:
    """The cached state, if there is one that this code can read; the events stay the truth."""
    found = journal.load_snapshot(visit, STATE_VERSION)
    try:
        return _STATE.validate_json(found[1]) if found else None
    except ValidationError:
        return None


def fold(journal: Journal, state: State) -> State:
    """`apply` over a visit's journal from where the state stands. Recovery does nothing else."""
    for record in journal.read(state.visit, state.seq):
        state = apply(state, record.event)
    return state


def snapshot_ref(snapshot: Snapshot) -> str:
    """The digest by which the journal refers to what a decision could look at: 16 hex digits of
    SHA-256.
    """
    text = canonical(
        {
            "now": snapshot.now.isoformat(),
            "menu": snapshot.menu.version,
            "availability": _text_of(snapshot.availability, availability_to_json),
            "books": _text_of(snapshot.books, books_to_json),
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


T = TypeVar("T", Availability, Books)

# What was looked at lately, with its text: a visit's books stand in every snapshot, and change with
# few. By identity: comparing them takes as long as writing them down.
_TEXTS: dict[int, tuple[object, str]] = {}
MOST_TEXTS = 1_024


def _text_of(value: T, to_json: Callable[[T], dict[str, Any]]) -> str:
    known = _TEXTS.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    if len(_TEXTS) >= MOST_TEXTS:
        _TEXTS.clear()
    text = canonical(to_json(value))
    _TEXTS[id(value)] = (value, text)
    return text
