"""Dishes of the same kind as a food that the menu doesn't have: a cola for "pepsi", a drink for any
drink. Pure; by the foods the words name, not by their letters.
"""

from __future__ import annotations

from functools import lru_cache

from apps.finding.profiles import Profile, profiles
from menu_data.menu import Menu
from menu_data.words.wishes.lexicon import foods, told
from menu_data.words.wishes.marks import marks

# How surely a dish must be of a food, as its name or its first ingredients make it.
SURELY = 0.8


@lru_cache(maxsize=256)
def akin(menu: Menu, words: str) -> tuple[str, ...]:
    """Ids of the dishes nearest in kind to what the words name, the nearest first, then in the
    menu's order; none where the words name no food.
    """
    row = marks(words, told(), respell=False).marks
    named = tuple(dict.fromkeys(key for mark in row for key in mark.of("food")))
    ranked = {dish: _nearness(profile, named) for dish, profile in profiles(menu).items()}
    near = sorted((d for d, score in ranked.items() if score), key=lambda d: -ranked[d])
    return tuple(near or (d for d in ranked if _is_drink(named, profiles(menu)[d])))


def _nearness(profile: Profile, named: tuple[str, ...]) -> float:
    """What a dish surely has of the foods named, and less for what is of a narrow class of them."""
    known = foods()
    score = 0.0
    for key in named:
        if _surely(profile, key):
            score += 1.0
        elif any(_surely(profile, wide) for wide in known.above[key] - known.broad - {key}):
            score += 0.5
    return score


def _surely(profile: Profile, key: str) -> bool:
    found = profile.foods.get(key)
    return found is not None and found.field == "name" and found.strength >= SURELY


def _is_drink(named: tuple[str, ...], profile: Profile) -> bool:
    drinks = foods().told_by["drink"]
    asked = any(foods().above[key] & drinks for key in named)
    return asked and profile.course == "drink"
