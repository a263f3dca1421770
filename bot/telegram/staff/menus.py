"""Another menu in force: what staff press on its card, and `/rollback` to one that was.

A press is bound to one document and to the menu it was compared with. Where another was published
since, it is compared anew before anybody can say yes.
"""

from __future__ import annotations

from aiogram.types import Document

from bot.outlook import version_numbered
from bot.telegram import drawing
from bot.telegram.drawing import Button, Post
from bot.telegram.staff import offers
from bot.telegram.staff.acting import Refused
from bot.telegram.staff.room import Asked, Pressed, Staffroom, Usage
from bot.telegram.staff.uploads import Upload

MOST_VERSIONS = 8


async def press(room: Staffroom, pressed: Pressed) -> str:
    """m:activate|discard:UPLOAD:INSTEAD_OF, m:back:PUBLICATION:"""
    verb, number, compared = (pressed.part(at) for at in range(3))
    if verb == "back":
        return _wanted_back(room, pressed, number)
    one = room.menus.uploads.find(number)
    if one is None or one.state == "refused":
        return room.word("staff.gone")
    if one.state in ("active", "discarded"):
        return room.word(f"staff.menu.{one.state}", who=one.by)
    if one.state == "waiting" or not one.instead_of.startswith(compared or "?"):
        return room.word("staff.menu.moved")
    if verb == "discard":
        return _decided(room, one, "discarded", pressed)
    return await _activated(room, one, pressed)


async def rollback(room: Staffroom, asked: Asked) -> Post | None:
    """/rollback, /rollback 3"""
    if len(asked.words) > 1:
        raise Usage
    if not asked.words:
        return _versions(room)
    found = version_numbered(room.floor.store.unit, asked.words[0])
    if found is None:
        raise Refused(room.word("staff.menu.no_version", version=asked.words[0]))
    room.menus.want(found.version, asked.chat, asked.member.name, asked.key)
    return None


def document(room: Staffroom, asked: Asked, found: Document) -> Post | None:
    """A document from staff: a menu, or told why it is none."""
    if not asked.member.may("menu"):
        return room.say("staff.not_yours")
    why = room.menus.take(found, asked.chat, asked.member.name, asked.key)
    return None if why is None else Post(drawing.escape(why))


def _versions(room: Staffroom) -> Post:
    """What was in force, newest first; a button for every one that isn't."""
    every = room.floor.store.unit.ledger.publications()
    lines, buttons, seen = [room.word("staff.menu.versions")], [], {every[0].version}
    for one in every[:MOST_VERSIONS]:
        version = one.version[: offers.SHORT]
        lines.append(f"{one.number}. {version} · {room.local(one.at)} · {one.who}")
        if one.version not in seen:
            seen.add(one.version)
            buttons.append(Button(f"{one.number}. {version}", f"m:back:{one.number}"))
    return Post(drawing.escape("\n".join(lines)), drawing.rows(buttons, 2))


def _wanted_back(room: Staffroom, pressed: Pressed, number: str) -> str:
    found = version_numbered(room.floor.store.unit, number)
    if found is None:
        return room.word("staff.gone")
    room.menus.want(found.version, pressed.chat, pressed.member.name, pressed.key)
    return room.word("staff.menu.looking", name=found.version[: offers.SHORT])


async def _activated(room: Staffroom, one: Upload, pressed: Pressed) -> str:
    """In force, unless another came in force meanwhile: the act itself looks."""
    params = {"document": room.menus.uploads.document(one), "instead_of": one.instead_of}
    try:
        await room.acting.at_house("publish", params, pressed.member.name, pressed.key)
    except Refused:
        if room.floor.store.unit.ledger.menu_version() == one.instead_of:
            raise
        room.menus.again(one)
        return room.word("staff.menu.moved")
    return _decided(room, one, "active", pressed)


def _decided(room: Staffroom, one: Upload, state: str, pressed: Pressed) -> str:
    who = pressed.member.name
    told = room.word(f"staff.menu.{state}", who=who)
    if room.menus.uploads.change(one, state=state, by=who, document=""):
        post = Post(f"{one.shown}\n{drawing.bold(told)}")
        room.floor.sender.draw(offers.slot(one), one.chat, post)
        if state == "active":
            name = one.version[: offers.SHORT]
            text = room.word("staff.menu.in_force", version=name, who=who)
            room.tell_kitchen(f"menu:in_force:{one.id}", Post(drawing.escape(text)))
    return told
