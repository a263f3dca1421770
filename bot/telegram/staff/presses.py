"""What staff press: a ticket on its way, a bill paid, a table opened, which dish was meant.

The first press wins, whoever comes later is told so; who isn't staff changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from aiogram.types import CallbackQuery

from bot.telegram import drawing
from bot.telegram.drawing import Post
from bot.telegram.floor import Busy, Floor
from bot.telegram.guest.entrance import Entrance
from bot.telegram.staff.acting import Acting, Refused
from bot.telegram.staff.commands import StaffCommands, mark
from bot.telegram.staff.crew import Crew, Member
from bot.telegram.store import Card
from bot.telegram.watching import Watching
from bot.telegram.words import word

STAFFS_PRESSES = ("k:", "o:", "x:", "d:")
TOAST = 200  # characters that Telegram shows


@dataclass(frozen=True, slots=True)
class Staffroom:
    """Those that staff's presses and commands work with."""

    floor: Floor
    entrance: Entrance
    crew: Crew
    acting: Acting
    commands: StaffCommands
    watching: Watching


class Presses:
    """Staff's buttons."""

    def __init__(self, room: Staffroom) -> None:
        self._room = room

    async def press(self, query: CallbackQuery, data: str) -> str:
        """Do what was pressed; what the person who pressed is told."""
        member = self._room.crew.member(query.from_user.id)
        if member is None:
            return self._word("staff.only")
        kind, _, rest = data.partition(":")
        try:
            match kind:
                case "k":
                    verb, _, card = rest.partition(":")
                    told = await self._card(member, verb, card, f"q{query.id}")
                case "o" | "x":
                    told = await self._door(member, kind, rest)
                case _:
                    verb, _, dish = rest.partition(":")
                    told = await self._dish(member, verb, dish)
        except Refused as refused:
            told = self._word("staff.refused", why=refused)
        except Busy:
            told = self._word("busy")
        return told[:TOAST]

    async def _card(self, member: Member, verb: str, number: str, key: str) -> str:
        card = self._room.floor.store.card_by_id(int(number)) if number.isdigit() else None
        if card is None:
            return self._word("staff.gone")
        if not member.may(verb):
            return self._word("staff.not_yours")
        visit, _, count = card.slot.partition(":")[2].rpartition(":")
        if verb == "paid":
            await self._room.acting.at_visit(visit, verb, {}, member.name, key)
        elif verb == "problem":
            self._problem(visit, count)
        else:
            try:
                params = {"ticket": int(count)}
                await self._room.acting.at_visit(visit, verb, params, member.name, key)
            except Refused as refused:
                raise Refused(card.note or str(refused)) from refused
        self._note(card, verb, member, visit)
        return self._word("staff.done")

    def _note(self, card: Card, verb: str, member: Member, visit: str) -> None:
        what = self._word(f"button.{verb}")
        self._room.floor.store.note(card.id, self._word("staff.by", what=what, who=member.name))
        self._room.watching.redraw(visit)

    def _problem(self, visit: str, ticket: str) -> None:
        """The guests hear that somebody is coming."""
        floor = self._room.floor
        for seat in floor.store.seats(visit):
            text = word("problem", floor.language(seat), number=ticket)
            post = Post(drawing.escape(text))
            floor.sender.put(f"problem:{seat.id}:{ticket}", seat.chat, post)

    async def _door(self, member: Member, kind: str, number: str) -> str:
        if not member.may("open"):
            return self._word("staff.not_yours")
        waiting = self._room.entrance.knocks()
        knock = next((one for one in waiting if str(one.id) == number), None)
        if knock is None:
            return self._word("staff.gone")
        if kind == "x":
            self._room.entrance.refuse(knock)
            return self._word("staff.not_opened")
        await self._room.entrance.open(knock.table, member.name)
        return self._word("staff.opened", table=knock.table)

    async def _dish(self, member: Member, verb: str, marked: str) -> str:
        dishes = self._room.floor.menu.dishes.values()
        dish = next((one for one in dishes if mark(one.id) == marked), None)
        if dish is None or verb not in ("86", "back"):
            return self._word("staff.gone")
        post = await self._room.commands.change(dish, verb, member)
        kitchen = self._room.floor.store.kept("kitchen")
        if kitchen is not None:
            key = f"dish:{verb}:{marked}:{self._room.floor.runner.clock().isoformat()}"
            self._room.floor.sender.put(key, int(kitchen), post)
        return self._word("staff.done")

    def _word(self, key: str, **values: object) -> str:
        return word(key, self._room.floor.menu.restaurant.kitchen_language, **values)
