"""Who is staff: invitations, the list with its buttons, who was removed by whom."""

from __future__ import annotations

from datetime import datetime

from bot.telegram import drawing
from bot.telegram.drawing import Button, Post
from bot.telegram.staff.crew import ROLES, RULES, Joined, Member, Noted, Role
from bot.telegram.staff.room import Asked, Pressed, Staffroom, Usage
from bot.telegram.store import Card

INVITATION = "inv-"
MOST_NOTED = 20


async def invite(room: Staffroom, asked: Asked) -> Post:
    """/invite ROLE. The link goes to who asked alone: a group would use it up."""
    role: Role | None = next((r for r in ROLES if (r,) == asked.words), None)
    if role is None:
        raise Usage
    if role not in RULES[asked.member.role]:
        return room.say("staff.not_yours")
    code = room.crew.invite(role, asked.member, room.now())
    link = f"https://t.me/{room.name}?start={INVITATION}{code}"
    told = room.say(
        "staff.invite", link=link, role=room.word(f"role.{role}"), who=asked.member.name
    )
    if asked.chat == asked.member.user:
        return told
    room.floor.sender.put(f"invite:{asked.key}", asked.member.user, told)
    return room.say("staff.invited")


async def staff(room: Staffroom, asked: Asked) -> Post | None:
    """/staff, /staff log"""
    if asked.words == ("log",):
        return _log(room)
    if asked.words:
        raise Usage
    card = room.floor.store.card(f"crew:{asked.key}", asked.chat)
    _draw(room, card, asked.member)
    return None


async def press(room: Staffroom, pressed: Pressed) -> str:
    """u:ask|yes|no:CARD:USER"""
    verb, number, user = (pressed.part(at) for at in range(3))
    card = room.floor.store.card_by_id(int(number)) if number.isdecimal() else None
    if card is None:
        return room.word("staff.gone")
    if verb == "no":
        _draw(room, card, pressed.member)
        return room.word("staff.done")
    found = (one for one in room.crew.removable(pressed.member) if str(one.user) == user)
    whom = next(found, None)
    if whom is None:
        _draw(room, card, pressed.member)
        return room.word("staff.not_removable")
    if verb == "ask":
        _ask(room, card, whom)
        return ""
    return _removed(room, card, whom, pressed)


def welcome(room: Staffroom, joined: Joined, key: str) -> Post:
    """What who came in is told; who invited them hears of it."""
    member, role = joined.member, room.word(f"role.{joined.member.role}")
    if joined.by is None or joined.by.user == member.user:
        return room.say("staff.welcome", name=member.name, role=role)
    text = room.word("staff.joined", name=member.name, role=role)
    post = Post(drawing.escape(text))
    room.floor.sender.put(f"joined:{key}", joined.by.user, post)
    return room.say("staff.welcome_by", name=member.name, role=role, who=joined.by.name)


def _removed(room: Staffroom, card: Card, whom: Member, pressed: Pressed) -> str:
    gone = room.crew.remove(whom.user, pressed.member, room.now())
    if gone is not None:
        room.floor.sender.put(f"removed:{pressed.key}", gone.user, room.say("staff.you_left"))
    _draw(room, card, pressed.member)
    return room.word("staff.removed", name=whom.name)


def _draw(room: Staffroom, card: Card, by: Member) -> None:
    """The list, with a button for everybody who may be removed by who asked."""
    lines = [_line(room, one) for one in room.crew.members()]
    buttons = [
        Button(room.word("button.remove", name=one.name), f"u:ask:{card.id}:{one.user}")
        for one in room.crew.removable(by)
    ]
    text = drawing.escape("\n".join([room.word("staff.list"), *lines]))
    room.floor.sender.draw(card.slot, card.chat, Post(text, drawing.rows(buttons, 2)))


def _ask(room: Staffroom, card: Card, whom: Member) -> None:
    yes = Button(room.word("button.remove", name=whom.name), f"u:yes:{card.id}:{whom.user}")
    keep = Button(room.word("button.keep"), f"u:no:{card.id}")
    text = drawing.escape(room.word("staff.remove", who=_line(room, whom)))
    room.floor.sender.draw(card.slot, card.chat, Post(text, ((yes, keep),)))


def _line(room: Staffroom, one: Member) -> str:
    return f"{one.name} · {room.word('role.' + one.role)}"


def _log(room: Staffroom) -> Post:
    rows = [_noted(room, one) for one in room.crew.noted(MOST_NOTED)]
    return Post(drawing.escape("\n".join(rows) or "–"))


def _noted(room: Staffroom, one: Noted) -> str:
    at, role = room.local(datetime.fromisoformat(one.at)), room.word(f"role.{one.role}")
    return room.word(f"staff.noted.{one.what}", at=at, who=one.who, whom=one.whom, role=role)
