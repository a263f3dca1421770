"""Tables put elsewhere: `/move 5 7`, `/merge 5 7`. What is drawn of it is `seating`'s."""

from __future__ import annotations

from bot.telegram.drawing import Post
from bot.telegram.staff.room import Asked, Staffroom, Usage


async def move(room: Staffroom, asked: Asked) -> Post | None:
    """/move 5 7: the party of 5 sits at 7."""
    place, new = _pair(asked)
    who, visit = asked.member.name, room.visit(place)
    await room.acting.at_visit(visit, "move", {"table": new}, who, asked.key)
    return _told(room, asked, "staff.table_moved", place, new)


async def merge(room: Staffroom, asked: Asked) -> Post | None:
    """/merge 5 7: the party of 5 becomes part of the one at 7."""
    place, new = _pair(asked)
    going, staying = room.visit(place), room.visit(new)
    await room.floor.hold(staying)
    params = {"into": staying}
    await room.acting.at_visit(going, "merge", params, asked.member.name, asked.key)
    await room.floor.runner.settled(staying, brains=False)
    await room.watching.look()
    return _told(room, asked, "staff.merged", place, new)


def _pair(asked: Asked) -> tuple[str, str]:
    """Two tables, nothing else."""
    place, new = asked.table(2), asked.table(2, at=1)
    if len(asked.words) != 2:
        raise Usage
    return place, new


def _told(room: Staffroom, asked: Asked, key: str, place: str, new: str) -> Post | None:
    """The kitchen is told of it anyway; in any other chat it is answered."""
    if str(asked.chat) == room.floor.store.kept("kitchen"):
        return None
    return room.say(key, table=place, new=new)
