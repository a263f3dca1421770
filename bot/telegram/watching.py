"""What changes at a table by whomever's act is drawn where it is seen: guests' cards, the kitchen's
tickets, bills and calls for staff.

It compares what the ledger and the dialogue say now with what was drawn before, so an act from
the command line counts as well, and a restart draws what it missed. Every message has its own key:
told once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from apps import rows
from apps.ledger.books import Availability, Books
from bot.telegram import cards, drawing
from bot.telegram.delivery.outbox import Job, Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Floor
from bot.telegram.guest.afterwards import Afterwards
from bot.telegram.guest.asking import Asking
from bot.telegram.guest.news import News
from bot.telegram.guest.shown import Shown
from bot.telegram.guest.status_card import PREP
from bot.telegram.guest.tidying import Tidying
from bot.telegram.seating import Seating
from bot.telegram.words import word
from waiter import event as e
from waiter.state import State

log = logging.getLogger("waiter.telegram")

LOOK_EVERY = 0.2  # seconds

# The menu in force, what there is of it, the kitchen's chat, and how long it says it needs.
House = tuple[str, Availability, int | None, str | None]


class Watching:
    """Looks at the visits that are held here. `kitchen`: the chat where staff see tickets."""

    def __init__(
        self, floor: Floor, shown: Shown, afterwards: Afterwards, tidying: Tidying,
        kitchen: Callable[[], int | None], seating: Seating,
    ) -> None:  # fmt: skip
        self._seating = seating
        self._floor, self._shown, self._kitchen = floor, shown, kitchen
        self._afterwards, self._news = afterwards, News(floor, afterwards)
        self._tidying, self._asking = tidying, Asking(floor)
        self._looked: dict[str, tuple[object, ...]] = {}
        self._drawn: dict[str, dict[str, tuple[object, ...]]] = {}
        self._house: House | None = None

    async def run(self) -> None:
        """Look for ever."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Draw what has changed at any visit; ask those whose bill was paid a while ago."""
        await self._seating.look()
        self._afterwards.look()
        self._tidying.look(self._floor.runner.clock())
        ledger = self._floor.store.unit.ledger
        kitchen, moved = self._kitchen(), self._floor.moved
        prep = self._floor.store.kept(PREP)
        house = (ledger.menu_version(), ledger.availability(), kitchen, prep)
        self._house = house = self._house if house == self._house else house
        for visit in list(self._floor.held):
            live = self._floor.runner.live(visit)
            now = (live.state, live.books, house)
            last = self._looked.get(visit, ())
            # Nothing of it is ever changed in place: the same values are the same objects.
            same = len(last) == len(now) and all(a is b for a, b in zip(last, now, strict=True))
            if same and visit not in moved:
                continue
            moved.discard(visit)
            self._draw(visit, live.books, live.state, kitchen)
            self._looked[visit] = now
        for visit in self._floor.held - self._floor.closing:
            if visit not in self._floor.held:
                continue  # another look was quicker
            live = self._floor.runner.live(visit)
            over = live.books.closed and live.state.phase == "closed"
            if over and not self._seating.is_going(visit):
                self.redraw(visit)
                self._asking.forget(visit)
                await self._floor.forget(visit)
                self._tidying.left()

    def redraw(self, visit: str) -> None:
        """Draw a visit again at the next look, whatever was drawn of it."""
        self._looked.pop(visit, None)
        self._drawn.pop(visit, None)

    def undelivered(self, job: Job) -> None:
        """Somebody can't be reached: staff are told, once a seat."""
        kitchen = self._kitchen()
        seat = next((s for s in self._floor.store.seats() if s.chat == job.chat), None)
        if seat is not None and kitchen is not None:
            text = self._word("staff.unreachable", guest=seat.guest, table=seat.table)
            self._floor.sender.put(f"unreachable:{seat.id}", kitchen, Post(drawing.escape(text)))

    def _draw(self, visit: str, books: Books, state: State, kitchen: int | None) -> None:
        """Each part of it where what it shows has changed."""
        seats, house = self._floor.store.seats(visit), self._house
        said = tuple((one.id, one.table, self._floor.language(one)) for one in seats)
        shown = tuple((seat.id, seat.shown) for seat in seats)
        if self._is_new(visit, "cards", books, house, said, state.guests, state.allergies):
            for seat in seats:
                self._shown.draw(seat)
        if self._is_new(visit, "requests", tuple(state.requests), shown, said):
            self._asking.draw(visit)
        if self._is_new(visit, "papers", books, house, said, state.table):
            self._news.tell(visit, books)
            if kitchen is not None:
                self._tickets(visit, books, kitchen, state.table or "–")
                self._bill(visit, books, kitchen, state.table or "–")
        if kitchen is not None and self._is_new(visit, "calls", state.staff_calls, kitchen):
            self._calls(visit, state, kitchen)

    def _is_new(self, visit: str, part: str, *now: object) -> bool:
        drawn = self._drawn.setdefault(visit, {})
        if drawn.get(part) == now:
            return False
        drawn[part] = now
        return True

    def _tickets(self, visit: str, books: Books, kitchen: int, place: str) -> None:
        for ticket in books.tickets:
            slot = f"ticket:{visit}:{ticket.number}"
            card = self._floor.store.card(slot, kitchen)
            row = rows.ticket_row(self._floor.menu, ticket)
            post = cards.ticket(row, card.id, place, card.note, self._floor.menu)
            self._floor.sender.draw(slot, kitchen, post, Priority.TICKET)

    def _bill(self, visit: str, books: Books, kitchen: int, place: str) -> None:
        if books.bill is None:
            return
        slot = f"bill:{visit}:{books.bill.number}"
        card = self._floor.store.card(slot, kitchen)
        row = rows.bill_row(self._floor.menu, books.bill)
        post = cards.bill(row, card.id, place, self._floor.menu)
        self._floor.sender.draw(slot, kitchen, post, Priority.TICKET)

    def _calls(self, visit: str, state: State, kitchen: int) -> None:
        """Guests who call staff, with their reasons, as the journal has them."""
        key = f"calls:{visit}"
        told = int(self._floor.store.kept(key) or 0)
        if state.staff_calls <= told:
            return
        records = self._floor.store.unit.journal.read(visit)
        calls = [r.event.body for r in records if isinstance(r.event.body, e.StaffCalled)]
        for number, call in enumerate(calls[told:], told + 1):
            reason = cards.called(call.reason, self._floor.menu.restaurant.kitchen_language)
            text = self._word("staff.called", table=state.table or "–", reason=reason)
            slot = f"call:{visit}:{number}:{call.guest}"
            card = self._floor.store.card(slot, kitchen)
            take = Button(self._word("button.take"), f"h:take:{card.id}")
            post = drawing.posts(f"🔔 {text} ({call.guest})", ((take,),))[-1]
            self._floor.sender.draw(slot, kitchen, post, Priority.TICKET)
        self._floor.store.keep(key, str(len(calls)))

    def _word(self, key: str, **values: object) -> str:
        return word(key, self._floor.menu.restaurant.kitchen_language, **values)
