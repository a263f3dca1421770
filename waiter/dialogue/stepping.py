"""One step under way: the state so far, what was decided, what is to be done.

Every decision goes through `emit`, which applies it at once, so what follows in the same step
sees it. Nothing here is performed. `Stepping` lives for one call of `step` and never leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.contract import Desk, Snapshot
from waiter import event as e
from waiter.exchange import Impossible
from waiter.session import Exchange, Session
from waiter.state import State, apply, session_of


@dataclass(frozen=True, slots=True)
class Step:
    """What an event led to: the derived events in order, the effects, and the state after all of
    them.
    """

    events: tuple[e.Event, ...]
    effects: tuple[e.Effect, ...]
    state: State


@dataclass(slots=True)
class Stepping:
    """A step being made. `event` is already applied to `state`."""

    state: State
    event: e.Event
    events: list[e.Event] = field(default_factory=list)
    effects: list[e.Effect] = field(default_factory=list)

    @property
    def snapshot(self) -> Snapshot:
        """What the decision may look at; `Impossible` when the runner forgot to attach it."""
        if self.event.snapshot is None:
            raise Impossible(f"event {self.event.seq} came without a snapshot")
        return self.event.snapshot

    def emit(self, body: e.Derived) -> None:
        """Decide something: it is applied at once and will be journalled."""
        guest = getattr(body, "guest", None)
        event = e.Event(
            self.event.visit, self.state.seq + 1, self.event.at, guest or self.event.session, body
        )
        self.state = apply(self.state, event)
        self.events.append(event)

    def order(self, effect: e.Effect) -> None:
        """Have the runner do something once this step is committed."""
        self.effects.append(effect)

    def session(self, guest: str) -> Session:
        return session_of(self.state, guest)

    def exchange(self, guest: str) -> Exchange:
        """The guest's running exchange; `Impossible` without one."""
        exchange = self.session(guest).exchange
        if exchange is None:
            raise Impossible(f"{guest!r} has no exchange")
        return exchange

    def desk(self, guest: str) -> Desk:
        """Where this guest's calls run: bound to the visit and the speaker by construction."""
        return Desk(self.state.visit, guest, self.state.guests, self.state.allergies)

    def done(self) -> Step:
        return Step(tuple(self.events), tuple(self.effects), self.state)
