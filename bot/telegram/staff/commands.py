"""What staff write: one command a line in a table, each authorised by the sender's role first.

A command's answer is its message's own, so one that comes again is answered once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.telegram import drawing
from bot.telegram.drawing import Post
from bot.telegram.floor import Busy
from bot.telegram.staff import (
    alerts,
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
from bot.telegram.staff.crew import Member
from bot.telegram.staff.room import Asked, Staffroom, Usage


@dataclass(frozen=True, slots=True)
class Command:
    """What does it; None where it answers by itself. How it is written is in words.yaml."""

    run: Callable[[Staffroom, Asked], Awaitable[Post | None]]


COMMANDS: Mapping[str, Command] = {
    "86": Command(dishes.sold_out),
    "back": Command(dishes.back),
    "pause": Command(house.pause),
    "prep": Command(house.prep),
    "today": Command(reports.today),
    "orders": Command(reports.orders),
    "table": Command(serving.table),
    "open": Command(serving.open_table),
    "paid": Command(serving.paid),
    "void": Command(serving.void),
    "close": Command(serving.close),
    "move": Command(moving.move),
    "merge": Command(moving.merge),
    "take": Command(talking.take),
    "give": Command(talking.give),
    "block": Command(blocking.block),
    "unblock": Command(blocking.unblock),
    "health": Command(alerts.show),
    "rollback": Command(menus.rollback),
    "kitchen": Command(house.kitchen),
    "invite": Command(hiring.invite),
    "staff": Command(hiring.staff),
}


async def run(room: Staffroom, name: str, asked: Asked) -> None:
    """Do a command, or say why not."""
    command = COMMANDS[name]
    try:
        await answer(room, asked, name, lambda: command.run(room, asked))
    except Usage:
        put(room, asked, room.say("staff.usage", form=room.word(f"form.{name}")))


def help_for(room: Staffroom, member: Member) -> Post:
    """What somebody's role may do, and how it is written."""
    lines = [
        f"{room.word(f'form.{name}')} – {room.word(f'command.staff.{name}')}"
        for name in COMMANDS
        if member.may(name)
    ]
    if member.may("menu"):
        lines.append(room.word("staff.help.menu"))
    return Post(drawing.escape("\n".join([room.word("staff.help"), *lines])))


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
