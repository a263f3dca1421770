"""Another person at the table has the same dish, made otherwise: "a small milk tea, my friend wants
a large", 我同事要大份的. Neighbour: `persons.py`, where a number is said of them.
"""

from __future__ import annotations

from waiter.brains.house.atoms import Atom
from waiter.brains.house.counts import portion
from waiter.brains.house.drafts import clashing
from waiter.brains.house.grouping import Grouping


def for_another(state: Grouping, place: int) -> int | None:
    """Opens that person's line at the word for them; the place of what is said of it, None where
    no such thing is said.
    """
    cur, start = state.cur, place - 1
    while (before := state.at(start)) is not None and before.kind == "word":
        start -= 1
    if cur is None or cur.gone or cur.only is None or before is None or before.kind != "break":
        return None
    first = next((i for i in range(place + 1, len(state.row)) if _speaks(state.row[i])), None)
    if first is None or not state.row[first].is_item or not _is_all(state, first):
        return None
    item, base = state.row[first], cur.part_of or cur
    others = clashing(state.lexicon, cur, item.pairs)
    if not others or not any(state.lexicon.takes(cur.only, pair) for pair in item.pairs):
        return None
    alone = (base.quantity or 1) == 1
    new = portion(state, state.row[place], 1)
    new.more, new.hung = alone, [hung for hung in new.hung if hung.pairs != others[0].pairs]
    return first


def _speaks(atom: Atom) -> bool:
    """Whether an atom is more than a small word of wanting."""
    return atom.kind != "word" and not (atom.kind == "qty" and atom.article)


def _is_all(state: Grouping, first: int) -> bool:
    """Whether the clause says nothing but how it should be."""
    place = first
    while (atom := state.at(place)) is not None and atom.kind != "break":
        if not (atom.is_item or atom.kind == "word"):
            return False
        place += 1
    return True
