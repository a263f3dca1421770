"""The dishes a text names, by whole names and aliases: which they are, and the text without them.

A name that only begins or ends like one of the menu's ("kung pao shrimp") names none of it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from menu_data.menu import Menu
from menu_data.words.normal import simplified
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.scan import strangers
from waiter.patterns import DISH

# What parts clauses.
END = re.compile(r"[。！!？?；;\n·•]|(?<=[a-z])\.(?=\s|$)|,\s|，")


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """The text in lower case and simplified characters."""
    return simplified(text).lower().replace("’", "'")


def dishes(clause: str, menu: Menu) -> tuple[str, ...]:
    """The dishes a clause names, by whole names and aliases, the longest first at each place."""
    return _split(clause, menu)[0]


def beside_dishes(clause: str, menu: Menu) -> str:
    """What a clause says besides the dishes it names whole."""
    return _split(clause, menu)[1].replace(DISH, " ")


def masked(clause: str, menu: Menu) -> str:
    """The clause with a mark for each dish it names."""
    return _split(clause, menu)[1]


@lru_cache(maxsize=1024)  # several constraints ask it of a clause, and many replies share some
def _split(clause: str, menu: Menu) -> tuple[tuple[str, ...], str]:
    named: list[str] = []
    strange = strange_names(clause, menu)
    for words in strange:
        clause = clause.replace(words, " ")
    for name, ids, whole in _names(menu):
        if name in clause and (without := whole.sub(DISH, clause)) != clause:
            clause = without
            named += [item for item in ids if item not in named]
    return tuple(named), " ".join((clause, *strange))


@lru_cache(maxsize=256)
def strange_names(clause: str, menu: Menu) -> tuple[str, ...]:
    """The names in a clause that the menu doesn't have, though a part of them is one ("kung pao
    shrimp").
    """
    if not any(name in clause for name, *_ in _names(menu)):
        return ()
    return strangers(clause, lexicon_for(menu))


def plain_name(name: str) -> str:
    """A dish's name as clauses have it."""
    return END.sub(" ", plain(name)).strip()


@lru_cache(maxsize=8)
def with_marks(menu: Menu) -> tuple[tuple[str, str], ...]:
    """Names with a mark in them that would part a clause, and the same without it."""
    every = (name for d in menu.dishes.values() for name in (*d.name.every(), *d.aliases))
    flat = (plain(name) for name in every)
    return tuple((name, plain_name(name)) for name in flat if END.search(name))


@lru_cache(maxsize=8)
def _names(menu: Menu) -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    """Names of two characters or more, longest first, with the dishes they mean, and the pattern
    that finds them as whole words.
    """
    by_name: dict[str, list[str]] = {}
    for dish in menu.dishes.values():
        for name in (*dish.name.every(), *dish.aliases):
            flat = plain_name(name)
            if len(flat) > 1:
                by_name.setdefault(flat, []).append(dish.id)
    ordered = sorted(by_name.items(), key=lambda entry: -len(entry[0]))
    return tuple((name, tuple(ids), _whole(name)) for name, ids in ordered)


def _whole(name: str) -> re.Pattern[str]:
    """A name; a Latin one as whole words, or as more than one of it ("teas")."""
    before = r"(?<![a-z])" if name[0].isascii() and name[0].isalpha() else ""
    after = r"(?:e?s)?(?![a-z])" if name[-1].isascii() and name[-1].isalpha() else ""
    return re.compile(before + re.escape(name) + after)
