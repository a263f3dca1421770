"""What is asked of a dish by name or by "it": how spicy, what is in it, what it is like, for which
diet. Answered by what the menu tells of it, and never more: what isn't listed isn't denied.

Neighbours: `menu_answers.py`, which tells a dish as a whole; `planning.py`, which has the kitchen
asked where the menu is silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.finding.naming import names, names_and
from apps.finding.profiles import IN_IT, Profile, profiles
from menu_data.menu import Dish, Group, Menu
from menu_data.words.mentions import mentions
from menu_data.words.names import key_of
from menu_data.words.wishes.lexicon import label
from menu_data.words.wishes.reading import read_wish
from menu_data.words.wishes.wish import GuestWish
from waiter import telling
from waiter.brains.house.reading import Understanding
from waiter.phrases import named, say
from waiter.view import View

HEAT = frozenset({"spicy", "numbing", "hot"})


def told(view: View, dish: Dish, items: Sequence[str], read: Understanding) -> tuple[str, ...]:
    """The answers to what is asked of one of some dishes; none where no property is named, or the
    menu says nothing of it.
    """
    asking, wish = read.asking, _wish(view.menu, items, read)
    foods = _foods(wish, [profiles(view.menu)[item] for item in items])
    hot = wish.limits.max_spice is not None or mentions(asking, "ask_heat")
    return tuple(dict.fromkeys(_told(view, dish, wish, foods, hot=hot)))


def unlisted(menu: Menu, items: Sequence[str], read: Understanding) -> tuple[tuple[str, str], ...]:
    """(dish, food) of what is asked for in dishes and isn't listed there, by key."""
    known = profiles(menu)
    foods = _foods(_wish(menu, items, read), [known[item] for item in items])
    return tuple((item, key) for item in items for key in foods if not _has(known[item], key))


def _wish(menu: Menu, items: Sequence[str], read: Understanding) -> GuestWish:
    """What is asked, as a wish; the words that only name the dish are no part of it."""
    if not (read.asks_of and items):
        return read_wish(read.asking, names(menu))
    wish = read_wish(read.asking, names_and(menu, read.asks_of, items[0]))
    said = key_of(read.asks_of)
    return replace(wish, wants=tuple(want for want in wish.wants if key_of(want.said) != said))


def _told(
    view: View, dish: Dish, wish: GuestWish, foods: Sequence[str], *, hot: bool
) -> Iterator[str]:
    language, profile = view.language, profiles(view.menu)[dish.id]
    name = named(dish.name.parts, language)
    traits = [key for want in wish.wants if want.kind == "trait" for key in want.keys]
    if hot or HEAT & set(traits):
        yield from _heat(view, dish, name)
    for key in traits:
        evidence = profile.traits.get(key) if key not in HEAT else None
        if evidence is not None and evidence.strength >= IN_IT:
            shown = label(key, language)
            yield say("dish.is", language, dish=name, wanted=shown, words=evidence.words)
    for key in foods:
        how = "dish.has" if _has(profile, key) else "dish.has.unlisted"
        yield say(how, language, dish=name, food=label(key, language))
    for diet in wish.limits.diet:
        how = "dish.diet" if diet in dish.diet else "dish.diet.not"
        yield say(how, language, dish=name, diet=say(f"wish.diet.{diet}", language))


def _foods(wish: GuestWish, profiles_asked: Sequence[Profile]) -> tuple[str, ...]:
    """The foods a question is about; those that one of the dishes is called by only name it."""
    wanted = [key for want in wish.wants if want.kind == "food" for key in want.keys]
    called = {key for p in profiles_asked for key, one in p.foods.items() if one.field == "name"}
    return tuple(dict.fromkeys(k for k in (*wanted, *wish.limits.exclude) if k not in called))


def _has(profile: Profile, key: str) -> bool:
    return key in profile.foods or key in profile.within


def _heat(view: View, dish: Dish, name: str) -> Iterator[str]:
    language = view.language
    degree = "unknown" if dish.spice is None else str(dish.spice)
    yield say(f"dish.spice.{degree}", language, dish=name)
    for group in dish.groups:
        options = _degrees(group)
        if options:
            shown = (named(group_name, language) for group_name in options)
            yield say("dish.spice.options", language, options=telling.joined(shown, language))


def _degrees(group: Group) -> list[tuple[tuple[str, str], ...]]:
    """The names of what a group of degrees of spice offers besides the default; none of another
    group.
    """
    mild = [m for m in group.modifiers if any(_is_mild(text) for text in m.name.every())]
    if not mild or group.max != 1:
        return []
    return [m.name.parts for m in group.modifiers if m.id != group.default]


def _is_mild(text: str) -> bool:
    return read_wish(text).limits.max_spice == 0
