"""`search`: dishes for a wish in words, with the reason of each. Reads only.

The wish is read and the menu sifted here, once (`apps.finding`). What ranks by words and meaning
(`apps.searching`) may take its time, so the call is made outside any unit and `run` finds what was
found in the snapshot; without that it looks by keywords itself. A workflow of the house may have
answered instead: its dishes are told in its order. What contains, or may contain, an allergen the
speaker stated isn't offered, whoever found it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from pydantic import Field

from apps import contract
from apps.asking import dish_candidate
from apps.contract import (
    Answered,
    Desk,
    Effect,
    FoundNote,
    Outcome,
    Problem,
    Refusal,
    Snapshot,
    Wish,
)
from apps.dish_rows import dish_row
from apps.finding.filtering import House
from apps.finding.looking import Looked, Relax, fits, look, relaxed, text_for_meaning
from apps.finding.ranking import Fit
from apps.finding.rows import wish_row
from apps.searching import DEPTH, KeywordSearcher

TOP_K = 3  # what one reply can recommend
MOST = 20  # what one list can show
QUERY_LENGTH = 500
NOTHING = "nothing it found may be offered"


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
        was asked for by name and can't be had; where nothing fits, what to give up; and `flow`,
        the workflow that answered, where one did.
        """
        refusal = self.check(params, snapshot, desk)
        if refusal is not None:
            return Outcome({}, snapshot.books, refusal)
        looked = look(_house(snapshot, desk), params.query)
        found = snapshot.found or KeywordSearcher().find(_wish(looked))
        rest = [dish.id for dish in found.dishes if dish.id in snapshot.menu.dishes]
        fitting = fits(looked, rest)
        told = _told(looked, found.answered, fitting)
        best = fitting[: params.top_k or TOP_K] if told is None else told.dishes[:MOST]
        plain = told is None
        result = {
            "query": params.query,
            "wish": wish_row(looked),
            "results": [_row(snapshot, number, fit) for number, fit in enumerate(best, 1)],
            "unavailable": [_unavailable(looked, item) for item in _missed(looked)],
            "relax": [] if best or not plain else [_relax(one) for one in relaxed(looked)],
            "notes": [_note(number, note) for number, note in enumerate(found.notes, 1) if plain],
            "found_by": list(found.by),
            **_flow(found.answered, told),
        }
        candidates = tuple(
            dish_candidate(snapshot.menu, snapshot.availability, snapshot.menu.dishes[fit.id])
            for fit in (() if result["notes"] else best)  # a note of the house is the answer
        )
        return Outcome(result, snapshot.books, candidates=candidates)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a workflow's answer: its dishes that may be offered, and its own words."""

    dishes: tuple[Fit, ...]
    text: str


def _told(looked: Looked, answered: Answered | None, fitting: Sequence[Fit]) -> _Told | None:
    """None where no workflow answers, or with nothing that may be told."""
    if answered is None or answered.failed:
        return None
    known = {fit.id: fit for fit in fitting}
    ids = [item for item in dict.fromkeys(answered.dishes) if item in looked.sifted.allowed]
    dishes = tuple(known.get(item, Fit(item, 0.0)) for item in ids)
    return _Told(dishes, answered.text) if dishes or answered.text else None


def _flow(answered: Answered | None, told: _Told | None) -> dict[str, Any]:
    """The workflow that answered, and its words; or that it should have, and why it didn't."""
    if answered is None:
        return {}
    if told is None:
        return {"unanswered": {**answered.flow, "why": answered.failed or NOTHING}}
    return {"flow": dict(answered.flow), "text": told.text}


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
