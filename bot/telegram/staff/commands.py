"""What staff write: one command a line in a table, each authorised by the sender's role first.

A command's answer is its message's own, so one that comes again is answered once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from apps.contract import Desk
from bot.console.seen import Seen
from bot.telegram import cards, drawing
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Busy, Floor
from bot.telegram.guest.entrance import Entrance
from bot.telegram.guest.tables import TABLE
from bot.telegram.staff.acting import Acting, Refused
from bot.telegram.staff.crew import INVITED, Crew, Member, Role
from bot.telegram.words import word
from menu_data.menu import Dish
from menu_data.words.names import find_names
from waiter import telling
from waiter.phrases import price

MOST_CHOICES = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as written: by whom, where, what stood after its name; `key` is its message's."""

    member: Member
    chat: int
    words: tuple[str, ...]
    key: str

    @property
    def text(self) -> str:
        return " ".join(self.words)


class Usage(Exception):
    """The command was written otherwise than it is to be."""


class StaffCommands:
    """Staff's commands. `name`: the bot's user name, for links."""

    def __init__(
        self, floor: Floor, entrance: Entrance, crew: Crew, acting: Acting, name: str
    ) -> None:
        self._floor, self._entrance, self._crew, self._acting = floor, entrance, crew, acting
        self._name = name

    async def run(self, name: str, asked: Asked) -> None:
        """Do a command, or say why not."""
        command = COMMANDS[name]
        try:
            post = await command.run(self, asked) if asked.member.may(name) else None
            answer = post or Post(drawing.escape(self.word("staff.not_yours")))
        except Refused as refused:
            answer = Post(drawing.escape(self.word("staff.refused", why=refused)))
        except Busy:
            answer = Post(drawing.escape(self.word("busy")))
        except Usage:
            answer = Post(drawing.escape(self.word("staff.usage", form=command.form)))
        self._floor.sender.put(f"staff:{asked.key}", asked.chat, answer)

    def word(self, key: str, **values: object) -> str:
        """A sentence in the language of the kitchen."""
        return word(key, self._floor.menu.restaurant.kitchen_language, **values)

    def say(self, key: str, **values: object) -> Post:
        return Post(drawing.escape(self.word(key, **values)))

    # --- dishes

    async def sold_out(self, asked: Asked) -> Post:
        if not asked.words:
            return self._sold_out_list()
        return await self._dish(asked, "86")

    async def back(self, asked: Asked) -> Post:
        if not asked.words:
            raise Usage
        return await self._dish(asked, "back")

    async def _dish(self, asked: Asked, verb: str) -> Post:
        """The one dish that is named; where several may be meant, which one."""
        menu = self._floor.menu
        found = find_names(menu, asked.text)
        if len(found) == 1:
            return await self.change(menu.dishes[found[0]], verb, asked.member)
        if not found:
            return self.say("staff.unknown_dish", words=asked.text)
        buttons = [
            Button(self.dish_name(menu.dishes[one]), f"d:{verb}:{mark(one)}")
            for one in found[:MOST_CHOICES]
        ]
        text = self.word("staff.which_dish", words=asked.text)
        return Post(drawing.escape(text), drawing.rows(buttons, 1))

    async def change(self, dish: Dish, verb: str, member: Member) -> Post:
        """Sold out, or back."""
        act = "sold_out" if verb == "86" else "restock"
        await self._acting.at_house(act, {"dishes": [dish.id]}, member.name)
        key = "staff.sold_out" if verb == "86" else "staff.restocked"
        return self.say(key, dish=self.dish_name(dish))

    def dish_name(self, dish: Dish) -> str:
        return dish.name.said(self._floor.menu.restaurant.kitchen_language)

    def _sold_out_list(self) -> Post:
        menu, gone = self._floor.menu, self._floor.store.unit.ledger.availability().sold_out
        names = [self.dish_name(menu.dishes[one]) for one in menu.dishes if one in gone]
        if not names:
            return self.say("staff.nothing_sold_out")
        language = menu.restaurant.kitchen_language
        return self.say("staff.sold_out_list", dishes=telling.joined(names, language))

    # --- tables

    async def open_table(self, asked: Asked) -> Post:
        table = _table(asked.words, 1)
        if self._floor.visit_at(table) is not None:
            return self.say("staff.taken", table=table)
        await self._entrance.open(table, asked.member.name)
        return self.say("staff.opened", table=table)

    async def table(self, asked: Asked) -> Post:
        table = _table(asked.words, 1)
        visit = self._visit(table)
        await self._floor.hold(visit)
        live = self._floor.runner.live(visit)
        language = self._floor.menu.restaurant.kitchen_language
        title = self.say("staff.table", table=table, guests=", ".join(live.state.guests) or "–")
        desk = Desk(visit, "", live.state.guests, live.state.allergies)
        seen = Seen(live.seen(self._floor.store.unit), desk, language)
        shown = cards.table(seen, 0, table)
        return title if shown is None else Post(f"{title.text}\n{shown.text}")

    async def paid(self, asked: Asked) -> Post:
        table = _table(asked.words, 1)
        who = asked.member.name
        row = await self._acting.at_visit(self._visit(table), "paid", {}, who, asked.key)
        return self.paid_word(table, row["bill"])

    def paid_word(self, table: str, bill: Mapping[str, str]) -> Post:
        menu = self._floor.menu
        amount = telling.money(bill["to_pay"], menu, menu.restaurant.kitchen_language)
        return self.say("staff.paid", table=table, amount=amount)

    async def void(self, asked: Asked) -> Post:
        """/void TABLE TICKET [LINE] WHY"""
        table = _table(asked.words, 3)
        ticket, line, why = _void(asked.words[1:])
        params = {"ticket": ticket, "line": line, "why": why}
        who, visit = asked.member.name, self._visit(table)
        await self._acting.at_visit(visit, "void", params, who, asked.key, why)
        return self.say("staff.voided", table=table, ticket=ticket)

    async def close(self, asked: Asked) -> Post:
        table = _table(asked.words, 1)
        await self._acting.close(self._visit(table), asked.member.name, asked.key)
        return self.say("staff.closed", table=table)

    def _visit(self, table: str) -> str:
        visit = self._floor.visit_at(table)
        if visit is None:
            raise Refused(self.word("staff.no_table", table=table))
        return visit

    # --- the house

    async def today(self, asked: Asked) -> Post:  # noqa: ARG002 - a command's shape
        """Tickets and their sum since midnight here, open tables, the day's code."""
        menu, unit = self._floor.menu, self._floor.store
        now = self._floor.runner.clock().astimezone(ZoneInfo(menu.restaurant.time_zone))
        midnight = datetime.combine(now.date(), time(), now.tzinfo).astimezone(UTC)
        count, total = unit.connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(total), 0) FROM tickets"
            " WHERE placed_at >= ? AND void IS NULL",
            (midnight.isoformat(),),
        ).fetchone()
        amount = price(total, menu.restaurant.currency, menu.restaurant.kitchen_language)
        tables = len(self._floor.open_tables())
        code = self._entrance.code()
        return self.say("staff.today", tickets=count, amount=amount, open=tables, code=code)

    async def kitchen(self, asked: Asked) -> Post:
        """This chat is where tickets come."""
        self._floor.store.keep("kitchen", str(asked.chat))
        return self.say("staff.kitchen")

    async def invite(self, asked: Asked) -> Post:
        role: Role | None = next((r for r in INVITED if (r,) == asked.words), None)
        if role is None:
            raise Usage
        if role == "manager" and asked.member.role != "owner":
            return self.say("staff.not_yours")
        code = self._crew.invite(role, self._floor.runner.clock())
        return self.say("staff.invite", link=f"https://t.me/{self._name}?start=inv-{code}")

    async def staff(self, asked: Asked) -> Post:  # noqa: ARG002 - a command's shape
        names = [f"{m.name} ({self.word('role.' + m.role)})" for m in self._crew.members()]
        language = self._floor.menu.restaurant.kitchen_language
        return self.say("staff.list", names=telling.joined(names, language))


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how it is written, and what does it."""

    form: str
    run: Callable[[StaffCommands, Asked], Awaitable[Post]]


COMMANDS: Mapping[str, Command] = {
    "86": Command("/86 DISH", StaffCommands.sold_out),
    "back": Command("/back DISH", StaffCommands.back),
    "today": Command("/today", StaffCommands.today),
    "table": Command("/table 5", StaffCommands.table),
    "open": Command("/open 5", StaffCommands.open_table),
    "paid": Command("/paid 5", StaffCommands.paid),
    "void": Command("/void 5 TICKET [LINE] WHY", StaffCommands.void),
    "close": Command("/close 5", StaffCommands.close),
    "kitchen": Command("/kitchen", StaffCommands.kitchen),
    "invite": Command("/invite manager|waiter|kitchen", StaffCommands.invite),
    "staff": Command("/staff", StaffCommands.staff),
}


def mark(dish: str) -> str:
    """A dish in a button's data, whatever the length of its id."""
    return hashlib.sha256(dish.encode()).hexdigest()[:16]


def _table(words: tuple[str, ...], least: int) -> str:
    if len(words) < least or TABLE.fullmatch(words[0]) is None:
        raise Usage
    return words[0]


def _void(words: tuple[str, ...]) -> tuple[int, int | None, str]:
    """Ticket, line if any, reason."""
    numbers = [w for w in words[:2] if w.isascii() and w.isdigit()]
    if not numbers or not words[0].isdigit() or len(numbers) == len(words):
        raise Usage
    line = int(numbers[1][:9]) if len(numbers) == 2 else None
    return int(numbers[0][:9]), line, " ".join(words[len(numbers) :])
