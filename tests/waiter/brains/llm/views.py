"""Views for tests of the prompt, made from one of a guest's first words at a quiet table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from apps.ledger.books import Availability
from menu_data.loader import from_document
from menu_data.menu import Menu
from tests.waiter.brains.talk import MENU, NOON
from tests.waiter.table import Table
from waiter.view import View


def _plain() -> View:
    table = Table(dict(MENU.source), now=NOON)
    table.join(language="zh")
    table.say("来碗面")
    return replace(table.asks[-1].view, history=(), availability=Availability())


_PLAIN = _plain()


def view(**changes: Any) -> View:
    """The plain view with some fields changed."""
    return replace(_PLAIN, **changes)


def long_menu(dishes: int) -> dict[str, Any]:
    """A menu document of so many dishes, with names in two languages, aliases and modifiers."""
    return {
        "format": 1,
        "restaurant": {"name": {"zh": "大馆子", "en": "Big House"}, "currency": "CNY"},
        "categories": [
            {"id": f"c{n}", "name": {"zh": f"第{n}类", "en": f"Part {n}"}} for n in range(10)
        ],
        "modifier_groups": [
            {
                "id": "size",
                "name": {"zh": "份量", "en": "size"},
                "min": 0,
                "max": 1,
                "modifiers": [{"id": "big", "name": {"zh": "大份", "en": "big"}, "price": "4.00"}],
            }
        ],
        "items": [
            {
                "id": f"dish_number_{n}",
                "name": {"zh": f"招牌好菜第{n}号", "en": f"The house's good dish number {n}"},
                "aliases": [f"好菜{n}", f"good dish {n}", f"house dish {n}"],
                "category": f"c{n % 10}",
                "price": f"{n + 10}.00",
                "modifier_groups": ["size"],
                "allergens": {"peanut": "contains", "egg": "free"},
            }
            for n in range(dishes)
        ],
    }


def menu_of(document: dict[str, Any]) -> Menu:
    return from_document(document)
