"""What may be had in place of a dish that can't: near it on the menu, and fit for who asks.

Never a dish that contains, or may contain, what the speaker said they can't have.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher

from rapidfuzz import fuzz

from apps.asking import dish_candidate
from apps.contract import Candidate, Desk, Problem, Refusal, Snapshot
from apps.finding.akin import akin
from apps.ledger.allergens import conflicts
from apps.ledger.books import Line
from apps.ledger.pricing import effective_price
from apps.ledger.stocktaking import dish_obstacle
from menu_data.menu import Dish, Menu
from menu_data.words.names import key_of
from menu_data.words.normal import simplified

MOST = 2  # names in one sentence; more is a menu
LIKE = 50.0  # of 100: half of what was said stands in the name
MISSPELT = 75.0  # of 100: the letters of a Latin name, slips apart
IN_A_ROW = 2  # Chinese characters in common that make two names alike
GONE = ("sold_out", "outside_hours", "out_of_stock")


def instead_of(problem: Problem, snapshot: Snapshot, desk: Desk) -> tuple[Candidate, ...]:
    """Dishes to offer where this problem takes one away; none where the guest is asked anyway."""
    menu = snapshot.menu
    if problem.allowed.get("left"):
        return ()  # fewer of it will do
    if problem.code in GONE and problem.subject in menu.dishes:
        near = _near(menu.dishes[problem.subject], snapshot)
    elif problem.code == "unknown_dish" and problem.ask is None:
        near = _like(problem.subject, menu)
    else:
        return ()
    fit = [dish for dish in near if _may_be_had(dish, snapshot, desk)]
    return tuple(dish_candidate(menu, snapshot.availability, dish) for dish in fit[:MOST])


def with_alternatives(
    refusal: Refusal, snapshot: Snapshot, desk: Desk
) -> tuple[Refusal, tuple[Candidate, ...]]:
    """The refusal with what may be had instead named in it, and all of that as something to pick.

    Nothing is to be picked where the guest is asked something anyway.
    """
    found = [instead_of(problem, snapshot, desk) for problem in refusal.problems]
    problems = tuple(
        replace(problem, allowed={**problem.allowed, "instead": [_named(c) for c in candidates]})
        if candidates
        else problem
        for problem, candidates in zip(refusal.problems, found, strict=True)
    )
    asked = any(problem.ask is not None for problem in problems)
    every = dict.fromkeys(c for candidates in found for c in candidates)
    return Refusal(problems), () if asked else tuple(every)


def _named(candidate: Candidate) -> dict[str, object]:
    return {"item": candidate.id, "name": dict(candidate.name)}


def _near(gone: Dish, snapshot: Snapshot) -> list[Dish]:
    """Dishes of the same category, those of a like price first."""
    price = effective_price(gone, snapshot.availability) or 0

    def distance(dish: Dish) -> int:
        return abs((effective_price(dish, snapshot.availability) or 0) - price)

    same = [
        dish
        for dish in snapshot.menu.dishes.values()
        if dish.category == gone.category and dish.id != gone.id and not dish.slots
    ]
    return sorted(same, key=distance)


def _like(words: str, menu: Menu) -> list[Dish]:
    """Dishes whose names are written something like these words, the likest first; then those of
    the same kind of food.
    """
    said = simplified(words).casefold()
    scores = {
        dish.id: max(_likeness(said, simplified(name).casefold()) for name in dish.name.every())
        for dish in menu.dishes.values()
    }
    likely = sorted((i for i, score in scores.items() if score >= LIKE), key=lambda i: -scores[i])
    return [menu.dishes[item] for item in dict.fromkeys((*likely, *akin(menu, words)))]


def _likeness(said: str, name: str) -> float:
    """0 to 100: by letters where a name may be misspelt, else by the words, or by the Chinese
    characters in a row, that both have.
    """
    letters = fuzz.ratio(said, name)
    if said.isascii():
        one, other = set(key_of(said)), set(key_of(name))
        shared = 200.0 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
        return max(shared, letters if letters >= MISSPELT else 0.0)
    common = SequenceMatcher(None, said, name, autojunk=False).find_longest_match().size
    return max(letters, LIKE if common >= IN_A_ROW else 0.0)


def _may_be_had(dish: Dish, snapshot: Snapshot, desk: Desk) -> bool:
    if dish_obstacle(snapshot.menu, snapshot.availability, dish.id, snapshot.now) is not None:
        return False
    stated = desk.allergies.get(desk.guest, frozenset())
    return not conflicts(snapshot.menu, Line(0, desk.guest, dish.id, 1), stated)
