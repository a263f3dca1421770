"""Tickets that nobody accepts: the kitchen is reminded, then those who lead are told in person.

Nothing is timed in memory. What is due follows from when the ledger says the ticket was placed and
what time it is, and each step has a key of its own: a restart repeats none and misses none.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.ledger.books import Ticket
from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.staff.room import Staffroom

log = logging.getLogger("waiter.telegram")

LOOK_EVERY = 1.0  # seconds
# How often those who lead are told of one ticket; whoever hasn't come by then won't for a message.
ESCALATIONS = 3
# A ticket that waits for longer is nobody's news any more.
FORGOTTEN = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a ticket may wait before the kitchen is reminded, and before those who lead are
    told, and told again; None: for ever.
    """

    remind: timedelta | None = timedelta(minutes=5)
    escalate: timedelta | None = timedelta(minutes=10)


def step_due(placed_at: datetime, now: datetime, patience: Patience) -> int | None:
    """The newest step that is due: 0 the reminder, 1 and on those who lead; None: not yet."""
    waited = now - placed_at
    if waited > FORGOTTEN:
        return None
    if patience.escalate is not None and waited >= patience.escalate:
        return min(waited // patience.escalate, ESCALATIONS)
    return 0 if patience.remind is not None and waited >= patience.remind else None


class Reminders:
    """Looks at the tickets of the visits that are held here."""

    def __init__(self, room: Staffroom, patience: Patience) -> None:
        self._room, self._patience = room, patience
        self._settled: set[str] = set()  # tickets whose reminders say so

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                self.look()
            except sqlite3.OperationalError as failure:
                log.warning("reminders wait: %s", failure)
            await asyncio.sleep(LOOK_EVERY)

    def look(self) -> None:
        """Remind of what waits; say of what was taken that it was."""
        for visit, ticket in self._tickets():
            if ticket.state == "placed" and ticket.void is None:
                step = step_due(ticket.placed_at, self._room.now(), self._patience)
                if step is not None:
                    self._remind(visit, ticket, step)
            elif (key := _key(visit, ticket)) not in self._settled:
                self._settle(visit, ticket)
                self._settled.add(key)

    def _tickets(self) -> Iterator[tuple[str, Ticket]]:
        floor = self._room.floor
        for visit in sorted(floor.held):
            for ticket in floor.runner.live(visit).books.tickets:
                yield visit, ticket

    def _remind(self, visit: str, ticket: Ticket, step: int) -> None:
        store, sender = self._room.floor.store, self._room.floor.sender
        text = self._text(visit, ticket, step)
        on = f"ticket:{visit}:{ticket.number}"
        kitchen = store.kept("kitchen")
        if kitchen is not None:
            slot = f"{_key(visit, ticket)}:{step}:{kitchen}"
            post = Post(drawing.escape(text), reply_to=on)
            if not store.has_card(slot):
                sender.draw(slot, int(kitchen), post, Priority.TICKET)
        if step == 0:
            return
        for lead in self._room.crew.leads():
            slot = f"{_key(visit, ticket)}:{step}:{lead.user}"
            if not store.has_card(slot):
                post = Post(drawing.escape(text), self._buttons(on))
                sender.draw(slot, lead.user, post, Priority.TICKET)

    def _settle(self, visit: str, ticket: Ticket) -> None:
        """Reminders that were sent say who took it, and have no button any more."""
        store = self._room.floor.store
        sent = store.cards_of(f"{_key(visit, ticket)}:")
        if not sent:
            return
        on = f"ticket:{visit}:{ticket.number}"
        card = store.card_at(on)
        note = "" if card is None else card.note
        state = "void" if ticket.void is not None else ticket.state
        told = note or self._room.word(f"state.{state}")
        for reminder in sent:
            text = self._room.word("staff.late.over", table=self._table(visit),
                                   number=ticket.number, told=told)  # fmt: skip
            self._room.floor.sender.draw(reminder.slot, reminder.chat, Post(drawing.escape(text)))

    def _text(self, visit: str, ticket: Ticket, step: int) -> str:
        waited = self._patience.remind if step == 0 else self._patience.escalate
        assert waited is not None, "a step that is due has its time"
        minutes = round(waited.total_seconds() * max(step, 1) / 60)
        return self._room.word(
            "staff.late", table=self._table(visit), number=ticket.number, minutes=minutes
        )

    def _buttons(self, on: str) -> drawing.Keyboard:
        card = self._room.floor.store.card_at(on)
        if card is None:
            return ()
        return ((Button(self._room.word("button.accept"), f"k:accept:{card.id}"),),)

    def _table(self, visit: str) -> str:
        return self._room.floor.runner.state(visit).table or "–"


def _key(visit: str, ticket: Ticket) -> str:
    return f"late:{visit}:{ticket.number}"
