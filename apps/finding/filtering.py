"""The one filter of search: which dishes may be offered, and which limits the others fail.

A pure function of menu, ledger, hours and limits. An allergen that isn't recorded isn't free; a
spice that isn't known fails a limit of spice, and a market price without a quote one of price.
Vectors and keywords get the ids that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal

from apps.finding.profiles import Profile, profiles
from apps.ledger.allergens import allergens
from apps.ledger.books import Availability, Line
from apps.ledger.pricing import effective_price
from apps.ledger.stocktaking import in_hours, is_sold_out
from menu_data.menu import Dish, Menu, Presence
from menu_data.money import places
from menu_data.words.normal import simplified
from menu_data.words.wishes.lexicon import foods, rules
from menu_data.words.wishes.wish import Limits

Limit = Literal[
    "sold_out", "hours", "allergen_free", "diet", "max_price", "max_spice", "exclude", "without"
]
SHOWN = 0.4  # how surely a trait must be shown for its dish to be left out
IMPLIED = {"vegetarian": frozenset({"vegan"})}  # labels that say as much
FLESH = frozenset({"animal", "meat", "seafood"})  # what no dish labelled vegetarian has in it


@dataclass(frozen=True, slots=True)
class House:
    """What is asked of menu and ledger. `now` is UTC; `allergies`: the speaker's stated ones."""

    menu: Menu
    availability: Availability
    now: datetime
    allergies: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sifted:
    """What may be offered; and for each dish that may not, the limits it fails."""

    allowed: frozenset[str]
    failed: Mapping[str, tuple[Limit, ...]]

    def but_for(self, limit: Limit) -> frozenset[str]:
        """The dishes that fail this limit alone."""
        return frozenset(item for item, limits in self.failed.items() if limits == (limit,))


def sift(house: House, limits: Limits) -> Sifted:
    """The dishes of the menu held against every limit, once."""
    failing = {name: items for name, items in _failing(house, limits) if items}
    failed: dict[str, tuple[Limit, ...]] = {}
    for name, items in failing.items():
        for item in items:
            failed[item] = (*failed.get(item, ()), name)
    return Sifted(frozenset(house.menu.dishes.keys() - failed.keys()), failed)


def _failing(house: House, limits: Limits) -> Iterator[tuple[Limit, set[str]]]:
    """Each limit that is in force, and the dishes that fail it."""
    menu, ledger, dishes = house.menu, house.availability, house.menu.dishes.values()
    yield "sold_out", _gone(menu, ledger)
    timed = (menu.dishes[item] for item in _timed(menu))
    yield "hours", {dish.id for dish in timed if not in_hours(menu, dish, house.now)}
    free = frozenset(limits.allergen_free) | house.allergies
    if free:
        known = recorded(menu)
        yield "allergen_free", {item for item in menu.dishes if not _is_free(known[item], free)}
    if limits.diet:
        yield "diet", {d.id for d in dishes if not all(_is_labelled(d, x) for x in limits.diet)}
    if limits.max_price is not None:
        most = limits.max_price.scaleb(places(menu.restaurant.currency))
        yield "max_price", {dish.id for dish in dishes if _costs(dish, ledger) > most}
    if limits.max_spice is not None:
        hottest = limits.max_spice
        yield "max_spice", {d.id for d in dishes if d.spice is None or d.spice > hottest}
    if limits.exclude or limits.words:
        no = _left_out(menu, limits)
        told = profiles(menu)
        yield "exclude", {d.id for d in dishes if any(has(d, told[d.id]) for has in no)}
    yield "without", set(limits.without) & menu.dishes.keys()


def _gone(menu: Menu, ledger: Availability) -> set[str]:
    """What is sold out, by staff's word or to the last one; a combo with an empty slot too."""
    named = {*ledger.sold_out, *(item for item, left in ledger.stock.items() if left <= 0)}
    sets = {dish.id for dish in menu.dishes.values() if dish.slots} if named else set()
    return {i for i in named | sets if i in menu.dishes and is_sold_out(menu, ledger, i)}


@lru_cache(maxsize=4)
def _timed(menu: Menu) -> tuple[str, ...]:
    """The dishes that are not served at all hours."""
    of_category = {category.id for category in menu.categories if category.hours is not None}
    return tuple(
        dish.id
        for dish in menu.dishes.values()
        if dish.hours is not None or dish.category in of_category
    )


@lru_cache(maxsize=4)
def recorded(menu: Menu) -> Mapping[str, Mapping[str, Presence]]:
    """What is recorded of each dish's allergens as it comes: contains or free."""
    return {item: allergens(menu, Line(0, "", item, 1)) for item in menu.dishes}


def _is_free(known: Mapping[str, Presence], free: frozenset[str]) -> bool:
    return all(known.get(key) == "free" for key in free)


def _is_labelled(dish: Dish, label: str) -> bool:
    return label in dish.diet or bool(IMPLIED.get(label, frozenset()) & dish.diet)


def _costs(dish: Dish, ledger: Availability) -> float:
    price = effective_price(dish, ledger)
    return float("inf") if price is None else price


def _left_out(menu: Menu, limits: Limits) -> list[Callable[[Dish, Profile], bool]]:
    """What a dish must not be, have or contain, each as a question to it."""
    known = recorded(menu)
    return [*(_has(key, known) for key in limits.exclude), *(_says(word) for word in limits.words)]


def _has(key: str, known: Mapping[str, Mapping[str, Presence]]) -> Callable[[Dish, Profile], bool]:
    named = tuple(foods().allergens.get(key, ()))
    flesh = bool(FLESH & foods().within.get(key, frozenset()))
    courses = foods().courses.get(key, frozenset())

    def has(dish: Dish, profile: Profile) -> bool:
        if any(known[dish.id].get(allergen) == "contains" for allergen in named):
            return True
        if key in rules() and key in profile.traits and profile.traits[key].strength >= SHOWN:
            return True
        if profile.course in courses and key not in foods().above:
            return True
        return key in profile.within and not (flesh and _is_labelled(dish, "vegetarian"))

    return has


def _says(word: str) -> Callable[[Dish, Profile], bool]:
    said = simplified(word).casefold()
    return lambda _, profile: said in profile.text


def still(limits: Limits) -> Iterator[Limit]:
    """The limits a guest may give up, the likeliest first. An allergy or a diet isn't one."""
    if limits.max_price is not None:
        yield "max_price"
    if limits.max_spice is not None:
        yield "max_spice"
    if limits.exclude or limits.words:
        yield "exclude"
