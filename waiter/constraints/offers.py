"""What is offered, priced or said to be put down is on the menu, and isn't sold out.

A food is strange where no text of the menu has it; classes of food ("noodles", "meat") are none,
nor is an allergen. What of it guests asked for and the menu hasn't is known from the facts too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from apps.ledger.stocktaking import is_sold_out
from menu_data.menu import Menu
from menu_data.words.allergens import allergens_in
from menu_data.words.units import is_han, singular
from menu_data.words.units import words_of as units_of
from menu_data.words.wishes.lexicon import foods
from waiter.brains.house.foods import food_ends, is_food
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.money import amounts
from waiter.constraints.named import dishes, masked, plain, strange_names
from waiter.constraints.said import claims, clauses, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.constraints.ways import without_ways
from waiter.patterns import DISH
from waiter.turn import ToUser

UNKNOWN = frozenset({"unknown_dish", "not_on_menu"})
# A shorter word is no food that anyone offers by itself, or part of many others.
SHORTEST = 2


def on_the_menu(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse an offer, a price or a note of what the menu doesn't have, and an offer of what is
    sold out.
    """
    at = case.snapshot
    for clause in clauses(_own_words(turn.text, case), at.menu):
        offered = claims(clause, "offers", at.menu)
        if (not offered and not amounts(clause)) or _is_denied(clause):
            continue
        strange = next(_strange(clause, case), None)
        if strange is not None:
            sentence = refusal_of("offers.strange", clause=clause, dish=strange)
            return Refuse("offers", "offers", sentence)
        gone = [i for i in dishes(clause, at.menu) if is_sold_out(at.menu, at.availability, i)]
        if offered and gone:
            return Refuse(
                "offers", "offers", refusal_of("offers.gone", clause=clause, dish=gone[0])
            )
    return None


def _own_words(text: str, case: Case) -> str:
    """The text without how lines are made, and without what the guest never has, in their words."""
    text = without_ways(unquoted(text, case), case)
    for words in case.view.habit.words:
        text = text.replace(words, " ")
    return text


def _is_denied(clause: str) -> bool:
    return mentions_any(clause, "declined") or mentions_any(clause, "rather")


def _strange(clause: str, case: Case) -> Iterator[str]:
    """The foods a clause names that are nowhere on the menu."""
    menu = case.snapshot.menu
    yield from strange_names(clause, menu)
    yield from (name for name in _asked_for(case) if name in clause)
    words = units_of(masked(clause, menu).replace(DISH, " and "))
    known = _known(menu)
    for start, end in _foods(words):
        name = _joined(words[start:end])
        if name not in known and not allergens_in(name) and name not in foods().classes:
            yield name


def _asked_for(case: Case) -> Iterator[str]:
    """What the guest asked for and was told is not on the menu."""
    for fact in case.view.facts:
        for problem in fact.value.get("problems", ()) if not fact.ok else ():
            if problem["code"] in UNKNOWN:
                yield plain(str(problem["subject"]))


def _foods(words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where foods stand among words, the longest at each place."""
    for start, word in enumerate(words):
        ends = food_ends(words, start)
        if not is_han(word) and len(word) > SHORTEST and is_food((word,)):
            ends.append(start + 1)
        if ends:
            yield start, max(ends)


def _joined(words: tuple[str, ...]) -> str:
    return "".join(words) if is_han(words[0]) else " ".join(singular(word) for word in words)


class _Known:
    """Whether a food stands anywhere in a menu's texts."""

    def __init__(self, menu: Menu) -> None:
        texts = [units_of(plain(text)) for text in _texts(menu)]
        latin = (" ".join(singular(w) for w in words if not is_han(w)) for words in texts)
        self._latin = f" {' | '.join(latin)} "
        self._han = "|".join("".join(filter(is_han, words)) for words in texts)

    def __contains__(self, name: object) -> bool:
        text = str(name)
        return text in self._han if is_han(text[0]) else f" {text} " in self._latin


@lru_cache(maxsize=8)
def _known(menu: Menu) -> _Known:
    return _Known(menu)


def _texts(menu: Menu) -> Iterator[str]:
    """Every text of the menu that may name a food."""
    for category in menu.categories:
        yield from category.name.every()
    for dish in menu.dishes.values():
        yield from dish.aliases
        for text in (dish.name, dish.description, dish.unit, *dish.ingredients, *dish.tags):
            yield from text.every()
        for modifier in (m for group in dish.groups for m in group.modifiers):
            yield from (*modifier.name.every(), *modifier.aliases)
        for slot in dish.slots:
            yield from slot.name.every()
