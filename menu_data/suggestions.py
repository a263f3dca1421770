"""Shorter names that guests may say for a dish, suggested to staff for review. Never applied.

A name without what stands in brackets or what comes with the dish; only where it is no other
dish's name, and no other dish would be called so as well. Marks and "&" need none: names are
compared without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from menu_data.menu import Menu
from menu_data.words.names import dish_names, key_of

_BRACKETS = re.compile(r"\s*[(（\[【﹝][^)）\]】﹞]*[)）\]】﹞]\s*")
_WITH = re.compile(r"\s+(?:with|served with|w/)\s.*$|[,，].*$", re.IGNORECASE)


def suggest_aliases(menu: Menu) -> Mapping[str, tuple[str, ...]]:
    """Aliases that dishes don't have yet, by dish id; dishes without any are left out."""
    taken: dict[tuple[str, ...], str] = {}
    for dish in menu.dishes.values():
        for name in dish_names(dish)[1:]:
            taken.setdefault(key_of(name), dish.id)
    wanted = {
        dish.id: [short for name in dish.name.every() for short in _shorter(name)]
        for dish in menu.dishes.values()
    }
    owners: dict[tuple[str, ...], set[str]] = {}
    for dish_id, shorts in wanted.items():
        for short in shorts:
            owners.setdefault(key_of(short), set()).add(dish_id)
    found = {
        dish_id: tuple(
            dict.fromkeys(
                short
                for short in shorts
                if key_of(short) and key_of(short) not in taken and len(owners[key_of(short)]) == 1
            )
        )
        for dish_id, shorts in wanted.items()
    }
    return {dish_id: shorts for dish_id, shorts in found.items() if shorts}


def _shorter(name: str) -> Iterator[str]:
    """Ways to say a name with less."""
    bare = _BRACKETS.sub(" ", name).strip()
    for short in (bare, _WITH.sub("", bare).strip()):
        if short and short != name and len(short) > 1:
            yield short
