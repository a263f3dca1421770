"""What staff press, by what a button's data begins with, each authorised by role first; who isn't
staff changes nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

from aiogram.types import CallbackQuery

from bot.telegram.floor import Busy
from bot.telegram.staff import blocking, dishes, hiring, menus, reports, serving, talking
from bot.telegram.staff.acting import First, Refused
from bot.telegram.staff.crew import MAY
from bot.telegram.staff.room import Pressed, Staffroom

TOAST = 200  # characters that Telegram shows


@dataclass(frozen=True, slots=True)
class Press:
    """What a button does, and which right it needs; None: the one its first part names."""

    run: Callable[[Staffroom, Pressed], Awaitable[str]]
    needs: str | None = None

    def right(self, pressed: Pressed) -> str:
        return pressed.part(0) if self.needs is None else self.needs


PRESSES: Mapping[str, Press] = {
    "k": Press(serving.press),
    "d": Press(dishes.press),
    "o": Press(partial(serving.door, opens=True), "open"),
    "x": Press(partial(serving.door, opens=False), "open"),
    "j": Press(serving.let_in, "open"),
    "m": Press(menus.press, "menu"),
    "h": Press(talking.press),
    "b": Press(blocking.press),
    "r": Press(reports.press, "orders"),
    "u": Press(hiring.press, "staff"),
}


async def press(room: Staffroom, query: CallbackQuery, data: str) -> str:
    """Do what was pressed; what the person who pressed is told."""
    member = room.crew.member(query.from_user.id)
    if member is None:
        return room.word("staff.only")
    kind, *parts = data.split(":")
    chat = query.message.chat.id if query.message is not None else query.from_user.id
    pressed = Pressed(member, chat, tuple(parts), f"q{query.id}")
    found = PRESSES.get(kind)
    if found is None or found.right(pressed) not in MAY:
        return room.word("staff.gone")
    if not member.may(found.right(pressed)):
        return room.word("staff.not_yours")
    try:
        told = await found.run(room, pressed)
    except First as first:
        told = room.word("staff.first", note=first)
    except Refused as refused:
        told = room.word("staff.refused", why=refused)
    except Busy:
        told = room.word("busy")
    return told[:TOAST]
