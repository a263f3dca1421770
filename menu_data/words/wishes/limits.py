"""The limits of a wish, put together from what was noted: allergies, diets, price, spice, and what
is left out.
"""

from __future__ import annotations

from decimal import Decimal

from menu_data.words.allergens import allergens_stated
from menu_data.words.wishes.lexicon import foods
from menu_data.words.wishes.notes import Notes
from menu_data.words.wishes.wish import Limits


def limits(text: str, notes: Notes, price: Decimal | None) -> Limits:
    """What must hold of every dish."""
    stated = allergens_stated(text)
    free = set(stated.added) | {key for food in notes.free for key in _allergens(food)}
    free |= {key for food in notes.allergic for key in _allergens(food)}
    grave = [food for food in notes.exclude if food in foods().grave]
    free |= {key for food in grave for key in _allergens(food)}
    free -= stated.withdrawn
    bare = [food for food in (*notes.free, *notes.allergic) if not _allergens(food)]
    left_out = [
        food
        for food in dict.fromkeys((*notes.exclude, *bare))
        if not (_allergens(food) and set(_allergens(food)) <= free)
    ]
    return Limits(
        tuple(sorted(free)),
        tuple(dict.fromkeys(notes.diet)),
        price,
        notes.max_spice,
        tuple(left_out),
        tuple(dict.fromkeys(notes.words)),
        tuple(dict.fromkeys(notes.without)),
    )


def _allergens(food: str) -> tuple[str, ...]:
    """The allergens that mean a food, or a class it belongs to."""
    table = foods().allergens
    if food in table:
        return table[food]
    classes = [table[whole] for whole in foods().above.get(food, ()) if whole in table]
    return min(classes, key=len, default=())  # the nearest: shrimps are shellfish before seafood
