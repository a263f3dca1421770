"""What staff press, by what a button's data begins with; who isn't staff changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from aiogram.types import CallbackQuery

from bot.telegram.floor import Busy
from bot.telegram.staff import dishes, menus, serving
from bot.telegram.staff.acting import Refused
from bot.telegram.staff.room import Pressed, Staffroom

TOAST = 200  # characters that Telegram shows

PRESSES: Mapping[str, Callable[[Staffroom, Pressed], Awaitable[str]]] = {
    "k": serving.press,
    "o": partial(serving.door, opens=True),
    "x": partial(serving.door, opens=False),
    "d": dishes.press,
    "m": menus.press,
}


async def press(room: Staffroom, query: CallbackQuery, data: str) -> str:
    """Do what was pressed; what the person who pressed is told."""
    member = room.crew.member(query.from_user.id)
    if member is None:
        return room.word("staff.only")
    kind, *parts = data.split(":")
    chat = query.message.chat.id if query.message is not None else query.from_user.id
    pressed = Pressed(member, chat, tuple(parts), f"q{query.id}")
    try:
        told = await PRESSES[kind](room, pressed) if kind in PRESSES else room.word("staff.gone")
    except Refused as refused:
        told = room.word("staff.refused", why=refused)
    except Busy:
        told = room.word("busy")
    return told[:TOAST]
