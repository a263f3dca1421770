"""How like one dish is to another, by what the menu says of both. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from apps.finding.profiles import Evidence, profiles
from menu_data.menu import Menu

EATEN, TASTED, PLACED = 0.6, 0.3, 0.1  # what is in it, what it is like, where it stands


@lru_cache(maxsize=256)
def likeness(menu: Menu, one: str, other: str) -> float:
    """0 for nothing in common to 1 for the same, as seen from `one`."""
    told = profiles(menu)
    this, that = told[one], told[other]
    score = EATEN * _shared(this.exact, that.exact, _rarity(menu))
    score += TASTED * _shared(this.traits, that.traits, {})
    return score + (PLACED if this.course == that.course else 0.0)


@lru_cache(maxsize=4)
def _rarity(menu: Menu) -> Mapping[str, float]:
    """What few dishes have says more."""
    told = profiles(menu).values()
    count = Counter(key for profile in told for key in profile.exact)
    return {key: math.log(1 + len(told) / n) for key, n in count.items()}


def _shared(
    one: Mapping[str, Evidence], other: Mapping[str, Evidence], rarity: Mapping[str, float]
) -> float:
    def weight(key: str) -> float:
        return one[key].strength * rarity.get(key, 1.0)

    whole = sum(weight(key) for key in one)
    return sum(weight(key) for key in one if key in other) / whole if whole else 0.0
