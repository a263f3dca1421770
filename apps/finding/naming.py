"""Dishes asked for by a name misspelt or said in part; exact ones are read with the wish."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import fuzz, process

from apps.finding.profiles import profiles
from menu_data.menu import Menu
from menu_data.words.names import key_of
from menu_data.words.phrases import Phrases
from menu_data.words.sounds import loose, syllable
from menu_data.words.units import is_han
from menu_data.words.wishes.lexicon import Meaning
from menu_data.words.wishes.marks import names_of
from menu_data.words.wishes.wish import GuestWish

ALIKE = 78.0  # of 100, where all else that was said fits the dish
MOST = 3  # dishes that one misspelt name may mean
SHORTEST = 3  # characters, or four times as many letters


@lru_cache(maxsize=4)
def names(menu: Menu) -> Phrases[Meaning]:
    """The names of a menu's dishes, to read wishes with."""
    return names_of(_pairs(menu))


def names_and(menu: Menu, part: str, item: str) -> Phrases[Meaning]:
    """The names of a menu's dishes, and one said in part."""
    return names_of((*_pairs(menu), (part, item)))


def resembling(menu: Menu, read: GuestWish) -> tuple[str, ...]:
    """Dishes whose name is meant though not written so; the words that are understood must fit."""
    if not read.rest or read.named or not read.core:
        return ()
    words = key_of(read.core)
    found = _in_part(menu, words) or _alike(menu, words)
    fitting = tuple(item for item in found if _fits(menu, item, read))
    return fitting if len(fitting) <= MOST else ()


def _pairs(menu: Menu) -> tuple[tuple[str, str], ...]:
    dishes = menu.dishes.values()
    return tuple((name, d.id) for d in dishes for name in (*d.name.every(), *d.aliases))


@lru_cache(maxsize=4)
def _joined(menu: Menu) -> dict[str, str]:
    """Every name without spaces → its dish."""
    return {"".join(key_of(name)): item for name, item in _pairs(menu)}


@lru_cache(maxsize=4)
def _sounding(menu: Menu) -> dict[tuple[str, ...], str]:
    """Every Chinese name by its sounds → its dish."""
    keys = ((key_of(name), item) for name, item in _pairs(menu))
    return {_sounds(words): item for words, item in keys if any(is_han(w) for w in words)}


def _sounds(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(loose(syllable(word)) if is_han(word) else word for word in words)


def _in_part(menu: Menu, words: tuple[str, ...]) -> tuple[str, ...]:
    """Dishes with these characters in a row, or all these words, in a name."""
    said = "".join(words)
    if any(is_han(word) for word in words):
        named = (item for name, item in _joined(menu).items() if said in name)
    else:
        whole = set(words)
        named = (p.id for p in profiles(menu).values() if any(whole <= {*n} for n in p.called))
    return tuple(dict.fromkeys(named))


def _alike(menu: Menu, words: tuple[str, ...]) -> tuple[str, ...]:
    """Dishes with a name that sounds so, or is written nearly so."""
    said = "".join(words)
    han = any(is_han(word) for word in words)
    if han and len(words) > 1 and (heard := _sounding(menu).get(_sounds(words))):
        return (heard,)
    if len(said) < (SHORTEST if han else 3 * SHORTEST):
        return ()
    table = _joined(menu)
    found = process.extract(said, table.keys(), scorer=fuzz.ratio, score_cutoff=70.0, limit=MOST)
    return tuple(table[name] for name, score, _ in found if _near(said, name, score, han))


def _near(said: str, name: str, score: float, han: bool) -> bool:
    if not han:
        return score >= ALIKE
    return len(said) == len(name) and sum(a != b for a, b in zip(said, name, strict=True)) == 1


def _fits(menu: Menu, item: str, read: GuestWish) -> bool:
    """Whether the dish has every food that was understood."""
    eaten = profiles(menu)[item].foods
    wanted = [want for want in read.wants if want.kind == "food"]
    return all(any(key in eaten for key in want.keys) for want in wanted)
