"""Edits that staff make to a menu: each returns a new menu with a version of its own.

Pure. What is sold out or counted down during service is the ledger's; these change the menu that
is published. Neighbours: `loader` builds the edited document, staff acts publish it.
"""

from __future__ import annotations

from menu_data import loader
from menu_data.faults import MenuError, shown, unknown
from menu_data.menu import Menu


def with_price(menu: Menu, item_id: str, price_text: str | None) -> Menu:
    """The menu with another price of a dish or combo: "18.00", or None for a market price.

    MenuError where there is no such dish or the price is none.
    """
    return _edited(menu, item_id, "price", price_text)


def with_available(menu: Menu, item_id: str, available: bool) -> Menu:
    """The menu with a dish taken off or put back. MenuError where there is no such dish."""
    return _edited(menu, item_id, "available", available)


def with_stock(menu: Menu, item_id: str, stock: int | None) -> Menu:
    """The menu with a dish's stock set, None for uncounted.

    MenuError where there is no such dish or the stock is below zero.
    """
    return _edited(menu, item_id, "stock", stock)


def _edited(menu: Menu, item_id: str, key: str, value: str | int | None) -> Menu:
    if item_id not in menu.dishes:
        raise MenuError(unknown("dish", item_id, list(menu.dishes)))
    section = "combos" if menu.dishes[item_id].slots else "items"
    if section == "combos" and key != "price":
        raise MenuError(f"{shown(item_id)} is a combo and has no {key!r}; allowed: its dishes'")
    parts = [
        {**part, key: value} if part["id"] == item_id else part for part in menu.source[section]
    ]
    return loader.from_document({**menu.source, section: parts}, item_id)
