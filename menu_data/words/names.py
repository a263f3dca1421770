"""Names of dishes and modifiers as guests, staff and models write them: exactly, in part,
traditional, misspelt.

`find_names` and `find_modifiers` resolve one name of a call; whole sentences are the built-in
brain's to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from rapidfuzz import fuzz

from menu_data.menu import Dish, Menu
from menu_data.words.sounds import loose, syllable
from menu_data.words.units import is_han, singular, words_of

K = TypeVar("K")

# How alike a misspelt Latin name must be, of 100.
ALIKE = 84.0


@dataclass(frozen=True, slots=True)
class _Name:
    words: tuple[str, ...]
    joined: str


def key_of(phrase: str) -> tuple[str, ...]:
    """The words of a phrase in the form names are compared in: singular, without punctuation."""
    return tuple(singular(w) for w in words_of(phrase))


@lru_cache(maxsize=32768)
def _name(phrase: str) -> _Name:
    words = key_of(phrase)
    return _Name(words, "".join(words))


@lru_cache(maxsize=8192)
def _sounds(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(loose(syllable(w)) if is_han(w) else w for w in words)


def dish_names(dish: Dish, *, bare: bool = False) -> tuple[str, ...]:
    """Every name a dish goes by: its id, its name in all languages and, unless `bare`, its
    aliases.
    """
    return (dish.id, *dish.name.every(), *(() if bare else dish.aliases))


def _within(part: _Name, whole: _Name) -> bool:
    """Whether a name is a part of another: its characters in a row, or its words in any order."""
    if any(is_han(w) for w in part.words):
        return part.joined in whole.joined
    return set(part.words) <= set(whole.words)


def _alike(one: _Name, other: _Name) -> bool:
    if len(one.words) == len(other.words) > 1 and any(is_han(w) for w in one.words):
        return _sounds(one.words) == _sounds(other.words)
    if one.joined.isascii() and other.joined.isascii() and len(one.joined) > 3:
        return fuzz.ratio(one.joined, other.joined) >= ALIKE
    return False


def _matching(names: Mapping[K, tuple[str, ...]], said: str) -> tuple[K, ...]:
    """The keys whose names fit: exactly; else in part; else misspelt."""
    wanted = _name(said)
    if not wanted.words:
        return ()

    def keys(fits: Callable[[_Name], bool]) -> tuple[K, ...]:
        return tuple(key for key, phrases in names.items() if any(fits(_name(p)) for p in phrases))

    exact = keys(lambda n: n.joined == wanted.joined or sorted(n.words) == sorted(wanted.words))
    return exact or keys(lambda n: _within(wanted, n)) or keys(lambda n: _alike(wanted, n))


def _by_id(ids: Iterable[str], said: str) -> str | None:
    return next((i for i in ids if i == said.strip()), None)


@lru_cache(maxsize=8)
def _dishes(menu: Menu) -> dict[str, tuple[str, ...]]:
    return {dish.id: dish_names(dish)[1:] for dish in menu.dishes.values()}


def find_names(menu: Menu, name: str) -> tuple[str, ...]:
    """Ids of the dishes and combos a name means, in menu order; several when it fits several, none
    when it fits none.
    """
    same = _by_id(menu.dishes, name)
    if same:
        return (same,)
    found = _matching(_dishes(menu), name)
    inside = _of_category(menu, name) if len(found) > 1 else ()
    within = tuple(item for item in found if item in inside)
    return within if len(within) > 1 else found


def _of_category(menu: Menu, name: str) -> tuple[str, ...]:
    """The dishes of the category that is called so; none where none is."""
    wanted = _name(name).joined
    called = {c.id for c in menu.categories if wanted in (_name(n).joined for n in c.name.every())}
    return tuple(dish.id for dish in menu.dishes.values() if dish.category in called)


def find_modifiers(dish: Dish, words: str) -> tuple[tuple[str, str], ...]:
    """(group id, modifier id) of the dish's modifiers that words mean, likewise."""
    pairs = [(g.id, m) for g in dish.groups for m in g.modifiers]
    same = tuple((group, m.id) for group, m in pairs if m.id == words.strip())
    return same or _matching(
        {(group, m.id): (*m.name.every(), *m.aliases) for group, m in pairs}, words
    )
