"""Which dishes have everything that is wanted without fail; the order is `ranking`'s matter.

A dish without what is wanted is left out, never put last. Where much is wanted it may miss one
thing; of what was named side by side ("noodles and dumplings") one will do where none has all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from apps.finding.likeness import likeness
from apps.finding.profiles import Profile, profiles
from apps.finding.wanted import meets
from menu_data.menu import Menu
from menu_data.words.wishes.wish import GuestWish, Want

ALIKE = 0.5  # of the likest dish's likeness
MANY = 3  # wants from which on a dish may miss one


def candidates(menu: Menu, wish: GuestWish, allowed: Collection[str]) -> list[Profile]:
    """The dishes among those allowed that may answer the wish, in the menu's order."""
    apart = compared_with(menu, wish)
    told = profiles(menu)
    dishes = [one for item, one in told.items() if item in allowed and item not in apart]
    hard = [want for want in wish.wants if want.hard]
    if hard:
        return _having(dishes, hard)
    if not wish.wants and apart:
        return _alike(menu, apart, dishes)
    return dishes if wish.is_one or wish.open else _by_words(wish, dishes)


def compared_with(menu: Menu, wish: GuestWish) -> tuple[str, ...]:
    """Dishes that a wish is compared with; none of them is the answer."""
    than = () if wish.than is None else (wish.than.item,)
    return tuple(item for item in (*wish.like, *than) if item in menu.dishes)


def _having(dishes: Sequence[Profile], hard: Sequence[Want]) -> list[Profile]:
    """Those with all of it: as what they mostly are, else in them at all."""
    listed = [want for want in hard if want.listed]
    found = _all(dishes, hard, main=True) or _all(dishes, hard, main=False)
    if not found and len(hard) >= MANY:
        found = _all_but_one(dishes, hard)
    if not found and listed:
        rest = _all(dishes, [want for want in hard if not want.listed], main=True)
        found = [p for p in rest if any(meets(p, want, main=True) for want in listed)]
    return found


def _all(dishes: Iterable[Profile], wants: Iterable[Want], *, main: bool) -> list[Profile]:
    found = list(dishes)
    for want in wants:
        found = [profile for profile in found if meets(profile, want, main=main)]
    return found


def _all_but_one(dishes: Iterable[Profile], hard: Sequence[Want]) -> list[Profile]:
    """Those that miss one thing, though not one that no dish has."""
    met = {p.id: [meets(p, want, main=False) for want in hard] for p in dishes}
    if not all(any(row[n] for row in met.values()) for n in range(len(hard))):
        return []
    return [p for p in dishes if sum(met[p.id]) == len(hard) - 1]


def _alike(menu: Menu, to: Sequence[str], dishes: Sequence[Profile]) -> list[Profile]:
    """Where a dish to compare with is all that was said, those that are like it."""
    like = {p.id: max(likeness(menu, item, p.id) for item in to) for p in dishes}
    best = max(like.values(), default=0.0)
    return [p for p in dishes if like[p.id] >= ALIKE * best]


def _by_words(wish: GuestWish, dishes: Sequence[Profile]) -> list[Profile]:
    """Dishes that have most of the words nobody explained."""
    said = [word.casefold() for word in wish.rest]
    return [p for p in dishes if said and 2 * sum(w in p.text for w in said) >= len(said) + 1]
