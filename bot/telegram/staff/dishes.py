"""Dishes sold out and back: `/86`, `/back`, and which one was meant where a name fits several or
none exactly.
"""

from __future__ import annotations

import hashlib

from bot.telegram import drawing
from bot.telegram.drawing import Button, Post
from bot.telegram.staff.crew import Member
from bot.telegram.staff.room import Asked, Pressed, Staffroom, Usage
from menu_data.menu import Dish
from menu_data.words.names import dish_names, find_names, key_of
from waiter import telling
from waiter.telling import excerpt

MOST_CHOICES = 8
VERBS = ("86", "back")


async def sold_out(room: Staffroom, asked: Asked) -> Post:
    """/86 DISH, /86"""
    if not asked.words:
        return _sold_out_list(room)
    return await _named(room, asked, "86")


async def back(room: Staffroom, asked: Asked) -> Post:
    """/back DISH"""
    if not asked.words:
        raise Usage
    return await _named(room, asked, "back")


async def press(room: Staffroom, pressed: Pressed) -> str:
    """d:86|back:DISH"""
    verb, marked = pressed.part(0), pressed.part(1)
    dishes = room.floor.menu.dishes.values()
    dish = next((one for one in dishes if mark(one.id) == marked), None)
    if dish is None or verb not in VERBS:
        return room.word("staff.gone")
    post = await _change(room, dish, verb, pressed.member, pressed.key)
    room.tell_kitchen(f"dish:{pressed.key}", post)
    return room.word("staff.done")


async def _named(room: Staffroom, asked: Asked, verb: str) -> Post:
    """The one dish that is named; where it isn't named exactly, or several are, which one."""
    menu = room.floor.menu
    found = find_names(menu, asked.text)
    if not found:
        return room.say("staff.unknown_dish", words=excerpt(asked.text))
    if len(found) == 1 and _is_name(menu.dishes[found[0]], asked.text):
        post = await _change(room, menu.dishes[found[0]], verb, asked.member, asked.key)
        if str(asked.chat) != room.floor.store.kept("kitchen"):
            room.tell_kitchen(f"dish:{asked.key}", post)
        return post
    buttons = [
        Button(_name(room, menu.dishes[one]), f"d:{verb}:{mark(one)}")
        for one in found[:MOST_CHOICES]
    ]
    text = room.word("staff.which_dish", words=excerpt(asked.text))
    return Post(drawing.escape(text), drawing.rows(buttons, 1))


def _is_name(dish: Dish, said: str) -> bool:
    """Whether the dish is called so, and not merely like it."""
    wanted = sorted(key_of(said))
    return said.strip() == dish.id or any(sorted(key_of(n)) == wanted for n in dish_names(dish))


async def _change(room: Staffroom, dish: Dish, verb: str, member: Member, key: str) -> Post:
    act = "sold_out" if verb == "86" else "restock"
    await room.acting.at_house(act, {"dishes": [dish.id]}, member.name, key)
    told = "staff.sold_out" if verb == "86" else "staff.restocked"
    return room.say(told, dish=_name(room, dish))


def _name(room: Staffroom, dish: Dish) -> str:
    return dish.name.said(room.language)


def _sold_out_list(room: Staffroom) -> Post:
    menu, gone = room.floor.menu, room.floor.store.unit.ledger.availability().sold_out
    names = [_name(room, menu.dishes[one]) for one in menu.dishes if one in gone]
    if not names:
        return room.say("staff.nothing_sold_out")
    return room.say("staff.sold_out_list", dishes=telling.joined(names, room.language))


def mark(dish: str) -> str:
    """A dish in a button's data, whatever the length of its id."""
    return hashlib.sha256(dish.encode()).hexdigest()[:16]
