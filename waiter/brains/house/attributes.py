"""Words of a dish's name that only tell what is in it ("plum" of a sour plum drink, "sauce" of pork
in garlic sauce), and are foods by themselves: said beside another dish, or in a list of what the
menu doesn't have, they order nothing.

Neighbours: `group.py`, which asks at each dish; `lines.py`, which asks at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from menu_data.words.names import key_of
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from waiter.brains.house import strangers, unread
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft
from waiter.brains.house.foods import is_food
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.lexicon import Lexicon


def beside(state: Grouping, place: int) -> int | None:
    """Reads such a word behind "with" or "extra" as something the dish spoken of can't be had
    with; the place after it, None where it is no such word.
    """
    atom, cur = state.row[place], state.cur
    if cur is None or cur.gone or not cur.dishes or not is_attribute(atom, state.lexicon):
        return None
    before, lead = state.at(place - 1), state.at(state.before(place))
    if before is not None and before.has("extra", "light") and not before.has("said", "add"):
        return unread.note(state, place - 1, place)
    if lead is not None and lead.has("with") and not lead.has("said"):
        return strangers.unknown_part(state, place)
    return None


def is_attribute(atom: Atom, lexicon: Lexicon) -> bool:
    """Whether a word is a food that names of dishes only have beside what they are."""
    if atom.kind != "dish" or atom.exact or not atom.dishes:
        return False
    return tells_only(atom.words, atom.dishes, lexicon)


def tells_only(words: Sequence[str], dishes: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether these words of some dishes' names are a food, and head none of the names. Of Chinese
    names the end says what they are.
    """
    if not words or not is_food(words):
        return False
    said = tuple(singular(word) for word in words)
    return not any(head[-len(said) :] == said for dish in dishes for head in _heads(dish, lexicon))


def listed_with_strangers(drafts: Sequence[Draft], lexicon: Lexicon) -> list[Draft]:
    """The lines of a list of uncounted things, of which the menu doesn't have most, that only such
    a word names: they are asked about.
    """
    live = [d for d in drafts if not d.gone]
    strange = [d for d in live if d.unknown is not None]
    named = [d for d in live if d.unknown is None and d.exact]
    if not strange or len(named) > len(strange):
        return []
    return [
        d
        for d in live
        if d.unknown is None
        and d.count_at is None
        and not d.exact
        and tells_only(d.words, d.dishes, lexicon)
    ]


def _heads(dish: str, lexicon: Lexicon) -> list[tuple[str, ...]]:
    """The names of a dish up to "in" or "with": their last words say what it is."""
    item = lexicon.dish(dish)
    out = []
    for name in (*item.name.every(), *(() if lexicon.bare else item.aliases)):
        key = key_of(name)
        joint = next((i for i, w in enumerate(key) if i and w in words_in("name_joint")), len(key))
        out.append(key[:joint])
    return out
