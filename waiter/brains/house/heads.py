"""What completes a name: whether words name a dish by its head or only begin a longer name, and
which nouns may follow it ("a tuna sandwich" where the menu's sandwiches have a "tuna").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from menu_data.words.names import key_of
from menu_data.words.units import is_han, singular
from menu_data.words.vocabulary import vocabulary, words_in
from menu_data.words.wishes.lexicon import foods, told
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Mark
from waiter.brains.house.senses import SIZE, Sense

# Foods no sweet noun goes with ("chocolate chip cookie", but no "catfish cookie").
_SAVOURY = frozenset({"animal", "egg", "soy", "vegetable"})


def is_lone(mark: Mark) -> bool:
    """A lone character that ends dishes' names (面, 汤)."""
    weak = bool(mark.senses) and all(s.ends and s.quality < 0.95 for s in mark.senses)
    return weak and mark.han and len(mark.words) == 1


def is_whole(mark: Mark) -> bool:
    """The whole name of a dish."""
    return any(s.quality >= 0.95 for s in _dishes(mark))


def is_ingredient(mark: Mark, lexicon: Lexicon) -> bool:
    """A modifier that is something to eat, rather than a size or a level."""
    if mark.levels or mark.has("size_like"):
        return False
    real = [s for s in mark.senses if s.kind == "modifier" and s.quality != SIZE]
    return any(lexicon.group_of((s.group, s.id)).max != 1 for s in real)


def is_inner(mark: Mark) -> bool:
    """A Chinese character that cooks, measures, sizes or spices: a word by itself, but in many
    names.
    """
    if not mark.han or len(mark.words) > 1 or mark.value is not None or mark.dishes:
        return False
    plain = all(s.quality == SIZE or s.kind == "level" for s in mark.senses)
    if not plain or mark.has("filler"):
        return False
    return mark.has("note_cue") or bool(mark.levels) or mark.has("measure", "size_like")


def takes(dishes: Iterable[str], mark: Mark, lexicon: Lexicon) -> bool:
    return any(lexicon.takes(d, p) for d in dishes for p in mark.pairs)


def is_class(mark: Mark, lexicon: Lexicon) -> bool:
    """Whether the words name a category or a class of food of this menu."""
    return bool(mark.categories or lexicon.in_class(_singular(mark.words)))


def is_kin(words: Sequence[str]) -> bool:
    """A noun that only says what sort of thing an ingredient is ("ranch sauce")."""
    return words[-1] in words_in("kin_nouns")


def ends_name(mark: Mark) -> bool:
    """Whether the words are how the names end."""
    named = _dishes(mark)
    if mark.han:
        return all(s.ends for s in named)
    words = _singular(mark.words)
    return all(_singular(s.surface)[-len(words) :] == words for s in named)


def is_complete(mark: Mark, lexicon: Lexicon) -> bool:
    """Whether the words name the dish by its head, so that nothing is left to be said of it."""
    if not mark.han and singular(mark.words[-1]) != mark.words[-1]:
        return True  # a plural begins no name
    named = _dishes(mark)
    exact = [s for s in named if s.quality >= 0.95]
    if mark.han and not exact:
        return ends_name(mark)
    ends = bool(exact) or ends_name(mark)
    return ends and not all(_is_begun(s.id, mark.words, lexicon) for s in exact or named)


def _dishes(mark: Mark) -> list[Sense]:
    return [s for s in mark.senses if s.kind == "dish"]


def _singular(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(singular(word) for word in words)


def _is_begun(dish: str, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether an alias is only how a longer name of the dish begins (麻婆 of 麻婆豆腐)."""
    said = _singular(words)
    if said[-1] in _heads():
        return False
    return any(len(key) > len(said) and key[: len(said)] == said for key in _keys(dish, lexicon))


def _keys(dish: str, lexicon: Lexicon) -> list[tuple[str, ...]]:
    item = lexicon.dish(dish)
    return [key_of(name) for name in (*item.name.every(), *(() if lexicon.bare else item.aliases))]


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    """Words that say what sort of dish something is, and so complete a name."""
    every = (p for ps in vocabulary().maps["classes"].values() for p in ps)
    classes = {p if not is_han(p) else p[-1] for p in every}
    return frozenset(singular(word) for word in classes | words_in("dish_nouns"))


def sorts(words: Sequence[str], dishes: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether a word nobody knows only says what sort of dish was named ("a tuna sandwich")."""
    noun = words[-1] in words_in("dish_nouns") | words_in("plain_nouns")
    return noun and agrees(words, dishes, lexicon)


def agrees(words: Sequence[str], dishes: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether a noun behind a dish's name only says what sort of dish it is: a plain word for any,
    or what its category or its class is called.
    """
    noun = _singular(words)[-1:]
    if set(noun) & words_in("plain_nouns"):
        return True
    inside = set(lexicon.in_class(_singular(words)))
    sweet = bool(_foods(noun) & foods().told_by["dessert"])
    return any(
        d in inside or _is_called(noun, d, lexicon) or (sweet and _may_be_sweet(d, lexicon))
        for d in dishes
    )


def _is_called(noun: tuple[str, ...], dish: str, lexicon: Lexicon) -> bool:
    category = lexicon.menu.category(lexicon.dish(dish).category)
    names = [] if category is None else [key_of(name) for name in category.name.every()]
    return any(set(noun) & set(name) for name in names) and not is_han(noun[0])


def _may_be_sweet(dish: str, lexicon: Lexicon) -> bool:
    """Whether nothing in its names is another form of dish or goes with no sweet noun."""
    known, sweets = foods(), foods().told_by["dessert"]
    found = {food for key in _keys(dish, lexicon) for food in _foods(key)}
    return not any(
        known.above[food] & _SAVOURY or (food in known.forms and not known.above[food] & sweets)
        for food in found
    )


def _foods(words: tuple[str, ...]) -> set[str]:
    """The foods a row of words names, the longest phrase at each place."""
    out: set[str] = set()
    place = 0
    while place < len(words):
        found = told().at(words, place)
        out |= {m.key for m in found[-1][1] if m.kind == "food"} if found else set()
        place = found[-1][0] if found else place + 1
    return out
