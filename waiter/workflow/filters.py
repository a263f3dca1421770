"""Custom functions that keep some of the dishes recommended: spicy ones, by diet, allergen, price.

They take what a knowledge base answered, as text or list, find each dish by the citation behind it
(else by its name, in the menu in force), and give it back in the same order. A dish that isn't
known, or of which the menu doesn't say, is not kept: an allergen not recorded is not absent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pydantic import Field

from menu_data import money
from menu_data.menu import DIETS, FINER_ALLERGENS, Dish, Menu
from menu_data.words.normal import normalise
from waiter.workflow.function import Arguments, Function, FunctionFailed, Result, Tools
from waiter.workflow.knowledge import cited
from waiter.workflow.tastes import SPICY, spice_of
from waiter.workflow.value import Citation, Json, TypeName

MOST = 500
IMPLIED = {"vegetarian": ("vegetarian", "vegan")}  # labels that say more
_MARKED = re.compile(r"\s*(?:\[(?P<n>\d{1,4})\]\s*)?(?P<name>.*?)\s*")


class Recommended(Arguments):
    """Dishes, as a knowledge base gives them."""

    recommendations: str | list[Json] = Field(max_length=20_000)


class BySpice(Recommended):
    at_least: int = Field(default=0, ge=0, le=3)
    at_most: int = Field(default=3, ge=0, le=3)


class ByDiet(Recommended):
    diet: str


class ByAllergen(Recommended):
    allergen: str | list[str]


class ByPrice(Recommended):
    at_most: str | int
    at_least: str | int = 0


class ByCategory(Recommended):
    category: str


@dataclass(frozen=True, slots=True)
class Found:
    """A recommended dish, with the menu it is of."""

    menu: Menu
    dish: Dish
    citation: Citation


def _kept(asked: Recommended, tools: Tools, keeps: Callable[[Found], bool]) -> Result:
    kept = [found for found in recognised(asked.recommendations, tools) if keeps(found)]
    citations = tuple(found.citation for found in kept)
    rows: list[Json] = [dict(one) for one in citations]
    text = "\n".join(f"[{one['n']}] {one['title']}" for one in citations)
    names = [str(one["title"]) for one in citations]
    return Result({"list": names, "str": text, "dict": {"results": rows}}, citations)


def recognised(recommended: str | list[Json], tools: Tools) -> Iterator[Found]:
    """Each dish that is known, once: by the citation behind it, else by its name."""
    seen: set[str] = set()
    entries = recommended.splitlines() if isinstance(recommended, str) else recommended
    for entry in entries[:MOST]:
        found = _found(entry, tools)
        if found is not None and str(found.citation["id"]) not in seen:
            seen.add(str(found.citation["id"]))
            yield found


def _found(entry: Json, tools: Tools) -> Found | None:
    if isinstance(entry, dict):
        entry = entry.get("title") or entry.get("name")
    if not isinstance(entry, str) or (marked := _MARKED.fullmatch(entry)) is None:
        return None
    for citation in tools.citations:
        numbered = marked["n"] is None or str(citation["n"]) == marked["n"]
        if numbered and citation["title"] == marked["name"]:
            menu = tools.knowledge.menu(str(citation["source"]))
            dish = menu.dishes.get(str(citation["dish"]))
            if dish is not None:
                return Found(menu, dish, citation)
    return _named(marked["name"], tools)


def _named(name: str, tools: Tools) -> Found | None:
    """A dish of the menu in force, by any name it has."""
    wanted = normalise(name).text.strip()
    for number, dish in enumerate(tools.menu.dishes.values(), 1):
        names = (*dish.name.every(), *dish.aliases)
        if wanted and any(normalise(one).text == wanted for one in names):
            return Found(tools.menu, dish, cited(tools.menu, "menu", number, dish.id))
    return None


def spicy(asked: Recommended, tools: Tools) -> Result:
    """Those that the menu calls spicy, or whose words do where it doesn't say."""
    return _kept(asked, tools, lambda found: (spice_of(found.dish) or 0) >= SPICY)


def by_spice(asked: BySpice, tools: Tools) -> Result:
    def keeps(found: Found) -> bool:
        spice = spice_of(found.dish)
        return spice is not None and asked.at_least <= spice <= asked.at_most

    return _kept(asked, tools, keeps)


def by_diet(asked: ByDiet, tools: Tools) -> Result:
    if asked.diet not in DIETS:
        raise FunctionFailed(f"unknown diet {asked.diet!r}; allowed: {', '.join(DIETS)}")
    wanted = frozenset(IMPLIED.get(asked.diet, (asked.diet,)))
    return _kept(asked, tools, lambda found: bool(found.dish.diet & wanted))


def without_allergen(asked: ByAllergen, tools: Tools) -> Result:
    """Those recorded to be free of it, in themselves and in what they come with."""
    keys = [asked.allergen] if isinstance(asked.allergen, str) else asked.allergen
    return _kept(asked, tools, lambda found: is_free_of(found.dish, keys))


def is_free_of(dish: Dish, allergens: list[str]) -> bool:
    """Whether a menu records that a dish is free of all of these."""
    given = [modifier for g in dish.groups for modifier in g.modifiers if modifier.id == g.default]
    for key in allergens:
        recorded = dish.allergens.get(key) or dish.allergens.get(FINER_ALLERGENS.get(key, key))
        added = any(m.allergens.get(key) == "contains" for m in given)
        if recorded != "free" or added or dish.slots:
            return False
    return True


def by_price(asked: ByPrice, tools: Tools) -> Result:
    def keeps(found: Found) -> bool:
        price, currency = found.dish.price, found.menu.restaurant.currency
        low, high = _minor(asked.at_least, currency), _minor(asked.at_most, currency)
        return price is not None and low <= price <= high

    return _kept(asked, tools, keeps)


def _minor(amount: str | int, currency: str) -> int:
    try:
        return money.minor(str(amount), currency)
    except ValueError as error:
        raise FunctionFailed(str(error)) from error


def by_category(asked: ByCategory, tools: Tools) -> Result:
    wanted = normalise(asked.category).text.strip()

    def keeps(found: Found) -> bool:
        category = found.menu.category(found.dish.category)
        names = () if category is None else (category.id, *category.name.every())
        return any(normalise(name).text.strip() == wanted for name in names)

    return _kept(asked, tools, keeps)


def _menus(asked: Recommended, tools: Tools) -> Json:  # noqa: ARG001 - a function's contract
    """Every menu that a dish is looked up in."""
    sources = {str(one["source"]) for one in tools.citations}
    versions = {source: tools.knowledge.menu(source).version for source in sources}
    return {**versions, "": tools.menu.version}


def _function(name: str, arguments: type[Arguments], run: Callable[..., Result]) -> Function:
    returns: tuple[TypeName, ...] = ("list", "str", "dict")
    return Function(name, "1", arguments, returns, "list", run, rests_on=_menus)


SPICY_DISHES = _function("filter_spicy_dishes", Recommended, spicy)
SPICE = _function("filter_by_spice", BySpice, by_spice)
DIET = _function("filter_by_diet", ByDiet, by_diet)
ALLERGEN = _function("filter_without_allergen", ByAllergen, without_allergen)
PRICE = _function("filter_by_price", ByPrice, by_price)
CATEGORY = _function("filter_by_category", ByCategory, by_category)
