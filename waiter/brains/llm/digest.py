"""The menu as a model reads it: one line a dish, as much of each as a token budget allows. Pure.

A long menu gets shorter lines, never fewer dishes, as long as that is possible; beyond that the
rest is named by its number, and the apps `menu` and `search` find it. What changes during a day
(sold out, left, quotes) is not in here: the text is the same for a menu version.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from apps.menu import COMBOS, categories
from menu_data.menu import Dish, Group, Menu, Modifier, Text
from menu_data.money import Money

# Leaves a model of 16,000 tokens room for rules, examples, talk and answers.
MENU_TOKENS = 6_000
# Without a tokenizer of the model's own, on the safe side: a character of a script without spaces
# is a token, of others three characters are one.
WIDE = 0x2E80
NARROW_CHARS = 3


@dataclass(frozen=True, slots=True)
class Detail:
    """What a dish's line tells besides id, first name and price."""

    names: bool
    aliases: bool
    groups: bool
    record: bool


LEVELS = (
    Detail(names=True, aliases=True, groups=True, record=True),
    Detail(names=True, aliases=False, groups=True, record=True),
    Detail(names=True, aliases=False, groups=True, record=False),
    Detail(names=True, aliases=False, groups=False, record=False),
    Detail(names=False, aliases=False, groups=False, record=False),
)


def tokens(text: str) -> int:
    """About how many tokens a text is, rather too many than too few."""
    wide = sum(ord(char) >= WIDE for char in text)
    return wide + math.ceil((len(text) - wide) / NARROW_CHARS)


@lru_cache(maxsize=16)
def digest(menu: Menu, budget: int = MENU_TOKENS) -> str:
    """The menu in at most `budget` tokens by our count."""
    for detail in LEVELS:
        text = "\n".join(_written(menu, detail))
        if tokens(text) <= budget:
            return text
    return _cut(menu, budget)


def _written(menu: Menu, detail: Detail) -> Iterator[str]:
    yield f"Prices in {menu.restaurant.currency}. A line: id | names | price | the rest."
    for category in categories(menu):
        yield f"## {category.id}: {_names(category.name, names=True)}"
        for dish in menu.dishes.values():
            if dish.category == category.id or (dish.slots and category.id == COMBOS):
                yield _dish(menu, dish, detail)
    if detail.groups and (groups := _groups(menu)):
        yield "## Modifiers, by group"
        yield from (_group(menu, group) for group in groups)


def _cut(menu: Menu, budget: int) -> str:
    """As many of the shortest lines as fit, and how many are left out."""
    lines: list[str] = []
    every = list(_written(menu, LEVELS[-1]))
    room = budget - tokens(_left_out(len(menu.dishes)))
    for line in every:
        room -= tokens(line) + 1
        if room < 0:
            break
        lines.append(line)
    told = sum(not line.startswith("## ") for line in lines[1:])
    return "\n".join([*lines, _left_out(len(menu.dishes) - told)])


def _left_out(count: int) -> str:
    return f"… and {count} more dishes: look them up with `menu` and `search`."


def _dish(menu: Menu, dish: Dish, detail: Detail) -> str:
    price = "market price" if dish.price is None else _money(menu, dish.price)
    parts = [dish.id, _names(dish.name, names=detail.names), price]
    if detail.aliases and dish.aliases:
        parts.append(f"also: {', '.join(dish.aliases)}")
    if detail.groups and dish.groups:
        parts.append(f"modifiers: {', '.join(_default(group) for group in dish.groups)}")
    if detail.groups and dish.slots:
        chosen = (f"{slot.id} of {', '.join(slot.choose)}" for slot in dish.slots)
        parts.append(f"choices: {'; '.join(chosen)}")
    if detail.record:
        parts += _record(dish)
    return " | ".join(parts)


def _record(dish: Dish) -> list[str]:
    """What is recorded of it: diets, allergens in both directions, how hot it is."""
    parts = [", ".join(sorted(dish.diet))] if dish.diet else []
    for presence in ("contains", "free"):
        keys = sorted(key for key, found in dish.allergens.items() if found == presence)
        if keys:
            parts.append(f"{presence if presence == 'contains' else 'free of'} {', '.join(keys)}")
    if dish.spice is not None:
        parts.append(f"spice {dish.spice} of 3")
    return parts


def _groups(menu: Menu) -> tuple[Group, ...]:
    found: dict[str, Group] = {}
    for dish in menu.dishes.values():
        for group in dish.groups:
            found.setdefault(group.id, group)
    return tuple(found.values())


def _group(menu: Menu, group: Group) -> str:
    most = "any number" if group.max is None else f"at most {group.max}"
    how = f"at least {group.min}, {most}" if group.min else most
    if group.amounts:
        how += ", may be light or extra"
    if group.removable:
        how += ", may be left out (amount none)"
    modifiers = ", ".join(_modifier(menu, modifier) for modifier in group.modifiers)
    return f"{group.id} {_names(group.name, names=True)} ({how}): {modifiers}"


def _modifier(menu: Menu, modifier: Modifier) -> str:
    price = f" +{_money(menu, modifier.price)}" if modifier.price else ""
    return f"{modifier.id} = {_names(modifier.name, names=True)}{price}"


def _default(group: Group) -> str:
    return f"{group.id} (else {group.default})" if group.default else group.id


def _names(text: Text, *, names: bool) -> str:
    every = text.every()
    return " / ".join(every if names else every[:1])


def _money(menu: Menu, amount: int) -> str:
    return Money(amount, menu.restaurant.currency).plain()
