"""`search`: dishes for a wish in words. Reads only.

What looks for them (`apps.searching`) may take its time, so the call is made outside any unit and
`run` finds what was found in the snapshot; without that it looks by keywords itself. What contains
an allergen the speaker stated isn't offered.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from apps import contract
from apps.asking import dish_candidate
from apps.contract import Desk, Effect, FoundDish, Outcome, Problem, Refusal, Snapshot, Wish
from apps.dish_rows import dish_row
from apps.ledger.allergens import conflicts
from apps.ledger.books import Line
from apps.searching import KeywordSearcher
from menu_data.menu import Dish, Menu

TOP_K = 3  # what one reply can recommend
MOST = 20  # what one list can show
QUERY_LENGTH = 500


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
    outside: ClassVar[bool] = True
    Params: ClassVar[type[contract.Params]] = SearchParams

    def check(self, params: SearchParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:  # noqa: ARG002 - the contract's
        """A number of results that can't be."""
        if params.top_k is not None and not 1 <= params.top_k <= MOST:
            allowed = {"min": 1, "max": MOST}
            return Refusal((Problem("bad_quantity", str(params.top_k), allowed=allowed),))
        return None

    def wish(self, params: SearchParams, snapshot: Snapshot, desk: Desk) -> Wish | None:
        """What to look for, among what the speaker may be offered."""
        if self.check(params, snapshot, desk) is not None:
            return None
        menu, stated = snapshot.menu, _stated(desk)
        offered = None
        if stated:
            offered = frozenset(d.id for d in menu.dishes.values() if not _has(menu, d, stated))
        return Wish(menu, params.query, params.top_k or TOP_K, offered)

    def run(self, params: SearchParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The best dishes with their scores, and what they were found by."""
        refusal = self.check(params, snapshot, desk)
        wish = self.wish(params, snapshot, desk)
        if refusal is not None or wish is None:
            return Outcome({}, snapshot.books, refusal)
        found = snapshot.found or KeywordSearcher().find(wish)
        # The house may have changed since the searcher was asked.
        dishes = [dish for dish in found.dishes if dish.id in snapshot.menu.dishes]
        result = {
            "query": params.query,
            "results": [_row(snapshot, dish) for dish in dishes],
            "found_by": list(found.by),
            "left_out": sorted(_stated(desk)),
        }
        candidates = tuple(
            dish_candidate(snapshot.menu, snapshot.availability, snapshot.menu.dishes[dish.id])
            for dish in dishes
        )
        return Outcome(result, snapshot.books, candidates=candidates)


def _row(snapshot: Snapshot, found: FoundDish) -> dict[str, Any]:
    reasons = [{"by": name, "place": place} for name, place in found.places]
    row = dish_row(snapshot, snapshot.menu.dishes[found.id])
    return {**row, "score": f"{found.score:.4f}", "reasons": reasons}


def _stated(desk: Desk) -> frozenset[str]:
    return desk.allergies.get(desk.guest, frozenset())


def _has(menu: Menu, dish: Dish, stated: frozenset[str]) -> bool:
    found = conflicts(menu, Line(0, "", dish.id, 1), stated)
    return any(presence == "contains" for _, presence in found)
