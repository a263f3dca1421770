"""Menus of the project with the dishes that a talk is about, and the slots that sentences have."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from apps.ledger.stocktaking import in_hours
from menu_data.loader import from_document
from menu_data.menu import ALLERGENS, Dish, Menu
from menu_data.money import places
from tests.waiter.table import NOON
from waiter.phrases import in_script, named, price
from waiter.telling import allergen

ROOT = Path(__file__).parents[2]
FILES = (
    "menu_data/menus/chengdu.json",
    "tests/apps/finding/bistro.json",
    "tests/brains/house/understanding_menu.json",
)
LANGUAGES = ("en", "zh", "zh-Hant")
# Of these the first that stands nowhere on a menu is one that the house doesn't have.
STRANGERS = {"en": ("cheesecake", "moussaka", "pad thai", "paella", "lasagna"),
             "zh": ("羊肉泡馍", "北京烤鸭", "巴斯克蛋糕", "锅包肉", "热干面")}  # fmt: skip
COUNTS = {"en": ("two", "three", "four"), "zh": ("两", "三", "四")}
# How an amount is written: as the house does, and as people do.
STYLES = {"en": ("{price}", "{plain}", "{bare} yuan", "¥{bare}"),
          "zh": ("{price}", "{plain}", "{bare}元", "{bare}块")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class House:
    """A menu and dishes of it: two to order or ask about, another, one that is sold out."""

    document: dict[str, Any]
    menu: Menu
    a: str
    b: str
    other: str
    gone: str
    count: int  # 2 to 4


@lru_cache(maxsize=1)
def documents() -> tuple[dict[str, Any], ...]:
    """The menus, in format 1."""
    files = [json.loads((ROOT / file).read_text("utf-8")) for file in FILES]
    return tuple(files)


def houses(chance: random.Random, each: int) -> Iterator[House]:
    """Each menu so many times, with dishes by chance."""
    for document in documents():
        menu = from_document(document)
        plain = [dish.id for dish in menu.dishes.values() if _is_plain(dish, menu)]
        for _ in range(each):
            a, b, other, gone = (
                chance.choices(plain, k=4) if len(plain) < 4 else chance.sample(plain, 4)
            )
            if len({a, b, other, gone}) == 4:
                yield House(document, menu, a, b, other, gone, chance.randint(2, 4))


def _is_plain(dish: Dish, menu: Menu) -> bool:
    """Whether a dish can be ordered by its name alone, at noon."""
    asks = dish.slots or dish.price is None or any(group.min for group in dish.groups)
    return not asks and in_hours(menu, dish, NOON)


def slots(house: House, language: str, chance: random.Random) -> dict[str, str]:
    """What stands for each slot; a slot that this house has nothing for is missing."""
    menu, base = house.menu, language.split("-")[0]
    names = {key: _name(menu.dishes[getattr(house, key)], language) for key in NAMES}
    written_down = json.dumps(house.document, ensure_ascii=False).lower()
    strange = [name for name in STRANGERS[base] if name.split()[0] not in written_down]
    names["stranger"] = in_script(chance.choice(strange), language)
    unit = menu.dishes[house.a].price or 0
    found = {**names, "n": COUNTS[base][house.count - 2], "N": str(house.count)}
    found |= _allergens(menu.dishes[house.a], language, chance)
    amounts = {"price": unit, "sum": unit * house.count, "wrong": _wrong(house, chance)}
    style = chance.choice(STYLES[base])
    for key, amount in amounts.items():
        found[key] = written(amount, menu, language, style)
    return found


NAMES = ("a", "b", "other", "gone")


def _name(dish: Dish, language: str) -> str:
    return named(dish.name.parts, language)


def _allergens(dish: Dish, language: str, chance: random.Random) -> dict[str, str]:
    by_presence: dict[str, list[str]] = {"contains": [], "free": [], "unknown": []}
    for key in ALLERGENS:
        by_presence[dish.allergens.get(key, "unknown")].append(key)
    slot = {"contains": "allergen", "free": "free", "unknown": "unknown"}
    return {
        slot[presence]: allergen(chance.choice(keys), language)
        for presence, keys in by_presence.items()
        if keys
    }


def _wrong(house: House, chance: random.Random) -> int:
    """An amount near the sum that is no price, nor a price of {a} or {b} so many times."""
    unit = house.menu.dishes[house.a].price or 0
    prices = [dish.price for dish in house.menu.dishes.values() if dish.price]
    near = range(unit, unit * house.count * 2, 100)
    return chance.choice([one for one in near if one not in prices and one % unit] or [unit + 70])


def written(amount: int, menu: Menu, language: str, style: str) -> str:
    """An amount of minor units in a style."""
    currency = menu.restaurant.currency
    number = Decimal(amount).scaleb(-places(currency))
    bare = f"{number:.2f}".removesuffix(".00")
    text = style.format(price=price(amount, currency, language), plain=f"{number:.2f}", bare=bare)
    return in_script(text, language)


def filled(template: str, found: Mapping[str, str], language: str) -> str | None:
    """A sentence with its slots filled; None where one of them has nothing."""
    wanted = {name for _, name, _, _ in Formatter().parse(template) if name}
    return in_script(template, language).format_map(found) if wanted <= found.keys() else None
