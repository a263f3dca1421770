"""`search`: dishes for a wish in words. Reads only.

Words find by a keyword index over the menu; what contains an allergen the speaker stated isn't
offered. The index is a pure function of the menu, kept by menu version.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from pydantic import Field

from apps import contract
from apps.asking import dish_candidate
from apps.contract import Desk, Effect, Outcome, Problem, Refusal, Snapshot
from apps.dish_rows import dish_row
from apps.ledger.allergens import conflicts
from apps.ledger.books import Line
from menu_data.menu import Dish, Menu
from menu_data.words.normal import simplified
from vector.keywords import KeywordIndex

TOP_K = 3  # what one reply can recommend
MOST = 20  # what one list can show
QUERY_LENGTH = 500
NAME_WEIGHT, WORD_WEIGHT, TEXT_WEIGHT = 3.0, 2.0, 1.0  # a name says more than a description


class SearchParams(contract.Params):
    """A wish in the guest's own words, and how many dishes to find."""

    query: str = Field(min_length=1, max_length=QUERY_LENGTH)
    top_k: int | None = None


class Search:
    """Finds dishes for a wish ("something warm without meat"), best first.

    query: the wish in the guest's words. top_k: how many, 3 if left out.
    """

    name: ClassVar[str] = "search"
    aliases: ClassVar[tuple[str, ...]] = ()
    effect: ClassVar[Effect] = "read"
    Params: ClassVar[type[contract.Params]] = SearchParams

    def check(self, params: SearchParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:  # noqa: ARG002 - the contract's
        """A number of results that can't be."""
        if params.top_k is not None and not 1 <= params.top_k <= MOST:
            allowed = {"min": 1, "max": MOST}
            return Refusal((Problem("bad_quantity", str(params.top_k), allowed=allowed),))
        return None

    def run(self, params: SearchParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The best dishes with their scores; none where no word of the wish is on the menu."""
        refusal = self.check(params, snapshot, desk)
        if refusal is not None:
            return Outcome({}, snapshot.books, refusal)
        menu = snapshot.menu
        stated = desk.allergies.get(desk.guest, frozenset())
        allowed = [dish.id for dish in menu.dishes.values() if not _contains(menu, dish, stated)]
        hits = index_of(menu).search(simplified(params.query), params.top_k or TOP_K, allowed)
        results = [
            {**dish_row(snapshot, menu.dishes[hit.id]), "score": f"{hit.score:.3f}"} for hit in hits
        ]
        found = tuple(
            dish_candidate(menu, snapshot.availability, menu.dishes[hit.id]) for hit in hits
        )
        result = {"query": params.query, "results": results, "left_out": sorted(stated)}
        return Outcome(result, snapshot.books, candidates=found)


@lru_cache(maxsize=8)
def index_of(menu: Menu) -> KeywordIndex:
    """The keyword index of a menu version."""
    return KeywordIndex({dish.id: _fields(menu, dish) for dish in menu.dishes.values()})


def _fields(menu: Menu, dish: Dish) -> list[tuple[str, float]]:
    category = menu.category(dish.category)
    fields = [(name, NAME_WEIGHT) for name in (*dish.name.every(), *dish.aliases)]
    words = [*dish.ingredients, *dish.tags, *([category.name] if category is not None else [])]
    fields += [(text, WORD_WEIGHT) for word in words for text in word.every()]
    fields += [(text, TEXT_WEIGHT) for text in dish.description.every()]
    return [(simplified(text), weight) for text, weight in fields]


def _contains(menu: Menu, dish: Dish, stated: frozenset[str]) -> bool:
    found = conflicts(menu, Line(0, "", dish.id, 1), stated)
    return any(presence == "contains" for _, presence in found)
