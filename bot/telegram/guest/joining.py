"""Who joins a table is shown to those who sit there, and each of them may say no.

A refused person gets up: what they had put down and not sent is taken off again, and the link seats
them there no more until staff let them in. Who came earlier can't be refused by who came later.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Floor
from bot.telegram.guest.hearing import Hearing
from bot.telegram.store import Seat
from bot.telegram.words import word

REFUSED = "refused"


class Joining:
    """Refuses those who don't belong to a party."""

    def __init__(self, floor: Floor, hearing: Hearing) -> None:
        self._floor, self._hearing = floor, hearing

    async def refuse(self, seat: Seat, number: str) -> None:
        """A guest says that who joined isn't with them."""
        floor = self._floor
        seated = floor.store.seats(seat.visit)
        who = next((one for one in seated if str(one.id) == number and one.id > seat.id), None)
        if who is None:
            return
        lines = floor.runner.live(who.visit).books.lines
        if any(line.guest == who.guest for line in lines):
            key = f"tg:refused:{who.id}"
            await self._hearing.call(who, key, "order", {"action": "clear"})
            await floor.runner.settled(who.visit, brains=False)
        floor.part(who, REFUSED)
        language = floor.language(who)
        text = drawing.escape(word("joined.refused", language, table=who.table))
        floor.sender.put(f"refused:seat:{who.id}", who.chat, Post(text))
        self._tell_staff(seat, who)
        self._redraw(who, seat.guest, (one for one in seated if one.id < who.id))

    def _tell_staff(self, by: Seat, who: Seat) -> None:
        kitchen = self._floor.store.kept("kitchen")
        if kitchen is None:
            return
        language = self._floor.menu.restaurant.kitchen_language
        text = word("staff.refused_seat", language, guest=who.guest, by=by.guest, table=who.table)
        let_in = Button(word("button.let_in", language), f"j:let_in:{who.id}")
        post = Post(drawing.escape(text), ((let_in,),))
        self._floor.sender.put(f"refused:staff:{who.id}", int(kitchen), post, Priority.TICKET)

    def _redraw(self, who: Seat, by: str, others: Iterable[Seat]) -> None:
        for other in others:
            if self._floor.store.has_card(slot(other, who)):
                language = self._floor.language(other)
                text = word("joined.gone", language, guest=who.guest, by=by)
                post = Post(drawing.escape(text), silent=True)
                self._floor.sender.draw(slot(other, who), other.chat, post)


def slot(other: Seat, who: Seat) -> str:
    """Where a seated guest is shown who joined."""
    return f"joined:{other.id}:{who.id}"
