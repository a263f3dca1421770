"""`menu`: categories, dishes, one dish in full. Reads only; its lists may be picked from."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from apps import contract
from apps.alternatives import with_alternatives
from apps.asking import dish_candidate, dish_candidates
from apps.contract import Candidate, Desk, Effect, Outcome, Problem, Refusal, Snapshot
from apps.dish_rows import dish_details, dish_row
from apps.house_rows import house_row
from apps.ordering.params import WORDS
from apps.words import combos_name
from menu_data.menu import Category, Dish, Menu, Text
from menu_data.words.names import find_names
from menu_data.words.normal import simplified

PAGE_SIZE = 20  # rows of a list: what still reads well in a chat message and fits as buttons
COMBOS = "combos"  # what combos are listed under; they have no category of their own


class MenuParams(contract.Params):
    """A category or a dish by id or any name; else all. `page` from 1."""

    category: str | None = Field(default=None, max_length=WORDS)
    dish: str | None = Field(default=None, max_length=WORDS)
    page: int | None = None


class ShowMenu:
    """Shows what there is: categories, the dishes of one, or one dish with all that is known of it.
    Tells of the house too: opening hours, address, phone, fees and tax.

    category, dish: an id or any name. Without either, the dishes, or the categories where there
    are many dishes. page: 1 and up, for long lists.
    """

    name: ClassVar[str] = "menu"
    aliases: ClassVar[tuple[str, ...]] = ("菜單應用", "菜单应用")
    effect: ClassVar[Effect] = "read"
    Params: ClassVar[type[contract.Params]] = MenuParams

    def check(self, params: MenuParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:
        """A dish, category or page that isn't there."""
        menu = snapshot.menu
        if params.dish is not None and not find_names(menu, params.dish):
            refusal = Refusal((Problem("unknown_dish", params.dish),))
            return with_alternatives(refusal, snapshot, desk)[0]
        if params.category is not None and find_category(menu, params.category) is None:
            offered = [{"id": c.id, "name": dict(c.name.parts)} for c in categories(menu)]
            allowed = {"categories": offered}
            return Refusal((Problem("unknown_category", params.category, allowed=allowed),))
        pages = _pages(len(_listed(params, menu)))
        if params.page is not None and not 1 <= params.page <= pages:
            allowed_pages = {"min": 1, "max": pages}
            return Refusal((Problem("bad_page", str(params.page), allowed=allowed_pages),))
        return None

    def run(self, params: MenuParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The list, with its rows as candidates."""
        refusal = self.check(params, snapshot, desk)
        if refusal is not None:
            instead = with_alternatives(refusal, snapshot, desk)[1]
            return Outcome({}, snapshot.books, refusal, candidates=instead)
        menu = snapshot.menu
        dishes = _listed(params, menu)
        if params.dish is not None and len(dishes) == 1:
            dish = dishes[0]
            shown = (dish_candidate(menu, snapshot.availability, dish),)
            result = {**_head(snapshot), "list": "dish", "dish": dish_details(snapshot, dish)}
            return Outcome(result, snapshot.books, candidates=shown)
        named = params.dish is not None or params.category is not None
        if not named and params.page is None and len(dishes) > PAGE_SIZE:
            return _categories(snapshot)
        return _page(params, snapshot, dishes)


def categories(menu: Menu) -> tuple[Category, ...]:
    """The menu's categories that have dishes, combos last."""
    listed = [c for c in menu.categories if _dishes_of(menu, c)]
    loose = any(dish.slots for dish in menu.dishes.values())
    if loose and all(category.id != COMBOS for category in listed):
        listed.append(Category(COMBOS, Text(combos_name())))
    return tuple(listed)


def find_category(menu: Menu, words: str) -> Category | None:
    """The category of an id or a name; of a part of a name where only one has it."""
    wanted = simplified(words).strip().casefold()
    found = {
        category: [category.id.casefold()]
        + [simplified(name).casefold() for name in category.name.every()]
        for category in categories(menu)
    }
    exact = [category for category, names in found.items() if wanted in names]
    part = [c for c, names in found.items() if wanted and any(wanted in name for name in names)]
    if exact:
        return exact[0]
    return part[0] if len(part) == 1 else None


def _dishes_of(menu: Menu, category: Category) -> tuple[Dish, ...]:
    return tuple(
        dish
        for dish in menu.dishes.values()
        if dish.category == category.id or (category.id == COMBOS and dish.slots)
    )


def _listed(params: MenuParams, menu: Menu) -> tuple[Dish, ...]:
    """The dishes a call is about, in the menu's order."""
    category = find_category(menu, params.category) if params.category is not None else None
    dishes = _dishes_of(menu, category) if category else tuple(menu.dishes.values())
    if params.dish is not None:
        ids = find_names(menu, params.dish)
        dishes = tuple(dish for dish in menu.dishes.values() if dish.id in ids)
    return dishes


def _pages(rows: int) -> int:
    return max(1, -(-rows // PAGE_SIZE))


def _head(snapshot: Snapshot) -> dict[str, Any]:
    house = snapshot.menu.restaurant
    return {"currency": house.currency, "house": house_row(snapshot)}


def _categories(snapshot: Snapshot) -> Outcome:
    menu = snapshot.menu
    listed = categories(menu)
    rows = [
        {"id": c.id, "name": dict(c.name.parts), "dishes": len(_dishes_of(menu, c))} for c in listed
    ]
    candidates = tuple(
        Candidate(c.id, c.name.parts, c.name.every(), kind="category") for c in listed
    )
    result = {**_head(snapshot), "list": "categories", "categories": rows}
    return Outcome(result, snapshot.books, candidates=candidates)


def _page(params: MenuParams, snapshot: Snapshot, dishes: tuple[Dish, ...]) -> Outcome:
    menu, page = snapshot.menu, params.page or 1
    shown = dishes[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    category = find_category(menu, params.category) if params.category is not None else None
    result = {
        **_head(snapshot),
        "list": "dishes",
        "category": None if category is None else category.id,
        "dishes": [dish_row(snapshot, dish) for dish in shown],
        "page": page,
        "pages": _pages(len(dishes)),
    }
    ids = [dish.id for dish in shown]
    candidates = dish_candidates(menu, snapshot.availability, ids)
    return Outcome(result, snapshot.books, candidates=candidates)
