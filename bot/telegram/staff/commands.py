"""What staff write: one command a line in a table, each authorised by the sender's role first.

A command's answer is its message's own, so one that comes again is answered once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.telegram.drawing import Post
from bot.telegram.floor import Busy
from bot.telegram.staff import dishes, hiring, house, menus, serving
from bot.telegram.staff.acting import Refused
from bot.telegram.staff.room import Asked, Staffroom, Usage


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how it is written, and what does it; None where it answers by itself."""

    form: str
    run: Callable[[Staffroom, Asked], Awaitable[Post | None]]


COMMANDS: Mapping[str, Command] = {
    "86": Command("/86 DISH", dishes.sold_out),
    "back": Command("/back DISH", dishes.back),
    "today": Command("/today", house.today),
    "table": Command("/table 5", serving.table),
    "open": Command("/open 5", serving.open_table),
    "paid": Command("/paid 5", serving.paid),
    "void": Command("/void 5 TICKET [LINE] WHY", serving.void),
    "close": Command("/close 5", serving.close),
    "rollback": Command("/rollback [VERSION]", menus.rollback),
    "kitchen": Command("/kitchen", house.kitchen),
    "invite": Command("/invite owner|manager|waiter|kitchen", hiring.invite),
    "staff": Command("/staff [log]", hiring.staff),
}


async def run(room: Staffroom, name: str, asked: Asked) -> None:
    """Do a command, or say why not."""
    command = COMMANDS[name]
    try:
        if asked.member.may(name):
            answer = await command.run(room, asked)
        else:
            answer = room.say("staff.not_yours")
    except Refused as refused:
        answer = room.say("staff.refused", why=refused)
    except Busy:
        answer = room.say("busy")
    except Usage:
        answer = room.say("staff.usage", form=command.form)
    if answer is not None:
        room.floor.sender.put(f"staff:{asked.key}", asked.chat, answer)
