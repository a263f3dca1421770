"""The menu as values: what every other part of the house reads. Immutable, indexed, no orders.

`menu_data.loader` builds a `Menu` from a file; nobody else does. A combo is a `Dish` with slots.
Prices are whole minor units of the restaurant's currency. Allergens are three-valued: "contains",
"free", or absent = not recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from decimal import Decimal
from typing import Any, Literal

Presence = Literal["contains", "free"]
Fulfilment = Literal["dine_in", "takeaway"]

ALLERGENS = (
    "gluten",
    "shellfish",
    "egg",
    "fish",
    "peanut",
    "soy",
    "milk",
    "tree_nut",
    "celery",
    "mustard",
    "sesame",
    "sulphites",
    "lupin",
)
FINER_ALLERGENS = {"crustaceans": "shellfish", "molluscs": "shellfish"}
DIETS = ("vegetarian", "vegan", "halal", "kosher", "gluten_free", "low_carb")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Text:
    """A text in one or more languages, the menu's first language first.

    A plain string has the language "".
    """

    parts: tuple[tuple[str, str], ...]

    def said(self, language: str) -> str:
        """The text in a language ("zh", "zh-Hant", "en").

        Else in its base language, else in another variant of it, else the first there is.
        """
        base = language.split("-")[0]
        for wanted in (language, base):
            for code, text in self.parts:
                if code == wanted:
                    return text
        variants = (text for code, text in self.parts if code.split("-")[0] == base)
        return next(variants, self.parts[0][1] if self.parts else "")

    def every(self) -> tuple[str, ...]:
        """The text in all its languages, without repeats."""
        return tuple(dict.fromkeys(text for _, text in self.parts))


@dataclass(frozen=True, slots=True)
class Span:
    """Opening hours on some days of the week (0 = Monday).

    A close at or before the open is on the next day.
    """

    days: frozenset[int]
    open: time
    close: time


@dataclass(frozen=True, slots=True)
class Category:
    id: str
    name: Text
    hours: tuple[Span, ...] | None = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """A choice within a group.

    `price` is added once a portion, `extra_price` when the amount is `extra`.
    """

    id: str
    name: Text
    aliases: tuple[str, ...] = ()
    price: int = 0
    extra_price: int = 0
    allergens: Mapping[str, Presence] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """A modifier group as it applies to one dish (its default may differ from dish to dish)."""

    id: str
    name: Text
    min: int
    max: int | None
    default: str | None
    amounts: bool
    removable: bool
    modifiers: tuple[Modifier, ...]

    def modifier(self, modifier_id: str) -> Modifier | None:
        return next((m for m in self.modifiers if m.id == modifier_id), None)


@dataclass(frozen=True, slots=True)
class Slot:
    """One choice of a combo: exactly one of `choose` (dish ids)."""

    id: str
    name: Text
    choose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dish:
    """A menu item or, with `slots`, a combo (whose `category` is "").

    `price` None is a market price: staff quote before a yes.
    """

    id: str
    name: Text
    aliases: tuple[str, ...]
    category: str
    description: Text
    price: int | None
    unit: Text
    groups: tuple[Group, ...] = ()
    slots: tuple[Slot, ...] = ()
    diet: frozenset[str] = frozenset()
    allergens: Mapping[str, Presence] = field(default_factory=dict)
    ingredients: tuple[Text, ...] = ()
    tags: tuple[Text, ...] = ()
    spice: int | None = None
    available: bool = True
    stock: int | None = None
    image: str | None = None
    hours: tuple[Span, ...] | None = None

    def group(self, group_id: str) -> Group | None:
        return next((g for g in self.groups if g.id == group_id), None)


@dataclass(frozen=True, slots=True)
class Fee:
    """A fee on the subtotal (`percent`) or a fixed `amount`, once a bill or once a guest."""

    id: str
    name: Text
    percent: Decimal | None
    amount: int | None
    per: Literal["bill", "guest"] = "bill"


@dataclass(frozen=True, slots=True)
class Tax:
    """A tax on subtotal + fees; `included` is already inside the prices and only shown."""

    name: Text
    percent: Decimal
    included: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    line_quantity: int = 50
    modifier_quantity: int = 10
    tab_quantity: int = 100
    tab_amount: int | None = None
    note_length: int = 200
    tip_percent: int = 50


@dataclass(frozen=True, slots=True)
class Restaurant:
    name: Text
    currency: str
    languages: tuple[str, ...]
    time_zone: str
    hours: tuple[Span, ...] | None
    fees: tuple[Fee, ...]
    tax: Tax | None
    party_limit: int | None
    limits: Limits
    fulfilment: tuple[Fulfilment, ...]
    kitchen_language: str
    cash_rounding: int | None = None
    address: Text | None = None
    phone: str | None = None
    tax_id: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """One immutable version of the menu.

    `dishes` keeps the file's order, combos last; `source` is its format-1 JSON.
    """

    version: str
    restaurant: Restaurant
    categories: tuple[Category, ...]
    dishes: Mapping[str, Dish]
    source: Mapping[str, Any]

    def category(self, category_id: str) -> Category | None:
        return next((c for c in self.categories if c.id == category_id), None)

    def __hash__(self) -> int:
        return hash(self.version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Menu) and other.version == self.version
