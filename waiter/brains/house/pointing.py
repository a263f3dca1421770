"""A dish pointed out by a word of its name where none is named: "the spicy one", 那个番茄的.
Neighbour: `mentions.py`, for dishes that are named.
"""

from __future__ import annotations

from collections.abc import Sequence

from menu_data.words.names import key_of
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, hang
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import Context
from waiter.brains.house.tabbed import points

# Of more dishes than this nobody is asked which is meant: they are advised.
MOST = 4


def point_out(state: Grouping, context: Context) -> None:
    """Opens a line for the dish pointed out, where nothing is ordered or on the tab that the words
    may be about; what else was said without a dish is how it should be.
    """
    if state.drafts or state.changes or context.lines or context.question is not None:
        return
    place = next((i for i in range(len(state.row)) if _is_pointed(state, i)), None)
    if place is None:
        return
    atom = state.row[place]
    dishes = _called(state.lexicon, atom.words)
    if not 0 < len(dishes) <= MOST:
        return
    draft = Draft(dishes, [(atom.start, atom.end)], exact=False)
    draft.name_at, draft.words = (atom.start, atom.end), atom.words
    rest = [(one, count) for one, count in state.loose if one.start != atom.start]
    state.loose = [(a, n) for a, n in rest if not hang(state.lexicon, draft, a, n)]
    state.drafts.append(draft)
    state.cur, state.pointed = draft, True
    state.doubt("a dish pointed out by a word of its name", 0.95)


def _called(lexicon: Lexicon, words: Sequence[str]) -> tuple[str, ...]:
    """The dishes that have the words in any of their names."""
    part = tuple(singular(word) for word in words)
    size = len(part)
    keys = {
        dish.id: [key_of(n) for n in (*dish.name.every(), *(() if lexicon.bare else dish.aliases))]
        for dish in lexicon.menu.dishes.values()
    }
    return tuple(
        dish
        for dish, names in keys.items()
        if any(key[i : i + size] == part for key in names for i in range(len(key) - size + 1))
    )


def _is_pointed(state: Grouping, place: int) -> bool:
    """Whether a word stands between a pointer and "one", or before 的那个."""
    atom, before, after = state.row[place], state.at(place - 1), state.at(place + 1)
    if not (atom.is_item or atom.kind in ("level", "unknown")) or atom.neg or after is None:
        return False
    if atom.han:
        behind = state.at(place + 2)
        pointed = _says(after, behind, "的", "那个") or (before is not None and points(before))
        return pointed and after.words[0] in words_in("states") | words_in("nominal")
    one = after.words[-1] in words_in("nominal")
    return one and before is not None and points(before)


def _says(after: Atom, behind: Atom | None, first: str, then: str) -> bool:
    return "".join((*after.words, *(behind.words if behind is not None else ()))) == first + then
