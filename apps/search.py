"""`search`: dishes for a wish in words, with the reason of each. Reads only.

The wish is read and the menu sifted here, once (`apps.finding`). What ranks by words and meaning
(`apps.searching`) may take its time, so the call is made outside any unit and `run` finds what was
found in the snapshot; without that it looks by keywords itself. What contains, or may contain, an
allergen the speaker stated isn't offered.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, ClassVar

from pydantic import Field

from apps import contract
from apps.asking import dish_candidate
from apps.contract import Desk, Effect, FoundNote, Outcome, Problem, Refusal, Snapshot, Wish
from apps.dish_rows import dish_row
from apps.finding.filtering import House
from apps.finding.looking import Looked, Relax, fits, look, relaxed, text_for_meaning
from apps.finding.ranking import Fit
from apps.finding.rows import wish_row
from apps.searching import DEPTH, KeywordSearcher

TOP_K = 3  # what one reply can recommend
MOST = 20  # what one list can show
QUERY_LENGTH = 500


class SearchParams(contract.Params):
    """A wish in the guest's own words, and how many dishes to find."""

    query: str = Field(min_length=1, max_length=QUERY_LENGTH)
    top_k: int | None = None


class Search:
    """Finds dishes for a wish ("something warm without meat"), best first; and the house's notes on
    what else is asked (parking, pets, payment).

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
        looked = look(_house(snapshot, desk), params.query)
        return _wish(looked)

    def run(self, params: SearchParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The dishes that fit, best first, each with its reasons; the wish as it was read; what
        was asked for by name and can't be had; and where nothing fits, what to give up.
        """
        refusal = self.check(params, snapshot, desk)
        if refusal is not None:
            return Outcome({}, snapshot.books, refusal)
        looked = look(_house(snapshot, desk), params.query)
        found = snapshot.found or KeywordSearcher().find(_wish(looked))
        rest = [dish.id for dish in found.dishes if dish.id in snapshot.menu.dishes]
        best = fits(looked, rest)[: params.top_k or TOP_K]
        result = {
            "query": params.query,
            "wish": wish_row(looked),
            "results": [_row(snapshot, number, fit) for number, fit in enumerate(best, 1)],
            "unavailable": [_unavailable(looked, item) for item in _missed(looked)],
            "relax": [] if best else [_relax(one) for one in relaxed(looked)],
            "notes": [_note(number, note) for number, note in enumerate(found.notes, 1)],
            "found_by": list(found.by),
        }
        candidates = tuple(
            dish_candidate(snapshot.menu, snapshot.availability, snapshot.menu.dishes[fit.id])
            for fit in best
        )
        return Outcome(result, snapshot.books, candidates=candidates)


def _note(number: int, note: FoundNote) -> dict[str, Any]:
    """A note with its citation: marker, where it stands, which version, and its words."""
    return {"number": number, **asdict(note)}


def _house(snapshot: Snapshot, desk: Desk) -> House:
    stated = desk.allergies.get(desk.guest, frozenset())
    return House(snapshot.menu, snapshot.availability, snapshot.now, stated)


def _wish(looked: Looked) -> Wish:
    text = text_for_meaning(looked)
    return Wish(looked.house.menu, text, DEPTH, looked.sifted.allowed, looked.wish.text)


def _missed(looked: Looked) -> tuple[str, ...]:
    """Dishes asked for by name that can't be offered."""
    return tuple(item for item in looked.named if item not in looked.sifted.allowed)


def _unavailable(looked: Looked, item: str) -> dict[str, Any]:
    dish = looked.house.menu.dishes[item]
    return {"id": item, "name": dict(dish.name.parts), "why": list(looked.sifted.failed[item])}


def _relax(one: Relax) -> dict[str, Any]:
    return {"limit": one.limit, "value": one.value, "dishes": list(one.dishes)}


def _row(snapshot: Snapshot, number: int, fit: Fit) -> dict[str, Any]:
    """A dish with its reasons and its citation: marker, menu version and dish."""
    citation = {"number": number, "id": f"menu:{snapshot.menu.version}:{fit.id}"}
    reasons = [{"by": one.by, "field": one.field, "words": one.words} for one in fit.reasons]
    row = dish_row(snapshot, snapshot.menu.dishes[fit.id])
    return {**row, "score": f"{fit.score:.4f}", "reasons": reasons, "citation": citation}
