"""Guests whom staff don't want heard: `/block`, `/unblock`, and the list. Where they are kept, and
what they are told, is `delivery/blocked`'s.
"""

from __future__ import annotations

from bot.telegram import drawing
from bot.telegram.delivery import blocked
from bot.telegram.drawing import Button, Post
from bot.telegram.staff.acting import Refused
from bot.telegram.staff.room import Asked, Pressed, Staffroom
from bot.telegram.store import Seat

MOST_SHOWN = 40


async def block(room: Staffroom, asked: Asked) -> Post:
    """/block 5 ANN, /block in reply to what a guest wrote, /block for the list."""
    seat = _meant(room, asked)
    if seat is None:
        return _list(room)
    if room.crew.member(seat.user) is not None:
        raise Refused(room.word("staff.block.staff", guest=seat.guest))
    blocked.block(room.floor.store, seat.user, seat.guest, asked.member.name, room.now())
    return room.say("staff.blocked", guest=seat.guest)


async def unblock(room: Staffroom, asked: Asked) -> Post:
    """/unblock ANN, /unblock for the list"""
    found = [one for one in blocked.all_blocked(room.floor.store) if one.name == asked.text]
    if len(found) != 1:
        return _list(room)
    blocked.unblock(room.floor.store, found[0].user)
    return room.say("staff.unblocked", guest=found[0].name)


async def press(room: Staffroom, pressed: Pressed) -> str:
    """b:unblock:USER"""
    every = blocked.all_blocked(room.floor.store)
    found = next((one for one in every if str(one.user) == pressed.part(1)), None)
    if found is None:
        return room.word("staff.gone")
    blocked.unblock(room.floor.store, found.user)
    return room.word("staff.unblocked", guest=found.name)


def _meant(room: Staffroom, asked: Asked) -> Seat | None:
    """The seat of the guest who is meant; None: nobody is named. `Refused`: nobody sits there."""
    if asked.words:
        visit, guest = room.visit(asked.table(2)), " ".join(asked.words[1:])
    elif asked.about is not None:
        visit, guest = asked.about
    else:
        return None
    every = room.floor.store.seats(visit)
    found = next((seat for seat in every if seat.guest.casefold() == guest.casefold()), None)
    if found is None:
        names = ", ".join(seat.guest for seat in every) or "–"
        raise Refused(room.word("staff.block.nobody", guest=guest, names=names))
    return found


def _list(room: Staffroom) -> Post:
    every = blocked.all_blocked(room.floor.store)[-MOST_SHOWN:]
    if not every:
        return room.say("staff.block.none")
    buttons = [
        Button(room.word("button.unblock", guest=one.name), f"b:unblock:{one.user}")
        for one in every
    ]
    lines = [f"{one.name} · {one.by} · {one.at[:16].replace('T', ' ')}" for one in every]
    return Post(drawing.escape("\n".join(lines)), drawing.rows(buttons, 2))
