"""A guest's "delete what is kept of me": their Telegram number, their name, what they wrote and
were told, at every visit of theirs. What was ordered and paid stays in the ledger, as nobody's.

A visit that is open still needs its words: there they get up at once, and the rest goes when it is
closed. Whose visits are whose is known by a keyed digest of the number alone.
"""

from __future__ import annotations

import hashlib
import hmac

from aiogram.types import CallbackQuery

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Busy, Floor
from bot.telegram.guest.hearing import Hearing
from bot.telegram.store import Seat
from bot.telegram.words import word
from waiter.storage import StillOpen, erase

_PERSONS = (
    "DELETE FROM telegram_knocks WHERE user = ?",
    "DELETE FROM telegram_languages WHERE user = ?",
    "DELETE FROM telegram_evenings WHERE user = ?",
    "DELETE FROM telegram_cards WHERE chat = ?",
    "DELETE FROM telegram_outbox WHERE state <> 'waiting' AND chat = ?",
    "UPDATE telegram_seats SET ended = COALESCE(ended, 'erased') WHERE user = ?",
    "UPDATE telegram_seats SET user = NULL, chat = NULL WHERE user = ?",
)


class Erasing:
    """Asks whether it is meant, and does it."""

    def __init__(self, floor: Floor, hearing: Hearing) -> None:
        self._floor, self._hearing = floor, hearing
        self._connection = floor.store.connection

    def told(self, language: str) -> Post:
        """What is kept, and the button that deletes it."""
        delete = Button(word("erase.delete", language), "gd:0:ask")
        return Post(drawing.escape(word("privacy", language)), ((delete,),))

    async def press(self, query: CallbackQuery, value: str, language: str) -> None:
        """A press on one of its buttons."""
        user, key = query.from_user.id, f"erase:{query.id}"
        if value == "ask":
            yes = Button(word("erase.yes", language), "gd:0:yes")
            no = Button(word("erase.no", language), "gd:0:no")
            post = Post(drawing.escape(word("erase.ask", language)), ((yes, no),))
        elif value == "yes":
            try:
                await self._erase(user)
            except Busy:
                post = Post(drawing.escape(word("busy", language)))
            else:
                post = Post(drawing.escape(word("erase.done", language)))
        else:
            post = Post(drawing.escape(word("erase.kept", language)))
        self._floor.sender.put(key, user, post)

    def remember(self, seat: Seat) -> None:
        """Whose a guest's session is, for the day they want it gone."""
        self._connection.execute(
            "INSERT OR IGNORE INTO telegram_known VALUES (?, ?, ?)",
            (self._digest(seat.user), seat.visit, seat.guest),
        )

    def look(self) -> None:
        """Finish what waited for visits to be closed."""
        waiting = self._connection.execute(
            "SELECT visit, guest FROM telegram_known WHERE digest = ''"
        )
        for visit, guest in waiting.fetchall():
            self._finish(visit, guest)

    async def _erase(self, user: int) -> None:
        seat = self._floor.store.seat_of(user)
        if seat is not None:
            await self._get_up(seat)
        with self._floor.store.writing():
            for statement in _PERSONS:
                self._connection.execute(statement, (user,))
            # From now on it is known that they are to go, and no longer whose they were.
            self._connection.execute(
                "UPDATE OR REPLACE telegram_known SET digest = '' WHERE digest = ?",
                (self._digest(user),),
            )
        self.look()

    async def _get_up(self, seat: Seat) -> None:
        """What they hadn't sent is taken off; staff are told, since something may be owed."""
        await self._floor.hold(seat.visit)
        lines = self._floor.runner.live(seat.visit).books.lines
        if any(line.guest == seat.guest for line in lines):
            key = f"tg:erased:{seat.id}"
            await self._hearing.call(seat, key, "order", {"action": "clear"})
            await self._floor.runner.settled(seat.visit, brains=False)
        self._floor.leave(seat, "erased")
        kitchen = self._floor.store.kept("kitchen")
        if kitchen is not None:
            language = self._floor.menu.restaurant.kitchen_language
            text = drawing.escape(word("staff.erased", language, table=seat.table))
            key = f"erased:staff:{seat.id}"
            self._floor.sender.put(key, int(kitchen), Post(text), Priority.TICKET)

    def _finish(self, visit: str, guest: str) -> None:
        if visit in self._floor.held:
            return
        try:
            erase(self._floor.runner.storage, visit, guest)
        except StillOpen:
            return
        with self._floor.store.writing():
            execute = self._connection.execute
            # What others were shown has the name in it as well.
            execute("DELETE FROM telegram_cards WHERE instr(slot, ?) > 0", (f":{guest}",))
            execute("UPDATE telegram_cards SET post = NULL WHERE instr(post, ?) > 0", (guest,))
            execute(
                "DELETE FROM telegram_outbox WHERE state <> 'waiting' AND instr(post, ?) > 0",
                (guest,),
            )
            execute(
                "UPDATE telegram_seats SET guest = '' WHERE visit = ? AND guest = ?", (visit, guest)
            )
            execute(
                "DELETE FROM telegram_known WHERE digest = '' AND visit = ? AND guest = ?",
                (visit, guest),
            )

    def _digest(self, user: int) -> str:
        secret = self._floor.store.secret("people")
        return hmac.digest(secret, str(user).encode(), hashlib.sha256).hex()
