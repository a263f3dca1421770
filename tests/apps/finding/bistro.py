"""A bistro by a harbour (bistro.json): a menu with one of everything that wishes are about."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from apps.finding.filtering import House
from apps.finding.looking import Looked, fits, look
from apps.ledger.books import Availability
from apps.staff_acts import first_availability
from menu_data.loader import load
from menu_data.menu import Menu

NOW = datetime(2032, 6, 1, 11, 0, tzinfo=UTC)


@lru_cache(maxsize=1)
def menu() -> Menu:
    return load(Path(__file__).with_name("bistro.json"))


def house(allergies: frozenset[str] = frozenset(), **more: Any) -> House:
    """The bistro open for guests; `more`: other values of `House`."""
    made = more.pop("menu", None) or menu()
    stock: Availability = more.pop("availability", None) or first_availability(made)
    return House(made, stock, NOW, allergies)


def looked(text: str, allergies: frozenset[str] = frozenset()) -> Looked:
    return look(house(allergies), text)


def found(text: str, allergies: frozenset[str] = frozenset()) -> list[str]:
    """Ids of the dishes that fit, best first, by the menu's data alone."""
    return [fit.id for fit in fits(looked(text, allergies), ())]


def reasons(text: str) -> Mapping[str, list[tuple[str, str, str]]]:
    """Dish → why it was found."""
    shown = fits(looked(text), ())
    return {fit.id: [(one.by, one.field, one.words) for one in fit.reasons] for fit in shown}
