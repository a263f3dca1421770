"""Visits that staff put elsewhere, drawn from the visit's state and journal: the kitchen is told,
people's seats go along, and what was shown of a visit that is part of another now says so.

A restart repeats and misses nothing: what was done is kept with what is kept of the seats.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.ledger.books import Ticket
from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Post
from bot.telegram.floor import Busy, Floor
from bot.telegram.guest.erasing import Erasing
from bot.telegram.leaving import take_buttons
from bot.telegram.store import Seat
from bot.telegram.words import word
from waiter import event as e
from waiter.state import State

log = logging.getLogger("waiter.telegram")

AGAIN = 5.0  # seconds until a visit that another window has is looked for again


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a visit went on as part of another: its guests by the names they had, its tickets."""

    names: Mapping[str, str]
    tickets: tuple[int, ...]


class Seating:
    """Looks at the visits that are held here. `kitchen`: the chat where staff see tickets."""

    def __init__(self, floor: Floor, erasing: Erasing, kitchen: Callable[[], int | None]) -> None:
        self._floor, self._erasing, self._kitchen = floor, erasing, kitchen
        self._not_before: dict[str, float] = {}  # by visit, when seating its people is tried again
        self._seen: dict[str, str | None] = {}  # by visit, its table when it was looked at

    async def look(self) -> None:
        """Do what is new."""
        for visit in sorted(self._floor.held):
            if visit not in self._floor.held:
                continue  # gone while another was carried
            state = self._floor.runner.state(visit)
            if state.merged_into:
                await self._try_to_carry(visit, state)
            elif self._seen.get(visit, "") != state.table:
                self._place(visit, state.table)
                self._seen[visit] = state.table

    def is_going(self, visit: str) -> bool:
        """Whether people of a visit that is part of another now are still to be seated there."""
        merged = self._floor.runner.state(visit).merged_into
        return bool(merged) and bool(self._floor.store.seats(visit))

    def _place(self, visit: str, table: str | None) -> None:
        """Where the visit sits, the seats say too; the kitchen is told of another table."""
        key, store = f"table:{visit}", self._floor.store
        before = store.kept(key)
        if before is None and (first := _opened_at(self._floor, visit)) != table:
            before = first
        if table is None or before == table:
            return
        if before is not None:
            store.place(visit, table)
            self._floor.moved.add(visit)
            text = self._word("staff.table_moved", table=before, new=table)
            self._tell_kitchen(f"moved:{visit}:{self._floor.runner.state(visit).seq}", text)
        store.keep(key, table)

    async def _try_to_carry(self, visit: str, state: State) -> None:
        """Seat them where they are now, unless another window has that visit: then later."""
        now = asyncio.get_running_loop().time()
        if now < self._not_before.get(visit, 0.0):
            return
        try:
            await self._carry(visit, state)
        except Busy:
            log.warning("visit %s is open in another window", state.merged_into)
            self._not_before[visit] = now + AGAIN

    async def _carry(self, visit: str, state: State) -> None:
        into = state.merged_into
        await self._floor.hold(into)
        await self._floor.runner.settled(into, brains=False)
        arrival = _arrival(self._floor, visit, into)
        if arrival is None:
            return  # whoever has the other visit hasn't heard of it yet
        table = self._floor.runner.state(into).table or "–"
        books = self._floor.runner.live(into).books
        tickets = [one for one in books.tickets if one.number in arrival.tickets]
        self._mark_told(into, tickets)
        for seat in self._floor.store.seats(visit):
            if not self._floor.is_behind(seat):
                self._seat(seat, into, arrival.names[seat.guest], table, tickets)
        text = self._word("staff.merged", table=state.table or "–", new=table)
        self._tell_kitchen(f"merged:{visit}", text)
        self._strike(visit, into, arrival.tickets, state.table or "–", table)

    def _seat(self, seat: Seat, into: str, guest: str, table: str, tickets: list[Ticket]) -> None:
        new = self._floor.carry(seat, into, guest, table)
        self._erasing.remember(new)
        self._mark(new, tickets)
        take_buttons(self._floor.store, self._floor.sender, seat)
        card = self._floor.store.card_at(f"tab:{seat.id}")
        if card is not None:
            text = word("moved.card", self._floor.language(new), table=table)
            self._floor.sender.draw(card.slot, card.chat, Post(drawing.escape(text)))

    def _mark_told(self, into: str, tickets: list[Ticket]) -> None:
        """What was told of the tickets where they came from isn't told again."""
        for seat in self._floor.store.seats(into):
            self._mark(seat, tickets)

    def _mark(self, seat: Seat, tickets: list[Ticket]) -> None:
        for ticket in tickets:
            if ticket.state == "ready":
                key = f"told:{seat.visit}:ready:{seat.id}:{ticket.number}"
                self._floor.store.keep(key, "before")

    def _strike(
        self, visit: str, into: str, numbers: tuple[int, ...], before: str, table: str
    ) -> None:
        """The kitchen's cards of the visit say where it is; what was pressed on them goes along."""
        store, sender = self._floor.store, self._floor.sender
        for was, number in enumerate(numbers, 1):
            card = store.card_at(f"ticket:{visit}:{was}")
            if card is None:
                continue
            new = store.card(f"ticket:{into}:{number}", card.chat)
            store.note(new.id, new.note or card.note)
            text = self._word("staff.merged.ticket", table=before, number=was,
                              new=table, now=number)  # fmt: skip
            sender.draw(card.slot, card.chat, Post(drawing.escape(text)), Priority.TICKET)
        for kind in ("bill", "call", "talk"):
            for card in store.cards_of(f"{kind}:{visit}:"):
                text = self._word("staff.merged", table=before, new=table)
                post = sender.outbox.to_show(card)
                shown = "" if post is None else post.text
                if drawing.escape(text) in shown:
                    continue
                post = Post(f"{shown}\n{drawing.escape(text)}".strip())
                sender.draw(card.slot, card.chat, post, Priority.TICKET)

    def _tell_kitchen(self, key: str, text: str) -> None:
        """Told once, where there is a kitchen."""
        kitchen = self._kitchen()
        if kitchen is not None:
            self._floor.sender.put(key, kitchen, Post(drawing.bold(text)), Priority.TICKET)

    def _word(self, key: str, **values: object) -> str:
        return word(key, self._floor.menu.restaurant.kitchen_language, **values)


def _opened_at(floor: Floor, visit: str) -> str | None:
    """The table that the visit was opened at."""
    records = floor.store.unit.journal.left(visit)
    bodies = (record.event.body for record in records)
    return next((body.table for body in bodies if isinstance(body, e.VisitOpened)), None)


def _arrival(floor: Floor, visit: str, into: str) -> Arrival | None:
    """What the visit that stays made of the other; None before it has."""
    names: dict[str, str] = {}
    tickets: Any = None
    for record in floor.store.unit.journal.left(into):
        match record.event.body:
            case e.GuestCame(visit=came, was=was, guest=guest) if came == visit:
                names[was] = guest
            case e.StaffActReturned(act="merged", ok=True, result=result):
                tickets = result["tickets"] if result["visit"] == visit else tickets
            case _:
                continue
    return None if tickets is None else Arrival(names, tuple(tickets))
