"""How a guest comes to sit at a table: a link they scanned, then staff's tap or the day's code
where nobody has opened the table yet.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from aiogram.types import Message, User

from bot.telegram import drawing
from bot.telegram.delivery.limits import Counted, Rule
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import OPENED_BY, Busy, Floor, Full, Scanned, Unwelcome
from bot.telegram.guest import tables
from bot.telegram.guest.erasing import Erasing
from bot.telegram.guest.languages import Languages
from bot.telegram.safety import tame
from bot.telegram.store import Seat
from bot.telegram.words import word
from waiter import event as e

Opening = Literal["tap", "code"]
# Guesses at the day's code, or at a code of staff's: 5 in ten minutes.
GUESSES = (Rule(600.0, 5),)
# People who wait for one table, each with a card for staff; opening it lets in all who wait.
MOST_ASKING = 5


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody who scanned the link of a table that isn't open yet."""

    id: int
    user: int
    chat: int
    name: str
    language: str
    table: str


class Entrance:
    """Lets guests in. `opening`: what opens a table besides staff's own word."""

    def __init__(
        self, floor: Floor, opening: Opening, languages: Languages, erasing: Erasing
    ) -> None:
        self._floor, self._opening = floor, opening
        self._languages, self._erasing = languages, erasing
        self._guesses = Counted()

    async def start(self, message: Message, user: User, payload: str) -> None:
        """/start, with a table's link or without."""
        table = tables.table_of(self._floor.store, payload) if payload else None
        if table is None:
            self._say(message, user, "bad_link" if payload else "scan")
            return
        visit = self._floor.visit_at(table)
        if visit is not None:
            await self._sit(message, user, table, visit)
            return
        knock = self._knock(message, user, table)
        if self._opening == "code":
            self._say(message, user, "ask_code", table=table)
        else:
            self._say(message, user, "knocked", table=table)
            if len(self.knocks(table)) <= MOST_ASKING:
                self.ask_staff(knock)

    async def words(self, message: Message, user: User, text: str) -> None:
        """Words of somebody who sits nowhere: the day's code, or they are told to scan, or that
        staff have been asked.
        """
        knock = self._knock_of(user.id)
        if knock is None:
            self._say(message, user, "scan")
        elif self._opening != "code":
            self._say(message, user, "still_closed", table=knock.table)
        elif message.text is None:
            self._say(message, user, "ask_code", table=knock.table)
        elif not self._guesses.allowed(user.id, GUESSES, asyncio.get_running_loop().time()):
            self._say(message, user, "slow_down")
        elif text != self.code():
            self._say(message, user, "bad_code")
        else:
            await self.open(knock.table, OPENED_BY)

    def wrong_table(self, seat: Seat) -> None:
        """They sit elsewhere: their seat is given up, staff look at the table."""
        text = word("left", self._floor.language(seat), table=seat.table)
        self._floor.part(seat)
        self._floor.sender.put(f"left:{seat.id}", seat.chat, Post(drawing.escape(text)))
        told = self._for_staff("staff.wrong_table", guest=seat.guest, table=seat.table)
        self._tell_staff(f"left:staff:{seat.id}", Post(drawing.escape(told)))

    async def open(self, table: str, by: str) -> str:
        """Open a table, and let in those who wait for it; its visit. `Busy`."""
        visit = await self._floor.open_table(table, by)
        for knock in self.knocks(table):
            who = Scanned(knock.user, knock.chat, knock.name, knock.language, f"k{knock.id}")
            try:
                await self._seat(who, table, visit)
            except (Full, Unwelcome):
                text = drawing.escape(word("full", knock.language, table=table))
                self._floor.sender.put(f"full:{knock.id}", knock.chat, Post(text))
            self._drop(knock.user)
        return visit

    def refuse(self, knock: Knock) -> None:
        """Staff don't open the table."""
        self._drop(knock.user)
        text = drawing.escape(word("refused_table", knock.language))
        self._floor.sender.put(f"refused:{knock.id}", knock.chat, Post(text))

    def ask_staff(self, knock: Knock) -> None:
        """The card on which staff open the table."""
        text = self._for_staff("staff.knock", guest=knock.name, table=knock.table)
        yes = Button(self._for_staff("button.open"), f"o:{knock.id}")
        no = Button(self._for_staff("button.refuse"), f"x:{knock.id}")
        self._tell_staff(f"knock:{knock.id}", Post(drawing.bold(text), ((yes, no),)))

    def knocks(self, table: str | None = None) -> list[Knock]:
        """Those who wait, for one table or any."""
        rows = self._floor.store.connection.execute(
            "SELECT id, user, chat, name, language, place FROM telegram_knocks"
            " WHERE ? IS NULL OR place = ? ORDER BY id",
            (table, table),
        )
        return [Knock(*row) for row in rows.fetchall()]

    def code(self) -> str:
        """The day's code, by the restaurant's own calendar."""
        zone = ZoneInfo(self._floor.menu.restaurant.time_zone)
        return tables.day_code(self._floor.store, self._now().astimezone(zone).date())

    async def _sit(self, message: Message, user: User, table: str, visit: str) -> None:
        name, key = user.first_name, str(message.message_id)
        who = Scanned(user.id, message.chat.id, name, self._language(user), key)
        try:
            await self._seat(who, table, visit)
            self._drop(user.id)
        except Busy:
            self._say(message, user, "busy")
        except Full:
            self._say(message, user, "full", table=table)
        except Unwelcome:
            self._drop(user.id)
            self._say(message, user, "joined.refused", table=table)

    async def _seat(self, who: Scanned, table: str, visit: str) -> None:
        """A person sits down, and is spoken to in the language they chose, if they did."""
        before = self._floor.store.seat_of(who.user)
        left = before is not None and before.visit != visit and self._has_ordered(before)
        await self._floor.sit(who, table, visit)
        if before is not None and left:
            self._tell_of_move(before, table, who.language)
        seat, chosen = self._floor.store.seat_of(who.user), self._languages.chosen(who.user)
        assert seat is not None
        self._erasing.remember(seat)
        if chosen is not None:
            key = f"tg:language:{seat.id}:{who.key}"
            body = e.GuestAnswered(key, seat.guest, "language", self._now(), value=chosen)
            await self._floor.runner.hear(visit, body)

    def _has_ordered(self, seat: Seat) -> bool:
        if seat.visit not in self._floor.held:
            return True  # another window has it: staff look
        books = self._floor.runner.live(seat.visit).books
        placed = (one.line for ticket in books.tickets for one in ticket.lines)
        return any(line.guest == seat.guest for line in (*books.lines, *placed))

    def _tell_of_move(self, before: Seat, table: str, language: str) -> None:
        """Who has ordered at one table and sits at another now: they and staff are told."""
        text = word("moved", language, old=before.table)
        self._floor.sender.put(f"moved:{before.id}", before.chat, Post(drawing.escape(text)))
        values = {"guest": before.guest, "old": before.table, "table": table}
        told = Post(drawing.escape(self._for_staff("staff.moved", **values)))
        self._tell_staff(f"moved:staff:{before.id}", told)

    def _knock(self, message: Message, user: User, table: str) -> Knock:
        language = self._language(user)
        name = tame(user.first_name, word("guest", language))
        waiting = self._knock_of(user.id)
        if waiting is not None and waiting.table == table:
            return waiting
        self._floor.store.connection.execute(
            "INSERT OR REPLACE INTO telegram_knocks (user, chat, name, language, place, at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (user.id, message.chat.id, name, language, table, self._now().isoformat()),
        )
        found = self._knock_of(user.id)
        assert found is not None
        return found

    def _knock_of(self, user: int) -> Knock | None:
        return next((knock for knock in self.knocks() if knock.user == user), None)

    def _drop(self, user: int) -> None:
        self._floor.store.connection.execute("DELETE FROM telegram_knocks WHERE user = ?", (user,))

    def _say(self, message: Message, user: User, key: str, **values: object) -> None:
        language = self._language(user)
        house = self._floor.menu.restaurant.name.said(language)
        text = word(key, language, house=house, **values)
        name = f"say:{key}:{message.chat.id}:{message.message_id}"
        self._floor.sender.put(name, message.chat.id, Post(drawing.escape(text)))

    def _tell_staff(self, key: str, post: Post) -> None:
        kitchen = self._floor.store.kept("kitchen")
        if kitchen is not None:
            self._floor.sender.put(key, int(kitchen), post, Priority.TICKET)

    def _for_staff(self, key: str, **values: object) -> str:
        return word(key, self._floor.menu.restaurant.kitchen_language, **values)

    def _language(self, user: User) -> str:
        return self._languages.spoken(user, self._floor.menu.restaurant.languages[0])

    def _now(self) -> datetime:
        return self._floor.runner.clock()
