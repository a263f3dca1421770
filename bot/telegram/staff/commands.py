"""What staff write: one command a line in a table, each authorised by the sender's role first.

A command's answer is its message's own, so one that comes again is answered once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.telegram.drawing import Post
from bot.telegram.floor import Busy
from bot.telegram.staff import (
    blocking,
    dishes,
    hiring,
    house,
    menus,
    moving,
    reports,
    serving,
    talking,
)
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
    "pause": Command("/pause MINUTES|off", house.pause),
    "today": Command("/today", reports.today),
    "orders": Command("/orders [csv [2026-05-04]]", reports.orders),
    "table": Command("/table 5", serving.table),
    "open": Command("/open 5", serving.open_table),
    "paid": Command("/paid 5 [HOW]", serving.paid),
    "void": Command("/void 5 TICKET [LINE] WHY", serving.void),
    "close": Command("/close 5", serving.close),
    "move": Command("/move 5 7", moving.move),
    "merge": Command("/merge 5 7", moving.merge),
    "take": Command("/take 5", talking.take),
    "give": Command("/give 5", talking.give),
    "block": Command("/block [5 NAME]", blocking.block),
    "unblock": Command("/unblock [NAME]", blocking.unblock),
    "rollback": Command("/rollback [VERSION]", menus.rollback),
    "kitchen": Command("/kitchen", house.kitchen),
    "invite": Command("/invite owner|manager|waiter|kitchen", hiring.invite),
    "staff": Command("/staff [log]", hiring.staff),
}


async def run(room: Staffroom, name: str, asked: Asked) -> None:
    """Do a command, or say why not."""
    command = COMMANDS[name]
    try:
        await answer(room, asked, name, lambda: command.run(room, asked))
    except Usage:
        put(room, asked, room.say("staff.usage", form=command.form))


async def answer(
    room: Staffroom, asked: Asked, right: str, work: Callable[[], Awaitable[Post | None]]
) -> None:
    """Do what was asked, where the sender's role allows it; what it says, or why not."""
    try:
        post = await work() if asked.member.may(right) else room.say("staff.not_yours")
    except Refused as refused:
        post = room.say("staff.refused", why=refused)
    except Busy:
        post = room.say("busy")
    if post is not None:
        put(room, asked, post)


def put(room: Staffroom, asked: Asked, post: Post) -> None:
    """The answer to a message, once."""
    room.floor.sender.put(f"staff:{asked.key}", asked.chat, post)
