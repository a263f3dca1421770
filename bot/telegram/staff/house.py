"""The house as a whole: which chat is the kitchen's, and whether it takes orders."""

from __future__ import annotations

from apps.acts.house import MOST_MINUTES
from bot.telegram import drawing
from bot.telegram.drawing import Post
from bot.telegram.guest import status_card
from bot.telegram.staff.room import Asked, Staffroom, Usage
from bot.telegram.words import word

OFF = ("off", "0")
PREP = status_card.PREP


async def kitchen(room: Staffroom, asked: Asked) -> Post:
    """This chat is where tickets come."""
    before = room.floor.store.kept("kitchen")
    if before is not None and before != str(asked.chat):
        gone = room.say("staff.kitchen.gone", who=asked.member.name)
        room.floor.sender.put(f"kitchen:{asked.key}", int(before), gone)
    room.floor.store.keep("kitchen", str(asked.chat))
    return room.say("staff.kitchen")


async def pause(room: Staffroom, asked: Asked) -> Post:
    """/pause 20, /pause off, /pause: nothing is sent to a kitchen that is full."""
    if not asked.words:
        return _paused(room)
    if len(asked.words) > 1:
        raise Usage
    minutes = 0 if asked.words[0] in OFF else _minutes(asked.words[0])
    params, before = {"minutes": minutes}, room.paused_until()
    await room.acting.at_house("pause", params, asked.member.name, asked.key)
    if before != room.paused_until():
        _tell_guests(room, asked.key)
    if str(asked.chat) != room.floor.store.kept("kitchen"):
        room.tell_kitchen(f"pause:{asked.key}", _paused(room))
    return _paused(room)


async def prep(room: Staffroom, asked: Asked) -> Post:
    """/prep 20, /prep off, /prep: how long the kitchen needs; guests see it on their tickets."""
    if len(asked.words) > 1:
        raise Usage
    if asked.words:
        minutes = 0 if asked.words[0] in OFF else _minutes(asked.words[0])
        room.floor.store.keep(PREP, str(minutes))
    now = int(room.floor.store.kept(PREP) or 0)
    return room.say("staff.prep", minutes=now) if now else room.say("staff.prep.none")


def _paused(room: Staffroom) -> Post:
    until = room.paused_until()
    return room.say("staff.open") if until is None else room.say("staff.paused", time=until)


def _tell_guests(room: Staffroom, key: str) -> None:
    """Everybody who sits somewhere hears of it, without a sound."""
    until = room.paused_until()
    for seat in room.floor.store.seats():
        if seat.visit not in room.floor.held:
            continue
        language = room.floor.language(seat)
        text = (
            word("open_again", language)
            if until is None
            else word("kitchen_full", language, time=until)
        )
        post = Post(drawing.escape(text), silent=True)
        room.floor.sender.put(f"pause:{seat.id}:{key}", seat.chat, post)


def _minutes(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    if not 1 <= number <= MOST_MINUTES:
        raise Usage
    return number
