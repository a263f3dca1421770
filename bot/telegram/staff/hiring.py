"""Who is staff: invitations, and the list."""

from __future__ import annotations

from bot.telegram.drawing import Post
from bot.telegram.staff.crew import INVITED, Role
from bot.telegram.staff.room import Asked, Staffroom, Usage
from waiter import telling


async def invite(room: Staffroom, asked: Asked) -> Post:
    """/invite ROLE"""
    role: Role | None = next((r for r in INVITED if (r,) == asked.words), None)
    if role is None:
        raise Usage
    if role == "manager" and asked.member.role != "owner":
        return room.say("staff.not_yours")
    code = room.crew.invite(role, room.now())
    return room.say("staff.invite", link=f"https://t.me/{room.name}?start=inv-{code}")


async def staff(room: Staffroom, asked: Asked) -> Post:  # noqa: ARG001 - a command's shape
    """/staff"""
    names = [f"{m.name} ({room.word('role.' + m.role)})" for m in room.crew.members()]
    return room.say("staff.list", names=telling.joined(names, room.language))
